import { html, nothing, type TemplateResult } from 'lit';
import { pageLink } from '../../schema/contact.js';
import { supportLine } from '../support.js';
import type { TextController } from '../text/text.js';

/** Renders "Not right?": help if a statement that the applicant cannot change is not true. `about` names it to screen readers. */
export function reportError(text: TextController, about: string, isSent = false): TemplateResult {
  const { text: own, url } = text.settings().reportError;
  const link = url && pageLink(url);
  return html`<details part="report-error">
    <summary>${text.term('report-error')}<span class="hidden"> (${about})</span></summary>
    <p>${own ?? text.term(isSent ? 'report-error.sent' : 'report-error.text')}</p>
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
