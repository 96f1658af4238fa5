import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { waitUntil } from '../../../support/wait.js';
import { LendingCompanyElement } from '../../../../src/components/company/lending-company.js';
import { deriveColours, readColours, contrast, type Colour } from '../../../../src/base/look/colours/page-colours.js';
import { COLOUR_NAMES, PAIRS } from '../../../../src/developer/colours.js';

LendingCompanyElement.define();

const NAMES = ['accent', 'on-accent', 'accent-strong', 'link', 'surface', 'focus'] as const;
const SURFACES: Colour[] = [
  [255, 255, 255],
  [253, 246, 227],
  [16, 25, 31],
  [43, 43, 43],
];

/** The same twenty colours in each run. */
function seeded(seed: number): Colour[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  return Array.from({ length: 20 }, () => [next(), next(), next()]);
}

/** The style sheets without the rules for engines that derive colours in CSS. */
const withoutSupport = ({ adoptedStyleSheets }: ShadowRoot) =>
  adoptedStyleSheets.map(({ cssRules }) => {
    const rules = [...cssRules].filter((rule) => !(rule instanceof CSSSupportsRule));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.map(({ cssText }) => cssText).join(''));
    return sheet;
  });

const rgb = (colour: Colour) => `rgb(${colour.join(' ')})`;

const cssOf = async (theme: string) =>
  (await fetch(new URL(`../../../../src/themes/${theme}.css`, import.meta.url))).text();

async function setup(isScript = false) {
  const element = await fixture<LendingCompanyElement>(html`<lending-company></lending-company>`);
  await element.updateComplete;
  if (isScript) {
    element.shadowRoot!.adoptedStyleSheets = withoutSupport(element.shadowRoot!);
    element.style.setProperty('--lending-color-accent', 'yellow');
    expect(readColours(element, ['link']).link).to.deep.equal([255, 255, 0]);
    deriveColours(element);
  }
  /** Sets tokens. The script derives the colours again when the attributes of the element have changed. */
  const draw = async (tokens: Record<string, string>) => {
    for (const [name, value] of Object.entries(tokens)) element.style.setProperty(`--lending-${name}`, value);
    await Promise.resolve();
    return readColours(element, NAMES);
  };
  return { element, draw };
}

for (const isScript of [false, true])
  describe(`the colours that ${isScript ? 'a script' : 'CSS'} derives`, () => {
    it('are readable for twenty brand colours on four surfaces, and have 7 : 1 on a darker accent if the partner allows that', async () => {
      const { draw } = await setup(isScript);
      for (const accent of seeded(20261123))
        for (const surface of SURFACES)
          for (const least of [4.5, 7]) {
            const tokens = { 'color-accent': rgb(accent), 'color-surface': rgb(surface), contrast: `${least}` };
            const drawn = await draw(tokens);
            const about = `${String(accent)} on ${String(surface)}, ${least}`;
            if (least === 4.5) expect(drawn.accent, about).to.deep.equal(accent);
            expect(contrast(drawn['on-accent'], drawn.accent), about).to.be.at.least(least);
            expect(contrast(drawn['on-accent'], drawn['accent-strong']), about).to.be.at.least(least);
            expect(contrast(drawn.link, surface), about).to.be.at.least(7);
            expect(drawn.focus, about).to.deep.equal(drawn.link);
          }
    });

    it('leave an accent with enough contrast as it is, and keep the hue of a link', async () => {
      const { draw } = await setup(isScript);
      for (const accent of [[91, 33, 182] as const, [255, 236, 25] as const])
        expect((await draw({ 'color-accent': rgb(accent), contrast: '7' })).accent).to.deep.equal(accent);
      expect((await draw({ 'color-accent': 'rgb(91 33 182)' })).link).to.deep.equal([91, 33, 182]);
      expect((await draw({ 'color-accent': 'red' })).link.slice(1)).to.deep.equal([0, 0]);
    });

    it('have white text on an accent on which it has enough contrast', async () => {
      const { draw } = await setup(isScript);
      for (const [accent, text] of [
        ['#0d6efd', 255],
        ['#1a73e8', 255],
        ['#2563eb', 255],
        ['#2a86ff', 0],
      ] as const)
        expect((await draw({ 'color-accent': accent }))['on-accent'], accent).to.deep.equal([text, text, text]);
    });

    it('follow the partner’s own colours', async () => {
      const { draw } = await setup(isScript);
      const own = { 'color-on-accent': 'rgb(1 2 3)', 'color-link': 'rgb(4 5 6)', 'color-accent-strong': 'rgb(7 8 9)' };
      const drawn = await draw({ 'color-accent': 'yellow', ...own });
      expect([drawn['on-accent'], drawn.link, drawn['accent-strong']]).to.deep.equal([
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ]);
    });

    it('make the README’s example readable on a dark page', async () => {
      const { element, draw } = await setup(isScript);
      element.style.colorScheme = 'dark';
      const drawn = await draw({ 'color-accent': '#5b21b6' });
      expect(contrast(drawn['on-accent'], drawn.accent)).to.be.at.least(4.5);
      expect(contrast(drawn.link, drawn.surface)).to.be.at.least(7);
    });
  });

