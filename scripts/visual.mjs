// `npm run test:visual`: compares pictures of the built stories with those in test/visual/. `-- --update` replaces them.
// It uses the Chromium from npm and fonts from npm, so that the pictures do not depend on the machine.
import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import puppeteer from 'puppeteer-core';
import { listStories, openStories, serveStories, showStory } from './a11y/stories.mjs';
import { resolveChromium } from './browser.mjs';
import { fail } from './setup.mjs';

const REFERENCES = 'test/visual';
const OUT = 'artifacts/visual';
/** The number of pixels that may differ. A changed line of text has hundreds. */
const TOLERATED = 20;
/** Long steps are cut off here: their ends look like their beginnings. */
const HIGHEST = 900;
/** The most bytes of all references together, because every clone has every version of them. */
const MOST = 1_500_000;

/** The width of the window, in CSS pixels. */
const WIDTHS = { phone: 390, wide: 900 };

const step = (name, story, view = {}) => ({ name, story: `steps-lending-${story}`, width: 'phone', ...view });
const journey = (name, story, view = {}) => ({
  ...step(name, story, view),
  story: `journey-lending-onboarding--${story}`,
});

const ARABIC = { lang: 'ar', dir: 'rtl' };
const DARK = { scheme: 'dark' };
const WIDE = { width: 'wide' };

/** The pictures: a story of the built Storybook, the width, the colours, the language with its direction, and the theme. No picture shows a time of day. */
const PICTURES = [
  journey('start', 'start'),
  journey('start-wide', 'start', WIDE),
  journey('start-arabic', 'start', ARABIC),
  journey('start-warm', 'start', { theme: 'warm' }),
  journey('start-ink-dark', 'start', { theme: 'ink', ...DARK }),
  journey('introduction', 'introduction'),
  journey('loading', 'loading'),
  journey('failed', 'failed'),
  journey('end', 'end'),
  step('company-errors', 'company--errors'),
  step('company-errors-dark', 'company--errors', DARK),
  step('applicant', 'applicant--filled'),
  step('review', 'review--filled'),
  step('review-wide-dark', 'review--filled', { ...WIDE, ...DARK }),
  step('review-blue', 'review--filled', { theme: 'blue' }),
  step('review-arabic', 'review--filled', ARABIC),
  step('documents', 'documents--filled'),
  step('prequalification-errors', 'prequalification--errors'),
  step('consent', 'consent--unticked'),
  step('consent-wide', 'consent--unticked', WIDE),
  step('consent-green-dark', 'consent--unticked', { theme: 'green', ...DARK }),
  step('consent-rtl', 'consent--right-to-left', { dir: 'rtl' }),
];

const isUpdate = process.argv.includes('--update');

try {
  const all = await listStories().catch(() => []);
  if (all.length === 0)
    throw new Error('Storybook is not built. Run `npm run build && npm run storybook:build` first.');
  const lost = PICTURES.filter(({ story }) => !all.includes(story));
  if (lost.length)
    throw new Error(`scripts/visual.mjs lists ${lost.map(({ story }) => story).join(', ')}, which is not a story.`);
  fs.rmSync(OUT, { recursive: true, force: true });
  const problems = await withBrowser(checkAll);
  report(problems);
} catch (error) {
  fail(error);
}

/** Checks the pictures in the pages that `open()` gives. */
async function checkAll(open) {
  let page = await open();
  const found = [];
  for (const picture of PICTURES) {
    // A browser that has just started can reload its first page.
    const problem = await check(page, picture).catch(async (error) => {
      if (!/context was destroyed/.test(error.message)) throw error;
      page = await open();
      return check(page, picture);
    });
    if (problem) found.push(problem);
  }
  return found;
}

async function withBrowser(run) {
  // An installed browser, or the fonts of the machine, would draw other pictures.
  process.env.CHROME_PATH = 'npm';
  const chromium = await resolveChromium();
  const env = { ...chromium.env, FONTCONFIG_PATH: path.join(path.dirname(chromium.executablePath), 'fonts') };
  const server = await serveStories();
  const browser = await puppeteer.launch({ ...chromium, env });
  try {
    return await run(async () => {
      const page = await openStories(browser, server.url, PICTURES[0].story, (error) => console.error(error));
      await page.emulateTimezone('Europe/London');
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      return page;
    });
  } finally {
    await browser.close();
    server.close();
  }
}

