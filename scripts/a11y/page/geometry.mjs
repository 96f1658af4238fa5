// Runs in a page: measures what is too small to hit, cut off, or lies over something else.
import { ancestors, controls, elements, isSeen, nameOf, texts } from './tree.mjs';

/** WCAG 2.2, 2.5.5. */
const TARGET = 44;

/** A link in a sentence is as high as its line (2.5.5, “Inline”). */
function isInText(control) {
  if (control.localName !== 'a' || getComputedStyle(control).display !== 'inline') return false;
  return control.parentElement?.textContent.trim() !== control.textContent.trim();
}

/** A tick box is hit by its label, too. */
function hitBox(control) {
  const boxes = [control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect());
  const isLabelled = /^(radio|checkbox)$/.test(control.type);
  const [own] = boxes;
  if (!isLabelled) return own;
  const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])));
  return { width: right - left, height: bottom - top };
}

/** Controls that are smaller than 44 by 44 pixels. */
export function smallTargets(root) {
  return controls(root).flatMap((control) => {
    if (isInText(control)) return [];
    const { width, height } = hitBox(control);
    const isSmall = width < TARGET - 0.01 || height < TARGET - 0.01;
    return isSmall ? [`target of ${width.toFixed(1)} × ${height.toFixed(1)} px: ${nameOf(control)}`] : [];
  });
}

/** Texts and controls that reach beyond the page, or are cut off by what they stand in. */
export function cutOff(root) {
  const page = document.scrollingElement;
  const found = [];
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} px wide, and ${innerWidth} are seen`);
  for (const { element, text, boxes } of texts(root)) {
    const own = boxes.length > 0 ? boxes : [element.getBoundingClientRect()];
    for (const { left, right } of own) {
      if (left < -1 || right > innerWidth + 1) found.push(`“${text}” in ${nameOf(element)} reaches out of the page`);
    }
    const frame = [...ancestors(element)].find(cutsOff);
    if (frame && !isInside(own, frame)) found.push(`“${text}” is cut off by ${nameOf(frame)}`);
  }
  for (const button of controls(root)) {
    if (button.localName === 'button' && isTooSmallFor(button))
      found.push(`the words do not fit into ${nameOf(button)}`);
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

/** Texts of different elements that lie over each other. */
export function overlaps(root) {
  const all = [...texts(root)].flatMap(({ element, text, boxes }) => boxes.map((box) => ({ element, text, box })));
  return all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => {
      if (one.element === other.element || !doOverlap(one.box, other.box)) return [];
      return [`“${one.text}” lies over “${other.text}”`];
    }),
  );
}

/** By more than what a low line height lets the boxes of two lines share. */
function doOverlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 2 && height > Math.min(one.height, other.height) / 3;
}

/** What moves although less motion is asked for. */
export function motions(root) {
  const found = [];
  // The document does not tell of what runs in shadow roots.
  for (const { shadowRoot } of [{ shadowRoot: document }, ...elements(root)]) {
    const running = shadowRoot?.getAnimations() ?? [];
    found.push(...running.map(({ effect }) => `an animation runs on ${nameOf(effect.target)}`));
  }
  for (const element of elements(root)) {
    if (element.matches('progress:indeterminate') && isSeen(element)) found.push(`${nameOf(element)} moves`);
    if (getComputedStyle(element).scrollBehavior === 'smooth') found.push(`${nameOf(element)} scrolls smoothly`);
  }
  return found;
}
