// Runs in the page: waits until its content no longer changes, and the last content of an element has left.
import { elements } from './tree.mjs';

/** Milliseconds without a change. It is longer than every delay in the steps. */
const QUIET = 120;

const snapshot = () =>
  [...elements()]
    .map((one) => `${one.localName} ${one.getAttribute('class')} ${one.shadowRoot ? '' : one.textContent}`)
    .join('\n');

const isLeaving = () => [...elements()].some((one) => one.matches('.leaving *'));

export async function waitForRest() {
  let last = snapshot();
  const end = performance.now() + 2000;
  for (let since = performance.now(); performance.now() - since < QUIET && performance.now() < end;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = snapshot();
    if (now !== last || isLeaving()) since = performance.now();
    last = now;
  }
}