/** Takes a picture and compares it. Returns a sentence if it differs. */
async function check(page, { name, ...view }) {
  const actual = await take(page, view);
  const file = path.join(REFERENCES, `${name}.png`);
  if (isUpdate) return write(file, actual);
  if (!fs.existsSync(file)) {
    write(path.join(OUT, `${name}.actual.png`), actual);
    return `${name} has no picture in ${REFERENCES}`;
  }
  const reference = fs.readFileSync(file).toString('base64');
  const { different, why, picture } = await page.evaluate(compare, actual, reference);
  // JSON has no Infinity.
  if (different !== null && different <= TOLERATED) return undefined;
  write(path.join(OUT, `${name}.actual.png`), actual);
  if (picture) write(path.join(OUT, `${name}.difference.png`), picture);
  return `${name}: ${why}`;
}

async function take(page, { story, width, scheme = 'light', dir = 'ltr', lang, theme }) {
  await page.setViewport({ width: WIDTHS[width], height: 800 });
  await showStory(page, story);
  const css = theme ? fs.readFileSync(`src/themes/${theme}.css`, 'utf8') : '';
  const height = await page.evaluate(
    async (appearance, css) => {
      globalThis.theme ??= document.head.appendChild(document.createElement('style'));
      globalThis.theme.textContent = css;
      const { setAppearance } = await import('/measures/appearance.mjs');
      await setAppearance(appearance);
      const { waitForRest } = await import('/measures/tree.mjs');
      await waitForRest();
      // Its caret blinks.
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      focused?.blur();
      window.scrollTo(0, 0);
      return document.documentElement.scrollHeight;
    },
    { font: 'tall', scheme, dir, lang },
    css,
  );
  const clip = { x: 0, y: 0, width: WIDTHS[width], height: Math.min(height, HIGHEST) };
  // A page from right to left would be drawn outside its place beyond the window.
  const isInside = dir === 'rtl';
  if (isInside) await page.setViewport(clip);
  return page.screenshot({ encoding: 'base64', captureBeyondViewport: !isInside, clip });
}

function write(file, base64) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, Buffer.from(base64, 'base64'));
}

function report(problems) {
  const bytes = PICTURES.map(({ name }) => path.join(REFERENCES, `${name}.png`))
    .filter((file) => fs.existsSync(file))
    .reduce((sum, file) => sum + fs.statSync(file).size, 0);
  if (bytes > MOST)
    throw new Error(`The pictures have ${bytes} bytes, and may have ${MOST}. Take fewer or smaller ones.`);
  const kept = fs.existsSync(REFERENCES) ? fs.readdirSync(REFERENCES).filter((file) => file.endsWith('.png')) : [];
  const unknown = kept.filter((file) => !PICTURES.some(({ name }) => file === `${name}.png`));
  if (isUpdate) for (const file of unknown.splice(0)) fs.rmSync(path.join(REFERENCES, file));
  for (const file of unknown) problems.push(`${file} is in ${REFERENCES}, but not in scripts/visual.mjs`);
  if (problems.length)
    throw new Error(
      `${problems.join('\n')}\nThe new pictures and their differences are in ${OUT}. If the change is right, run \`npm run test:visual -- --update\`, look at the pictures, and commit them.`,
    );
  const size = `${Math.round(bytes / 1000)} kB`;
  console.log(
    isUpdate
      ? `${PICTURES.length} pictures (${size}) are in ${REFERENCES}.`
      : `${PICTURES.length} pictures are the same (${size}).`,
  );
}

/**
 * Runs in the page: compares two pictures in base64. Returns the number of pixels that differ, and a picture in which they are red.
 */
async function compare(actual, reference) {
  /** A difference of one part of a colour, from 0 to 255, that nobody sees. Processors round differently. */
  const NOTICED = 6;
  const read = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const write = async (image) => {
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').putImageData(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  };
  const [one, other] = await Promise.all([actual, reference].map(read));
  if (one.width !== other.width || one.height !== other.height) {
    const sizes = [other, one].map(({ width, height }) => `${width} × ${height}`);
    return { different: Infinity, why: `its size was ${sizes[0]}, and is ${sizes[1]}` };
  }
  const { data } = one;
  let different = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isSame = [0, 1, 2].every((part) => Math.abs(data[at + part] - other.data[at + part]) <= NOTICED);
    if (!isSame) different += 1;
    const pale = 200 + (data[at] + data[at + 1] + data[at + 2]) / 14;
    data.set(isSame ? [pale, pale, pale, 255] : [214, 0, 33, 255], at);
  }
  const why = `${different} of ${data.length / 4} pixels differ`;
  return { different, why, picture: different ? await write(one) : undefined };
}
