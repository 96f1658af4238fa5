/** Milliseconds after an action of the applicant in which it explains a change of focus, as for the browser's user activation. */
const FIVE_SECONDS = 5000;
const A_MOMENT = 2000;

/** The focused element, also in open shadow roots. */
function inFocus(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}

/** Receives reports from the frame. */
export interface FrameFocus {
  /** Notes that a key or a pointer was used in the frame, or that its widget is ready. */
  heard(report: 'touched' | 'ready'): void;
  /** Whether the applicant has just used the frame. The browser confirms the frame's report, where it can. */
  isInUse(): boolean;
}

/**
 * Returns the focus if a frame takes it although the applicant is not using the frame. Before its widget is ready, they cannot
 * use it. After that, the focus returns only if they have just used the page, because a screen reader moves it without a key.
 */
export function keepFocus(frame: HTMLIFrameElement, signal: AbortSignal): FrameFocus {
  // User activation when the frame is inserted means that the page was used.
  let used = (navigator.userActivation as UserActivation | undefined)?.isActive ? performance.now() : -Infinity;
  let [touched, ready] = [-Infinity, Infinity];
  let lastKey = '';
  let last = inFocus();
  const since = (then: number) => performance.now() - then;
  const active = () => (frame.getRootNode() as Document | ShadowRoot).activeElement;

  const note = (event: Event) => {
    if (!event.isTrusted) return;
    used = performance.now();
    lastKey = event instanceof KeyboardEvent ? event.key : '';
  };
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, note, { capture: true, signal });
  addEventListener('focusin', (event) => (last = event.composedPath()[0] as HTMLElement), { signal });
  addEventListener('focusout', () => setTimeout(() => document.activeElement === document.body && (last = undefined)), {
    signal,
  });

  /** Whether the applicant moved the focus there. */
  const isMeant = () => {
    const { userActivation } = navigator;
    if (!userActivation || since(touched) < FIVE_SECONDS) return true;
    if (lastKey === 'Tab' && since(used) < FIVE_SECONDS) return true;
    if (userActivation.isActive && (since(used) > FIVE_SECONDS || frame.matches(':hover'))) return true;
    return since(ready) > A_MOMENT && since(used) > 2 * FIVE_SECONDS;
  };
  const look = () => {
    if (active() !== frame || isMeant()) return;
    if (last?.isConnected && last !== frame) last.focus({ preventScroll: true });
    if (active() === frame) frame.blur();
  };
  // The frame's message that it was touched may arrive a moment later.
  addEventListener('blur', () => active() === frame && setTimeout(look, 100), { signal });
  return {
    heard(report) {
      if (report === 'ready') ready = performance.now();
      else touched = performance.now();
    },
    isInUse: () =>
      since(touched) < FIVE_SECONDS && (navigator.userActivation as UserActivation | undefined)?.isActive !== false,
  };
}
