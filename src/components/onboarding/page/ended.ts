// Ends a journey whose page can only be loaded again. It loads when that happens.
import { endStep } from '../../../base/failure/end-step.js';
import { stopControls } from '../../../base/failure/explain-to-applicant.js';
import { loadFailureHelp } from '../../../base/failure/failure.js';
import type { LendingError } from '../../../errors.js';
import type { Journey } from '../journey.js';

/** Keeps the answers in view, with a button that loads the page again. Nothing else works. */
export async function end(journey: Journey, over: LendingError, signal: AbortSignal): Promise<void> {
  await loadFailureHelp();
  if (signal.aborted || journey.over) return;
  const { host } = journey;
  const isOver = () => journey.over === over;
  const { isFocused } = host.text;
  journey.over = over;
  journey.renderSignIn = journey.again = undefined;
  stopControls(host, over, isOver);
  host.addController({
    hostUpdate() {
      // Without a step, the journey shows the failure itself.
      if (isOver() && (journey.shown === 'end' || journey.isIntroducing)) journey.failure = over;
    },
    hostUpdated() {
      const { current } = journey;
      if (isOver() && current && 'isBusy' in current) void endStep(current, over);
    },
  });
  host.requestUpdate();
  await host.updateComplete;
  const root = () => (journey.current ?? host).renderRoot;
  if (!isFocused || (root() as ShadowRoot).activeElement) return;
  await journey.current?.updateComplete;
  root().querySelector<HTMLElement>('#failure h3')?.focus();
}
