import type { JourneyHost } from '../journey.js';

/** The time and distance within which two presses are a double tap. */
const MAX_DELAY_MS = 500;
const MAX_DISTANCE_PX = 24;

/**
 * Ignores the second press of a double tap if another button has appeared under the finger. Inputs, links and buttons
 * elsewhere react at once.
 */
export function ignoreSecondTap(journey: JourneyHost, signal: AbortSignal): void {
  let last: { event: MouseEvent; button: HTMLElement; words: string; step: string } | undefined;
  const check = (event: MouseEvent) => {
    const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
    // Presses by keys and screen readers do not have a click count.
    if (!button || !event.detail) return;
    const press = { event, button, words: labelOf(button), step: `${journey.step} ${journey.draft.screen}` };
    // It may be the same element with another label.
    const hasNewWords =
      last?.words !== press.words && (!last?.button.isConnected || last.words !== labelOf(last.button));
    if (last && isDoubleTap(last.event, event) && (last.step !== press.step || hasNewWords)) {
      event.preventDefault();
      event.stopPropagation();
    } else last = press;
  };
  journey.addEventListener('click', check, { capture: true, signal });
}

const isDoubleTap = (first: MouseEvent, second: MouseEvent) =>
  second.timeStamp - first.timeStamp < MAX_DELAY_MS &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < MAX_DISTANCE_PX;

const labelOf = (button: HTMLElement) => button.ariaLabel ?? button.textContent;
