import type { LendingElement } from './base/element.js';

/** The CDN entry: loads an element, and registers it, when the page uses its tag. */
const elements: Record<string, () => Promise<Record<string, typeof LendingElement>>> = {
  'lending-applicant': () => import('./components/lending-applicant.js'),
  'lending-company': () => import('./components/lending-company.js'),
  'lending-consent': () => import('./components/lending-consent.js'),
  'lending-documents': () => import('./components/lending-documents.js'),
  'lending-onboarding': () => import('./components/lending-onboarding.js'),
  'lending-prequalification': () => import('./components/lending-prequalification.js'),
  'lending-review': () => import('./components/lending-review.js'),
  'lending-widget': () => import('./components/lending-widget.js'),
};

function load({ localName }: Element): void {
  const start = elements[localName];
  if (!start) return;
  delete elements[localName];
  start()
    .then((module) => Object.values(module).forEach((element) => element.define()))
    .catch(loadWhole)
    .catch((error: unknown) => {
      elements[localName] = start;
      reportError(error);
    });
}

/**
 * Chromium and Firefox never ask again for a file that did not come, and the files of the elements import one another. The
 * file that has everything needs none of them. A page whose import map may hold hashes might have none for that one.
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

/** Loads an element and those in its open shadow root. An element that is not defined yet gets its shadow root later. */
function look(element: Element): void {
  load(element);
  const { localName, shadowRoot } = element;
  // Ours bring what they show along.
  if (localName.startsWith('lending-')) return;
  if (shadowRoot) watch(shadowRoot);
  // An element makes its shadow root at the latest when it has drawn itself.
  else if (element.matches(':not(:defined)')) {
    void customElements.whenDefined(localName).then(() => setTimeout(look, 0, element));
  }
}

function watch(root: Document | ShadowRoot): void {
  observer.observe(root, { childList: true, subtree: true });
  for (const element of root.querySelectorAll('*')) look(element);
}

watch(document);
