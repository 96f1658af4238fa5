import type { LitElement, ReactiveController } from 'lit';
import type { Draft } from '../schema/fields/form.js';

/** Safari empties inputs without autofill after it takes a page out of its cache. This puts the values back. */
function refillInputs(root: ParentNode, draft: Draft): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('input[name]:not([type="radio"])')) {
    input.value = draft[input.name] ?? '';
  }
}

/** Restores the inputs when the page is shown again, and calls `giveUp` when the element leaves the page. */
export function pageLifecycle(step: LitElement & { draft: Draft }, giveUp: () => void): ReactiveController {
  const show = () => setTimeout(() => refillInputs(step.renderRoot, step.draft));
  return {
    hostConnected: () => addEventListener('pageshow', show),
    hostDisconnected() {
      removeEventListener('pageshow', show);
      // Moving an element disconnects and connects it again. Only an element that stays disconnected aborts its call.
      queueMicrotask(() => !step.isConnected && giveUp());
    },
  };
}

/** Runs a function when the page has nothing more urgent to do. Safari has no such callback. */
export const whenIdle = (work: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(work);

/** Resolves after the next paint, or after half a second: a hidden page is not painted. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 500);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });

/** Resolves when the scripts in the page's HTML have run: they may set properties of an element that was defined before. */
export async function pageScripts(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (document.readyState === 'complete' || navigation?.domContentLoadedEventStart !== 0) return;
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
}
