// Runs in the page after a key press: checks each control while it has the focus.
import { contrastAround } from './colours.mjs';
import { ancestors, controls, nameOf } from './tree.mjs';

/** The values of WCAG 2.2, 2.4.13 and 1.4.11. */
const WIDTH = 2;
const CONTRAST = 3;

const active = () => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};

/** Finds controls with a missing, thin, pale or cut focus ring, and controls that are covered while they have the focus. */
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
  if (contrast < CONTRAST) return `a ring of ${contrast.toFixed(2)} : 1`;
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
