import type { ToFrame } from './frame-messages.js';

// The frame is slotted into the box or into the dialog. A frame that moves in the document loses its own document; one in another slot does not.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
/* The end of the transition reports that the page has changed between light and dark. */
  .box { all: unset; display: block; overflow: clip; height: 150px; outline: 0 none CanvasText; transition: outline-color 1ms }
  ::slotted(iframe) { display: block; width: 100%; height: 100vh; border: 0 }
  dialog { all: unset; position: fixed; inset: 0; display: flex; flex-direction: column; background: rgb(0 0 0 / 60%) }
  dialog:not([open]) { display: none }
  dialog ::slotted(iframe) { flex: 1 1 0; height: auto !important; min-height: 0 }
  button {
    min-height: 52px; padding: 4px 24px; border: 0; background: var(--_surface, Canvas); color: var(--_accent, LinkText);
    font: 600 1em var(--_font, inherit); text-align: end;
  }
  button:focus-visible { outline: 3px solid var(--_focus, Highlight); outline-offset: -3px }
  @media print { .box { overflow: visible } }
`);

/** The permissions of the frame. Without `allow-same-origin`, its origin is opaque: it reaches neither the page nor its cookies. */
const SANDBOX = 'allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** The feature by which a script moves the focus into its frame without an action of the applicant. */
const FOCUS = 'focus-without-user-activation';

/** A frame in a box, which shows the part of the frame that has content. The frame gets a message when the box covers the window. */
export class FrameBox {
  readonly frame = document.createElement('iframe');
  readonly #box = document.createElement('div');
  readonly #dialog = document.createElement('dialog');
  readonly #button = document.createElement('button');
  readonly #undoJump: (since: number) => void;
  #restorePage: (() => void) | undefined;
  /** Whether the applicant has closed the covering frame. The dialog in the frame may still be open. */
  #isDeclined = false;

  constructor(
    readonly container: HTMLElement,
    src: string,
    features: readonly string[],
    signal: AbortSignal,
    readonly say: (message: ToFrame) => void,
  ) {
    const [box, dialog, frame, button] = [this.#box, this.#dialog, this.frame, this.#button];
    // On another host, the policy of the document decides whether its origin is opaque.
    frame.sandbox.value = new URL(src).origin === origin ? SANDBOX : `${SANDBOX} allow-same-origin`;
    // Browsers that do not know a feature warn of it in the console. An opaque origin gets one only with an asterisk.
    const { featurePolicy } = document as { featurePolicy?: { features(): string[] } };
    const noFocus = featurePolicy?.features().includes(FOCUS) ? [`${FOCUS} 'none'`] : [];
    frame.allow = [...features.map((feature) => `${feature} *`), ...noFocus].join('; ');
    // Otherwise a page that is isolated from other origins blocks the widget.
    Object.assign(frame, { referrerPolicy: 'no-referrer', credentialless: crossOriginIsolated, src });
    box.className = 'box';
    button.type = 'button';
    const [place, cover] = [document.createElement('slot'), document.createElement('slot')];
    cover.name = 'cover';
    box.append(place);
    dialog.append(button, cover);
    // The page's own styles do not reach a frame in a shadow root.
    const host = container.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(box, dialog);
    host.append(frame);
    signal.addEventListener('abort', () => (this.uncover(), host.remove()));
    this.#undoJump = watchJumps(signal);
    button.addEventListener('click', () => this.uncover(true));
    // The Escape key closes it, sometimes without the first of the two events.
    for (const type of ['cancel', 'close'])
      dialog.addEventListener(type, (event) => (event.preventDefault(), this.uncover(true)));
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
    this.#dialog.setAttribute('aria-label', title);
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
    frame.slot = 'cover';
    this.#dialog.showModal();
    frame.focus({ preventScroll: true });
    const { top, left, right, height } = frame.getBoundingClientRect();
    const place = { top: before.top - top, right: right - before.right, left: before.left - left, height };
    this.say({ type: 'covers', place, isClosed: false });
  }

  /** Puts the frame back at its place. `isClosed`: the applicant has closed the dialog. */
  uncover(isClosed = false): void {
    if (!isClosed) this.#isDeclined = false;
    if (!this.#restorePage) return;
    this.#isDeclined = isClosed;
    this.frame.slot = '';
    const restorePage = this.#restorePage;
    this.#restorePage = undefined;
    this.#dialog.close();
    restorePage();
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

/** Keeps the page as it is behind a frame that covers it. Returns a function that undoes that. */
function keepPage(container: HTMLElement, height: number): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingInlineEnd } = style;
  // Keeps the space of the frame and of the scroll bar.
  container.style.minHeight = `${height}px`;
  Object.assign(style, { overflow: 'hidden', paddingInlineEnd: `${innerWidth - clientWidth}px` });
  return () => {
    container.style.minHeight = '';
    // The page may have set these styles since.
    if (style.overflow === 'hidden') Object.assign(style, { overflow, paddingInlineEnd });
  };
}
