import { html, type TemplateResult } from 'lit';
import type { Problem } from '../../../errors.js';
import { ruleFor } from '../../../schema/fields/field-rules.js';
import { rareInputText } from '../../text/locales/en-rare-input.js';
import { supportLine } from '../../support.js';
import type { TextController } from '../../text/text.js';
import type { FormState } from '../form-state.js';
import { singleStatus, statusQuestion } from '../status-question.js';

/** Returns a sentence that only the answer "Yes" allows an application. `years`: for how many years the answer must be true, or 0. */
function eligibilitySentence(text: TextController, isPast: boolean, years = 0): string {
  const status = singleStatus(text.settings())!;
  const built = (isPast ? status.pastQuestion : status.question)
    ? undefined
    : text.maybe(`choice.${status.value}.${isPast ? 'only-past' : 'only'}`, years);
  return built ?? rareInputText(text).term('choice.only', statusQuestion(text, status, isPast), years);
}

/** Renders who can apply, at the top of the form. */
export function eligibilityNotice(text: TextController): TemplateResult {
  const { fields, addressHistoryYears } = text.settings();
  const isAsked = ruleFor(fields, 'applicant.addresses.start_date') !== 'hidden';
  return html`<div part="notice" class="notice">
    <p><strong>${eligibilitySentence(text, false, isAsked ? addressHistoryYears : 0)}.</strong></p>
    ${supportLine(text)}
  </div>`;
}

/** Renders after a "No" that the applicant cannot apply here. */
export const ineligibleNotice = ({ text }: FormState, isPast: boolean): TemplateResult =>
  html`<div part="notice" class="notice">
    <p>${eligibilitySentence(text, isPast)}. ${rareInputText(text).term('only.end')}</p>
    ${supportLine(text)}
  </div>`;

export const ineligibleProblem = ({ text }: FormState, path: string, isPast: boolean): Problem => ({
  path,
  reason: 'only',
  params: { sentence: eligibilitySentence(text, isPast) },
});