describe('the derived colours', () => {
  for (const theme of ['default', 'blue', 'green', 'ink', 'warm'])
    it(`have the contrast of WCAG level AAA in the theme ${theme}, light and dark`, async () => {
      const style = await fixture<HTMLStyleElement>(html`<style></style>`);
      style.textContent = theme === 'default' ? '' : await cssOf(theme);
      const { element } = await setup();
      for (const scheme of ['light', 'dark']) {
        element.style.colorScheme = scheme;
        const drawn = readColours(element, COLOUR_NAMES);
        for (const [front, back, least] of PAIRS)
          expect(contrast(drawn[front], drawn[back]), `${scheme}: ${front} on ${back}`).to.be.at.least(
            least === 3 ? 3 : 7,
          );
      }
    });

  for (const theme of ['blue', 'green', 'ink', 'warm'])
    it(`have the same light colours in browsers without light-dark(): ${theme}`, async () => {
      const css = await cssOf(theme);
      const plain = css.match(/--lending-color-[\w-]+: #\w{6}(?=;)/g)!;
      const light = css.match(/--lending-color-[\w-]+: light-dark\(#\w{6}(?=, )/g)!;
      expect(plain).to.have.members(light.map((one) => one.replace('light-dark(', '')));
    });
});

describe('the warning about colours', () => {
  interface Page extends Window {
    console: Console;
    eval(code: string): unknown;
  }

  /** Shows an element in a frame of its own, and returns the warnings of its console. */
  async function warningsOf(css: string, attributes = '') {
    const src = new URL('../../../fixtures/blank.html', import.meta.url).href;
    const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
    const isLoaded = oneEvent(frame, 'load');
    frame.src = src;
    await isLoaded;
    const page = frame.contentWindow as unknown as Page;
    const warnings: string[] = [];
    page.console.warn = (message: string) =>
      /^(lending-elements|<lending-company>): /.test(message) && warnings.push(message);
    const style = frame.contentDocument!.createElement('style');
    style.textContent = `lending-company { ${css} }`;
    frame.contentDocument!.head.append(style);
    const load = (file: string) => page.eval(`import('${new URL(`../../../../src/${file}`, import.meta.url).href}')`);
    await load('define/lending-company.ts');
    const element = frame.contentDocument!.createElement('lending-company') as LendingCompanyElement;
    if (attributes) element.setAttribute('diagnostics', attributes);
    frame.contentDocument!.body.append(element);
    await element.updateComplete;
    const { followPageColours } = (await load('base/look/colours/derived.ts')) as {
      followPageColours(one: HTMLElement): Promise<void>;
    };
    await followPageColours(element);
    return warnings;
  }

  it('checks the page’s colours after the first paint', async () => {
    const order: string[] = [];
    const element = document.createElement('lending-company');
    const { getComputedStyle: original } = globalThis;
    globalThis.getComputedStyle = (one, ...rest) => {
      if (one === element) order.push('styles');
      return original(one, ...rest);
    };
    try {
      requestAnimationFrame(() => order.push('frame'));
      document.body.append(element);
      await waitUntil(() => order.includes('styles'), 'the colours are looked at');
      element.remove();
      expect(order).to.eql(['frame', 'styles']);
    } finally {
      globalThis.getComputedStyle = original;
    }
  });

  it('names the tokens, the contrast and a remedy, once', async () => {
    const warnings = await warningsOf(
      '--lending-color-muted: #aaaaaa; --lending-color-tint: #ffffff; --lending-color-sunken: #ffffff',
    );
    expect(warnings).to.deep.equal([
      'lending-elements: --lending-color-muted (#aaaaaa) has a contrast of 2.32 : 1 on --lending-color-surface (#ffffff), and needs 4.5 : 1. Change --lending-color-muted or --lending-color-surface.',
      'lending-elements: --lending-color-muted (#aaaaaa) has a contrast of 2.32 : 1 on --lending-color-tint (#ffffff), and needs 4.5 : 1. Change --lending-color-muted or --lending-color-tint.',
      'lending-elements: --lending-color-muted (#aaaaaa) has a contrast of 2.32 : 1 on --lending-color-sunken (#ffffff), and needs 4.5 : 1. Change --lending-color-muted or --lending-color-sunken.',
    ]);
  });

  it('recommends a derived colour where it is better', async () => {
    const [warning] = await warningsOf('--lending-color-accent: #ffdd00; --lending-color-on-accent: #ffffff');
    expect(warning).to.match(
      /#ffffff\) has a contrast of 1\.34 : 1 on --lending-color-accent .+ Remove --lending-color-on/,
    );
  });

  it('names the line for a light element on a dark page', async () => {
    const dark = 'color: #eee } body { background: #111';
    const line =
      '<lending-company>: the page is dark here, and the element is light. Add :root { color-scheme: dark } to the style sheet of the page, or look="page" to the element.';
    expect(await warningsOf(dark)).to.deep.equal([line]);
    expect(await warningsOf(`${dark} } :root { color-scheme: dark`)).to.be.empty;
    expect(await warningsOf(dark, 'off')).to.be.empty;
  });

  it('does not appear for any brand colour, nor if diagnostics are off', async () => {
    expect(await warningsOf('--lending-color-accent: #ffdd00')).to.be.empty;
    expect(await warningsOf('--lending-color-muted: #aaaaaa', 'off')).to.be.empty;
    expect(await warningsOf('')).to.be.empty;
  });
});
