import type { Applicant, Company } from '../schema/application.js';
import type { Settings } from '../schema/session.js';

/** A label, the answer or `null` where nobody was asked, and the fields that it holds, by their paths on the wire. */
export type Row = readonly [label: string, answer: string | null | undefined, ...paths: string[]];

type Choices = Settings['company_types'];

/** How answers become words. */
export interface Words {
  settings: Settings;
  label: (key: string) => string;
  day: (wire?: string) => string;
  choice: (value: string | undefined, choices: Choices) => string;
}

/** The number of a building, or several, after what else goes before its street: `12`, `12a`, `12-14`, `Flat 3, 12`. */
const NUMBER = /(^|,\s*)(no\.?\s*)?\d+[a-z]?(\s*[\p{Pd}/&]\s*\d+[a-z]?)*$/iu;

/** A building and its street. A comma goes after a name, and after a flat: `Rose Cottage, Sample Road`. */
export const streetLine = (house = '', street = '') => joined([house, street], NUMBER.test(house) ? ' ' : ', ');

const PLACE = ['house_number', 'line_1', 'city', 'county', 'postcode'] as const;
type Place = Partial<Record<(typeof PLACE)[number], string | undefined>>;

const joined = (parts: readonly (string | undefined)[], sign = ', ') => parts.filter(Boolean).join(sign);
const placeOf = ({ house_number, line_1, ...rest }: Place) =>
  joined([streetLine(house_number, line_1), rest.city, rest.county, rest.postcode]);

const rowsIn =
  (part: string, { label }: Words) =>
  (key: string, answer: Row[1], ...names: string[]): Row => [
    label(key),
    answer,
    ...names.map((name) => `${part}.${name}`),
  ];

/** A choice from a list; a list of one answers itself. */
const chosen = ({ choice }: Words, value: string | undefined, choices: Choices) =>
  choices.length === 1 && choices[0]!.value === value ? null : choice(value, choices);

/** The answers about the business, in the order of its form. */
export function companyRows(company: Company, words: Words): readonly Row[] {
  const row = rowsIn('company', words);
  return [
    row('registered_name.label', company.registered_name, 'registered_name'),
    row('registered_number.label', company.registered_number, 'registered_number'),
    row('type.label', chosen(words, company.type, words.settings.company_types), 'type'),
    row('formation_date.label', words.day(company.formation_date), 'formation_date'),
    row('trading_from_date.label', words.day(company.trading_from_date), 'trading_from_date'),
    row('review.business-address', placeOf(company.address), ...PLACE.map((name) => `address.${name}`)),
  ];
}

/** The answers about the applicant, in the order of their form; the current address comes first. */
export function applicantRows(applicant: Applicant, words: Words): readonly Row[] {
  const row = rowsIn('applicant', words);
  const country = chosen(words, applicant.country_of_residence, words.settings.countries_of_residence);
  const addresses = applicant.addresses.map((address, index) => ({ address, index }));
  addresses.sort((a, b) => Number(b.address.current === 'true') - Number(a.address.current === 'true'));
  return [
    row('review.name', joined([applicant.first_name, applicant.last_name], ' '), 'first_name', 'last_name'),
    row('date_of_birth.label', words.day(applicant.date_of_birth), 'date_of_birth'),
    row('email.label', applicant.email, 'email'),
    row('phone_number.label', applicant.phone_number, 'phone_number'),
    row('country_of_residence.label', country, 'country_of_residence'),
    ...addresses.flatMap(({ address, index }, place): Row[] => {
      const at = (name: string) => `addresses.${index}.${name}`;
      const label = place ? 'review.earlier-address' : 'review.home-address';
      const status = words.choice(address.status, words.settings.residential_statuses);
      return [
        row(label, placeOf(address), ...PLACE.map(at)),
        row('addresses.start_date.label', words.day(address.start_date), at('start_date')),
        row(place ? 'previous.status.label' : 'addresses.status.label', status, at('status')),
      ];
    }),
  ];
}
