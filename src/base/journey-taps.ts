/** Milliseconds and pixels within which two presses are two taps of one finger. */
const SOON = 500;
const NEAR = 24;

/** A button that was pressed: when, where, and as the applicant saw it. */
interface Press {
  readonly event: MouseEvent;
  readonly button: HTMLElement;
  readonly words: string;
  readonly step: string;
}

/**
 * Keeps the second of two taps from pressing what nobody has read yet: a button that has taken the place of the one that was
 * pressed half a second before. Inputs and links react at once, and so does a button in another place.
 */
export function ignoreSecondTap(journey: HTMLElement & { readonly step: string }, signal: AbortSignal): void {
  let last: Press | undefined;
  const check = (event: MouseEvent) => {
    const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
    // Keys and screen readers press without a count.
    if (!button || !event.detail) return;
    const press = { event, button, words: wordsOn(button), step: journey.step };
    if (last && isNext(last.event, event) && isAnother(last, press)) {
      event.preventDefault();
      event.stopPropagation();
    } else last = press;
  };
  journey.addEventListener('click', check, { capture: true, signal });
}

const isNext = (first: MouseEvent, second: MouseEvent) =>
  second.timeStamp - first.timeStamp < SOON &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < NEAR;

/** Whether the second button came after the first press. The element may be the same, and stand for something else now. */
const isAnother = (first: Press, second: Press) =>
  first.step !== second.step ||
  (first.words !== second.words && (!first.button.isConnected || first.words !== wordsOn(first.button)));

const wordsOn = (button: HTMLElement) => button.ariaLabel ?? button.textContent;
