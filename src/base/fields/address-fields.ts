import { html, nothing, type TemplateResult } from 'lit';
import { ruleFor } from '../../schema/fields/field-rules.js';
import { textField } from './field.js';
import type { FormState } from './form-state.js';
import { loadFieldHelp } from './load-field-help.js';

/** The lines of an address in their order, with their autofill tokens. No token exists for the number of a building alone. */
const LINES = [
  ['house_number', 'off', 'm'],
  ['line_1', 'address-line1'],
  ['city', 'address-level2'],
  ['county', 'address-level1'],
  ['postcode', 'postal-code', 's'],
] as const;

/** Splits a pasted text that may be a whole address, after it was pasted as it is. */
function watchPaste({ target, clipboardData }: ClipboardEvent): void {
  const copied = clipboardData?.getData('text') ?? '';
  if (!/[,\n]/.test(copied)) return;
  const spread = async () => (await loadFieldHelp()).spreadAddress(target as HTMLInputElement, copied);
  target!.addEventListener('input', () => void spread().catch(() => undefined), { once: true });
}

/** Renders the lines of an address. `isOwn` lets the browser fill in the applicant's own address. */
export const addressFields = (form: FormState, path: string, isOwn = true) =>
  LINES.map(([name, token, width]) =>
    textField(form, `${path}.${name}`, { autocomplete: isOwn ? token : 'off', width, paste: watchPaste }),
  );

/** The lines that the form asks of the business's address. */
export const businessLines = ({ settings }: FormState): string[] =>
  LINES.map(([name]) => name as string).filter(
    (name) => ruleFor(settings.fields, `company.address.${name}`) !== 'hidden',
  );

/** Whether the form asks only for the number and the street of the business. */
export const isStreetOnly = (form: FormState): boolean => businessLines(form).join() === 'house_number,line_1';

/** Renders fields under a legend; nothing if all fields are hidden. */
export const fieldGroup = (
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
