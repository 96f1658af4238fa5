// What applicants type, under whatever rules a backend has: drafts that a form can read.
import fc from 'fast-check';
import { isNone } from '../../../src/schema/fields/spoken.js';
import {
  APPLICANT,
  applicantForm,
  COMPANY,
  companyForm,
  daysInMonth,
  defaultSettings,
  isFieldType,
  PREQUALIFICATION,
  prequalificationForm,
  readDraft,
  type CalendarDate,
  type Reading,
  type Draft,
  type FieldRule,
  type FieldRules,
  type FieldTable,
} from '../../../src/schema/index.js';

const MONTHS = ['jan', 'February', 'march', 'Apr', 'may', 'June', 'jul', 'August', 'sept', 'oct', 'nov', 'December'];

const text = fc
  .stringMatching(/^ {0,2}[A-Za-z0-9ÀÉöß.,'&<>/-]{1,12}( {1,2}[A-Za-zÉé株🏦\u200b\u00a0-]{1,12})?$/u)
  .filter((typed) => /[A-Za-z0-9]/.test(typed) && !isNone(typed) && typed.toUpperCase().length <= 20);
const email = fc.constantFrom('jane.doe@example.com', ' Jane@Example.com. ', 'mailto:o’neil+x@sub.example.org');
const phone = fc.constantFrom(
  '+4412321321',
  '07700 900 982',
  '(01632) 960001',
  '0044 808 157 0192',
  '+33 1 70 18 99 00',
);
const money = fc.oneof(
  fc.integer({ min: 1, max: 1e9 }).map(String),
  fc.constantFrom('£25,000.00', '25k', '1.5 million', ' 10 000 ', '1200.5'),
);
const status = fc.constantFrom('tenant', 'homeowner', 'living-with-parents');

/** Any day of these years. */
export const anyDay = (min: number, max: number): fc.Arbitrary<CalendarDate> =>
  fc
    .record({ year: fc.integer({ min, max }), month: fc.integer({ min: 1, max: 12 }) })
    .chain((start) =>
      fc.integer({ min: 1, max: daysInMonth(start.year, start.month) }).map((day) => ({ ...start, day })),
    );

/** The parts of a day in the past, each as people write it. */
const day = fc.tuple(anyDay(1930, 2019), fc.boolean()).map(([date, isNamed]) => ({
  day: String(date.day),
  month: isNamed ? MONTHS[date.month - 1]! : String(date.month),
  year: String(date.year),
}));

const KINDS: Record<string, fc.Arbitrary<string>> = {
  registered_number: text.map((typed) => `${typed}1`),
  email,
  phone_number: phone,
  funding_amount: money,
  monthly_revenue: money,
  any_ccj: fc.constantFrom('yes', 'no'),
  status,
};

/** No answer, as an input contains it: there is no input, or it is blank. */
const BLANK = [undefined, '', ' \t', '\u200b'];

/** Every field that the rules can speak of, by its path. */
const ruled = (table: FieldTable, path: string): string[] =>
  Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isFieldType(field)) return field.always ? [] : [at];
    return ruled((Array.isArray(field) ? field[0] : field) as FieldTable, at);
  });
const RULED = [
  ...ruled(COMPANY, 'company'),
  ...ruled(APPLICANT, 'applicant'),
  ...ruled(PREQUALIFICATION, 'prequalification'),
];

const RULES: FieldRule[] = ['required', 'optional', 'hidden'];
const every = (rule: FieldRule): FieldRules => Object.fromEntries(RULED.map((path) => [path, rule]));

export const anyRules: fc.Arbitrary<FieldRules> = fc.oneof(
  fc.constant(defaultSettings.fields),
  fc.constantFrom(...RULES).map(every),
  fc.record(Object.fromEntries(RULED.map((path) => [path, fc.constantFrom(...RULES)]))),
);

function draftOf(table: FieldTable, path: string, prefix: string, rules: FieldRules): fc.Arbitrary<Draft> {
  const fields = Object.entries(table).map(([name, field]): fc.Arbitrary<Draft> => {
    const [at, input] = [`${path}.${name}`, `${prefix}${name}`];
    if (!isFieldType(field))
      return Array.isArray(field) ? fc.constant({}) : draftOf(field as FieldTable, at, `${input}.`, rules);
    // What nobody is asked is given beside the draft.
    if (field.always && name !== 'email') return fc.constant({});
    const typed: fc.Arbitrary<Draft> = field.parts
      ? day.map((parts) => Object.fromEntries(Object.entries(parts).map(([part, one]) => [`${input}.${part}`, one])))
      : (KINDS[name] ?? text).map((one) => ({ [input]: one }));
    const blank = fc.constantFrom(...BLANK).map((one): Draft => (one === undefined ? {} : { [input]: one }));
    return field.always || (rules[at] ?? 'required') === 'required' ? typed : fc.oneof(typed, blank);
  });
  return fc.tuple(...fields).map((parts) => Object.assign({}, ...parts) as Draft);
}

/** What was read. That nothing is wrong with what is typed here is part of the test. */
function valueIn<T>({ value, problems }: Reading<T>): T {
  if (value) return value;
  throw new Error(`It was rejected: ${JSON.stringify(problems)}`);
}

const given = (place: string): Draft => ({ [`${place}region`]: 'UK', [`${place}country_code`]: 'UK' });

/** What the three forms read of what is typed into them, as a page has it before it is sent. */
export const anyAnswers = (rules: FieldRules) => {
  const settings = { ...defaultSettings, fields: rules };
  const company = draftOf(COMPANY, 'company', '', rules).map((draft) =>
    valueIn(readDraft(companyForm(settings), draft, { region: 'GB', 'address.country_code': 'UK' })),
  );
  const addresses = fc.integer({ min: 1, max: 4 }).chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, at) =>
        draftOf(APPLICANT.addresses[0], 'applicant.addresses', `addresses.${at}.`, rules).map((draft) => ({
          ...given(`addresses.${at}.`),
          ...(at ? {} : { 'addresses.0.current': 'true' }),
          ...draft,
        })),
      ),
    ),
  );
  const applicant = fc
    .tuple(draftOf(APPLICANT, 'applicant', '', rules), addresses)
    .map(([draft, places]) =>
      valueIn(readDraft(applicantForm(settings), Object.assign({}, draft, ...places) as Draft)),
    );
  const figures = draftOf(PREQUALIFICATION, 'prequalification', '', rules).map((draft) =>
    valueIn(readDraft(prequalificationForm(settings), draft)),
  );
  return fc.record({ application: fc.record({ company, applicant, region: fc.constant('UK') }), figures });
};

export const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');
