import type { StepName } from './journey.js';

/** The one key of ours in an entry of the browser's history. Its value is the name of a step, and nothing else. */
const KEY = 'lendingStep';

/**
 * Gives each step an entry in the browser's history, at the same address. Entries of the page's own are left alone: what a
 * page's router keeps in its entry goes into ours too, or it would not know the page again.
 */
export function followHistory(go: (step: StepName) => void, signal: AbortSignal) {
  addEventListener(
    'popstate',
    ({ state }: PopStateEvent) => {
      const step = (state as Record<string, StepName> | null)?.[KEY];
      if (step) go(step);
    },
    { signal },
  );
  /** Notes the step that is shown; `replaces` where the applicant did not go there by a press in the journey. */
  return (step: StepName, replaces: boolean): void => {
    const state: unknown = history.state;
    const own = { ...(typeof state === 'object' ? state : undefined), [KEY]: step };
    if (replaces) history.replaceState(own, '');
    else history.pushState(own, '');
  };
}
