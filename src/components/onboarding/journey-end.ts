import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../base/look/add-styles.js';
import { supportLine } from '../../base/support.js';
import type { TextController } from '../../base/text/text.js';
import { doneList } from './done-list.js';
import { endText } from './journey-end.sentences.js';
import type { Journey } from './journey.js';

export { doneList } from './done-list.js';

const endStyles = css`
  .end {
    display: grid;
    gap: var(--_space-field);
  }
  .end slot > button {
    justify-self: start;
  }
`;

/** Renders the end of a journey without the widget: a summary, and the next steps. It loads only there. */
export function journeyEnd(shared: TextController, journey: Journey): TemplateResult {
  const text = endText(shared);
  addStyles(journey.host, endStyles);
  const { done, withdrawnAt } = journey.session!.progress;
  const hasAsked = done.includes('requestOffers');
  const canAsk = journey.steps.includes('consent');
  const support = supportLine(text);
  const next = html`<p>${text.term('end.next', hasAsked, canAsk)}</p>
    ${
      canAsk && !hasAsked
        ? html`<button class="primary" type="button" @click=${() => journey.go('consent')}>
            ${text.term('end.reconsider')}
          </button>`
        : nothing
    }
    ${support === nothing ? html`<p>${text.term('failure.contact')}</p>` : support}`;
  return html`<div class="end">
    <div class="head">
      <h2 part="heading" tabindex="-1">
        ${withdrawnAt ? text.term('end.withdrawn') : text.term('end.heading', hasAsked)}
      </h2>
    </div>
    ${doneList(text, journey)}
    <slot name="next">${withdrawnAt ? nothing : next}</slot>
  </div>`;
}
