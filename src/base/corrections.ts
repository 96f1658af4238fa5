// Loads with the first answer that is changed after a problem.
import type { LitElement } from 'lit';
import type { Problem } from '../errors.js';
import type { Reading } from '../schema/fields/form.js';
import type { Screens } from './screens/screens.js';

/** A step with problems. */
interface CorrectedStep extends Pick<LitElement, 'renderRoot' | 'updateComplete'> {
  problems: readonly Problem[];
  corrected: readonly Problem[] | undefined;
  isRight: boolean;
  readonly screens: Pick<Screens, 'isShown'> | undefined;
  readonly reported: readonly Problem[];
}

/** Milliseconds between leaving a field and closing the space of its error, so that the press that left it meets the button it is on. */
const CLOSE_AFTER_MS = 400;

/** Problems that ask the applicant to look again, and are gone when the form is read. */
const QUESTIONS = ['moved', 'unusual'];

const concerns = (path: string, input: string) => `${input}.`.startsWith(`${path}.`) || path.startsWith(`${input}.`);

let turn = 0;
/** The inputs that were changed since the last check. Autofill changes several at once. */
const changed = new Set<string>();

/**
 * Removes the problems that a change of an input has corrected. It never adds one, and says that nothing is left only if that is so. `isLeft`: the input is left, so a problem that it still
 * has can get another sentence.
 */
export async function checkAgain(
  step: CorrectedStep,
  name: string,
  isLeft: boolean,
  read: () => Reading<unknown> | Promise<Reading<unknown>>,
): Promise<void> {
  const { problems } = step;
  const mine = ++turn;
  changed.add(name);
  const found = (await read()).problems;
  if (mine !== turn || step.problems !== problems) return;
  const inputs = [...changed];
  changed.clear();
  const left = problems.flatMap((problem) => {
    const isChanged = inputs.some((one) => concerns(problem.path, one));
    const now = found.find(({ path }) => path === problem.path);
    // A date is not left when one of its inputs is.
    if (now) return isLeft && inputs.includes(problem.path) && now.reason !== problem.reason ? now : problem;
    return isChanged || !(step.reported.includes(problem) || QUESTIONS.includes(problem.reason)) ? [] : problem;
  });
  step.isRight = !found.some((problem) => step.screens?.isShown(problem) ?? true);
  const gone = problems.filter(({ path }) => !left.some((one) => one.path === path));
  if (gone.length > 0) keepSpaces(step, gone);
  if (left.length < problems.length || left.some((one, at) => one !== problems[at])) step.problems = left;
}

const summaryOf = ({ renderRoot }: CorrectedStep) => renderRoot.querySelector<HTMLElement>('#corrections');

/** Keeps the height of the list, and the spaces of the sentences, until the focus leaves the input. */
function keepSpaces(step: CorrectedStep, gone: readonly Problem[]): void {
  const summary = summaryOf(step);
  if (summary) summary.style.minHeight = `${summary.offsetHeight}px`;
  step.corrected = [...(step.corrected ?? []), ...gone];
  const close = () => setTimeout(() => void closeSpaces(step, gone), CLOSE_AFTER_MS);
  (step.renderRoot as ShadowRoot).activeElement?.addEventListener('blur', close, { once: true });
}

/** Closes the spaces, and scrolls as far as that moves the field with the focus. */
async function closeSpaces(step: CorrectedStep, gone: readonly Problem[]): Promise<void> {
  const { activeElement } = step.renderRoot as ShadowRoot;
  const top = () => activeElement?.getBoundingClientRect().top ?? 0;
  const before = top();
  step.corrected = step.corrected?.filter((one) => !gone.includes(one));
  const summary = summaryOf(step);
  if (summary) summary.style.minHeight = '';
  await step.updateComplete;
  scrollBy({ top: top() - before, behavior: 'instant' });
}
