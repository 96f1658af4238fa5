import type { Choice } from '../../base/fields/questions.js';
import { singleStatus } from '../../base/fields/status-question.js';
import { formatDay, formatMoney, formatPhone, inOneLine, countryName } from '../../base/text/formats.js';
import type { LaterText } from '../../base/text/locales/en-later.js';
import type { Applicant, Company } from '../../schema/calls/application.js';
import { dayOf } from '../../schema/fields/dates.js';
import { ruleFor } from '../../schema/fields/field-rules.js';
import { isFieldType, type FieldTable, type FieldType } from '../../schema/fields/field-type.js';
import { APPLICANT } from '../../schema/forms/applicant-form.js';
import { COMPANY, placeFields } from '../../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../schema/forms/prequalification-form.js';
import type { Figures } from '../../schema/calls/prequalification.js';
import type { Settings } from '../../schema/settings.js';

/** A row of the review: the label of an answer, and the answer in words. */
export interface AnswerRow {
  label: string;
  answer: string | undefined;
  /** The paths of its fields on the wire. Each field of an application has a row. */
  paths: string[];
  /** Whether the answer is sent although the form does not ask for it. */
  isFixed: boolean;
  /** The earlier address that the answer is about: several rows can have the same label. */
  about?: string | undefined;
}

export interface RowContext {
  readonly settings: Settings;
  readonly text: LaterText;
}

type Address = Applicant['addresses'][number];
/** A country or a region: its label, name and path, and whether it is sent without a question. */
type PlaceStatement = readonly [label: string, word: string | undefined, path: string, isFixed?: boolean];

const LINES = Object.keys(placeFields);

const joined = (parts: readonly (string | undefined)[], sign = ', ') => parts.filter(Boolean).join(sign);

/** One or more house numbers at the end of a line: `12`, `12a`, `12-14`, `Flat 3, 12`. */
const NUMBER = /(^|,\s*)(no\.?\s*)?\d+[a-z]?(\s*[\p{Pd}/&]\s*\d+[a-z]?)*$/iu;

/** Joins a building and its street, with a comma after a name or a flat: `Rose Cottage, Sample Road`. */
export const streetLine = (house = '', street = '') => joined([house, street], NUMBER.test(house) ? ' ' : ', ');

function addressInOneLine(address: Partial<Record<keyof typeof placeFields, string | undefined>>): string {
  const { house_number, line_1, city, county, postcode } = address;
  const parts = [streetLine(house_number, line_1), city, county, postcode];
  // The number of the forces' post office is shown once.
  const isRepeated = (part = '', at: number) =>
    part.startsWith('BFPO') && parts.slice(at + 1).some((later) => `${later} `.startsWith(`${part} `));
  return joined(
    parts.filter((part, at) => !isRepeated(part, at)).map((part) => (part === postcode ? inOneLine(part) : part)),
  );
}

const row = (label: string, answer: string | undefined, paths: string[], isFixed = false): AnswerRow => ({
  label,
  answer,
  paths,
  isFixed,
});

function dayInWords(text: LaterText, wire = ''): string {
  const day = dayOf(wire);
  return day ? formatDay(text, day) : wire;
}

const choiceIn = ({ text }: RowContext, value: string | undefined, choices: readonly Choice[]) =>
  value === undefined ? undefined : text.choice(choices.find((choice) => choice.value === value) ?? { value });

/** Rows for countries and regions. Places with the same name share a row, with the label of the first. */
function placeRows(places: readonly PlaceStatement[]): AnswerRow[] {
  const rows = new Map<string, AnswerRow>();
  for (const [label, word, path, isFixed = true] of places) {
    if (!word) continue;
    const same = rows.get(word);
    if (same) same.paths.push(path);
    else rows.set(word, row(label, word, [path], isFixed));
  }
  return [...rows.values()];
}

/** Returns an answer in words, from its field type and its wire value. */
function answerIn(words: RowContext, { parts, question }: FieldType<unknown>, value: unknown): string | undefined {
  const { settings, text } = words;
  if (typeof value === 'number') return formatMoney(text, value);
  if (typeof value === 'boolean') return text.term(value ? 'yes' : 'no');
  const wire = value as string | undefined;
  if (parts) return dayInWords(text, wire);
  if (question?.type === 'tel') return wire && formatPhone(wire);
  return question?.choices ? choiceIn(words, wire, settings[question.choices]) : wire;
}

/** The row of a field. The label is that of the field's question, unless the review has a shorter one. */
function fieldRow(words: RowContext, path: string, name: string, field: FieldType<unknown>, value: unknown): AnswerRow {
  const { settings, text } = words;
  const label = text.label(name) ?? text.maybe(`review.${name}`) ?? text.maybe(`${name}.label`) ?? name;
  const choices = field.question?.choices;
  return row(label, answerIn(words, field, value), [`${path}.${name}`], choices && !settings[choices][1]);
}

