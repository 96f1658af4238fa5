import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Problem } from '../errors.js';
import { targetOf } from './field.js';
import type { TextController } from './text.js';

type Root = HTMLElement | DocumentFragment;

const inputsOf = (root: Root): readonly string[] =>
  [...root.querySelectorAll('input, select, button[id]')].map(({ id }) => id);

/**
 * Where a problem sends the applicant: to its input; with a date as a whole, to the date's first; where the form has no such
 * input, to the button that leads to it.
 */
function targetIn(root: Root, problem: Problem): string {
  const target = targetOf(problem);
  const inputs = inputsOf(root);
  if (inputs.includes(target)) return target;
  return inputs.find((id) => id.startsWith(`${target}.`) || target.startsWith(`${id}.`)) ?? target;
}

/** Whether a form asks for what a problem is about. */
export const asks = (root: Root, problem: Problem): boolean => inputsOf(root).includes(targetIn(root, problem));

/** The wire has an order of its own; the applicant reads the form's. */
export function inOrder(root: Root, problems: readonly Problem[]): readonly Problem[] {
  const inputs = inputsOf(root);
  return problems.toSorted((a, b) => inputs.indexOf(targetIn(root, a)) - inputs.indexOf(targetIn(root, b)));
}

/** Takes the applicant to what is wrong. */
export function goTo(root: Root, problem: Problem): void {
  const target = root.querySelector<HTMLElement>(`[id="${CSS.escape(targetIn(root, problem))}"]`);
  const label = target?.closest('fieldset, .field') ?? target;
  label?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}

/** Lists what is wrong, each line a link to its input. */
export function summaryPanel(
  text: TextController,
  root: Root,
  problems: readonly Problem[],
  goTo: (problem: Problem) => void,
) {
  if (problems.length === 0) return nothing;
  const follow = (event: Event, problem: Problem) => {
    // The link cannot find an id inside a shadow root by itself.
    event.preventDefault();
    goTo(problem);
  };
  const line = (problem: Problem): TemplateResult =>
    html`<li>
      <a href="#${targetIn(root, problem)}" @click=${(event: Event) => follow(event, problem)}
        >${text.problem(problem)}</a
      >
    </li>`;
  return html`<div part="summary" class="panel" id="summary" tabindex="-1">
    <div role="alert">
      <h3>${text.term('summary.heading')}</h3>
      <ul>
        ${problems.map(line)}
      </ul>
    </div>
  </div>`;
}

/** Moves the focus to what is wrong: on every failed attempt, not only on the first. */
export async function showPanel(host: LitElement): Promise<void> {
  await host.updateComplete;
  const panel = host.renderRoot.querySelector<HTMLElement>('#summary, #failure');
  panel?.scrollIntoView({ block: 'nearest' });
  panel?.focus({ preventScroll: true });
}
