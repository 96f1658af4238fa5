import { css, html, nothing, type TemplateResult } from 'lit';
import { frameOf, type FormState } from './field.js';
import type { ConsentNotice } from '../schema/notice.js';
import type { TextController } from './text.js';

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

/** A line of a notice that stands apart from the others. As a property its text stays as a translator leaves it. */
export const noticeLine = ({ locale }: ConsentNotice, text: string): TemplateResult =>
  html`<span data-line lang=${locale} dir="auto" translate="no" .textContent=${text}></span>`;

/**
 * The text between the heading and the box. Each line is marked: the text that was shown is read from the page again. Words of ours,
 * like those about a new tab, are in no marked line: they are no part of the notice.
 */
export const noticeBody = (text: TextController, notice: ConsentNotice): TemplateResult => {
  const { broker, points, providers, providers_heading, links, locale } = notice;
  return html`<div part="text" class="notice" lang=${locale} dir="auto" translate="no">
    ${[broker?.statement, ...points.map((point) => point.text)].map((line) =>
      line ? html`<p data-line .textContent=${line}></p>` : nothing,
    )}
    ${
      providers.length > 0
        ? html`<p data-line .textContent=${providers_heading}></p>
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
            <span lang=${text.spoken} translate="yes">${text.term('new-tab')}</span></a
          >
        </p>`,
    )}
  </div>`;
};

/** The box with its statement, unticked: nothing but a press ticks it. */
export function noticeBox(form: FormState, notice: ConsentNotice): TemplateResult {
  const { mark, notes, invalid, describedBy } = frameOf(form, 'agree');
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

/** The buttons next to the one that agrees: to decline, and to see what was agreed to before. */
export const noticeActions = (
  text: TextController,
  pending: boolean,
  decline: () => void,
  see: (() => void) | undefined,
): TemplateResult =>
  html`<button type="button" class="primary even" ?hidden=${pending} @click=${decline}>
      ${text.term('consent.decline')}
    </button>
    ${see ? html`<button type="button" class="plain" @click=${see}>${text.term('consent.see')}</button>` : nothing}`;

/** The marked lines as they are rendered, in their order, each with where it leads. What a page's styles hide is not shown. */
export const renderedLines = (root: ParentNode) =>
  [...root.querySelectorAll('[data-line]')]
    .filter((line) => line.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((line) => [line.textContent, line.closest('a')?.getAttribute('href') ?? null] as const);
