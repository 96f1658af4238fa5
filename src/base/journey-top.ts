import { html, nothing, type TemplateResult } from 'lit';
import type { StepName } from './journey.js';
import type { TextController } from './text.js';

/** Where the applicant is in the journey, and the way back. */
export function journeyTop(
  text: TextController,
  steps: readonly StepName[],
  step: StepName,
  goBack: (() => void) | undefined,
): TemplateResult {
  return html`<div class="top">
    ${
      goBack
        ? html`<button part="back" class="plain back" type="button" @click=${goBack}>
            <span aria-hidden="true">‹ </span>${text.term('back')}
          </button>`
        : nothing
    }
    ${steps.includes(step) ? renderProgress(text, steps, step) : nothing}
  </div>`;
}

/** The steps before the widget are counted. On a narrow page their names are there to be heard. */
function renderProgress(text: TextController, steps: readonly StepName[], step: StepName): TemplateResult {
  const counted = steps.filter((one): boolean => one !== 'widget');
  const at = counted.indexOf(step);
  return html`<p part="progress" class="hint">${text.term('journey.step', at + 1, counted.length)}</p>
    <ol part="steps" role="list">
      ${counted.map(
        (one, index) =>
          html`<li class=${index > at ? '' : 'reached'} aria-current=${index === at ? 'step' : nothing}>
            <span class="hidden name">${text.maybe(`step.${one}`)}</span>${
              index < at ? html`<span class="hidden"> ${text.term('step.done')}</span>` : nothing
            }
          </li>`,
      )}
    </ol>`;
}
