// Runs in the page: sets its font, colour scheme, direction, text spacing and text size.
import { elements, waitForRest } from './tree.mjs';

/** The text spacing of WCAG 2.2, 1.4.12. */
const SPACED = new CSSStyleSheet();
SPACED.replaceSync(`
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`);

const FONTS = Object.fromEntries(['narrow', 'tall'].map((name) => [name, sheetOf(name)]));

/** Returns a style sheet that sets all text in one of our fonts, so that no font of the machine is used. */
async function sheetOf(name) {
  await Promise.all([name, 'arabic'].map(loadFont));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { font-family: "Story ${name}", "Story arabic" !important; }`);
  return sheet;
}

async function loadFont(name) {
  const face = new FontFace(`Story ${name}`, `url(/fonts/${name}.woff2)`, { weight: '100 900' });
  document.fonts.add(await face.load());
}

export async function setAppearance({ font, scheme, dir, lang, spaced, enlarged }) {
  const { documentElement } = document;
  documentElement.style.colorScheme = scheme;
  documentElement.dir = dir;
  // Their text has the direction of its language. `ar-XB` is English from right to left, so it is measured in the same fonts.
  const language = lang ?? (dir === 'rtl' ? 'ar-XB' : 'en');
  if (documentElement.lang !== language) {
    documentElement.lang = language;
    await waitForRest();
  }
  documentElement.style.fontSize = enlarged ? '200%' : '';
  const ownSheets = [SPACED, ...(await Promise.all(Object.values(FONTS)))];
  const sheets = [...(font ? [await FONTS[font]] : []), ...(spaced ? [SPACED] : [])];
  for (const { shadowRoot } of [{ shadowRoot: document }, ...elements()]) {
    if (!shadowRoot) continue;
    const pageSheets = shadowRoot.adoptedStyleSheets.filter((one) => !ownSheets.includes(one));
    shadowRoot.adoptedStyleSheets = [...pageSheets, ...sheets];
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
