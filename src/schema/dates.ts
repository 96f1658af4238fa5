import * as z from 'zod/mini';

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

const isRealTime = ({ hour, minute, second }: CalendarDateTime) => hour < 24 && minute < 60 && second < 60;

const pad = (value: number, width: number) => String(value).padStart(width, '0');

const whole = () => z.number().check(z.int(), z.minimum(0));
const dateParts = { year: whole(), month: whole(), day: whole() };
const timeParts = { hour: whole(), minute: whole(), second: whole(), millisecond: whole().check(z.maximum(999)) };

const calendarDate = z.strictObject(dateParts).check(z.refine(isRealDate, 'not-real'));
const calendarDateTime = z
  .strictObject({ ...dateParts, ...timeParts })
  .check(z.refine((value) => isRealDate(value) && isRealTime(value), 'not-real'));

/** The numbers of a wire string, by the names of the pattern's groups. */
const numbers = <T>(pattern: RegExp, wire: string) =>
  Object.fromEntries(Object.entries(pattern.exec(wire)!.groups!).map(([name, digits]) => [name, Number(digits)])) as T;

const DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)\.(?<millisecond>\d{3})$/;
const DAY_FIRST = /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/;
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/;

/** `YYYY-MM-DD HH:MM:SS.mmm`, decoded to its numbers: `formation_date`, `trading_from_date`. Source: Company object. */
export const dateTime = z.codec(z.string().check(z.regex(DATE_TIME, 'not-real')), calendarDateTime, {
  decode: (wire) => numbers<CalendarDateTime>(DATE_TIME, wire),
  encode: (t) =>
    `${pad(t.year, 4)}-${pad(t.month, 2)}-${pad(t.day, 2)} ` +
    `${pad(t.hour, 2)}:${pad(t.minute, 2)}:${pad(t.second, 2)}.${pad(t.millisecond, 3)}`,
});

/** `DD/MM/YYYY`, decoded to its numbers: `start_date` of an address. Source: Address object. */
export const dayFirstDate = z.codec(z.string().check(z.regex(DAY_FIRST, 'not-real')), calendarDate, {
  decode: (wire) => numbers<CalendarDate>(DAY_FIRST, wire),
  encode: (date) => `${pad(date.day, 2)}/${pad(date.month, 2)}/${pad(date.year, 4)}`,
});

/** `YYYY-MM-DD`, decoded to its numbers: `date_of_birth`. Source: Applicant object. */
export const yearFirstDate = z.codec(z.string().check(z.regex(YEAR_FIRST, 'not-real')), calendarDate, {
  decode: (wire) => numbers<CalendarDate>(YEAR_FIRST, wire),
  encode: (date) => `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}`,
});

const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 };

/** The date-time shape for a day alone: its time of day is midnight, and is dropped on the way back. */
const dateOfDateTime = z.codec(calendarDateTime, calendarDate, {
  decode: ({ year, month, day }) => ({ year, month, day }),
  encode: (date) => ({ ...date, ...midnight }),
});

/** A wire string that must decode, kept as the wire string. */
const wire = (codec: z.core.$ZodType<unknown, string>) =>
  z.string().check(z.refine((value) => z.safeDecode(codec, value).success, 'not-real'));

/** The three shapes as they stand on the wire: strings that name a real day. */
export const wireDates = {
  dateTime: wire(dateTime),
  dayFirst: wire(dayFirstDate),
  yearFirst: wire(yearFirstDate),
};

const PARTS = ['day', 'month', 'year'] as const;
const typedPart = () => z.prefault(z.string(), '');

/** A day as one number that grows with time. */
const pack = ({ year, month, day }: CalendarDate) => year * 10_000 + month * 100 + day;

/** The day that it is where this code runs. Only "must be in the past" asks; no wire date is made from it. */
const today = (): CalendarDate => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
};

/** Three inputs, decoded to a day: one problem for each date, the most helpful one (missing, not real, not past). */
const typedDate = z.codec(
  z.object({ day: typedPart(), month: typedPart(), year: typedPart() }),
  calendarDate.check(z.refine((date) => pack(date) <= pack(today()), 'not-past')),
  {
    decode(typed, { issues }) {
      const parts = PARTS.map((part) => typed[part].normalize('NFKC').replace(/\s/g, ''));
      const missing = PARTS.filter((_, index) => !parts[index]);
      const [day, month, year] = parts.map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : 0)) as [
        number,
        number,
        number,
      ];
      const date = { day, month, year };
      if (missing.length === 3) return problem(typed, issues, 'empty', 'day');
      if (missing.length > 0) return problem(typed, issues, 'date-missing', missing.join(' '));
      if (parts[2]!.length !== 4) return problem(typed, issues, 'date-year', 'year');
      if (!isRealDate(date)) return problem(typed, issues, 'not-real', month > 12 || month < 1 ? 'month' : 'day');
      return date;
    },
    encode: ({ day, month, year }) => ({ day: String(day), month: String(month), year: pad(year, 4) }),
  },
);

function problem(input: unknown, issues: z.core.$ZodRawIssue[], message: string, parts: string): CalendarDate {
  issues.push({ code: 'custom', input, message, params: { parts } });
  return z.NEVER;
}

/** What an applicant types into day, month and year, decoded to each of the three wire shapes, and back. */
export const typedDates = {
  dateTime: z.pipe(z.pipe(typedDate, z.invertCodec(dateOfDateTime)), z.invertCodec(dateTime)),
  dayFirst: z.pipe(typedDate, z.invertCodec(dayFirstDate)),
  yearFirst: z.pipe(typedDate, z.invertCodec(yearFirstDate)),
};

/** The day that a wire string of any of the three shapes names, if it does. */
export function dayOf(wire: string): CalendarDate | undefined {
  for (const codec of [dateTime, dayFirstDate, yearFirstDate]) {
    const result = z.safeDecode(codec, wire);
    if (result.success) return result.data;
  }
  return undefined;
}
