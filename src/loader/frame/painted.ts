import { hasText, parentOf } from '../visible.js';

/** Elements that paint something without a text or a background. */
const REPLACED = /^(img|svg|video|canvas|iframe|object|embed|input|button|select|textarea|hr|progress|meter)$/;

/** All elements in an element, also those in open shadow roots. Default: in the body, unless the widget has removed that. */
export const everything = (root: ParentNode = document.body ?? document.documentElement): Element[] =>
  [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? everything(one.shadowRoot) : [])]);

/** Whether an element is visible and paints something itself. */
export function paints(element: Element): boolean {
  const { width, height, left, right } = element.getBoundingClientRect();
  if (width <= 1 || height <= 1 || right <= 0 || left >= innerWidth) return false;
  if (!(element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? true)) return false;
  if (REPLACED.test(element.localName) || hasText(element)) return true;
  const { backgroundColor, backgroundImage, boxShadow, borderTopWidth, borderBottomWidth } = getComputedStyle(element);
  return (
    [backgroundImage, boxShadow].some((value) => value !== 'none') ||
    !/, 0\)$|transparent/.test(backgroundColor) ||
    [borderTopWidth, borderBottomWidth].some((width) => width !== '0px')
  );
}

/** The bottom of the visible part of an element, which its ancestors may clip, and whether the element stays in place when the page scrolls. */
function visiblePart(element: Element, bottom: number): { edge: number; isFixed: boolean } {
  let edge = bottom;
  let { position } = getComputedStyle(element);
  for (let at = parentOf(element); at && at !== document.body && position !== 'fixed'; at = parentOf(at)) {
    const style = getComputedStyle(at);
    // An absolute element is clipped only by its containing block.
    if (position === 'absolute' && style.position === 'static' && style.transform === 'none') continue;
    if (style.overflowY !== 'visible') edge = Math.min(edge, at.getBoundingClientRect().bottom);
    position = style.position;
  }
  return { edge, isFixed: position === 'fixed' };
}

/** The lowest painted edges below `from`, measured from the top of the document: `flow` of the content that scrolls, `all` of everything. */
export function lowestEdges(from: number): { flow: number; all: number } {
  let flow = from;
  let all = from;
  // The last elements are usually the lowest, so most elements before them need no measurement.
  for (const element of everything().reverse()) {
    const { bottom } = element.getBoundingClientRect();
    if (bottom + scrollY <= flow || !paints(element)) continue;
    const { edge, isFixed } = visiblePart(element, bottom);
    if (isFixed) all = Math.max(all, Math.min(edge, innerHeight));
    else flow = Math.max(flow, edge + scrollY);
  }
  return { flow, all: Math.max(all, flow) };
}
