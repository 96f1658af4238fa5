import type { FieldType, FieldResult } from './field-type.js';
import { MAX_TYPED_LENGTH, dateParts } from './normalise.js';

/** A day on the calendar, without a time zone. It is never converted to a `Date`. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** A day with a time of day, as in the specification's date-time shape. */
export interface CalendarDateTime extends CalendarDate {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** The number of days in a month. Months count from 1. Adds 4 centuries, which have the same days, to a year that `Date` would change. */
export const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year + 400, month, 0)).getUTCDate();

/** Returns true if the day exists. */
export const isRealDate = ({ year, month, day }: CalendarDate) =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

const isRealTime = ({ hour = 0, minute = 0, second = 0, millisecond = 0 }: Partial<CalendarDateTime>) =>
  hour < 24 && minute < 60 && second < 60 && millisecond < 1000;

/** Pads a part to the number of digits that it has on the wire. */
const pad = (part: string, value: unknown) =>
  String(value).padStart(part === 'year' ? 4 : part === 'millisecond' ? 3 : 2, '0');

type AnyDate = CalendarDate & Partial<CalendarDateTime>;

/** Reads and writes one of the wire's date shapes. `read` returns `undefined` for a day or time that does not exist. */
function dateShape(template: string) {
  const names = template.match(/\w+/g) as (keyof AnyDate)[];
  // The time defaults to midnight.
  const write = (date: Partial<AnyDate>) =>
    template.replace(/\w+/g, (name) => pad(name, date[name as keyof AnyDate] ?? 0));
  return {
    write,
    read(wire: string): AnyDate | undefined {
      const numbers = wire.match(/\d+/g) ?? [];
      const date = Object.fromEntries(names.map((name, at) => [name, Number(numbers[at])])) as unknown as AnyDate;
      return write(date) === wire && isRealDate(date) && isRealTime(date) ? date : undefined;
    },
  };
}

type DateShape = ReturnType<typeof dateShape>;

/** The three shapes of dates on the wire. Source: specification, Resources and their fields. */
export const dateShapes = {
  dateTime: dateShape('year-month-day hour:minute:second.millisecond'),
  dayFirst: dateShape('day/month/year'),
  yearFirst: dateShape('year-month-day'),
};

const PARTS = ['day', 'month', 'year'] as const;
type TypedDate = Partial<Record<(typeof PARTS)[number], string>>;

const ENGLISH = 'january,february,march,april,may,june,july,august,september,october,november,december'.split(',');

/** Returns the month that begins with the text, from 1; 0 if there is none. No two English months begin with the same three letters. */
let monthOf = (text: string): number => ENGLISH.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;
/** Replaces the reader of English months by one that knows more languages. */
export const readMonths = (read: typeof monthOf) => void (monthOf = read);

/** Converts a typed part to a number. A month can be a name or the beginning of one. Returns 0 for anything else. */
function partToNumber(part: string, index: number): number {
  if (/^\d{1,4}$/.test(part)) return Number(part);
  return index === 1 && part.length > 2 ? monthOf(part) : 0;
}

/** A day as one number, for comparing days. A year counts 10,000. */
export const dayNumber = ({ year, month, day }: CalendarDate) => year * 10_000 + month * 100 + day;

/** Today, where this code runs. Used for comparisons only, never for a date on the wire. */
export const today = (): CalendarDate => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
};

/** Reads three inputs as a day, or returns the most useful problem and the inputs to correct. The day must not be later than today; with `isPast` 1, it must be before today. */
function readTyped(typed: TypedDate, firstYear: number, isPast: number): FieldResult<CalendarDate> {
  const texts = PARTS.map((part) => (typeof typed[part] === 'string' ? typed[part] : ''));
  if (texts.join('').length > MAX_TYPED_LENGTH) return { reason: 'not-real' };
  const parts = dateParts(texts);
  const missing = PARTS.filter((_, at) => !parts[at]);
  const [day, month, year] = parts.map(partToNumber) as [number, number, number];
  const value = { day, month, year };
  if (missing[2]) return { reason: 'empty', params: { parts: 'day' } };
  if (parts.some((part, at) => /\p{L}{3}/u.test(part) && !partToNumber(part, at))) return { reason: 'date-words' };
  // One input contains an invalid whole date, such as one with the month first: the month is not missing.
  if (missing[1] && /\d\W+\d+\W+\d/.test(texts.join(''))) return { reason: 'not-real' };
  if (missing[0]) return { reason: 'date-missing', params: { parts: missing.join(' ') } };
  if (!/^\d{4}$/.test(parts[2]!)) return { reason: 'date-year', params: { parts: 'year' } };
  if (year && !isRealDate(value))
    return { reason: 'not-real', params: { parts: month > 12 || month < 1 ? 'month' : 'day' } };
  if (year < firstYear) return { reason: 'date-early', params: { parts: 'year', minimum: firstYear } };
  return dayNumber(value) + isPast <= dayNumber(today()) ? { value } : { reason: isPast ? 'not-past' : 'future' };
}

/** A date field: three inputs in the form, and a string of the given shape on the wire. */
const dateField = ({ read, write }: DateShape, firstYear: number, isPast = 0): FieldType<string, false> => ({
  always: false,
  parts: PARTS,
  read(typed) {
    const result = readTyped(Object(typed), firstYear, isPast);
    return 'value' in result ? { value: write(result.value) } : result;
  },
  accept(text) {
    if (typeof text !== 'string') return { reason: 'empty' };
    return read(text) ? { value: text } : { reason: text.replace(/\d/g, '0') === write({}) ? 'not-real' : 'format' };
  },
  write(text) {
    const date = typeof text === 'string' ? read(text) : undefined;
    return date && { day: String(date.day), month: String(date.month), year: pad('year', date.year) };
  },
});

/** `YYYY-MM-DD HH:MM:SS.mmm`: `formation_date`, `trading_from_date`. The time of a typed day is midnight. Source: specification, Company object. */
// Spec: limits of dates are not shown. No applicant was born, or moved in, before 1900; a business may be older.
export const dateTime = dateField(dateShapes.dateTime, 1600);
/** `DD/MM/YYYY`: `start_date` of an address. Source: specification, Address object. */
export const dayFirst = dateField(dateShapes.dayFirst, 1900);
/** `YYYY-MM-DD`: `date_of_birth`. Source: specification, Applicant object. */
export const yearFirst = dateField(dateShapes.yearFirst, 1900, 1);

/** Reads a wire string of any of the three shapes. Returns `undefined` if it is not a real day. */
export const dayOf = (text: string): CalendarDate | undefined =>
  Object.values(dateShapes)
    .map(({ read }) => read(text))
    .find(Boolean);
