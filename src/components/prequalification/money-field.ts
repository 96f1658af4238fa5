import { html } from 'lit';
import { fieldContext, isReadOnly, renderField, renderInput, unlessHidden } from '../../base/fields/field.js';
import type { FormState } from '../../base/fields/form-state.js';

/** Renders an amount of money, after its currency sign. */
export function moneyField(form: FormState, name: string, sign: string) {
  return unlessHidden(form, name, () => {
    const frame = fieldContext(form, name);
    // A read-only field has another hint, so its currency sign is read out instead.
    const describedBy = isReadOnly(form, name) ? `${name}-sign ${name}-hint` : frame.describedBy;
    const input = renderInput(form, name, { ...frame, describedBy }, { inputmode: 'decimal' });
    const before = html`<span id="${name}-sign" aria-hidden="true">${sign}</span>`;
    return renderField(name, frame, html`<div class="money ${sign.length > 1 ? 'long' : ''}">${before}${input}</div>`);
  });
}
