/** How long what the applicant did explains where the focus goes: so long the browser counts it, too. */
const FIVE_SECONDS = 5000;
const A_MOMENT = 2000;

/** The element that has the focus now, in open shadow roots, too. */
function inFocus(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}

/** What the page knows of the applicant and a frame. */
export interface FrameFocus {
  /** Hears that a key or a pointer was used in the frame, or that its widget is there. */
  heard(what: 'touched' | 'ready'): void;
}

/**
 * Gives the focus back that a frame takes while nobody uses it. Until it is there nobody can; later it goes back only to who
 * has just used the page: software that reads the page out moves the focus without a key.
 */
export function keepFocus(frame: HTMLIFrameElement, signal: AbortSignal): FrameFocus {
  // Who is active when the frame comes has used the page.
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

  /** Whether the applicant brought the focus there. */
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
  // The frame's word that it was touched may be on its way.
  addEventListener('blur', () => active() === frame && setTimeout(look, 100), { signal });
  return {
    heard(what) {
      if (what === 'ready') ready = performance.now();
      else touched = performance.now();
    },
  };
}
