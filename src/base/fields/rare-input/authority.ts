import { html, nothing, type TemplateResult } from 'lit';
import type { AuthorityConfirmation } from '../../../schema/consent/consent.js';
import { closestTag } from '../../../schema/consent/language-tags.js';
import { addStyles } from '../../look/add-styles.js';
import { choiceStyles } from '../../look/choice-styles.js';
import { problemSentence } from '../../text/text.js';
import type { FormState } from '../form-state.js';

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
