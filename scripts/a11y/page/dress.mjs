// Runs in a page: gives it a colour scheme, a direction, and what people change about text.
import { elements } from './tree.mjs';

/** The values of WCAG 2.2, 1.4.12. */
const SPACED = new CSSStyleSheet();
SPACED.replaceSync(`
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`);

export async function dress({ scheme, dir, spaced, enlarged }) {
  const { documentElement } = document;
  documentElement.style.colorScheme = scheme;
  documentElement.dir = dir;
  documentElement.style.fontSize = enlarged ? '200%' : '';
  for (const { shadowRoot } of [{ shadowRoot: document }, ...elements()]) {
    if (!shadowRoot) continue;
    const others = shadowRoot.adoptedStyleSheets.filter((one) => one !== SPACED);
    shadowRoot.adoptedStyleSheets = spaced ? [...others, SPACED] : others;
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
