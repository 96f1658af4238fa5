// Runs in a page: measures the contrast of what is drawn there, by what the browser computed.
import { ancestors, controls, isSeen, nameOf, parentOf, texts } from './tree.mjs';

/** WCAG 2.2, 1.4.6 for text of any size, and 1.4.11. */
const TEXT = 7;
const PART = 3;

const ink = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const read = new Map();

/** Any colour that CSS knows, as four numbers from 0 to 1. */
function rgba(colour) {
  if (!read.has(colour)) {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = ink.getImageData(0, 0, 1, 1).data;
    read.set(colour, [red / 255, green / 255, blue / 255, alpha / 255]);
  }
  return read.get(colour);
}

/** One colour laid over another that lets nothing through. */
const over = ([red, green, blue, alpha], below, opacity = 1) =>
  [red, green, blue].map((part, index) => part * alpha * opacity + below[index] * (1 - alpha * opacity));

const canvasColour = () =>
  rgba(getComputedStyle(document.documentElement).colorScheme.startsWith('dark') ? '#121212' : '#fff');

/** What an element's own colours look like where it is drawn: over its ancestors, and through their opacity. */
function seen(element, colour) {
  const layers = [...ancestors(element)].reverse();
  let below = canvasColour().slice(0, 3);
  const groups = [];
  for (const layer of layers) {
    const { backgroundColor, opacity } = getComputedStyle(layer);
    if (Number(opacity) < 1) groups.push([below, Number(opacity)]);
    below = over(rgba(backgroundColor), below);
  }
  let front = colour ? over(rgba(colour), below) : below;
  for (const [behind, opacity] of groups.reverse()) {
    [front, below] = [front, below].map((one) => over([...one, 1], behind, opacity));
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

/** What a colour is seen against, around an element. */
const around = (element) => seen(parentOf(element)).below;

/** The contrast of a colour that is drawn around an element, such as its focus ring. */
export const contrastAround = (element, colour) => {
  const behind = around(element);
  return ratio(over(rgba(colour), behind), behind);
};

/** Texts below 7 : 1. */
export function paleTexts(root) {
  const found = [];
  for (const { element, text } of texts(root)) {
    const { front, below } = seen(element, getComputedStyle(element).color);
    const contrast = ratio(front, below);
    if (contrast < TEXT) found.push(`contrast ${contrast.toFixed(2)} : 1 of “${text}” in ${nameOf(element)}`);
  }
  return found;
}

/** Controls whose edge, and whose filling, are both below 3 : 1. A link, and a button that looks like one, is its words. */
export function paleEdges(root) {
  return controls(root).flatMap((control) => {
    const { borderTopColor, borderTopWidth, backgroundColor, textDecorationLine } = getComputedStyle(control);
    const isNative = /^(radio|checkbox|file)$/.test(control.type);
    if (isNative || textDecorationLine === 'underline' || !isSeen(control)) return [];
    const colours = [parseFloat(borderTopWidth) >= 1 && borderTopColor, backgroundColor].filter(Boolean);
    const best = Math.max(...colours.map((colour) => contrastAround(control, colour)));
    return best < PART ? [`edge ${best.toFixed(2)} : 1 of ${nameOf(control)}`] : [];
  });
}
