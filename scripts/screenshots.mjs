// `node scripts/screenshots.mjs`, after `npm run build`: takes a picture of each screen of the journey, on a phone and on a desktop, light and
// dark. `--before FOLDER`, a built checkout of another version, also puts its screens above ours, on one sheet for each device and scheme.
// `--readme` makes the pictures of README.md instead. `npm run test:visual` compares pictures of the stories.
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from './browser.mjs';
import { takeJourneys } from './pictures/journey.mjs';
import { startServers } from './servers.mjs';
import { fill, goTo, press, reach } from '../test/e2e/applicant.mjs';

const OUT = 'artifacts/screenshots';

const FONT = 'noto-sans/files/noto-sans-latin-wght-normal.woff2';
const THEMES = ['blue', 'green', 'warm', 'ink'];
/** The pictures are drawn smaller, so they need fewer pixels than a screen has. */
const SCALE = 1.35;
const LAPTOP = { width: 1280, height: 856, deviceScaleFactor: SCALE };
const PHONE = { width: 390, height: 844, deviceScaleFactor: SCALE };

const html = (name) => fs.readFile(new URL(`pictures/${name}`, import.meta.url), 'utf8');

const { values } = parseArgs({ options: { readme: { type: 'boolean' }, before: { type: 'string' } } });
const browser = await puppeteer.launch(await resolveChromium());
try {
  await (values.readme ? takeReadmePictures(browser) : takeJourneys(browser, OUT));
  if (values.before) await makeSheets(values.before);
} finally {
  await browser.close();
}
console.log(`The pictures are in ${values.readme ? 'docs' : OUT}.`);

/** Each sheet has the screens from left to right, with those of the other version above. */
async function makeSheets(root) {
  const before = `${OUT}-before`;
  // Each version knows its own screens.
  const earlier = await import(pathToFileURL(path.resolve(root, 'scripts/pictures/journey.mjs')).href);
  await earlier.takeJourneys(browser, before, root);
  const cell = async (folder, name) =>
    `<td><img alt="${name}" src="data:image/png;base64,${await fs.readFile(path.join(folder, name), 'base64').catch(String)}">`;
  const rowsOf = (names) =>
    [before, OUT].map(async (folder) => `<tr>${(await Promise.all(names.map((name) => cell(folder, name)))).join('')}`);
  for (const group of ['phone-light', 'phone-dark', 'desktop-light', 'desktop-dark']) {
    const names = (await fs.readdir(OUT)).filter((name) => name.startsWith(group));
    const page = await browser.newPage();
    await page.setViewport({ width: 340 * names.length, height: 800 });
    const rows = await Promise.all(rowsOf(names));
    await page.setContent(
      `<style>img { width: 320px } td { vertical-align: top }</style><table>${rows.join('')}</table>`,
    );
    await page.screenshot({ path: path.join(OUT, `sheet-${group}.png`), fullPage: true });
  }
}

/** Writes docs/picture-light.png and docs/picture-dark.png: a partner's dashboard with the journey, the consent on a phone, and the four themes. */
async function takeReadmePictures(browser) {
  const font = await fs.readFile(createRequire(import.meta.url).resolve(`@fontsource-variable/${FONT}`), 'base64');
  const style = `<style>@font-face { font-family: 'Noto Sans'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }</style>`;
  const partner = (await html('partner.html')).replace('<style>', `${style}<style>`);
  let theme = '';
  const servers = await startServers({ edit: () => partner.replace('<style>', `${theme}<style>`) });
  const link = (name) => `<link rel="stylesheet" href="/api/lending/elements/themes/${name}.css" />`;
  try {
    for (const scheme of ['light', 'dark']) {
      const open = () => openPage(browser, scheme);
      const shots = await takeJourney(await open(), servers.url);
      for (const name of THEMES) {
        theme = link(name);
        shots[name] = await takeTheme(await open(), servers.url);
      }
      theme = '';
      const scene = Object.entries(shots).reduce(
        (scene, [name, data]) => scene.replace(`{${name}}`, `data:image/png;base64,${data}`),
        style + (await html('scene.html')),
      );
      await takeScene(await open(), scene, `docs/picture-${scheme}.png`);
    }
  } finally {
    await servers.close();
  }
}

async function openPage(browser, scheme) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // The styles of the pictures are in their pages.
  await page.setBypassCSP(true);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  return page;
}

async function take(page) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    at?.blur();
    scrollTo(0, 0);
    return document.fonts.ready;
  });
  const data = await page.screenshot({ encoding: 'base64' });
  return data;
}

/** The figures on a laptop, and the consent on a phone. */
async function takeJourney(page, url) {
  await page.setViewport(LAPTOP);
  await page.goto(url);
  await goTo(page, 'figures');
  await fill(page, 'figures');
  const laptop = await take(page);
  await press(page);
  await reach(page, 'Before you get offers');
  await page.setViewport(PHONE);
  const phone = await take(page);
  await page.browserContext().close();
  return { laptop, phone };
}

/** The first step in a theme, on a phone. */
async function takeTheme(page, url) {
  await page.setViewport({ ...PHONE, height: 400 });
  await page.goto(url);
  await fill(page, 'company', { registered_name: 'Acorn Sample Bakery Ltd' });
  const shot = await take(page);
  await page.browserContext().close();
  return shot;
}

async function takeScene(page, scene, path) {
  await page.setViewport({ width: 1200, height: 900, deviceScaleFactor: SCALE });
  await page.setContent(scene);
  const body = await page.$('body');
  await body.screenshot({ path });
  await page.browserContext().close();
}
