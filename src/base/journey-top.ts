import { html, nothing, type TemplateResult } from 'lit';
import { stepBefore, STEPS, type StepName } from './journey.js';
import type { TextController } from './text.js';

/** The steps before the widget: the ones that are counted. */
const COUNTED = STEPS.filter((step) => step !== 'widget');

/** Where the applicant is in the journey, and the way back. */
export function journeyTop(text: TextController, step: StepName, go: (step: StepName) => void): TemplateResult {
  const index = STEPS.indexOf(step);
  const previous = stepBefore(step);
  return html`<div class="top">
    ${
      previous
        ? html`<button part="back" class="plain back" type="button" @click=${() => go(previous)}>
            <span aria-hidden="true">‹ </span>${text.term('back')}
          </button>`
        : nothing
    }
    <p part="progress" class="hint">${text.term('journey.step', index + 1, COUNTED.length)}</p>
    <div class="bar" aria-hidden="true">
      ${COUNTED.map((_, at) => html`<span class=${at <= index ? 'reached' : ''}></span>`)}
    </div>
  </div>`;
}
