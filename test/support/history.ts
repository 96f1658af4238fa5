import { fixture, html } from '@open-wc/testing';
import { LendingApplicantElement } from '../../src/components/lending-applicant.js';
import { yearsBefore } from '../../src/schema/address-span.js';
import { today, type CalendarDate } from '../../src/schema/dates.js';
import type { Draft } from '../../src/schema/form.js';
import { typedApplicant } from '../fixtures/samples.mjs';
import { all, focused, part, submit, summary, type, words } from './form.js';
import { waitUntil } from './wait.js';

LendingApplicantElement.define();

type Year = 1 | 2 | 10;
/** The day so many years ago. */
export const ago = (years: Year): CalendarDate => yearsBefore(today(), years);
/** When somebody moved into an address, as it is typed. */
export const moved = (index: number, { year, month, day }: CalendarDate): Draft => ({
  [`addresses.${index}.start_date.day`]: String(day),
  [`addresses.${index}.start_date.month`]: String(month),
  [`addresses.${index}.start_date.year`]: String(year),
});
/** An earlier address, as it is typed. */
export const address = (index: number, start: CalendarDate, city = 'Leeds'): Draft => ({
  [`addresses.${index}.house_number`]: '9',
  [`addresses.${index}.line_1`]: 'Former Street',
  [`addresses.${index}.city`]: city,
  [`addresses.${index}.postcode`]: 'LS1 4AP',
  [`addresses.${index}.status`]: 'tenant',
  ...moved(index, start),
});
export const wireDay = ({ year, month, day }: CalendarDate) =>
  [day, month, year].map((value) => String(value).padStart(2, '0')).join('/');

/** An applicant's form. */
export const setup = (properties: object = {}) =>
  fixture<LendingApplicantElement>(html`${Object.assign(new LendingApplicantElement(), properties)}`);
/** The legends of the earlier addresses that are shown. */
export const groups = (element: Element) => all(element, '[id$="-group"] > legend').map(words);
export const shows = (element: Element, count: number) =>
  // They load with the first one that is asked.
  waitUntil(() => groups(element).length === count, `${count} earlier addresses are shown`);
export const inWords = (element: LendingApplicantElement, years: Year) => element.text.day(ago(years));

/** A form with one address after the other, as somebody fills it in. */
export async function filled(...starts: CalendarDate[]) {
  const element = await setup();
  type(element, { ...typedApplicant(), ...moved(0, starts[0]!) });
  for (const [index, start] of starts.entries()) {
    if (index === 0) continue;
    await shows(element, index);
    type(element, address(index, start, `City ${index}`));
    await element.updateComplete;
  }
  return element;
}

/** What is said to a form that is refused. */
export async function refused(element: LendingApplicantElement) {
  // An earlier summary has the focus still.
  part(element, 'submit').focus();
  submit(element);
  await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
  return summary(element);
}
