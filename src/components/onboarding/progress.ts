import { html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../base/step/steps.js';
import type { TextController } from '../../base/text/text.js';

/** The steps that are counted: all except the widget. */
const countedSteps = (steps: readonly StepName[]) => steps.filter((one): boolean => one !== 'widget');

/** The position of a step, like "Step 2 of 6"; empty for a step that is not counted. */
export function stepPosition(text: TextController, steps: readonly StepName[], step: StepName): string {
  const counted = countedSteps(steps);
  return counted.includes(step) ? text.term('journey.step', counted.indexOf(step) + 1, counted.length) : '';
}

/**
 * Renders the Back button and the position: below it in a narrow place a bar, in a wide one the names of all steps. The style sheet
 * shows one of them. `share` is the part of the step up to the shown screen; `goTo` returns the action that leads back to a finished
 * step.
 */
export function renderJourneyTop(
  text: TextController,
  steps: readonly StepName[],
  step: StepName,
  share: number,
  goBack: (() => void) | undefined,
  goTo: (step: StepName) => (() => void) | undefined,
): TemplateResult {
  const counted = countedSteps(steps);
  const at = counted.indexOf(step);
  const name = (one: StepName) => text.maybe(`step.${one}`);
  const finished = (one: StepName) => {
    const go = goTo(one);
    const done = html`${name(one)}<span class="hidden"> ${text.term('step.done')}</span>`;
    return go ? html`<button type="button" class="plain" @click=${go}>${done}</button>` : html`<span>${done}</span>`;
  };
  return html`<div class="top">
    ${
      goBack
        ? html`<button part="back" class="plain back" type="button" @click=${goBack}>
            <span aria-hidden="true">‹ </span>${text.term('back')}
          </button>`
        : nothing
    }
    ${
      at < 0
        ? nothing
        : html`<p class="hint now">
              <span part="progress">${stepPosition(text, steps, step)}</span><span> · ${name(step)}</span>
            </p>
            <progress part="bar" class="bar" aria-hidden="true" max=${counted.length} value=${at + share}></progress>
            <ol part="steps" role="list" aria-label=${text.term('journey.steps')}>
              ${counted.map((one, index) =>
                index < at
                  ? html`<li class="finished">${finished(one)}</li>`
                  : html`<li aria-current=${index === at ? 'step' : nothing}><span>${name(one)}</span></li>`,
              )}
            </ol>`
    }
  </div>`;
}
