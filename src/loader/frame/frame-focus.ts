/** Milliseconds after an action of the applicant in which it explains a change of focus, as for the browser's user activation. */
const FIVE_SECONDS = 5000;
const A_MOMENT = 2000;

/** Whether the browser knows of a recent press or key anywhere in the page; `undefined` if it does not tell. */
const isActive = () => (navigator.userActivation as UserActivation | undefined)?.isActive;

/** The focused element, also in open shadow roots. */
function inFocus(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}

/**
 * Returns the focus if a frame takes it although the applicant is not using the frame. Before its widget is ready, they cannot
 * use it. After that, the focus returns only if they have just used the page, because a screen reader moves it without a key.
 */
export function keepFocus(frame: HTMLIFrameElement, signal: AbortSignal) {
  // User activation when the frame is inserted means that the page was used.
  let used = isActive() ? performance.now() : -Infinity;
  let [touched, ready] = [-Infinity, Infinity];
  let lastKey: string | undefined;
  let last = inFocus();
  const since = (then: number) => performance.now() - then;
  const hasFocus = () => (frame.getRootNode() as Document | ShadowRoot).activeElement === frame;
  const note = (event: Event) => {
    if (!event.isTrusted) return;
    used = performance.now();
    lastKey = (event as Partial<KeyboardEvent>).key;
  };
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, note, { capture: true, signal });
  addEventListener('focusin', (event) => (last = event.composedPath()[0] as HTMLElement), { signal });
  addEventListener('focusout', () => setTimeout(() => (last = inFocus() && last)), { signal });

  /** Whether the applicant moved the focus there. */
  const isMeant = () =>
    since(touched) < FIVE_SECONDS ||
    (lastKey === 'Tab' && since(used) < FIVE_SECONDS) ||
    (since(ready) > A_MOMENT && since(used) > 2 * FIVE_SECONDS);
  const look = () => {
    if (!hasFocus() || isMeant()) return;
    if (last !== frame) last?.focus({ preventScroll: true });
    if (hasFocus()) frame.blur();
  };
  // The frame's message that it was touched may arrive a moment later.
  addEventListener('blur', () => hasFocus() && setTimeout(look, 100), { signal });
  return {
    /** Notes that a key or a pointer was used in the frame. */
    touched: () => (touched = performance.now()),
    ready: () => (ready = performance.now()),
    /** Whether the applicant has just used the frame. The browser confirms the frame's report, where it can. */
    isInUse: () => since(touched) < FIVE_SECONDS && isActive() !== false,
  };
}
