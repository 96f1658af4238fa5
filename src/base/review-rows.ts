import { ruleFor } from '../schema/field-rules.js';
import type { Applicant, Company } from '../schema/application.js';
import type { Settings } from '../schema/session.js';
import { onlyStatus, statusQuestion } from './status-words.js';
import type { TextController } from './text.js';

/** A statement that is sent: its label, and in words what is sent, if anything is. */
export interface Row {
  label: string;
  answer: string | undefined;
  /** The fields that it shows, by their paths on the wire: each field of an application has a row. */
  paths: string[];
  /** Whether nobody was asked. */
  isFixed: boolean;
}

/** How what is sent becomes words. */
export interface Words {
  settings: Settings;
  text: TextController;
  day: (wire?: string) => string | undefined;
}

type Choices = Settings['company_types'];
type Address = Applicant['addresses'][number];
/** A country or a region: its label, the word for it, its path, and whether nobody was asked. */
type Place = readonly [label: string, word: string | undefined, path: string, isFixed?: boolean];

const LINES = ['house_number', 'line_1', 'city', 'county', 'postcode'] as const;

const joined = (parts: readonly (string | undefined)[], sign = ', ') => parts.filter(Boolean).join(sign);

/** The number of a building, or several, after what else goes before its street: `12`, `12a`, `12-14`, `Flat 3, 12`. */
const NUMBER = /(^|,\s*)(no\.?\s*)?\d+[a-z]?(\s*[\p{Pd}/&]\s*\d+[a-z]?)*$/iu;

/** A building and its street. A comma goes after a name, and after a flat: `Rose Cottage, Sample Road`. */
export const streetLine = (house = '', street = '') => joined([house, street], NUMBER.test(house) ? ' ' : ', ');

const linesOf = ({ house_number, line_1, ...rest }: Partial<Record<(typeof LINES)[number], string | undefined>>) =>
  joined([streetLine(house_number, line_1), rest.city, rest.county, rest.postcode]);

const row = (label: string, answer: string | undefined, paths: string[], isFixed = false): Row => ({
  label,
  answer,
  paths,
  isFixed,
});

const choiceIn = ({ text }: Words, value: string | undefined, choices: Choices) =>
  value === undefined ? undefined : text.choice(choices.find((choice) => choice.value === value) ?? { value });

/** Countries and regions. Those that are the same in words share a row, with the label of the first. */
function placeRows(places: readonly Place[]): Row[] {
  const rows = new Map<string, Row>();
  for (const [label, word, path, isFixed = true] of places) {
    if (!word) continue;
    const same = rows.get(word);
    if (same) same.paths.push(path);
    else rows.set(word, row(label, word, [path], isFixed));
  }
  return [...rows.values()];
}

/** The statements about the business, in the order of its form, and the region of the application. */
export function companyRows(company: Company, words: Words): readonly Row[] {
  const { settings, text, day } = words;
  const { registered_name, registered_number, type, formation_date, trading_from_date, address, region } = company;
  const { company_types } = settings;
  return [
    row(text.term('registered_name.label'), registered_name, ['company.registered_name']),
    row(text.term('registered_number.label'), registered_number, ['company.registered_number']),
    row(text.term('type.label'), choiceIn(words, type, company_types), ['company.type'], !company_types[1]),
    row(text.term('formation_date.label'), day(formation_date), ['company.formation_date']),
    row(text.term('trading_from_date.label'), day(trading_from_date), ['company.trading_from_date']),
    row(
      text.term('review.business-address'),
      linesOf(address),
      LINES.map((name) => `company.address.${name}`),
    ),
    ...placeRows([
      [text.term('given.company-country'), text.country(address.country_code), 'company.address.country_code'],
      [text.term('review.region'), text.country(region), 'company.region'],
      [text.term('review.application-region'), text.country(settings.region), 'region'],
    ]),
  ];
}

/** The statements about the applicant, in the order of their form; the current address comes first. */
export function applicantRows(applicant: Applicant, words: Words): readonly Row[] {
  const { settings, text, day } = words;
  const { date_of_birth, email, phone_number, country_of_residence } = applicant;
  const { countries_of_residence } = settings;
  const country = choiceIn(words, country_of_residence, countries_of_residence);
  const addresses = applicant.addresses.map((address, index) => ({ address, index }));
  addresses.sort((a, b) => Number(b.address.current === 'true') - Number(a.address.current === 'true'));
  const [home] = addresses;
  return [
    ...nameRows(applicant, text),
    row(text.term('date_of_birth.label'), day(date_of_birth), ['applicant.date_of_birth']),
    row(text.term('email.label'), email, ['applicant.email']),
    row(text.term('phone_number.label'), phone_number, ['applicant.phone_number']),
    ...placeRows([
      [text.term('country_of_residence.label'), country, 'applicant.country_of_residence', !countries_of_residence[1]],
      ...(home ? placesOf(home.address, home.index, words) : []),
    ]),
    ...addresses.flatMap(({ address, index }, at) => [
      ...addressRows(address, index, words, at > 0),
      ...(at ? placeRows(placesOf(address, index, words)) : []),
    ]),
  ];
}

/** The name in one row. A single name has a row for each field, which says where it goes. */
function nameRows({ first_name, last_name }: Applicant, text: TextController): Row[] {
  const [first, last] = ['applicant.first_name', 'applicant.last_name'];
  return first_name && last_name && first_name !== last_name
    ? [row(text.term('review.name'), joined([first_name, last_name], ' '), [first!, last!])]
    : [row(text.term('first_name.label'), first_name, [first!]), row(text.term('last_name.label'), last_name, [last!])];
}

const placesOf = ({ country_code, region }: Address, index: number, { text }: Words): Place[] => [
  [text.term('review.country'), text.country(country_code), `applicant.addresses.${index}.country_code`],
  [text.term('review.region'), text.country(region), `applicant.addresses.${index}.region`],
];

function addressRows(address: Address, index: number, words: Words, isEarlier: boolean): Row[] {
  const { settings, text, day } = words;
  const { start_date, status } = address;
  const at = (name: string) => `applicant.addresses.${index}.${name}`;
  const only = onlyStatus(settings);
  const isQuestion = only && (status ?? only.value) === only.value;
  const isAnswered = /asked|required/.test(ruleFor(settings.fields, at('status')));
  return [
    row(
      text.term(isEarlier ? 'review.earlier-address' : 'review.home-address'),
      linesOf(address),
      [...LINES, 'current'].map(at),
    ),
    row(text.term('addresses.start_date.label'), day(start_date), [at('start_date')]),
    isQuestion
      ? row(
          statusQuestion(text, only, isEarlier),
          status ? text.term('yes') : isAnswered ? text.term('no') : undefined,
          [at('status')],
        )
      : row(
          text.term(isEarlier ? 'previous.status.label' : 'addresses.status.label'),
          choiceIn(words, status, settings.residential_statuses),
          [at('status')],
        ),
  ];
}
