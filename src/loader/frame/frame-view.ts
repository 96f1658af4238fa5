import { followHeight } from './content-height.js';
import type { CoversMessage, FromFrame } from './frame-messages.js';
import { everything, paints } from './painted.js';

/** Milliseconds between two measurements, for changes without an event. */
const POLL_MS = 500;
/** After a measurement, the script rests for its duration times this factor. */
const REST_FACTOR = 9;
const CHANGES = ['load', 'focusin', 'click', 'transitionend', 'animationend', 'toggle', 'resize'];

/** Reports this document's heights, dialogs and use to the page. Returns the listener for the page's message about covering. */
export function watchView(container: Element, say: (message: FromFrame) => void): (message: CoversMessage) => void {
  document.body.style.margin = '0';
  let [isOpen, isCovering] = [false, false];
  const tell = (frame: number, box: number) => say({ type: 'heights', frame, box });
  const measure = followHeight(tell, () => isCovering);
  /** The height of the frame while it covers the window, until it has its own height again. */
  let coverHeight = -Infinity;
  const lookSoon = watchChanges(container, () => {
    // Firefox lays a frame out with ten pixels when its slot changes.
    if (innerHeight <= 10) return;
    const wasOpen = isOpen;
    isOpen = hasDialog();
    if (isOpen ? !isCovering : wasOpen) say({ type: 'dialog', isOpen });
    if (isCovering || Math.abs(innerHeight - coverHeight) <= 1) return;
    coverHeight = -Infinity;
    void measure().then((isTold) => isTold && lookSoon());
  });
  // The focus in a dialog may have scrolled the document.
  addEventListener('resize', () => isCovering && scrollTo(0, 0));
  reportUse(say);
  return ({ place, isClosed }) => {
    isCovering = !!place;
    if (place) coverHeight = place.height;
    // The content stays at its place in the window.
    const margin = place ? `${place.top}px ${place.right}px 0 ${place.left}px` : '';
    document.documentElement.style.margin = margin;
    if (isClosed && isOpen) closeDialog();
    lookSoon();
  };
}

/** Calls `look` after each change, at most once for each animation frame. Returns a function that calls `look` soon. */
function watchChanges(container: Element, look: () => void): () => void {
  let isWaiting = false;
  let restsUntil = 0;
  const lookNow = () => {
    isWaiting = false;
    const start = performance.now();
    look();
    const end = performance.now();
    restsUntil = end + REST_FACTOR * (end - start);
  };
  const lookSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => requestAnimationFrame(lookNow), restsUntil - performance.now());
  };
  const sizes = new ResizeObserver(lookSoon);
  for (const element of [document.documentElement, document.body, container]) sizes.observe(element);
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(lookSoon).observe(document, all);
  for (const type of CHANGES) addEventListener(type, lookSoon, { capture: true, passive: true });
  // A browser may run no animation frames while the frame is outside of the window.
  setInterval(() => performance.now() > restsUntil && lookNow(), POLL_MS);
  return lookSoon;
}

/** Reports the applicant's keys and presses to the page. */
function reportUse(say: (message: FromFrame) => void): void {
  const use = (event: Event) => {
    if (!event.isTrusted) return;
    say({ type: 'touched', at: Date.now(), isKey: event instanceof KeyboardEvent });
    // The widget may use the key for something in its dialog.
    if (event instanceof KeyboardEvent && event.key === 'Escape')
      setTimeout(() => event.defaultPrevented || say({ type: 'escape' }));
  };
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, use, { capture: true, passive: true });
}

/** The least share of the frame that the layer of a dialog covers, from 0 to 1. */
const COVERED_SHARE = 0.9;

function coversFrame(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width * height >= COVERED_SHARE * innerWidth * innerHeight && getComputedStyle(element).position === 'fixed';
}

/** Whether an element lies behind a layer, and is not a part of it. */
function isBehind(element: Element, layer: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  const isPart = (one: Element) => one.contains(layer) || layer.contains(one);
  // For a layer in a shadow root, the host is compared.
  const { host = layer } = layer.getRootNode() as Partial<ShadowRoot>;
  return !!topmost && (isPart(topmost) || topmost.contains(host)) && !isPart(element) && paints(element);
}

const isModal = (element: Element): element is HTMLDialogElement => element.matches('dialog:modal');

/** Whether a modal dialog is open, or a fixed layer covers the frame and other content. An app in such a layer is not a dialog. */
function hasDialog(): boolean {
  const elements = everything();
  const layers = elements.filter(coversFrame);
  return elements.some((element) => isModal(element) || layers.some((layer) => isBehind(element, layer)));
}

/** Closes the dialog as the Escape key does. */
function closeDialog(): void {
  const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true, composed: true };
  (document.activeElement ?? document.documentElement).dispatchEvent(new KeyboardEvent('keydown', key));
  for (const element of everything()) if (isModal(element)) element.close();
}
