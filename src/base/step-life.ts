import type { LitElement, ReactiveController } from 'lit';
import type { Draft } from '../schema/form.js';

/** Safari empties inputs without autofill soon after it has taken a page out of its cache: what was typed is put back. */
function refill(root: ParentNode, draft: Draft): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('input[name]:not([type="radio"])')) {
    input.value = draft[input.name] ?? '';
  }
}

/** What a step does as it comes to a page and leaves it. `giveUp` ends what is under way. */
export function comingAndGoing(step: LitElement & { draft: Draft }, giveUp: () => void): ReactiveController {
  const show = () => setTimeout(() => refill(step.renderRoot, step.draft));
  return {
    hostConnected: () => addEventListener('pageshow', show),
    hostDisconnected() {
      removeEventListener('pageshow', show);
      // A move in the document disconnects and connects again: only an element that stays away gives up its call.
      queueMicrotask(() => !step.isConnected && giveUp());
    },
  };
}
