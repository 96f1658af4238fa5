import { dayFirst, dayOf, daysInMonth, today, type CalendarDate } from './dates.js';
import type { Draft } from './form.js';

/** The day that stands in the inputs of a date, if they name one that could be sent. */
function typedDay(draft: Draft, path: string, kind: typeof dayFirst): CalendarDate | undefined {
  const part = (name: string) => draft[`${path}.${name}`] ?? '';
  const parts = { day: part('day'), month: part('month'), year: part('year') };
  const result = kind.read(parts, { calling_code: '' });
  return 'value' in result ? dayOf(result.value) : undefined;
}

/** The day on which somebody moved into an address. */
export const startOf = (draft: Draft, index: number) => typedDay(draft, `addresses.${index}.start_date`, dayFirst);

/** Whether the first day is the earlier one (below 0), the later one (above 0), or the same. */
export const compareDays = (one: CalendarDate, other: CalendarDate): number =>
  one.year - other.year || one.month - other.month || one.day - other.day;

/** The day that was so many years before a day. Of a day that its month did not have, the last one that it had. */
export function yearsBefore({ year, month, day }: CalendarDate, years: number): CalendarDate {
  const months = year * 12 + month - 1 - Math.round(years * 12);
  const then = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
  return { ...then, day: Math.min(day, daysInMonth(then.year, then.month)) };
}

/** Whether somebody who moved in on that day has lived there for so many years. */
export const covers = (start: CalendarDate, years: number, now = today()) =>
  compareDays(start, yearsBefore(now, years)) <= 0;
