import type { Kind, Result } from './kind.js';
import { LONGEST, partsOf } from './tidy.js';

/** A day on the calendar. It has no time zone: no `Date` comes near it. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** A day with a time of day, as the specification's date-time shape carries it. */
export interface CalendarDateTime extends CalendarDate {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** How many days a month of a year has. Months count from 1. */
export const daysInMonth = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Whether such a day exists. */
export const isRealDate = ({ year, month, day }: CalendarDate) =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

const isRealTime = ({ hour = 0, minute = 0, second = 0, millisecond = 0 }: Partial<CalendarDateTime>) =>
  hour < 24 && minute < 60 && second < 60 && millisecond < 1000;

/** A part, in as many digits as the wire gives it. */
const pad = (part: string, value: unknown) =>
  String(value).padStart(part === 'year' ? 4 : part === 'millisecond' ? 3 : 2, '0');

type AnyDate = CalendarDate & Partial<CalendarDateTime>;

/** One of the wire's shapes, from a string to numbers and back. What names no real day (and time) is not read. */
interface Shape {
  read: (wire: string) => AnyDate | undefined;
  write: (date: AnyDate) => string;
}

function shapeOf(template: string): Shape {
  const names = template.match(/\w+/g) as (keyof AnyDate)[];
  // Without a time of day it is midnight.
  const write = (date: AnyDate) => template.replace(/\w+/g, (name) => pad(name, date[name as keyof AnyDate] ?? 0));
  return {
    write,
    read(wire) {
      const numbers = wire.match(/\d+/g) ?? [];
      const date = Object.fromEntries(names.map((name, at) => [name, Number(numbers[at])])) as unknown as AnyDate;
      return write(date) === wire && isRealDate(date) && isRealTime(date) ? date : undefined;
    },
  };
}

/** The three shapes in which dates cross the wire. Source: Resources and their fields. */
export const dateShapes = {
  dateTime: shapeOf('year-month-day hour:minute:second.millisecond'),
  dayFirst: shapeOf('day/month/year'),
  yearFirst: shapeOf('year-month-day'),
};

const PARTS = ['day', 'month', 'year'] as const;
type TypedDate = Partial<Record<(typeof PARTS)[number], string>>;

// English alone has its sentences here, and its months alone are known by name.
const MONTHS = 'january,february,march,april,may,june,july,august,september,october,november,december'.split(',');

/** A part that was typed, as a number; a month by its name or the beginning of it. What is neither is 0. */
function numberOf(part: string, index: number): number {
  if (/^\d{1,4}$/.test(part)) return Number(part);
  return index === 1 && part.length > 2 ? MONTHS.findIndex((name) => name.startsWith(part.toLowerCase())) + 1 : 0;
}

/** A day as one number that grows with time. */
const pack = ({ year, month, day }: CalendarDate) => year * 10_000 + month * 100 + day;

/** The day that it is where this code runs. It is only compared with: no wire date is made from it. */
export const today = (): CalendarDate => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
};

/** Three inputs as a day, or the one problem that helps most, with the parts to mend. It is no day to come, and not today if `isPast` is 1. */
function readTyped(typed: TypedDate, firstYear: number, isPast: number): Result<CalendarDate> {
  const texts = PARTS.map((part) => (typeof typed[part] === 'string' ? typed[part] : ''));
  if (texts.join('').length > LONGEST) return { reason: 'not-real' };
  const parts = partsOf(texts);
  const missing = PARTS.filter((_, at) => !parts[at]);
  const [day, month, year] = parts.map(numberOf) as [number, number, number];
  const value = { day, month, year };
  if (missing[2]) return { reason: 'empty', params: { parts: 'day' } };
  // A whole date that is none, like one with the month first: it is not its month that is missing.
  if (missing[1] && /\d\W+\d+\W+\d/.test(texts.join(''))) return { reason: 'not-real' };
  if (missing[0]) return { reason: 'date-missing', params: { parts: missing.join(' ') } };
  if (!/^\d{4}$/.test(parts[2]!)) return { reason: 'date-year', params: { parts: 'year' } };
  if (year && !isRealDate(value))
    return { reason: 'not-real', params: { parts: month > 12 || month < 1 ? 'month' : 'day' } };
  if (year < firstYear) return { reason: 'date-early', params: { parts: 'year', minimum: firstYear } };
  return pack(value) + isPast <= pack(today()) ? { value } : { reason: isPast ? 'not-past' : 'future' };
}

/** A kind of date: day, month and year as an applicant types them, and a string of one of the wire's shapes. */
const kindOf = ({ read, write }: Shape, firstYear: number, isPast = 0): Kind<string, false> => ({
  always: false,
  parts: PARTS,
  read(typed) {
    const result = readTyped(Object(typed), firstYear, isPast);
    return 'value' in result ? { value: write(result.value) } : result;
  },
  accept(text) {
    if (typeof text !== 'string') return { reason: 'empty' };
    return read(text) ? { value: text } : { reason: 'not-real' };
  },
  write(text) {
    const date = typeof text === 'string' ? read(text) : undefined;
    return date && { day: String(date.day), month: String(date.month), year: pad('year', date.year) };
  },
});

/** `YYYY-MM-DD HH:MM:SS.mmm`: `formation_date`, `trading_from_date`. A day that is typed begins at midnight. Source: Company object. */
// Spec: limits of dates are not shown. Nobody who applies was born, or moved in, before 1900; a business may be old.
export const dateTime = kindOf(dateShapes.dateTime, 1600);
/** `DD/MM/YYYY`: `start_date` of an address. Source: Address object. */
export const dayFirst = kindOf(dateShapes.dayFirst, 1900);
/** `YYYY-MM-DD`: `date_of_birth`. Source: Applicant object. */
export const yearFirst = kindOf(dateShapes.yearFirst, 1900, 1);

/** The day that a wire string of any of the three shapes names, if it does. */
export const dayOf = (text: string): CalendarDate | undefined =>
  Object.values(dateShapes)
    .map(({ read }) => read(text))
    .find(Boolean);