/** Rows for the questions of a form's table, in its order. */
const fieldRows = (words: RowContext, path: string, table: FieldTable, values: object): AnswerRow[] =>
  Object.entries(table).flatMap(([name, field]) =>
    isFieldType(field) && field.question
      ? [fieldRow(words, path, name, field, (values as Record<string, unknown>)[name])]
      : [],
  );

/** Rows about the business, in the order of its form, and the region of the application. */
export function companyRows(company: Company, words: RowContext): readonly AnswerRow[] {
  const { settings, text } = words;
  const { address, region } = company;
  const [country, place] = [address.country_code, region].map((code) => countryName(text, code ?? ''));
  const isAsked = !!settings.countries?.[0];
  return [
    ...fieldRows(words, 'company', COMPANY, company),
    row(
      text.term('review.business-address'),
      joined([addressInOneLine(address), ...(isAsked ? new Set([country, place]) : [])]),
      [...LINES, ...(isAsked ? ['country_code'] : [])].map((name) => `company.address.${name}`),
    ),
    ...placeRows([
      [text.term('review.country'), isAsked ? undefined : country, 'company.address.country_code'],
      [text.term('review.region'), isAsked ? undefined : place, 'company.region'],
      [text.term('review.application-region'), countryName(text, settings.region), 'region'],
    ]),
  ];
}

/** Rows about the applicant, in the order of their form. The current address comes first. */
export function applicantRows(applicant: Applicant, words: RowContext): readonly AnswerRow[] {
  const { settings, text } = words;
  const { first_name: _first, last_name: _last, country_of_residence, ...others } = APPLICANT;
  const { countriesOfResidence } = settings;
  const country = answerIn(words, country_of_residence, applicant.country_of_residence);
  const addresses = applicant.addresses.map((address, index) => ({ address, index }));
  addresses.sort((a, b) => Number(b.address.current === 'true') - Number(a.address.current === 'true'));
  const [home] = addresses;
  return [
    ...nameRows(applicant, text),
    ...fieldRows(words, 'applicant', others, applicant),
    ...placeRows([
      [text.term('country_of_residence.label'), country, 'applicant.country_of_residence', !countriesOfResidence[1]],
      ...(home && !countriesOfResidence[1] ? placeStatements(home.address, home.index, words) : []),
    ]),
    ...addresses.flatMap(({ address, index }, at) => addressRows(address, index, words, at > 0)),
  ];
}

export const figureRows = (figures: Figures, words: RowContext): readonly AnswerRow[] =>
  fieldRows(words, 'prequalification', PREQUALIFICATION, figures);

/** The name in one row. A single name has a row for each field that it is sent in. */
function nameRows({ first_name, last_name }: Applicant, text: LaterText): AnswerRow[] {
  const [first, last] = ['applicant.first_name', 'applicant.last_name'];
  return first_name && last_name && first_name !== last_name
    ? [row(text.term('review.name'), joined([first_name, last_name], ' '), [first!, last!])]
    : [row(text.term('first_name.label'), first_name, [first!]), row(text.term('last_name.label'), last_name, [last!])];
}

const placeStatements = ({ country_code, region }: Address, index: number, { text }: RowContext): PlaceStatement[] => [
  [
    text.term('review.home-address'),
    countryName(text, country_code ?? ''),
    `applicant.addresses.${index}.country_code`,
  ],
  [text.term('review.region'), countryName(text, region ?? ''), `applicant.addresses.${index}.region`],
];

function addressRows(address: Address, index: number, words: RowContext, isEarlier: boolean): AnswerRow[] {
  const { settings, text } = words;
  const { start_date, status } = address;
  const at = (name: string) => `applicant.addresses.${index}.${name}`;
  const only = singleStatus(settings);
  const isQuestion = only && (status ?? only.value) === only.value;
  const isAnswered = /asked|required/.test(ruleFor(settings.fields, at('status')));
  const codes = isEarlier || settings.countriesOfResidence[1] ? (['country_code', 'region'] as const) : [];
  const places = codes.map((code) => countryName(text, address[code] ?? ''));
  const line = joined([addressInOneLine(address), ...new Set(places)]);
  const rows = [
    row(
      text.term(isEarlier ? 'review.earlier-address' : 'review.home-address'),
      line,
      [...LINES, 'current', ...codes].map(at),
    ),
    row(text.term('review.start_date'), dayInWords(text, start_date), [at('start_date')]),
    isQuestion
      ? row(
          only.label ?? text.maybe(`choice.${only.value}.${isEarlier ? 'past-label' : 'label'}`) ?? text.choice(only),
          status ? text.term('yes') : isAnswered ? text.term('no') : undefined,
          [at('status')],
        )
      : row(text.term('review.status'), choiceIn(words, status, settings.residentialStatuses), [at('status')]),
  ];
  return isEarlier ? rows.map((one) => ({ ...one, about: line })) : rows;
}
