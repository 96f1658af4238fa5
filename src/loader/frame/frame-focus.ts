/** A change of focus within these milliseconds after an action of the applicant counts as their own, like the browser's user activation. */
const USE_WINDOW_MS = 5000;
const FOCUS_WINDOW_MS = 2000;

/** Whether the browser reports a recent press or key anywhere in the page; `undefined` if it has no such report. */
const isActive = () => (navigator.userActivation as UserActivation | undefined)?.isActive;

/** The focused element, also in open shadow roots. */
function inFocus(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}

/** How often a frame may take the focus from the applicant. A widget that continues could read text that they type elsewhere. */
const MAX_FOCUS_MOVES = 5;

/**
 * Moves the focus back if a frame takes it although the applicant is not using the frame. Before the widget is ready, they cannot use
 * the frame. After that, the focus moves back only if they have just used the page, because a screen reader moves it without a key.
 * `tooOften` is called if the frame takes it again and again.
 */
export function keepFocus(frame: HTMLIFrameElement, signal: AbortSignal, tooOften: () => void) {
  // If user activation exists when the frame is inserted, the applicant has used the page.
  let pageUsedAt = isActive() ? performance.now() : -Infinity;
  let [lastPressedAt, lastTypedAt, lastTabAt, readyAt, moves] = [-Infinity, -Infinity, -Infinity, Infinity, 0];
  let last = inFocus();
  const since = (then: number) => performance.now() - then;
  const hasFocus = () => (frame.getRootNode() as Document | ShadowRoot).activeElement === frame;
  const note = (event: Event) => {
    if (!event.isTrusted) return;
    pageUsedAt = performance.now();
    lastTabAt = (event as Partial<KeyboardEvent>).key === 'Tab' ? pageUsedAt : -Infinity;
  };
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, note, { capture: true, signal });
  const moved = (event: Event) => {
    last = event.composedPath()[0] as HTMLElement;
    // A Tab that has moved the focus in the page does not move it into the frame as well.
    if (last !== frame) lastTabAt = -Infinity;
  };
  addEventListener('focusin', moved, { signal });
  addEventListener('focusout', () => setTimeout(() => (last = inFocus() && last)), { signal });

  /** Whether the applicant moved the focus into the frame. Keys in the frame prove nothing: the applicant may mean them for the page. */
  const isMeant = () =>
    (lastPressedAt > pageUsedAt && since(lastPressedAt) < USE_WINDOW_MS) ||
    since(lastTabAt) < FOCUS_WINDOW_MS ||
    (since(readyAt) > FOCUS_WINDOW_MS && since(pageUsedAt) > 2 * USE_WINDOW_MS);
  let isTheirs = false;
  const look = () => {
    isTheirs = hasFocus() && isMeant();
    if (!hasFocus() || isTheirs) return;
    if (last !== frame) last?.focus({ preventScroll: true });
    if (hasFocus()) frame.blur();
    if (++moves === MAX_FOCUS_MOVES) tooOften();
  };
  // The frame's message that it was pressed may arrive a moment later.
  const left = () => hasFocus() && setTimeout(look, frame.matches(':hover') ? 100 : 0);
  addEventListener('blur', left, { signal });
  return {
    /** Notes that a key or a pointer was used in the frame. */
    touched(isKey: boolean) {
      if (!isKey) lastPressedAt = performance.now();
      else if (isTheirs) lastTypedAt = performance.now();
    },
    ready: () => (readyAt = performance.now()),
    /** Whether the applicant has just used the frame. The browser's user activation must confirm the frame's report, where it exists. */
    isInUse: () => Math.min(since(lastPressedAt), since(lastTypedAt)) < USE_WINDOW_MS && isActive() !== false,
  };
}
