// The whole journey in Chromium 109, the oldest Chromium that the elements support. The screenshots are in artifacts/chromium-109.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { launchOldChromium } from '../../../scripts/old-chromium/launch.mjs';
import * as applicant from '../applicant.mjs';
import { recordProblems, useStage } from '../stage.mjs';
import { HEADINGS } from '../walk/walk.mjs';

const OUT = 'artifacts/chromium-109';
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** A partner's colours, with lighter ones for a dark page. */
const BRAND = `
  lending-onboarding { --lending-color-accent: #6d28d9; --lending-color-focus: #6d28d9 }
  @media (prefers-color-scheme: dark) {
    lending-onboarding {
      --lending-color-accent: #c4b5fd; --lending-color-on-accent: #1e1038; --lending-color-focus: #c4b5fd;
    }
  }`;
const ACCENT = { light: 'rgb(109, 40, 217)', dark: 'rgb(196, 181, 253)' };

describe('the journey in Chromium 109', { timeout: 240_000 }, () => {
  const stage = useStage({}, undefined, launchOldChromium);
  before(() => {
    fs.rmSync(OUT, { recursive: true, force: true });
    fs.mkdirSync(OUT, { recursive: true });
  });

  const open = async (scheme = 'light', css = '') => {
    const problems = [];
    const page = await stage.visit(async (opened) => {
      recordProblems(opened, problems);
      await opened.setViewport(PHONE);
      await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await opened.evaluateOnNewDocument(addStyles, css);
    });
    return { page, problems };
  };

  it('runs in a browser without light-dark(), custom states and URL.canParse', async () => {
    assert.match(await stage.browser.version(), /\/109\./);
    const { page } = await open();
    const known = await page.evaluate(() => [CSS.supports('color', 'light-dark(red, red)'), 'canParse' in URL]);
    assert.deepEqual(known, [false, false]);
  });

  for (const scheme of ['light', 'dark']) {
    it(`goes from the business to the offers on a ${scheme} page, and every control is visible`, async () => {
      const { page, problems } = await open(scheme);
      await journey(page, scheme);
      assert.deepEqual(problems, []);
    });

    it(`shows the partner’s colours and the focus on a ${scheme} page`, async () => {
      const { page } = await open(scheme, BRAND);
      await applicant.reach(page, 'Your business');
      await page.focus('>>> button[part="submit"]');
      await page.keyboard.press('Tab');
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      await page.screenshot({ path: path.join(OUT, `brand-${scheme}.png`), fullPage: true });
      assert.deepEqual(await page.evaluate(invisibleControls), []);
      const button = await page.$eval('>>> button[part="submit"]', (one) => {
        const { backgroundColor, outlineColor, outlineWidth } = getComputedStyle(one);
        return { backgroundColor, outlineColor, outlineWidth };
      });
      assert.deepEqual(button, {
        backgroundColor: ACCENT[scheme],
        outlineColor: ACCENT[scheme],
        outlineWidth: '3px',
      });
    });

    it(`derives the other colours from a pale accent on a ${scheme} page`, async () => {
      const { page, problems } = await open(scheme, 'lending-onboarding { --lending-color-accent: #ffdd00 }');
      await applicant.reach(page, 'Your business');
      const button = await page.waitForSelector('>>> button[part="submit"]', { visible: true });
      await page.waitForFunction((one) => getComputedStyle(one).color === 'rgb(0, 0, 0)', {}, button);
      assert.deepEqual(await page.evaluate(invisibleControls), []);
      assert.deepEqual(problems, []);
    });
  }
});

/** Completes the journey. Takes a screenshot of each step and checks that its controls are visible. */
async function journey(page, name) {
  let count = 0;
  const look = async (step) => {
    await page.mouse.move(0, 0);
    await page.screenshot({ path: path.join(OUT, `${name}-${++count}-${step}.png`), fullPage: true });
    assert.deepEqual(await page.evaluate(invisibleControls), [], step);
  };
  await applicant.reach(page, HEADINGS.company);
  await applicant.press(page);
  await page.waitForSelector('>>> #summary', { visible: true });
  await look('company-errors');
  await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(), look });
  await page.waitForSelector('>>> h4', { visible: true });
  await look('offers');
}

/** In the page: adds styles, which its policy allows to scripts only. */
function addStyles(css) {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  });
}

/** In the page: the inputs without a border, the primary buttons without a background, and texts that are too faint. */
function invisibleControls() {
  const roots = [document.querySelector('lending-onboarding').shadowRoot];
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  const all = (selector) =>
    roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter((one) => one.offsetWidth);
  const rgb = (color) => color.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) =>
    [r, g, b]
      .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const contrast = (one, other) => {
    const [low, high] = [light(rgb(one)), light(rgb(other))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const surface = getComputedStyle(document.querySelector('lending-onboarding')).backgroundColor;
  const found = [];
  const require = (element, what, fits) =>
    fits || found.push(`${element.localName}#${element.id || element.textContent.trim()}: ${what}`);
  for (const input of all('input:not([type="radio"], [type="checkbox"], [type="file"]), select')) {
    const { borderTopWidth, borderTopColor, color, backgroundColor } = getComputedStyle(input);
    require(input, 'border', parseFloat(borderTopWidth) >= 1 && contrast(borderTopColor, surface) >= 3);
    require(input, 'text', contrast(color, backgroundColor) >= 7);
  }
  for (const button of all('button.primary')) {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(button);
    const edges = [backgroundColor, borderTopColor].map((edge) => contrast(edge, surface));
    require(button, 'edge', Math.max(...edges) >= 3);
    // An outlined button has the surface behind its text.
    const behind = rgb(backgroundColor)[3] === 0 ? surface : backgroundColor;
    require(button, 'text', contrast(color, behind) >= 4.5);
  }
  for (const text of all('p, label, legend, h2, h3, li, dt, dd, .asked, .answer, .error'))
    require(text, 'text', contrast(getComputedStyle(text).color, surface) >= 4.5);
  return found;
}
