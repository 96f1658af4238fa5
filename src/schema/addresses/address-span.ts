import { dayFirst, dayOf, daysInMonth, today, type CalendarDate } from '../fields/dates.js';
import type { Draft } from '../fields/form.js';

function typedDay(draft: Draft, path: string, kind: typeof dayFirst): CalendarDate | undefined {
  const part = (name: string) => draft[`${path}.${name}`] ?? '';
  const parts = { day: part('day'), month: part('month'), year: part('year') };
  const result = kind.read(parts, { callingCode: '' });
  return 'value' in result ? dayOf(result.value) : undefined;
}

/** The day on which the applicant moved into an address. */
export const moveInDay = (draft: Draft, index: number) => typedDay(draft, `addresses.${index}.start_date`, dayFirst);

/** Compares two days for sorting: below 0 if the first is earlier, above 0 if it is later. */
export const compareDays = (one: CalendarDate, other: CalendarDate): number =>
  one.year - other.year || one.month - other.month || one.day - other.day;

/** The day that many years before. If that month has no such day, its last day. */
export function yearsBefore({ year, month, day }: CalendarDate, years: number): CalendarDate {
  const months = year * 12 + month - 1 - Math.round(years * 12);
  const then = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
  return { ...then, day: Math.min(day, daysInMonth(then.year, then.month)) };
}

/** Returns true if the time since `start` is at least `years`. */
export const covers = (start: CalendarDate, years: number, now = today()) =>
  compareDays(start, yearsBefore(now, years)) <= 0;
