// Answers that few applicants give. This part loads with the first of them.
import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../errors.js';
import type { AuthorityConfirmation } from '../../schema/consent/consent.js';
import { closestTag } from '../../schema/consent/language-tags.js';
import { ruleFor } from '../../schema/fields/field-rules.js';
import { addStyles } from '../look/add-styles.js';
import { choiceStyles } from '../look/choice-styles.js';
import { supportLine } from '../support.js';
import { rareInputText } from '../text/locales/en-rare-input.js';
import { problemSentence, type TextController } from '../text/text.js';
import type { FormState } from './form-state.js';
import { notApplicableCheckbox } from './rare-answers.js';
import { singleStatus, statusQuestion } from './status-question.js';

export { forcesAnswers, moveHouseNumber, readAgain, spreadAddress } from './rare-answers.js';

/** Renders the box of the statement of authority, always unticked. The statement is in the page's language if the backend has it. */
export function authorityBox(form: FormState): TemplateResult {
  addStyles(form, choiceStyles);
  const statements = form.settings.authority as Readonly<Record<string, string>>;
  const tags = Object.keys(statements);
  const locale = closestTag(tags, form.text.requestedLanguage()) ?? tags[0]!;
  const problem = form.problems.find(({ path }) => path === 'authority');
  return html`<div class="field choices ${problem ? 'bad' : ''}">
    ${
      problem
        ? html`<p part="error" class="error" id="authority-error">
            <span class="hidden">${form.text.term('error')}</span> ${problemSentence(form.text, problem)}
          </p>`
        : nothing
    }
    <label class="choice" data-locale=${locale}>
      <input
        part="input"
        type="checkbox"
        id="authority"
        autocomplete="off"
        aria-invalid=${problem ? 'true' : nothing}
        aria-describedby=${problem ? 'authority-error' : nothing}
      />
      <span lang=${locale} dir="auto" translate="no" .textContent=${statements[locale]}></span>
    </label>
  </div>`;
}

/** The statement as it is on the page, if its box is ticked. */
export function confirmedAuthority({ renderRoot }: FormState): AuthorityConfirmation | undefined {
  const label = renderRoot.querySelector('#authority:checked')?.parentElement;
  return label ? { locale: label.dataset.locale!, text: label.textContent.trim() } : undefined;
}

const notice = (text: TextController, sentence: unknown): TemplateResult =>
  html`<div part="notice" class="notice">
    <p>${sentence}</p>
    ${supportLine(text)}
  </div>`;

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
  const sentence = eligibilitySentence(text, false, isAsked ? addressHistoryYears : 0);
  return notice(text, html`<strong>${sentence}.</strong>`);
}

/** Renders after a "No" that the applicant cannot apply here. */
export const ineligibleNotice = ({ text }: FormState, isPast: boolean): TemplateResult =>
  notice(text, `${eligibilitySentence(text, isPast)}. ${rareInputText(text).term('only.end')}`);

export const ineligibleProblem = ({ text }: FormState, path: string, isPast: boolean): Problem => ({
  path,
  reason: 'only',
  params: { sentence: eligibilitySentence(text, isPast) },
});

/** Renders help below an input, for applicants who cannot answer. */
export const belowInput = (form: FormState, name: string): TemplateResult | typeof nothing =>
  name === 'registered_number' ? withoutNumber(form, name) : notApplicableCheckbox(form, name);

/** After the number was left blank: whom to ask if the form is for one type of business, and that of the applicant has no number. */
function withoutNumber(form: FormState, name: string) {
  const { problems, settings, text } = form;
  const [only, other] = settings.companyTypes;
  const isBlank = problems.some(({ path, reason }) => path === name && reason === 'empty');
  if (!isBlank || other) return nothing;
  return notice(text, rareInputText(text).term('registered_number.without', text.choice(only!)));
}
