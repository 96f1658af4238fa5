import type { JourneyHost } from '../journey.js';

/** The longest time and distance between the two taps of a double tap. */
const MAX_DELAY_MS = 500;
const MAX_DISTANCE_PX = 24;

/**
 * Ignores the second tap of a double tap if another button has appeared under the finger. Inputs, links and buttons elsewhere react
 * immediately.
 */
export function ignoreSecondTap(journey: JourneyHost, signal: AbortSignal): void {
  let last: { event: MouseEvent; button: HTMLElement; words: string; step: string } | undefined;
  const check = (event: MouseEvent) => {
    const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
    // A click by a key or a screen reader has `detail` 0.
    if (!button || !event.detail) return;
    const press = { event, button, words: labelOf(button), step: `${journey.step} ${journey.draft.screen}` };
    // The second button may be the same element with another label.
    const hasNewWords =
      last?.words !== press.words && (!isShown(last?.button) || last?.words !== labelOf(last!.button));
    if (last && isDoubleTap(last.event, event) && (last.step !== press.step || hasNewWords)) {
      event.preventDefault();
      event.stopPropagation();
    } else last = press;
  };
  // Firefox calls everything in an element that listens for clicks clickable. A shadow root is not an element.
  journey.renderRoot.addEventListener('click', check as EventListener, { capture: true, signal });
}

/** A content that was left a moment ago is still in the page, out of sight. */
const isShown = (button: HTMLElement | undefined) => !!button?.isConnected && !button.closest('.leaving');

const isDoubleTap = (first: MouseEvent, second: MouseEvent) =>
  second.timeStamp - first.timeStamp < MAX_DELAY_MS &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < MAX_DISTANCE_PX;

const labelOf = (button: HTMLElement) => button.ariaLabel ?? button.textContent;
