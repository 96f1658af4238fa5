// `node scripts/screenshots.mjs`, after `npm run build`: takes a picture of each screen of the journey, on a phone and on a desktop, light and
// dark. `--readme` also makes the picture of README.md from some of them. `--before FOLDER`, a built checkout of another version, also puts
// its screens above ours, on one sheet for each device and scheme. `npm run test:visual` compares pictures of the stories.
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from './browser.mjs';
import { takeJourneys } from './pictures/journey.mjs';

const OUT = 'artifacts/screenshots';
const README = ['phone-light-applicant', 'phone-light-review', 'phone-light-consent', 'phone-light-offers'];

const { values } = parseArgs({ options: { readme: { type: 'boolean' }, before: { type: 'string' } } });
const browser = await puppeteer.launch(await resolveChromium());
try {
  await takeJourneys(browser, OUT);
  if (values.readme) await makeReadmePicture();
  if (values.before) await makeSheets(values.before);
} finally {
  await browser.close();
}
console.log(`The pictures are in ${OUT}.`);

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

async function makeReadmePicture() {
  const shots = README.map((name) => fs.readFile(path.join(OUT, `${name}.png`), 'base64'));
  const images = (await Promise.all(shots)).map((data) => `<div><img src="data:image/png;base64,${data}"></div>`);
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 560 });
  await page.setContent(`<style>
    body { margin: 0; display: flex; gap: 24px; justify-content: center; padding: 28px; background: #dfe7ea; }
    div { width: 250px; height: 504px; overflow: hidden; border-radius: 18px; box-shadow: 0 6px 24px #14212b40; }
    img { display: block; width: 100%; }
  </style>${images.join('')}`);
  await page.screenshot({ path: 'docs/journey.png' });
}
