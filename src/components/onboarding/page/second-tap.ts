import type { JourneyHost } from '../journey-state.js';

/** The time and distance within which two presses are a double tap, in milliseconds and pixels. */
const MAX_DELAY = 500;
const MAX_DISTANCE = 24;

/** A press of a button: its event and label, and the step with its screen. */
interface Press {
  readonly event: MouseEvent;
  readonly button: HTMLElement;
  readonly words: string;
  readonly step: string;
}

/**
 * Ignores the second press of a double tap if another button has appeared under the finger. Inputs, links and buttons
 * elsewhere react at once.
 */
export function ignoreSecondTap(journey: JourneyHost, signal: AbortSignal): void {
  let last: Press | undefined;
  const check = (event: MouseEvent) => {
    const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
    // Presses by keys and screen readers do not have a click count.
    if (!button || !event.detail) return;
    const press = { event, button, words: labelOf(button), step: `${journey.step} ${journey.draft.screen}` };
    if (last && isDoubleTap(last.event, event) && isNewButton(last, press)) {
      event.preventDefault();
      event.stopPropagation();
    } else last = press;
  };
  journey.addEventListener('click', check, { capture: true, signal });
}

const isDoubleTap = (first: MouseEvent, second: MouseEvent) =>
  second.timeStamp - first.timeStamp < MAX_DELAY &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < MAX_DISTANCE;

/** Whether the second button appeared after the first press. It may be the same element with another label. */
const isNewButton = (first: Press, second: Press) =>
  first.step !== second.step ||
  (first.words !== second.words && (!first.button.isConnected || first.words !== labelOf(first.button)));

const labelOf = (button: HTMLElement) => button.ariaLabel ?? button.textContent;
