import { TALLEST } from './frame-messages.js';
import { lowestEdges } from './painted.js';

/** Milliseconds of growth without a pause, after which content is taken to grow for ever. */
const TOO_LONG = 2000;
const PAUSE = 500;

/** Tells the page the heights of the frame and of its box, in pixels. The page makes no frame lower than the window. */
export type TellHeights = (frame: number, box: number) => void;

/**
 * Returns a function that measures the content. There are two heights. The frame is as tall as its document needs, but never lower
 * than the window, so that `100vh` means the same as in a page. The box around it ends at the lowest painted edge. Content
 * whose height depends on the frame gets the height of the window, and scrolls.
 */
export function followHeight(tell: TellHeights): () => void {
  const root = document.documentElement;
  let [asked, box] = [0, 0];
  // A lower frame that was tried, and one that was too low: the document was not as tall as the frame for no reason.
  let [tried, tooLow]: (number | undefined)[] = [];
  let [over, repeats, growingSince, grownAt] = [0, 0, 0, -Infinity];
  let frozen: { view: number; need: number; isForGood: boolean } | undefined;
  let isIndependent = false;

  const ask = (frame: number, part = box) => {
    if (frame === asked && part === box) return;
    [asked, box] = [frame, part];
    tell(asked, box);
  };
  const setScroll = (overflow: string) => {
    if (root.style.overflowY !== overflow) root.style.overflowY = overflow;
  };

  function grow(view: number, need: number) {
    const now = performance.now();
    if (now - grownAt > PAUSE) [growingSince, isIndependent] = [now, false];
    grownAt = now;
    if (tried !== undefined) tooLow = tried;
    tried = undefined;
    // Content that overflows each frame may depend on its height. If so, it needs less in the frame of the window's height.
    repeats = view === asked && need - view >= over ? repeats + 1 : 0;
    over = need - view;
    const isForGood = need > TALLEST || now - growingSince > TOO_LONG;
    if (!isForGood && (repeats < 2 || isIndependent)) return ask(need, repeats ? box : view);
    frozen = { view, need, isForGood };
    setScroll('');
    ask(0);
  }

  /** Returns true while the content scrolls in the frame. */
  function staysFrozen(view: number, need: number): boolean {
    if (!frozen) return false;
    // The frame is not as low as the window yet.
    if (!frozen.isForGood && view === frozen.view) return true;
    const isDependent = frozen.isForGood || need < frozen.need;
    if (need > view && isDependent) {
      frozen.isForGood = true;
      ask(0, view);
      return true;
    }
    isIndependent = !isDependent;
    frozen = undefined;
    repeats = 0;
    setScroll('hidden');
    return false;
  }

  function fit(view: number) {
    const bottom = root.getBoundingClientRect().bottom + scrollY;
    // Then it is as tall as the frame either by its content or by its styles. A lower frame shows which.
    const isFull = bottom >= view;
    const { flow, all } = lowestEdges(isFull ? 0 : bottom);
    if (flow < asked && view === asked && flow !== tooLow) {
      tried = flow;
      return ask(flow);
    }
    tried = undefined;
    ask(view === asked ? asked : Math.min(asked, flow), isFull && flow === tooLow ? view : all);
  }

  setScroll('hidden');
  return () => {
    const [view, need] = [innerHeight, root.scrollHeight];
    if (staysFrozen(view, need)) return;
    if (need > view) grow(view, need);
    else fit(view);
  };
}
