import { css, html, nothing, type TemplateResult } from 'lit';
import { fieldContext } from '../../base/fields/field.js';
import type { FormState } from '../../base/fields/form-state.js';
import type { LaterText } from '../../base/locales/en-later.js';
import type { TextController } from '../../base/text.js';
import type { ConsentNotice } from '../../schema/consent/notice.js';

export const noticeStyles = css`
  .notice {
    display: grid;
    gap: 0.875em;
    max-width: 38em;
  }
  .notice ul {
    padding-inline-start: 1.25em;
  }
  .notice a {
    display: inline-block;
    padding-block: 0.625em;
  }
  .note:empty {
    position: absolute;
  }
  .note:not(:empty) {
    padding-inline-start: 1em;
    border-inline-start: 4px solid var(--_accent);
  }
  .figures {
    display: grid;
    gap: 0.375em;
    justify-items: start;
    padding: 0.875em 1em;
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .figures button {
    margin-block-end: -0.5em;
  }
  .figures + h3 {
    margin-block-end: -0.75em;
  }
  [part='submit'],
  .even {
    flex: 1 1 15em;
  }
  .box {
    margin-block-start: 0.5em;
    padding: 1em;
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .box .choice {
    padding-block: 0;
  }
`;

/** A line of its own in the notice. Set as a property, so that a translator's text stays. */
export const noticeLine = ({ locale }: ConsentNotice, text: string): TemplateResult =>
  html`<span data-line lang=${locale} dir="auto" translate="no" .textContent=${text}></span>`;

/**
 * Renders the text between the heading and the box. Each line of the notice is marked, because the text is read from the page
 * again. Our own words, like those about a new tab, are not marked: they do not belong to the notice.
 */
export const noticeBody = (text: TextController, notice: ConsentNotice): TemplateResult => {
  const { broker, points, providers, providersHeading, links, locale } = notice;
  return html`<div part="text" class="notice" lang=${locale} dir="auto" translate="no">
    ${[broker?.statement, ...points.map((point) => point.text)].map((line) =>
      line ? html`<p data-line .textContent=${line}></p>` : nothing,
    )}
    ${
      providers.length > 0
        ? html`<p data-line .textContent=${providersHeading}></p>
            <ul>
              ${providers.map(({ name }) => html`<li data-line .textContent=${name}></li>`)}
            </ul>`
        : nothing
    }
    ${links.map(
      (link) =>
        html`<p>
          <a href=${link.url} target="_blank" rel="noopener noreferrer"
            ><span data-line .textContent=${link.text}></span>
            <span lang=${text.language} translate="yes">${text.term('new-tab')}</span></a
          >
        </p>`,
    )}
  </div>`;
};

/** Renders the box with its statement, always unticked. */
export function noticeBox(form: FormState, notice: ConsentNotice): TemplateResult {
  const { mark, notes, invalid, describedBy } = fieldContext(form, 'agree');
  return html`<div part="field" class="field ${mark}">
    ${notes}
    <div class="box">
      <label class="choice">
        <input
          part="input"
          type="checkbox"
          id="agree"
          autocomplete="off"
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
        />
        ${noticeLine(notice, notice.statement)}
      </label>
    </div>
  </div>`;
}

/** Renders the buttons next to the one that agrees: to decline, and to see an earlier consent. */
export const noticeActions = (
  text: LaterText,
  pending: boolean,
  decline: () => void,
  see: (() => void) | undefined,
): TemplateResult =>
  html`<button type="button" class="primary even" ?hidden=${pending} @click=${decline}>
      ${text.term('consent.decline')}
    </button>
    ${see ? html`<button type="button" class="plain" @click=${see}>${text.term('consent.see')}</button>` : nothing}`;

/** Safari before 17.4 has no `checkVisibility()`, and browsers before 2024 know only these names of its options. */
const isVisible = (line: Element): boolean =>
  line.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? line.getClientRects().length > 0;

/** The marked lines in their order, each with the address of its link. Lines that the page's styles hide are left out. */
export const renderedLines = (root: ParentNode) =>
  [...root.querySelectorAll('[data-line]')]
    .filter(isVisible)
    .map((line) => [line.textContent, line.closest('a')?.getAttribute('href') ?? null] as const);
