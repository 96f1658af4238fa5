// Runs in the page: measures contrasts from the computed colours, also of each control while it has the focus.
import { ancestors, controls, isSeen, nameOf, parentOf, texts } from './tree.mjs';

/** The contrasts of WCAG 2.2, 1.4.6 (for text of any size) and 1.4.11. */
const TEXT = 7;
const PART = 3;

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const read = new Map();

/** Converts any CSS colour to red, green, blue and alpha from 0 to 1. */
function rgba(colour) {
  if (!read.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    read.set(colour, [red / 255, green / 255, blue / 255, alpha / 255]);
  }
  return read.get(colour);
}

/** Blends a colour with an opaque colour behind it. */
const blend = ([red, green, blue, alpha], below, opacity = 1) =>
  [red, green, blue].map((part, index) => part * alpha * opacity + below[index] * (1 - alpha * opacity));

const canvasColour = () =>
  rgba(getComputedStyle(document.documentElement).colorScheme.startsWith('dark') ? '#121212' : '#fff');

/** Returns the drawn colours of an element, blended with the backgrounds and opacities of its ancestors. */
function drawnColours(element, colour) {
  const layers = [...ancestors(element)].reverse();
  let below = canvasColour().slice(0, 3);
  const groups = [];
  for (const layer of layers) {
    const { backgroundColor, opacity } = getComputedStyle(layer);
    if (Number(opacity) < 1) groups.push([below, Number(opacity)]);
    below = blend(rgba(backgroundColor), below);
  }
  let front = colour ? blend(rgba(colour), below) : below;
  for (const [behind, opacity] of groups.reverse()) {
    [front, below] = [front, below].map((one) => blend([...one, 1], behind, opacity));
  }
  return { front, below };
}

function luminance(colour) {
  const [red, green, blue] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const around = (element) => drawnColours(parentOf(element)).below;

/** Returns the contrast of a colour around an element, such as its focus ring. */
const contrastAround = (element, colour) => {
  const behind = around(element);
  return ratio(blend(rgba(colour), behind), behind);
};

export function paleTexts(root) {
  const found = [];
  for (const { element, text } of texts(root)) {
    const { front, below } = drawnColours(element, getComputedStyle(element).color);
    const contrast = ratio(front, below);
    if (contrast < TEXT) found.push(`contrast ${contrast.toFixed(2)} : 1 of “${text}” in ${nameOf(element)}`);
  }
  return found;
}

const isUnderlined = (element) => getComputedStyle(element).textDecorationLine === 'underline';

/** Finds controls whose border and background are both below 3 : 1. Links, and controls that look like links or have one, are checked as text. */
export function paleEdges(root) {
  return controls(root).flatMap((control) => {
    const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(control);
    const isText = [control, ...control.querySelectorAll('*')].some(isUnderlined);
    if (control.type === 'file' || isText || !isSeen(control)) return [];
    const icon = control.querySelector('svg');
    const edge = parseFloat(borderTopWidth) >= 1 && borderTopColor;
    const colours = [edge, backgroundColor, icon && getComputedStyle(icon).stroke].filter(Boolean);
    const best = Math.max(...colours.map((colour) => contrastAround(control, colour)));
    return best < PART ? [`edge ${best.toFixed(2)} : 1 of ${nameOf(control)}`] : [];
  });
}

/** The width of a focus ring in WCAG 2.2, 2.4.13. */
const WIDTH = 2;

const active = () => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};

/** After a key press: finds controls with a missing, thin, pale or cut focus ring, and controls that are covered while they have the focus. */
export function weakFocus(root) {
  return controls(root).flatMap((control) => {
    control.focus();
    if (active() !== control) return [`${nameOf(control)} does not take the focus`];
    const found = [ringOf(control), coverOf(control)].filter(Boolean);
    control.blur();
    return found.map((problem) => `${nameOf(control)} with the focus: ${problem}`);
  });
}

function ringOf(control) {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(control);
  if (!control.matches(':focus-visible')) return 'it does not match :focus-visible';
  // Elements of the page itself have the browser's default ring.
  if (outlineStyle === 'auto' && control.getRootNode() === document) return undefined;
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < WIDTH) return `a ring of ${outlineStyle} ${outlineWidth}`;
  const contrast = contrastAround(control, outlineColor);
  if (contrast < PART) return `a ring of ${contrast.toFixed(2)} : 1`;
  const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const frame = [...ancestors(control)].slice(1).find((one) => cutsRing(one, control, reach));
  return frame ? `its ring is cut off by ${nameOf(frame)}` : undefined;
}

function cutsRing(frame, control, reach) {
  if (frame === document.body || frame === document.documentElement) return false;
  if (!/hidden|clip|auto|scroll/.test(getComputedStyle(frame).overflow)) return false;
  const [edge, box] = [frame, control].map((one) => one.getBoundingClientRect());
  return box.left - reach < edge.left - 1 || box.right + reach > edge.right + 1;
}

/** Returns a problem if another element covers one of the corners, or if a corner is outside the viewport. A link can have two lines. */
function coverOf(control) {
  const inset = 5;
  for (const { left, right, top, bottom } of control.getClientRects()) {
    for (const x of [left + inset, right - inset]) {
      for (const y of [top + inset, bottom - inset]) {
        const hit = deepest(x, y);
        // A button inside an input, such as that which clears a search, is a part of it.
        const isPart = control.parentElement?.matches('.search') && control.parentElement.contains(hit);
        // A list of results closes when the focus leaves it, at the next rendering.
        if (hit?.closest('[role="listbox"]')) continue;
        if (!hit || (!isPart && ![...ancestors(hit)].includes(control)))
          return `${hit ? nameOf(hit) : 'the edge of the viewport'} covers it`;
      }
    }
  }
  return undefined;
}

function deepest(x, y) {
  let root = document;
  let hit = root.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    root = hit.shadowRoot;
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
