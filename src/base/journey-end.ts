import { html, nothing, type TemplateResult } from 'lit';
import { doneList } from './journey-summary.js';
import type { JourneyWay } from './journey-way.js';
import { enEnd } from './locales/en-end.js';
import { supportLine } from './support.js';
import { addText, type TextController } from './text.js';

addText(enEnd);

/** The end of a journey without the widget: the calls that were made, and the next steps. It loads only there. */
export function journeyEnd(text: TextController, way: JourneyWay): TemplateResult {
  const { done, withdrawnAt } = way.session!.progress;
  const hasAsked = done.includes('requestOffers');
  const canAsk = way.steps.includes('consent');
  const next = html`<p>${text.term('end.next', hasAsked, canAsk)}</p>
    ${
      canAsk && !hasAsked
        ? html`<button type="button" @click=${() => way.go('consent')}>${text.term('end.reconsider')}</button>`
        : nothing
    }
    ${supportLine(text)}`;
  return html`<div class="end">
    <h2 part="heading" tabindex="-1">
      ${withdrawnAt ? text.term('end.withdrawn') : text.term('end.heading', hasAsked)}
    </h2>
    ${doneList(text, way)}
    <slot name="next">${withdrawnAt ? nothing : next}</slot>
  </div>`;
}
