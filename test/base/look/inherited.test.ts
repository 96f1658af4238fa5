import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { expect, mount } from '../../support/component.js';
import { setup, type Screen } from '../../support/journey.js';
import { ready, setupReady } from '../../support/widget.js';

/** Each property accepts one of these that is not its initial value. */
const VALUES = (
  'none|hidden|7px|9|0.5|30%|rgb(1, 2, 3)|"x"|url("data:,")|drag|center|right|end|normal|bold|italic|uppercase|nowrap|rtl|dark|' +
  'inside|upper-roman|collapse|bottom|hide|pixelated|crosshair|break-all|anywhere|small-caps|auto|strict|manual|over|under|' +
  '1px 2px rgb(1, 2, 3)|vertical-rl|sideways|all|exact|optimizelegibility|balance|"kern" 0|evenodd|square|round|stroke|middle|' +
  'first|allow-keywords|read-write|visual|space-all|block|red blue|ruby|text|sub|standard|compact|optimizespeed|inert|reverse|' +
  'historical-forms|slashed-zero|geometricprecision|0|preserve-breaks|under right'
).split('|');

/** Inherited properties of the page that the elements keep, and the reason. */
const KEPT: Readonly<Record<string, RegExp>> = {
  'The page decides it for this place':
    /^(color-scheme|direction|-webkit-rtl-ordering|-webkit-locale|visibility|pointer-events|interactivity|-webkit-user-modify)$/,
  'It belongs to the typeface, which a page may set':
    /^(font-(family|palette|synthesis-.+)|-webkit-font-smoothing|text-rendering)$/,
  'It makes lines and ends of lines even':
    /^(-webkit-)?(hyphen.+|text-(wrap-style|justify|autospace|spacing-trim)|hanging-punctuation)$/,
  'It decorates':
    /^(accent-color|caret-(animation|shape)|scrollbar-color|-webkit-tap-highlight-color|dynamic-range-limit)$/,
  'It is about lines that the elements draw themselves': /^text-(underline-(offset|position)|decoration-skip-ink)$/,
  'It needs another property, which is reset':
    /^(-webkit-)?text-(orientation|combine-upright|emphasis-position|box-edge)$|^glyph-/,
  'Only icons have it, which repeat words':
    /^(fill|stroke|clip-rule|color-(inter|ren)|marker|paint-order|shape-r|text-anchor|dominant-)/,
  'The elements have no table, picture, formula, quotation or ruby text, no tab and no animated size':
    /^(border-|-webkit-border-|caption-|empty-|image-|math-|quotes$|ruby-|tab-size$|interpolate-size$)/,
  'The page decides whether a phone enlarges text': /^-moz-text-size-adjust$/,
  'It is about paper': /^(print-color-adjust|orphans|widows)$/,
  'No browser, or only old style sheets, make use of it':
    /^(speak|-webkit-(box-direction|line-box-contain|line-grid))$/,
};
const isKept = (name: string) => Object.values(KEPT).some((names) => names.test(name));

/** The inherited properties of this browser, each with a value that is not its initial one. */
function inheritedProperties(): [name: string, value: string][] {
  const parent = document.createElement('div');
  const child = parent.appendChild(document.createElement('span'));
  document.body.append(parent);
  const [set, got] = [getComputedStyle(parent), getComputedStyle(child)];
  const found = [...set].flatMap((name) => {
    const [initial, before] = [set.getPropertyValue(name), got.getPropertyValue(name)];
    for (const value of VALUES) {
      parent.style.cssText = `${name}: ${value}`;
      const [now, inherited] = [set.getPropertyValue(name), got.getPropertyValue(name)];
      if (now === initial) continue;
      return inherited === now && inherited !== before ? [[name, value] as [string, string]] : [];
    }
    return [];
  });
  parent.remove();
  return found;
}

/** The ways in which a property of the page arrives at an element. */
const WAYS: Readonly<Record<string, (element: Element, declaration: string) => () => void>> = {
  'the element around it': ({ parentElement }, declaration) => {
    parentElement!.style.cssText = declaration;
    return () => parentElement!.removeAttribute('style');
  },
  'every element of the page': (_, declaration) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { ${declaration} }`);
    document.adoptedStyleSheets.push(sheet);
    return () => void document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);
  },
};

/** The inherited properties that change one of these elements when the page sets them. */
function entering(host: Element, elements: readonly Element[], way: keyof typeof WAYS): string[] {
  return inheritedProperties().flatMap(([name, value]) => {
    const values = () => elements.map((one) => getComputedStyle(one).getPropertyValue(name)).join('|');
    const before = values();
    const undo = WAYS[way]!(host, `${name}: ${value}`);
    const after = values();
    undo();
    return before === after ? [] : [name];
  });
}

const partsOf = (screen: Screen) => screen.all('h2, label, legend, .hint, input, button, li, p');

describe('inherited properties of the page', () => {
  it('are found in the browser’s own list', () => {
    const names = inheritedProperties().map(([name]) => name);
    expect(names.length).to.be.above(90);
    expect(names).to.include.members([
      'text-indent',
      'text-wrap-mode',
      'letter-spacing',
      'caret-color',
      'list-style-image',
    ]);
  });

  for (const way of Object.keys(WAYS)) {
    it(`do not enter a form from ${way}, unless there is a reason`, async () => {
      const form = await mount(LendingPrequalificationElement);
      await form.submitRejected();
      expect(entering(form.element, partsOf(form), way).filter((name) => !isKept(name))).to.deep.equal([]);
    });

    it(`do not enter a journey and its step from ${way}, unless there is a reason`, async () => {
      const { element, screen, reach } = await setup();
      const parts = [...partsOf(screen), ...partsOf(await reach('company'))];
      expect(entering(element, parts, way).filter((name) => !isKept(name))).to.deep.equal([]);
    });

    it(`keep letter and word spacing from ${way} with look="page"`, async () => {
      const { element, reach } = await setup({ look: 'page' });
      const label = (await reach('company')).find('label')!;
      expect(entering(element, [label], way).filter((name) => !isKept(name))).to.deep.equal([
        'letter-spacing',
        'word-spacing',
      ]);
    });
  }

  const hosts: Record<string, () => Promise<Element>> = {
    alone: async () => (await setupReady()).element,
    'in a journey': async () => {
      const { element, reach } = await setup({}, { done: 'requestOffers' });
      await ready((await reach('widget')).element);
      return element;
    },
  };
  for (const [place, open] of Object.entries(hosts))
    it(`reach the service’s widget ${place}`, async () => {
      const host = await open();
      const names = entering(host, [host.querySelector('[id^="lending-widget-"]')!], 'the element around it');
      expect(names).to.include.members(['text-transform', 'text-indent', 'letter-spacing', 'cursor', 'line-break']);
    });
});
