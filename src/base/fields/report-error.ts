import { html, nothing, type TemplateResult } from 'lit';
import { pageLink } from '../../schema/contact.js';
import { supportLine } from '../support.js';
import type { TextController } from '../text/text.js';

/** Renders a statement that the applicant cannot change, with a question that opens help if it is not true. */
export function reportError(
  text: TextController,
  statement: unknown,
  question: unknown,
  isSent = false,
): TemplateResult {
  const { text: own, url } = text.settings().reportError;
  const link = url && pageLink(url);
  return html`<details part="report-error" class="given">
    <summary>${statement} <b>${question}</b></summary>
    <p>${own ?? text.maybe(isSent ? 'report-error.sent' : 'report-error.text')}</p>
    ${
      link
        ? html`<p>
            <a href=${link} target="_blank" rel="noopener noreferrer"
              >${text.term('report-error.link')} ${text.term('new-tab')}</a
            >
          </p>`
        : nothing
    }
    ${own ? nothing : supportLine(text)}
  </details>`;
}
