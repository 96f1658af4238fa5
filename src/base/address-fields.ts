import { html, nothing, type TemplateResult } from 'lit';
import { part } from '../errors.js';
import { ruleFor } from '../schema/field-rules.js';
import type { Reading } from '../schema/form.js';
import { tidyPlain } from '../schema/tidy.js';
import { textField, type FormState } from './field.js';

/** The lines of an address in their order, with what the browser may fill in. There is no token for a building's number alone. */
const LINES = [
  ['house_number', 'off', 'm'],
  ['line_1', 'address-line1'],
  ['city', 'address-level2'],
  ['county', 'address-level1'],
  ['postcode', 'postal-code', 's'],
] as const;

/** Sees to a text with several lines, or with commas, that may be a whole address: once it is pasted as it is. */
function paste({ target, clipboardData }: ClipboardEvent): void {
  const copied = clipboardData?.getData('text') ?? '';
  if (!/[,\n]/.test(copied)) return;
  const spread = async () => (await import('./pasted-address.js')).spreadAddress(target as HTMLInputElement, copied);
  target!.addEventListener('input', () => void spread().catch(() => undefined), { once: true });
}

/** The lines of an address. `isOwn` lets the browser fill in where the applicant is now. */
export const addressFields = (form: FormState, path: string, isOwn = true) =>
  LINES.map(([name, token, width]) =>
    textField(form, `${path}.${name}`, { autocomplete: isOwn ? token : 'off', width, paste }),
  );

/** The lines that are asked of the business's address. */
export const businessLines = ({ settings }: FormState): string[] =>
  LINES.map(([name]) => name as string).filter(
    (name) => ruleFor(settings.fields, `company.address.${name}`) !== 'hidden',
  );

/** Whether the business is asked for the number and the street alone. */
export const isPart = (form: FormState): boolean => businessLines(form).join() === 'house_number,line_1';

/** Fields under a legend, after what belongs to them. Where all of them are hidden nothing is shown. */
export const group = (
  legend: string,
  fields: readonly (TemplateResult | typeof nothing)[],
  before: unknown = nothing,
  describedBy: unknown = nothing,
) =>
  fields.every((field) => field === nothing)
    ? nothing
    : html`<fieldset class="group" aria-describedby=${describedBy}>
        <legend class="title">${legend}</legend>
        ${before}${fields}
      </fieldset>`;

/** Whether a form may ask for more than the current address, or holds more. By the year alone: what then loads knows better. */
export function mayNeedHistory({ draft, settings }: FormState): boolean {
  const start = ['day', 'month', 'year'].map((part) => draft[`addresses.0.start_date.${part}`]).join(' ');
  const [year] = /\d{4}/.exec(tidyPlain(start)) ?? [];
  const isLate = Number(year) >= new Date().getFullYear() - Math.ceil(settings.address_history_years);
  return isLate || Object.keys(draft).some((name) => name.startsWith('addresses.1.'));
}

/** Sees to a street that begins with a number: it may be the building's, which has an input of its own. */
export const askStreet = async <T>(form: FormState, path: string, reading: Reading<T>): Promise<Reading<T>> =>
  /^\s*\d/.test(form.draft[`${path}.line_1`] ?? '')
    ? (await part(import('./street-number.js'), 'street')).partStreet(form, path, reading)
    : reading;
