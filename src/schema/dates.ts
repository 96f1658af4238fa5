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

const isRealTime = ({ hour, minute, second, millisecond }: CalendarDateTime) =>
  [24, 60, 60, 1000].every((end, at) => {
    const value = [hour, minute, second, millisecond][at]!;
    return value >= 0 && value < end;
  });

const pad = (value: number, width: number) => String(value).padStart(width, '0');

/** The numbers of a wire string, by the names of the pattern's groups. */
const numbers = <T>(pattern: RegExp, wire: string) =>
  Object.fromEntries(Object.entries(pattern.exec(wire)!.groups!).map(([name, digits]) => [name, Number(digits)])) as T;

/** One of the three shapes: a wire string, decoded to its numbers and back. What names no real day is refused. */
const shape = <T extends CalendarDate>(pattern: RegExp, isReal: (date: T) => boolean, write: (date: T) => string) =>
  z.codec(z.string().check(z.regex(pattern, 'not-real')), z.custom<T>(isWhole<T>(isReal), 'not-real'), {
    decode: (wire) => numbers<T>(pattern, wire),
    encode: write,
  });

const isWhole =
  <T>(isReal: (date: T) => boolean) =>
  (value: unknown) =>
    typeof value === 'object' && value !== null && Object.values(value).every(Number.isInteger) && isReal(value as T);

/** `YYYY-MM-DD HH:MM:SS.mmm`, decoded to its numbers: `formation_date`, `trading_from_date`. Source: Company object. */
export const dateTime = shape<CalendarDateTime>(
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)\.(?<millisecond>\d{3})$/,
  (value) => isRealDate(value) && isRealTime(value),
  (t) =>
    `${pad(t.year, 4)}-${pad(t.month, 2)}-${pad(t.day, 2)} ` +
    `${pad(t.hour, 2)}:${pad(t.minute, 2)}:${pad(t.second, 2)}.${pad(t.millisecond, 3)}`,
);

/** `DD/MM/YYYY`, decoded to its numbers: `start_date` of an address. Source: Address object. */
export const dayFirstDate = shape<CalendarDate>(
  /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/,
  isRealDate,
  (date) => `${pad(date.day, 2)}/${pad(date.month, 2)}/${pad(date.year, 4)}`,
);

/** `YYYY-MM-DD`, decoded to its numbers: `date_of_birth`. Source: Applicant object. */
export const yearFirstDate = shape<CalendarDate>(
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  isRealDate,
  (date) => `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}`,
);

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
type TypedDate = Partial<Record<(typeof PARTS)[number], string>>;

/** A day as one number that grows with time. */
const pack = ({ year, month, day }: CalendarDate) => year * 10_000 + month * 100 + day;

/** The day that it is where this code runs. Only "must be in the past" asks; no wire date is made from it. */
const today = (): CalendarDate => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
};

/** Three inputs as a day, or the one problem that helps most: missing, not real, not past; and the parts to mend. */
function readTyped(typed: TypedDate): CalendarDate | [reason: string, parts: string] {
  const parts = PARTS.map((part) => (typed[part] ?? '').normalize('NFKC').replace(/\s/g, ''));
  const missing = PARTS.filter((_, index) => !parts[index]);
  const [day = 0, month = 0, year = 0] = parts.map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : 0));
  const date = { day, month, year };
  if (missing.length === 3) return ['empty', 'day'];
  if (missing.length > 0) return ['date-missing', missing.join(' ')];
  if (parts[2]!.length !== 4) return ['date-year', 'year'];
  if (!isRealDate(date)) return ['not-real', month > 12 || month < 1 ? 'month' : 'day'];
  return pack(date) <= pack(today()) ? date : ['not-past', ''];
}

const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 };

/** What an applicant types into day, month and year, decoded to a wire string of a shape, and back. */
const typed = <T extends CalendarDate>(codec: ReturnType<typeof shape<T>>) =>
  z.codec(z.custom<TypedDate | undefined>(), z.string(), {
    decode(parts, { issues }) {
      const date = readTyped(parts ?? {});
      // A shape without a time of day drops midnight.
      if (!Array.isArray(date)) return z.encode(codec, { ...midnight, ...date } as unknown as T);
      const [message, marked] = date;
      issues.push({ code: 'custom', input: parts, message, params: marked ? { parts: marked } : undefined });
      return z.NEVER;
    },
    encode(text, { issues }) {
      const { data } = z.safeDecode(codec, text);
      if (data) return { day: String(data.day), month: String(data.month), year: pad(data.year, 4) };
      issues.push({ code: 'custom', input: text, message: 'not-real' });
      return z.NEVER;
    },
  });

/** What an applicant types into three inputs, decoded to each of the three wire shapes, and back. */
export const typedDates = {
  dateTime: typed(dateTime),
  dayFirst: typed(dayFirstDate),
  yearFirst: typed(yearFirstDate),
};

/** The day that a wire string of any of the three shapes names, if it does. */
export function dayOf(wire: string): CalendarDate | undefined {
  for (const codec of [dateTime, dayFirstDate, yearFirstDate]) {
    const result = z.safeDecode(codec, wire);
    if (result.success) return result.data;
  }
  return undefined;
}
