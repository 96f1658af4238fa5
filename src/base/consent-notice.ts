import { css, html, nothing, type TemplateResult } from 'lit';
import { frameOf, type FormState } from './field.js';
import type { ConsentNotice } from '../schema/notice.js';

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

/** What stands between the heading and the box. Each line is marked: what was shown is read from the page again. */
export const noticeBody = ({ broker, points, providers, providers_heading, links, locale }: ConsentNotice) =>
  html`<div part="text" class="notice" lang=${locale} dir="auto" translate="no">
    ${[broker?.statement, ...points.map(({ text }) => text)].map((text) =>
      text ? html`<p data-line .textContent=${text}></p>` : nothing,
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
      ({ text, url }) =>
        html`<p><a data-line href=${url} target="_blank" rel="noopener noreferrer" .textContent=${text}></a></p>`,
    )}
  </div>`;

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

/** The marked lines as they are rendered, in their order, each with where it leads. What a page's styles hide is not shown. */
export const renderedLines = (root: ParentNode) =>
  [...root.querySelectorAll('[data-line]')]
    .filter((line) => line.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((line) => [line.textContent, line.getAttribute('href')] as const);
