import { followHeight } from './content-height.js';
import { closeDialog, hasDialog, keepInPlace } from './dialogs.js';
import type { Covers, FromFrame } from './frame-messages.js';

/** Milliseconds between two looks, for changes without an event. */
const POLL = 500;
/** After a look, the script rests so many times as long as the look took. */
const REST = 9;
const CHANGES = ['load', 'focusin', 'click', 'transitionend', 'animationend', 'toggle'];

/**
 * Tells the page about the view of this document: the heights of its content, its dialogs, and that it is in use. Returns a function for
 * the message that the frame covers the window, or no longer.
 */
export function watchView(container: Element, say: (message: FromFrame) => void): (message: Covers) => void {
  const { body, documentElement: root } = document;
  body.style.margin = '0';
  const measure = followHeight((frame, box) => say({ type: 'heights', frame, box }));
  let isOpen = false;
  let isCovering = false;
  /** The height of the frame while it covers the window, until it has the other one again. */
  let coverHeight = -Infinity;
  let isWaiting = false;
  let restsUntil = 0;

  const look = () => {
    const start = performance.now();
    const wasOpen = isOpen;
    isOpen = hasDialog();
    if (isOpen ? !isCovering : wasOpen) say({ type: 'dialog', isOpen });
    if (!isCovering && Math.abs(innerHeight - coverHeight) > 1) {
      coverHeight = -Infinity;
      measure();
    }
    const end = performance.now();
    restsUntil = end + REST * (end - start);
  };
  const lookSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () =>
        requestAnimationFrame(() => {
          isWaiting = false;
          look();
        }),
      restsUntil - performance.now(),
    );
  };
  const sizes = new ResizeObserver(lookSoon);
  for (const element of [root, body, container]) sizes.observe(element);
  new MutationObserver(lookSoon).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  for (const type of CHANGES) addEventListener(type, lookSoon, { capture: true, passive: true });
  addEventListener('resize', () => {
    // The focus in a dialog may have scrolled it.
    if (isCovering) scrollTo(0, 0);
    lookSoon();
  });
  // A browser may draw nothing while the frame is outside of the window.
  setInterval(() => performance.now() > restsUntil && look(), POLL);

  const use = ({ isTrusted }: Event) => isTrusted && say({ type: 'touched', at: Date.now() });
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, use, { capture: true, passive: true });
  addEventListener(
    'keydown',
    (event) => {
      // The widget may use the key for something in its dialog.
      if (event.key === 'Escape' && event.isTrusted)
        setTimeout(() => event.defaultPrevented || say({ type: 'escape' }));
    },
    true,
  );

  return ({ place, isClosed }) => {
    isCovering = place !== undefined;
    if (place) coverHeight = place.height;
    keepInPlace(place);
    if (isClosed && hasDialog()) closeDialog();
    lookSoon();
  };
}
