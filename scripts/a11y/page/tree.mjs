// Runs in the page: finds elements, texts and controls, including those in shadow roots, describes them, and waits for them.

export function* elements(root = document.querySelector('#storybook-root')) {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elements(element.shadowRoot);
  }
}

/** Returns the parent of an element in the flat tree. */
export const parentOf = (element) =>
  element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? undefined;

export function* ancestors(element) {
  for (let at = element; at; at = parentOf(at)) yield at;
}

/** Returns true for text that only screen readers get: it is clipped. */
const isCutAway = (element) =>
  [...ancestors(element)].some((at) => /inset\((50%|100%)/.test(getComputedStyle(at).clipPath));

export const isSeen = (element) =>
  element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !isCutAway(element);

/** Yields the visible texts with their elements and the boxes of their lines. */
export function* texts(root) {
  for (const element of elements(root)) {
    if (['OPTION', 'STYLE', 'SCRIPT', 'TEMPLATE'].includes(element.tagName) || !isSeen(element)) continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (boxes.length > 0) yield { element, text: node.data.trim().replace(/\s+/g, ' '), boxes };
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && !/^(radio|checkbox|file|hidden)$/.test(element.type)) {
      yield { element, text: `the text in ${nameOf(element)}`, boxes: [] };
    }
  }
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

export const controls = (root) => [...elements(root)].filter((one) => one.matches(CONTROLS) && isSeen(one));

/** Returns the name of an element in a finding: its step, and its id or text. */
export function nameOf(element) {
  const host = element.getRootNode().host?.localName;
  const own = element.id ? `#${element.id}` : (element.getAttribute('part') ?? element.className);
  const words = element.matches('input, select')
    ? ''
    : ` “${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  return `${host ? `${host} ` : ''}${element.localName}${own ? ` ${own}` : ''}${words}`;
}

const STYLES = ['color', 'background-color', 'border-top-color', 'font-family', 'border-top-left-radius'];

/** Describes the texts and the look of everything that the story shows. */
export function looks() {
  const lines = [...elements()].map((element) => {
    const style = getComputedStyle(element);
    const texts = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : ''));
    return [element.localName, texts.join(''), ...STYLES.map((name) => style.getPropertyValue(name))].join('|');
  });
  return lines.join('\n');
}

/** Milliseconds without a change. It is longer than every delay in the steps. */
const QUIET = 120;

const snapshot = () =>
  [...elements()]
    .map((one) => `${one.localName} ${one.getAttribute('class')} ${one.shadowRoot ? '' : one.textContent}`)
    .join('\n');

const isLeaving = () => [...elements()].some((one) => one.matches('.leaving *'));

/** Waits until the content no longer changes, and the last content of an element has left. */
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
