import { parentOf } from '../visible.js';
import type { ToFrame } from './frame-messages.js';

/** The words around a frame, in the applicant's language. */
export interface FrameLabels {
  /** The title of the frame for screen readers. */
  title: string;
  /** The button that closes a dialog of the frame. */
  close: string;
}

// The box is a popover while the frame covers the window. In browsers that have none, it is above the page by its position only.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .box {
    all: unset; display: block; overflow: clip; height: 150px;
    /* Its end shows that the page has changed between light and dark. */
    outline: 0 none CanvasText; transition: outline-color 1ms;
  }
  iframe { display: block; width: 100%; height: 100vh; border: 0 }
  .bar { display: none }
  .box[popover] {
    position: fixed; inset: 0; z-index: 2147483647; display: flex; flex-direction: column; height: auto !important;
    background: rgb(0 0 0 / 60%);
  }
  .box[popover] > iframe { flex: 1 1 0; height: auto !important; min-height: 0 }
  .box[popover] > .bar {
    display: flex; justify-content: end; padding: 4px 8px;
    border-block-end: 1px solid var(--_border, CanvasText); background: var(--_surface, Canvas);
  }
  button {
    all: unset; min-height: 44px; padding-inline: 16px; border-radius: var(--_radius);
    color: var(--_accent, LinkText); font-weight: 600; cursor: pointer;
  }
  button:focus-visible { outline: 3px solid var(--_focus, Highlight) }
  @media print {
    .box { overflow: visible }
  }
`);

/** The colour scheme of an element. A frame with another one than its place has an opaque background. */
export function schemeOf(element: Element): string {
  const { colorScheme } = getComputedStyle(element);
  return colorScheme === 'normal' ? 'light' : colorScheme;
}

/** A frame in its box. */
export type FrameBox = ReturnType<typeof makeBox>;

/** Puts a frame into a box, which shows the part with content. The frame is told when the box covers the window. */
export function makeBox(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  signal: AbortSignal,
  say: (message: ToFrame) => void,
) {
  const box = document.createElement('div');
  const bar = document.createElement('div');
  const button = document.createElement('button');
  box.className = 'box';
  bar.className = 'bar';
  button.type = 'button';
  bar.append(button);
  box.append(bar, frame);
  container.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
  const undoJump = watchJumps(signal);
  let undo: (() => void) | undefined;
  // A dialog that the applicant has closed may stay open in the frame.
  let isDeclined = false;

  const uncover = (isClosed = false) => {
    if (!isClosed) isDeclined = false;
    if (!undo) return;
    isDeclined = isClosed;
    for (const name of ['popover', 'role', 'aria-modal', 'aria-label']) box.removeAttribute(name);
    undo();
    undo = undefined;
    say({ type: 'covers', place: undefined, isClosed });
  };
  button.addEventListener('click', () => uncover(true));
  button.addEventListener('keydown', ({ key }) => key === 'Escape' && uncover(true));
  box.addEventListener('transitionend', () => say({ type: 'scheme', scheme: schemeOf(box) }));

  return {
    frame,
    insert: () => container.shadowRoot!.append(box),
    remove() {
      uncover();
      box.remove();
    },
    /** Puts the frame back at its place. `isClosed`: the applicant wants it. */
    uncover,
    relabel({ title, close }: FrameLabels) {
      frame.title = title;
      button.textContent = close;
    },
    setHeights(ofFrame: string, ofBox: string) {
      frame.style.height = `max(100vh, ${ofFrame})`;
      box.style.height = ofBox;
    },
    /** Lets the frame cover the window, after a press in it at this time. */
    cover(pressedAt: number) {
      if (undo || isDeclined) return;
      undoJump(pressedAt);
      const before = box.getBoundingClientRect();
      undo = keepPage(container, before.height);
      const dialog = { popover: 'manual', role: 'dialog', 'aria-modal': 'true', 'aria-label': frame.title };
      for (const [name, value] of Object.entries(dialog)) box.setAttribute(name, value);
      box.showPopover?.();
      const now = frame.getBoundingClientRect();
      const [top, left] = [before.top - now.top, before.left - now.left];
      const place = { top, right: now.right - before.right, left, height: now.height };
      say({ type: 'covers', place, isClosed: false });
    },
  };
}

/** Milliseconds without a scroll, after which the next one begins somewhere else; and between a scroll and the dialog that causes it. */
const STILL = 100;
const JUST_NOW = 500;

/** Returns a function that undoes a scroll of the page that began after a time: the focus in a dialog of the frame scrolls it. */
function watchJumps(signal: AbortSignal): (since: number) => void {
  let [x, y, at] = [scrollX, scrollY, 0];
  let start = { x, y, at };
  const note = () => {
    const now = Date.now();
    if (now - at > STILL) start = { x, y, at: now };
    [x, y, at] = [scrollX, scrollY, now];
  };
  addEventListener('scroll', note, { passive: true, signal });
  return (since) => {
    if (start.at >= Math.max(since, Date.now() - JUST_NOW)) scrollTo(start.x, start.y);
  };
}

/** The elements around an element, in the page and in the shadow roots that it is in. */
function* around(element: Element): Generator<HTMLElement> {
  for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
    for (const one of at.parentNode?.children ?? []) if (one !== at && one instanceof HTMLElement) yield one;
  }
}

/** Keeps the page as it is, and inert, behind a frame that covers it. Returns a function that undoes that. */
function keepPage(container: HTMLElement, height: number): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingInlineEnd } = style;
  const others = [...around(container)].filter((one) => !one.inert);
  for (const one of others) one.inert = true;
  // In the place of the frame, and of the scroll bar.
  container.style.minHeight = `${height}px`;
  Object.assign(style, { overflow: 'hidden', paddingInlineEnd: `${innerWidth - clientWidth}px` });
  return () => {
    for (const one of others) one.inert = false;
    container.style.minHeight = '';
    // The page may have set them since.
    if (style.overflow === 'hidden') Object.assign(style, { overflow, paddingInlineEnd });
  };
}
