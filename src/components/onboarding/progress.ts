import { html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../base/steps.js';
import type { TextController } from '../../base/text.js';

/** Renders the position in the journey, and the Back button. */
export function renderJourneyTop(
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

/** The steps that are counted: all except the widget. */
const countedSteps = (steps: readonly StepName[]) => steps.filter((one): boolean => one !== 'widget');

/** The position of a step, like "Step 2 of 6"; empty for a step that is not counted. */
export function stepPosition(text: TextController, steps: readonly StepName[], step: StepName): string {
  const counted = countedSteps(steps);
  return counted.includes(step) ? text.term('journey.step', counted.indexOf(step) + 1, counted.length) : '';
}

/** Renders the steps. On a narrow page, only screen readers get their names. */
function renderProgress(text: TextController, steps: readonly StepName[], step: StepName): TemplateResult {
  const counted = countedSteps(steps);
  const at = counted.indexOf(step);
  return html`<p part="progress" class="hint">${stepPosition(text, steps, step)}</p>
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
