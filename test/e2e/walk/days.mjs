// Dates relative to today, in the formats of a person, the wire and the page.

/** Returns the first day of the month, some months ago: day, month, year. */
export function monthsAgo(count) {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth() - count, 1);
  return [1, day.getMonth() + 1, day.getFullYear()];
}

const two = (number) => String(number).padStart(2, '0');
export const dayFirst = ([day, month, year]) => `${two(day)}/${two(month)}/${year}`;
export const dateTime = ([day, month, year]) => `${year}-${two(month)}-${two(day)} 00:00:00.000`;
/** 1 March 2024 */
export const inWords = ([day, month, year]) =>
  new Date(Date.UTC(year, month - 1, day)).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns day, month and year of a date in one of the formats of the wire. */
export function dayIn(wire) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?: 00:00:00\.000)?$/.exec(wire) ?? [];
  const [, ...first] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(wire) ?? [];
  return year ? [day, month, year].map(Number) : first.length ? first.map(Number) : undefined;
}
