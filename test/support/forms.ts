import { prepareLookups } from '../../src/base/lookups/load-lookup.js';
import { LendingApplicantElement } from '../../src/components/applicant/lending-applicant.js';
import { LendingCompanyElement } from '../../src/components/company/lending-company.js';
import { yearsBefore } from '../../src/schema/addresses/address-cover.js';
import { today, type CalendarDate } from '../../src/schema/fields/dates.js';
import type { Draft } from '../../src/schema/fields/form.js';
import { mount, typedApplicant, typedCompany, waitUntil, type Screen } from './component.js';
import type { Stack } from '../../stories/support/stack.js';

export * from './component.js';

/** The properties of a form that knows from the start that its backend has lookups. */
export async function knowing({ adapter }: Stack) {
  await prepareLookups();
  const { settings } = await adapter.session();
  return { adapter, settings };
}

/** The form about the business, and the form about the applicant. They are empty, unless `typed` changes the samples. */
export async function company(properties: object = {}, typed?: Draft): Promise<Screen<LendingCompanyElement>> {
  const form = await mount(LendingCompanyElement, properties);
  if (typed) form.type({ ...typedCompany(), ...typed });
  return form;
}
export async function applicant(properties: object = {}, typed?: Draft): Promise<Screen<LendingApplicantElement>> {
  const form = await mount(LendingApplicantElement, properties);
  if (typed) form.type({ ...typedApplicant(), ...typed });
  return form;
}

type Year = 1 | 2 | 10;
export const ago = (years: Year): CalendarDate => yearsBefore(today(), years);
export const inWords = (years: Year) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.UTC(ago(years).year, ago(years).month - 1, ago(years).day),
  );

/** A date, and the date of moving in this many years ago, as they are typed. */
export const dated = (name: string, day: string, month: string, year: string): Draft => ({
  [`${name}.day`]: day,
  [`${name}.month`]: month,
  [`${name}.year`]: year,
});
export function moved(index: number, years: Year): Draft {
  const { day, month, year } = ago(years);
  return dated(`addresses.${index}.start_date`, String(day), String(month), String(year));
}
/** An earlier address, as it is typed. */
export const address = (index: number, years: Year, city = 'Leeds'): Draft => ({
  [`addresses.${index}.country_code`]: 'UK',
  [`addresses.${index}.house_number`]: '9',
  [`addresses.${index}.line_1`]: 'Former Street',
  [`addresses.${index}.city`]: city,
  [`addresses.${index}.postcode`]: 'LS1 4AP',
  [`addresses.${index}.status`]: 'tenant',
  ...moved(index, years),
});

/** The legends of the earlier addresses on the screen. */
export const groups = (form: Screen) => form.texts('[id$="-group"] > legend');
export const shows = (form: Screen, count: number) =>
  // They load with the first one that is needed.
  waitUntil(() => groups(form).length === count, `${count} earlier addresses are shown`);

/** A form with one address after the other, as an applicant fills it in who moved this many years ago. */
export async function filled(...years: Year[]): Promise<Screen<LendingApplicantElement>> {
  const form = await applicant({}, moved(0, years[0]!));
  for (const [index, start] of years.entries()) {
    await shows(form, index);
    if (index === 0) continue;
    form.type(address(index, start, `City ${index}`));
    await form.updated();
  }
  // Ten years are enough. The applicant may then add one.
  const isEnough = years.at(-1) === 10;
  await shows(form, isEnough ? years.length - 1 : years.length);
  if (isEnough && years.length > 1) await waitUntil(() => form.part('add'), 'another one may be added');
  return form;
}
