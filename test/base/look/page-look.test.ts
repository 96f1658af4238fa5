import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait.js';
import type { LendingElement } from '../../../src/base/element.js';
import { contrast, readColours } from '../../../src/base/look/colours/page-colours.js';
import { COLOUR_NAMES, weakPairs, type ColourName } from '../../../src/developer/colours.js';
import { setup } from '../../support/journey.js';

/** Pages with a look of their own: the style of the place of the journey, and its typeface, text and background. */
const PAGES = {
  'a dark page with serifs': 'background: #14110f; color: #efe6da; font-family: Georgia, serif',
  'a dashboard like those of Bootstrap':
    'background: #f8f9fa; color: #212529; font-family: system-ui; accent-color: #0d6efd; --bs-primary: #0d6efd',
  'a sidebar of 360 pixels': 'width: 360px; background: #1e293b; color: #cbd5e1; font-family: monospace',
  'a page with a middle grey and pale text': 'background: #8a8a8a; color: #9a9a9a; font-family: fantasy',
};

const styleOf = (element: Element) => getComputedStyle(element);

describe('look="page"', () => {
  /** A journey in a place with this style. */
  async function place(style: string, properties: object = { look: 'page' }) {
    const frame = document.createElement('div');
    frame.style.cssText = style;
    document.body.append(frame);
    const journey = await setup(properties);
    frame.append(journey.element);
    await journey.element.updateComplete;
    const step = await journey.reach('company');
    return { ...journey, frame, step, done: () => frame.remove() };
  }

  for (const [name, style] of Object.entries(PAGES))
    it(`has the typeface, text and background of ${name}, and enough contrast`, async () => {
      const { element, frame, step, done } = await place(style);
      const [page, journey] = [styleOf(frame), styleOf(element)];
      expect(styleOf(step.find('h2')!).fontFamily).to.equal(page.fontFamily);
      expect([journey.backgroundColor, journey.boxShadow, journey.padding]).to.deep.equal([
        'rgba(0, 0, 0, 0)',
        'none',
        '0px',
      ]);
      if (!name.includes('pale')) expect(journey.color).to.equal(page.color);
      for (const one of [element, step.element] as LendingElement[])
        expect(weakPairs(readColours(one, COLOUR_NAMES)), one.localName).to.deep.equal([]);
      done();
    });

  it('has the accent of the page, unless a token sets it', async () => {
    for (const [token, accent] of [
      ['', '13 110 253'],
      ['--lending-color-accent: rgb(91 33 182)', '91 33 182'],
    ]) {
      const { element, done } = await place(`background: #fff; accent-color: rgb(13 110 253); ${token}`);
      expect(readColours(element, ['brand']).brand.join(' ')).to.equal(accent);
      done();
    }
  });

  it('keeps its own surface on a picture and on a transparent colour', async () => {
    for (const background of ['linear-gradient(red, blue)', 'rgb(0 0 0 / 50%)']) {
      const { element, done } = await place(`background: ${background}; color: #eee`);
      expect(styleOf(element).backgroundColor, background).to.equal('rgb(255, 255, 255)');
      expect(weakPairs(readColours(element, COLOUR_NAMES))).to.deep.equal([]);
      done();
    }
  });

  it('follows a page that becomes dark', async () => {
    const { element, frame, done } = await place('background: #fff; color: #111');
    frame.style.cssText = 'background: #111; color: #eee';
    document.body.classList.add('dark');
    await waitUntil(() => styleOf(element).color === 'rgb(238, 238, 238)', 'the text is light');
    expect(weakPairs(readColours(element, COLOUR_NAMES))).to.deep.equal([]);
    document.body.removeAttribute('class');
    done();
  });

  it('is compact for a mouse only', async () => {
    const { step, done } = await place('', { density: 'compact' });
    const hasMouse = matchMedia('(pointer: fine) and (not (any-pointer: coarse))').matches;
    const { height } = step.find('input')!.getBoundingClientRect();
    expect([height, styleOf(step.find('input')!).fontSize]).to.deep.equal(hasMouse ? [40, '15px'] : [44, '16px']);
    const [, first, second] = step.all('.field').map((one) => one.getBoundingClientRect());
    expect(Math.round(second!.top - first!.bottom)).to.equal(16);
    done();
  });
});

/** The places of each text and of each line. WCAG 2.2 asks for 4.5 : 1 (1.4.3) and 3 : 1 (1.4.11). */
const PLACES: readonly [least: number, front: ColourName, backs: readonly ColourName[]][] = [
  [4.5, 'text', ['surface', 'tint', 'sunken', 'error-tint']],
  [4.5, 'muted', ['surface', 'tint', 'sunken']],
  [4.5, 'link', ['surface', 'tint']],
  [4.5, 'error', ['surface', 'error-tint']],
  [4.5, 'warning', ['surface']],
  [4.5, 'success', ['surface']],
  [4.5, 'on-accent', ['accent', 'accent-strong']],
  [3, 'border', ['surface']],
  [3, 'error-border', ['surface']],
  [3, 'focus', ['surface']],
];

describe('weakPairs()', () => {
  for (const [least, front, backs] of PLACES)
    it(`measures ${front} on ${backs.join(', ')}, and wants ${least} : 1`, () => {
      for (const back of backs) {
        const [pair, ...others] = weakPairs({ [front]: [9, 9, 9], [back]: [9, 9, 9] });
        expect([pair?.front, others], back).to.deep.equal([front, []]);
        expect(pair!.found).to.match(new RegExp(`on --lending-color-${back} .+ needs ${least} : 1\\.$`));
      }
    });
});

describe('contrast()', () => {
  it('agrees with the examples of WCAG', () => {
    const pairs = [
      [[0, 0, 0], [255, 255, 255], '21.00'],
      [[119, 119, 119], [255, 255, 255], '4.48'],
      [[91, 33, 182], [6, 37, 43], '1.79'],
    ] as const;
    for (const [one, other, ratio] of pairs) expect(contrast(one, other).toFixed(2)).to.equal(ratio);
  });
});
