// Runs in a page: waits until nothing changes there any more.
import { elements } from './tree.mjs';

/** How long nothing may have changed, in milliseconds: longer than any of the steps waits before it goes on. */
const QUIET = 120;

const drawn = () =>
  [...elements()]
    .map((one) => `${one.localName} ${one.getAttribute('class')} ${one.shadowRoot ? '' : one.textContent}`)
    .join('\n');

/** Waits until what is drawn has been the same for a while. What never rests is looked at as it is after two seconds. */
export async function rest() {
  let last = drawn();
  const end = performance.now() + 2000;
  for (let since = performance.now(); performance.now() - since < QUIET && performance.now() < end;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = drawn();
    if (now !== last) since = performance.now();
    last = now;
  }
}
