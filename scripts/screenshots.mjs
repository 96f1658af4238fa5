// `node scripts/screenshots.mjs`, after `npm run build`: takes a picture of each screen of the journey, on a phone and on a desktop, light and
// dark. `--before FOLDER`, a built checkout of another version, also puts its screens above ours, on one sheet for each device and scheme.
// `--readme` makes the pictures of README.md instead. `npm run test:visual` compares pictures of the stories.
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from './browser.mjs';
import { takeJourneys } from './pictures/journey.mjs';
import { takeReadmePictures } from './pictures/readme.mjs';

const OUT = 'artifacts/screenshots';

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
