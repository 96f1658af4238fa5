import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../errors.js';
import { inputIdOf } from './fields/field.js';
import { panel } from './panel.js';
import type { FormState } from './fields/form-state.js';
import { problemSentence } from './text/text.js';

type Root = HTMLElement | DocumentFragment;

const inputIds = (root: Root): readonly string[] =>
  [...root.querySelectorAll('input, select, button[id]')].map(({ id }) => id);

/**
 * Returns the id of the input that a problem is about. For a date as a whole this is its first input. If the form has no such
 * input, it is the button that leads to the input.
 */
function inputIdFor(inputs: readonly string[], problem: Problem): string {
  const target = inputIdOf(problem);
  if (inputs.includes(target)) return target;
  return inputs.find((id) => id.startsWith(`${target}.`) || target.startsWith(`${id}.`)) ?? target;
}

export function hasInputFor(root: Root, problem: Problem): boolean {
  const inputs = inputIds(root);
  return inputs.includes(inputIdFor(inputs, problem));
}

/** Sorts problems in the order of the form's inputs. The wire has another order. */
export function inFormOrder(root: Root, problems: readonly Problem[]): readonly Problem[] {
  const inputs = inputIds(root);
  const places = new Map(problems.map((problem) => [problem, inputs.indexOf(inputIdFor(inputs, problem))]));
  return [...problems].sort((a, b) => places.get(a)! - places.get(b)!);
}

/** Moves the focus to the input with the problem, or to the button of a card that has its value (`data-fields`). */
export function focusProblem(root: Root, problem: Problem): void {
  const find = (attribute: string, value: string) =>
    root.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(value)}"]`);
  const target = find('id', inputIdFor(inputIds(root), problem)) ?? find('data-fields~', problem.path);
  const label = target?.closest('fieldset, .field') ?? target;
  label?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}

/** Lists the problems. Each line is a link to its input. After the last correction it says that none is left. */
export function errorSummary(
  {
    text,
    renderRoot,
    problems,
    corrected,
    isRight,
  }: Pick<FormState, 'text' | 'renderRoot' | 'problems' | 'corrected' | 'isRight'>,
  goTo: (problem: Problem) => void,
) {
  const { length } = problems;
  if (!length && !corrected) return nothing;
  const inputs = inputIds(renderRoot);
  const follow = (event: Event, problem: Problem) => {
    // A link cannot find an id inside a shadow root.
    event.preventDefault();
    goTo(problem);
  };
  const line = (problem: Problem): TemplateResult =>
    html`<li>
      <a href="#${inputIdFor(inputs, problem)}" @click=${(event: Event) => follow(event, problem)}
        >${problemSentence(text, problem)}</a
      >
    </li>`;
  const heading = length ? text.term('summary.heading', length) : isRight ? text.term('summary.done') : '';
  const list = html`<ul>
    ${problems.map(line)}
  </ul>`;
  return html`<div id="corrections">
    ${length ? panel('summary', heading, list) : nothing}
    <p aria-live="polite" class="hint">${length ? nothing : heading}</p>
  </div>`;
}
