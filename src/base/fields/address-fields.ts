import { html, nothing, type TemplateResult } from 'lit';
import { ruleFor } from '../../schema/fields/field-rules.js';
import { placeFields } from '../../schema/forms/company-form.js';
import { textField } from './field.js';
import type { FormState } from './form-state.js';
import { loadRareInput } from './load-rare-input.js';

/** Splits pasted text that may be a whole address, after the browser has pasted it unchanged. */
function watchPaste({ target, clipboardData }: ClipboardEvent): void {
  const copied = clipboardData?.getData('text') ?? '';
  if (!/[,\n]/.test(copied)) return;
  const spread = async () => (await loadRareInput()).spreadAddress(target as HTMLInputElement, copied);
  target!.addEventListener('input', () => void spread().catch(() => undefined), { once: true });
}

/** Renders the lines of an address. `isOwn` lets the browser fill in the applicant's own address. */
export const addressFields = (form: FormState, path: string, isOwn = true) =>
  Object.entries(placeFields).map(([name, { question }]) =>
    textField(form, `${path}.${name}`, { ...question, ...(isOwn ? {} : { autocomplete: 'off' }), paste: watchPaste }),
  );

/** The lines of the business's address that the form asks for. */
export const businessLines = ({ settings }: FormState): string[] =>
  Object.keys(placeFields).filter((name) => ruleFor(settings.fields, `company.address.${name}`) !== 'hidden');

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
