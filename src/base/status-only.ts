import { html, type TemplateResult } from 'lit';
import type { Problem } from '../errors.js';
import type { FormState } from './field.js';
import { enOnly } from './locales/en-only.js';
import { onlyStatus, statusQuestion } from './status-words.js';
import { supportLine } from './support.js';
import { addText, type TextController } from './text.js';

addText(enOnly);

/** What is said where only "Yes" leads on. `years` are those for which it must be true; 0 where that is not asked. */
function onlyIf(text: TextController, isPast: boolean, years = 0): string {
  const status = onlyStatus(text.settings())!;
  const built = (isPast ? status.pastQuestion : status.question)
    ? undefined
    : text.maybe(`choice.${status.value}.${isPast ? 'only-past' : 'only'}`, years);
  return built ?? text.term('choice.only', statusQuestion(text, status, isPast), years);
}

/** Says at the top who can apply here. */
export function onlyNotice(text: TextController): TemplateResult {
  const { fields, address_history_years } = text.settings();
  const isAsked = fields['applicant.addresses.start_date'] !== 'hidden';
  return html`<p><strong>${onlyIf(text, false, isAsked ? address_history_years : 0)}.</strong></p>
    ${supportLine(text)}`;
}

/** Says after a "No" that this is the end here. */
export const onlyEnd = ({ text }: FormState, isPast: boolean): TemplateResult =>
  html`<div part="notice" class="notice">
    <p>${onlyIf(text, isPast)}. ${text.term('only.end')}</p>
    ${supportLine(text)}
  </div>`;

/** What is wrong with a "No". */
export const onlyProblem = ({ text }: FormState, path: string, isPast: boolean): Problem => ({
  path,
  reason: 'only',
  params: { sentence: onlyIf(text, isPast) },
});
