import { withTimeLimit } from '../../time-limit.js';
import { MAX_HEIGHT_PX } from './frame-messages.js';
import { lowestEdges } from './painted.js';

/** Milliseconds of growth without a pause, after which content is treated as growing forever. */
const GROWTH_LIMIT_MS = 2000;
const GROWTH_PAUSE_MS = 1000;
/** Milliseconds for the page to resize the frame. */
const RESIZE_TIMEOUT_MS = 200;

/**
 * Returns a function that measures the content, and reports the heights of the frame and of its box to the page, in pixels. That
 * function returns `true` if they have changed. The frame is as tall as its document needs, but never lower than the window, so that `100vh` means
 * the same as in a page. The box around it ends at the lowest painted edge. Content whose height depends on the frame gets the
 * height of the window, and scrolls. While the frame covers the window, its height says nothing.
 */
export function followHeight(
  tell: (frame: number, box: number) => void,
  isCovering: () => boolean,
): () => Promise<boolean> {
  const root = document.documentElement;
  let [asked, box] = [0, 0];
  /** The height of a lower frame that was tried, and that was too low for the content. */
  let tooLow: number | undefined;
  let [growingSince, grownAt] = [0, -Infinity];
  let [isFrozen, isIndependent] = [false, false];
  let [isMeasuring, isTold] = [false, false];

  /** Reports the heights, and waits until the page has resized the frame. */
  const ask = async (frame: number, part = box) => {
    const isResized = frame !== asked;
    if (!isResized && part === box) return;
    [asked, box] = [frame, part];
    isTold = true;
    tell(frame, part);
    const resize = new Promise((resolve) => addEventListener('resize', resolve, { once: true }));
    if (isResized) await withTimeLimit(resize, { limit: RESIZE_TIMEOUT_MS });
  };

  async function grow(need: number) {
    const now = performance.now();
    const isFirst = now - grownAt > GROWTH_PAUSE_MS;
    if (isFirst) [growingSince, isIndependent] = [now, false];
    grownAt = now;
    if (need <= MAX_HEIGHT_PX && now - growingSince < GROWTH_LIMIT_MS) {
      await ask(need, isFirst ? innerHeight : box);
      const more = root.scrollHeight;
      if (more <= innerHeight || isIndependent || isCovering()) return;
      // The content still grows, or its height depends on the frame. If it depends, it is lower in a frame as low as the window.
      await ask(0);
      isIndependent = root.scrollHeight >= more;
      if (isIndependent || isCovering()) return;
    }
    isFrozen = true;
    root.style.overflowY = '';
    await ask(0);
    await ask(0, innerHeight);
  }

  async function fit(view: number) {
    const bottom = root.getBoundingClientRect().bottom + scrollY;
    // The document then has the height of the frame, either by its content or by its styles. A lower frame shows which.
    const isFull = bottom >= view;
    const { flow, all } = lowestEdges(isFull ? 0 : bottom);
    if (view !== asked || flow >= view || flow === tooLow) return ask(asked, isFull && flow === tooLow ? view : all);
    await ask(flow);
    tooLow = root.scrollHeight > innerHeight ? flow : undefined;
  }

  root.style.overflowY = 'hidden';
  return async () => {
    const [view, need] = [innerHeight, root.scrollHeight];
    if (isMeasuring || (isFrozen && need > view)) return false;
    if (isFrozen) root.style.overflowY = 'hidden';
    isFrozen = isTold = false;
    isMeasuring = true;
    await (need > view ? grow(need) : fit(view));
    isMeasuring = false;
    return isTold;
  };
}
