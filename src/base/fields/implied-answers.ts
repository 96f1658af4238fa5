import { html, nothing } from 'lit';
import type { Choice } from './choice-field.js';
import { countryName } from './country-name.js';
import { ruleFor } from '../../schema/fields/field-rules.js';
import { fieldKey } from '../text/text.js';
import type { FormState } from './form-state.js';
import { rareInput } from './load-rare-input.js';
import { reportError } from './report-error.js';

/** A statement that is sent although the form does not ask for it: its label and its answer in words. */
export type ImpliedAnswer = readonly [label: string, answer: string];

/** The statement for a field with only one choice, or the value that the backend has filled in instead. */
export function impliedChoice(
  { text, settings }: FormState,
  path: string,
  choices: readonly Choice[],
  filled?: string,
) {
  if (choices.length > 1 || ruleFor(settings.fields, path) === 'hidden') return undefined;
  const choice = choices.find(({ value }) => value === filled) ?? (filled ? { value: filled } : choices[0]!);
  return [text.term(`${fieldKey(path) as 'type'}.label`), text.choice(choice)] as const;
}

/** The statement about the country of the business's address. */
export const impliedCountry = ({ text, settings }: FormState): ImpliedAnswer => [
  text.term('given.company-country'),
  countryName(text, settings.countryCode),
];

/** Lists the statements that are sent without a question at the start, so that an applicant for whom they are not true finds out early. */
export function impliedAnswersNotice(form: FormState, given: readonly (ImpliedAnswer | undefined)[]) {
  const { text, settings } = form;
  const lines = given.filter((one): one is ImpliedAnswer => !!one);
  const isOnly =
    ruleFor(settings.fields, 'applicant.addresses.status') === 'required' && !settings.residentialStatuses[1];
  const notice = isOnly ? rareInput(form)?.eligibilityNotice(text) : undefined;
  if (lines.length === 0 && !notice) return nothing;
  return html`<div part="notice" class="notice">
    ${notice}
    ${
      lines.length
        ? html`<p>${text.term('given')}</p>
            <ul role="list">
              ${lines.map(([label, answer]) => html`<li>${label}: <strong>${answer}</strong></li>`)}
            </ul>
            ${reportError(text, lines.map(([label]) => label).join(', '))}`
        : nothing
    }
  </div>`;
}
