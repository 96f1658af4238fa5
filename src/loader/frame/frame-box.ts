import { parentOf } from '../visible.js';
import type { ToFrame } from './frame-messages.js';

// The box is a popover while the frame covers the window. In browsers that have none, it is above the page by its position only.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
/* The end of the transition reports that the page has changed between light and dark. */
  .box { all: unset; display: block; overflow: clip; height: 150px; outline: 0 none CanvasText; transition: outline-color 1ms }
  iframe { display: block; width: 100%; height: 100vh; border: 0 }
  button { display: none }
  [popover] {
    position: fixed; inset: 0; z-index: 2147483647; display: flex; flex-direction: column; height: auto !important;
    background: rgb(0 0 0 / 60%);
  }
  [popover] > iframe { flex: 1 1 0; height: auto !important; min-height: 0 }
  [popover] > button {
    display: block; min-height: 52px; padding: 4px 24px; border: 0; background: var(--_surface, Canvas);
    color: var(--_accent, LinkText); font: 600 1em var(--_font, inherit); text-align: end;
  }
  button:focus-visible { outline: 3px solid var(--_focus, Highlight); outline-offset: -3px }
  @media print { .box { overflow: visible } }
`);

/** The permissions of the frame. Without `allow-same-origin`, its origin is opaque: it reaches neither the page nor its cookies. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** The feature by which a script moves the focus into its frame without an action of the applicant. */
const FOCUS = 'focus-without-user-activation';

/** A frame in a box, which shows the part of the frame that has content. The frame gets a message when the box covers the window. */
export class FrameBox {
  readonly frame = document.createElement('iframe');
  readonly #box = document.createElement('div');
  readonly #button = document.createElement('button');
  readonly #undoJump: (since: number) => void;
  #restorePage: (() => void) | undefined;
  /** Whether the applicant has closed the covering frame. The dialog in the frame may still be open. */
  #isDeclined = false;

  constructor(
    readonly container: HTMLElement,
    src: string,
    signal: AbortSignal,
    readonly say: (message: ToFrame) => void,
  ) {
    const [box, frame, button] = [this.#box, this.frame, this.#button];
    frame.sandbox.value = SANDBOX;
    // Browsers that do not know a feature warn of it in the console.
    const { featurePolicy } = document as { featurePolicy?: { features(): string[] } };
    if (featurePolicy?.features().includes(FOCUS)) frame.allow = `${FOCUS} 'none'`;
    Object.assign(frame, { referrerPolicy: 'no-referrer', src });
    box.className = 'box';
    button.type = 'button';
    box.append(button, frame);
    const root = container.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(box);
    signal.addEventListener('abort', () => (this.uncover(), box.remove()));
    this.#undoJump = watchJumps(signal);
    button.addEventListener('click', () => this.uncover(true));
    button.addEventListener('keydown', ({ key }) => key === 'Escape' && this.uncover(true));
    box.addEventListener('transitionend', () => say({ type: 'scheme', scheme: this.scheme }));
  }

  /** The colour scheme around the frame. A frame with another scheme has an opaque background. */
  get scheme(): string {
    const { colorScheme } = getComputedStyle(this.container);
    return colorScheme === 'normal' ? 'light' : colorScheme;
  }

  relabel({ title, close }: { title: string; close: string }): void {
    this.frame.title = title;
    this.#button.textContent = close;
  }

  setHeights(ofFrame: string, ofBox: string): void {
    this.frame.style.height = `max(100vh, ${ofFrame})`;
    this.#box.style.height = ofBox;
  }

  /** Lets the frame cover the window, because the applicant pressed something in the frame at this time. */
  cover(pressedAt: number): void {
    if (this.#restorePage || this.#isDeclined) return;
    const [box, frame] = [this.#box, this.frame];
    this.#undoJump(pressedAt);
    const before = box.getBoundingClientRect();
    this.#restorePage = keepPage(this.container, before.height);
    const dialog = { popover: 'manual', role: 'dialog', 'aria-modal': 'true', 'aria-label': frame.title };
    for (const [name, value] of Object.entries(dialog)) box.setAttribute(name, value);
    box.showPopover?.();
    const { top, left, right, height } = frame.getBoundingClientRect();
    const place = { top: before.top - top, right: right - before.right, left: before.left - left, height };
    this.say({ type: 'covers', place, isClosed: false });
  }

  /** Puts the frame back at its place. `isClosed`: the applicant has closed the dialog. */
  uncover(isClosed = false): void {
    if (!isClosed) this.#isDeclined = false;
    if (!this.#restorePage) return;
    this.#isDeclined = isClosed;
    for (const name of ['popover', 'role', 'aria-modal', 'aria-label']) this.#box.removeAttribute(name);
    this.#restorePage();
    this.#restorePage = undefined;
    this.say({ type: 'covers', place: undefined, isClosed });
  }
}

/** Milliseconds without a scroll event, after which the next one starts a new scroll; also the most between a dialog and the scroll that it causes. */
const SCROLL_PAUSE_MS = 100;
const JUMP_WINDOW_MS = 500;

/** Returns a function that undoes a scroll of the page that began after `since`: the focus in a dialog of the frame scrolls the page. */
function watchJumps(signal: AbortSignal): (since: number) => void {
  let [x, y, at] = [scrollX, scrollY, 0];
  let start = { x, y, at };
  const note = () => {
    const now = Date.now();
    if (now - at > SCROLL_PAUSE_MS) start = { x, y, at: now };
    [x, y, at] = [scrollX, scrollY, now];
  };
  addEventListener('scroll', note, { passive: true, signal });
  return (since) => {
    if (start.at >= Math.max(since, Date.now() - JUMP_WINDOW_MS)) scrollTo(start.x, start.y);
  };
}

/** Keeps the page as it is, and inert, behind a frame that covers it. Returns a function that undoes that. */
function keepPage(container: HTMLElement, height: number): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingInlineEnd } = style;
  const others: HTMLElement[] = [];
  for (let at: Element | null = container; at && at !== document.body; at = parentOf(at))
    for (const one of at.parentNode!.children)
      if (one !== at && one instanceof HTMLElement && !one.inert) others.push(one);
  for (const one of others) one.inert = true;
  // Keeps the space of the frame and of the scroll bar.
  container.style.minHeight = `${height}px`;
  Object.assign(style, { overflow: 'hidden', paddingInlineEnd: `${innerWidth - clientWidth}px` });
  return () => {
    for (const one of others) one.inert = false;
    container.style.minHeight = '';
    // The page may have set these styles since.
    if (style.overflow === 'hidden') Object.assign(style, { overflow, paddingInlineEnd });
  };
}
