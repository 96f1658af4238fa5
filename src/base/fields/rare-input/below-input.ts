import { html, nothing, type TemplateResult } from 'lit';
import { rareInputText } from '../../text/locales/en-rare-input.js';
import { supportLine } from '../../support.js';
import type { FormState } from '../form-state.js';
import { notApplicableCheckbox } from './not-applicable-checkbox.js';

/** Renders help below an input, for applicants who cannot answer. */
export const belowInput = (form: FormState, name: string): TemplateResult | typeof nothing =>
  name === 'registered_number' ? withoutNumber(form, name) : notApplicableCheckbox(form, name);

/** After the number was left blank: whom to ask if the form is for one type of business, and that of the applicant has no number. */
function withoutNumber(form: FormState, name: string) {
  const { problems, settings, text } = form;
  const [only, other] = settings.companyTypes;
  const isBlank = problems.some(({ path, reason }) => path === name && reason === 'empty');
  if (!isBlank || other) return nothing;
  return html`<div part="notice" class="notice">
    <p>${rareInputText(text).term('registered_number.without', text.choice(only!))}</p>
    ${supportLine(text)}
  </div>`;
}
