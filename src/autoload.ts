/** The CDN entry for pages that do not know which elements they use: loads an element when the page uses its tag. */
export { addLanguage } from './base/languages.js';
export { version } from './version.js';

const WIDGET = 'lending-widget';
const STEPS = [
  'lending-applicant',
  'lending-company',
  'lending-consent',
  'lending-documents',
  'lending-onboarding',
  'lending-prequalification',
  'lending-review',
];
const tags = new Set([WIDGET, ...STEPS]);
let usesSteps = false;

/** The widget alone has a small file. With other elements, it comes from their files, which have the same base. */
async function loadElement(tag: string): Promise<void> {
  usesSteps ||= tag !== WIDGET || !!document.querySelector(STEPS.join());
  if (usesSteps) await (await import('./journey.js')).define(tag);
  else await import('./widget.js');
}

function load({ localName }: Element): void {
  if (!tags.delete(localName)) return;
  loadElement(localName)
    .catch(loadWhole)
    .catch((error: unknown) => {
      tags.add(localName);
      reportError(error);
    });
}

/**
 * Chromium and Firefox never request a module again that failed to load, and the files of the elements import one another. The
 * bundle of everything imports none of them. An import map may hold hashes without one for the bundle, so it is not loaded
 * there.
 */
async function loadWhole(error: unknown): Promise<void> {
  if (document.querySelector('[type=importmap]')) throw error;
  const file = './lending-elements.js';
  await import(/* @vite-ignore */ file);
}

const observer = new MutationObserver((records) => {
  for (const { addedNodes } of records) {
    for (const node of addedNodes) if (node instanceof Element) [node, ...node.querySelectorAll('*')].forEach(look);
  }
});

/** Loads an element, and those in its open shadow root. An element that is not defined yet gets its shadow root later. */
function look(element: Element): void {
  load(element);
  const { localName, shadowRoot } = element;
  // Our elements load the elements that they render.
  if (localName.startsWith('lending-')) return;
  if (shadowRoot) watch(shadowRoot);
  // An element has its shadow root by its first render.
  else if (element.matches(':not(:defined)')) {
    void customElements.whenDefined(localName).then(() => setTimeout(look, 0, element));
  }
}

function watch(root: Document | ShadowRoot): void {
  observer.observe(root, { childList: true, subtree: true });
  for (const element of root.querySelectorAll('*')) look(element);
}

watch(document);
