// Runs in the page: finds small targets, cut-off texts, overlapping texts and animations.
import { ancestors, controls, elements, isSeen, nameOf, texts } from './tree.mjs';

/** The target size of WCAG 2.2, 2.5.5, in pixels. */
const TARGET = 44;

/** Returns true for a link in a sentence. 2.5.5 exempts it (“Inline”). */
function isInText(control) {
  if (control.localName !== 'a' || getComputedStyle(control).display !== 'inline') return false;
  return control.parentElement?.textContent.trim() !== control.textContent.trim();
}

/** Returns the target of a control. For a checkbox or radio button it includes the label. */
function hitBox(control) {
  const boxes = [control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect());
  const isLabelled = /^(radio|checkbox)$/.test(control.type);
  const [own] = boxes;
  if (!isLabelled) return own;
  const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])));
  return { width: right - left, height: bottom - top };
}

export function smallTargets(root) {
  return controls(root).flatMap((control) => {
    if (isInText(control)) return [];
    const { width, height } = hitBox(control);
    const isSmall = width < TARGET - 0.01 || height < TARGET - 0.01;
    return isSmall ? [`target of ${width.toFixed(1)} × ${height.toFixed(1)} px: ${nameOf(control)}`] : [];
  });
}

/** Finds texts that extend beyond the page or are cut off by a container, and buttons that are too small for their text. */
export function cutOff(root) {
  const page = document.scrollingElement;
  const found = [];
  if (page.scrollWidth > innerWidth)
    found.push(`the page is ${page.scrollWidth} px wide, the viewport ${innerWidth} px`);
  for (const { element, text, boxes } of texts(root)) {
    const own = boxes.length > 0 ? boxes : [element.getBoundingClientRect()];
    for (const { left, right } of own) {
      if (left < -1 || right > innerWidth + 1) found.push(`“${text}” in ${nameOf(element)} extends beyond the page`);
    }
    const frame = [...ancestors(element)].find(cutsOff);
    if (frame && !isInside(own, frame)) found.push(`“${text}” is cut off by ${nameOf(frame)}`);
  }
  for (const button of controls(root)) {
    if (button.localName === 'button' && isTooSmallFor(button))
      found.push(`the text does not fit into ${nameOf(button)}`);
  }
  return found;
}

const cutsOff = (element) => {
  if (element === document.documentElement || element === document.body) return false;
  const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
  return [overflowX, overflowY].some((one) => /hidden|clip/.test(one)) || textOverflow === 'ellipsis';
};

function isInside(boxes, frame) {
  const edge = frame.getBoundingClientRect();
  return boxes.every(
    ({ left, right, top, bottom }) =>
      left >= edge.left - 1 && right <= edge.right + 1 && top >= edge.top - 1 && bottom <= edge.bottom + 1,
  );
}

const isTooSmallFor = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;

export function overlaps(root) {
  const all = [...texts(root)].flatMap(({ element, text, boxes }) => boxes.map((box) => ({ element, text, box })));
  return all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => {
      if (one.element === other.element || !doOverlap(one.box, other.box)) return [];
      if (coverOf(one.element) !== coverOf(other.element)) return [];
      return [`“${one.text}” overlaps “${other.text}”`];
    }),
  );
}

/** Returns the opaque box that lies over the page and contains the element, such as a list of results. */
function coverOf(element) {
  for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) {
    const { position, backgroundColor } = getComputedStyle(one);
    const isOpaque = backgroundColor.startsWith('rgb(');
    if (position === 'absolute' && isOpaque) return one;
  }
  return undefined;
}

/** Returns true for an overlap that is larger than the overlap of two lines with a low line height. */
function doOverlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 2 && height > Math.min(one.height, other.height) / 3;
}

/** Finds animations and smooth scrolling, for prefers-reduced-motion. */
export function motions(root) {
  const found = [];
  // document.getAnimations() does not include shadow roots.
  for (const { shadowRoot } of [{ shadowRoot: document }, ...elements(root)]) {
    const running = shadowRoot?.getAnimations() ?? [];
    found.push(...running.map(({ effect }) => `an animation runs on ${nameOf(effect.target)}`));
  }
  for (const element of elements(root)) {
    const isDrawnByUs = getComputedStyle(element).appearance === 'none';
    if (element.matches('progress:indeterminate') && isSeen(element) && !isDrawnByUs)
      found.push(`${nameOf(element)} moves`);
    if (getComputedStyle(element).scrollBehavior === 'smooth') found.push(`${nameOf(element)} scrolls smoothly`);
  }
  return found;
}
