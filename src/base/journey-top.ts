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

/** The steps before the widget are counted. */
const countedIn = (steps: readonly StepName[]) => steps.filter((one): boolean => one !== 'widget');

/** Which step this is, of how many; nothing for what is not counted. */
export function placeOf(text: TextController, steps: readonly StepName[], step: StepName): string {
  const counted = countedIn(steps);
  return counted.includes(step) ? text.term('journey.step', counted.indexOf(step) + 1, counted.length) : '';
}

/** On a narrow page the names of the steps are there to be heard. */
function renderProgress(text: TextController, steps: readonly StepName[], step: StepName): TemplateResult {
  const counted = countedIn(steps);
  const at = counted.indexOf(step);
  return html`<p part="progress" class="hint">${placeOf(text, steps, step)}</p>
    <ol part="steps" role="list" aria-label=${text.term('journey.steps')}>
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
