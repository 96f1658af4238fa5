// `npm run screenshots`: takes pictures of every step and state, and of the whole journey, and puts them together on sheets.
// It needs `npm run build && npm run storybook:build`. Words select stories: `npm run screenshots -- consent errors`.
// `--before <folder>` takes the journey of an earlier version too, and puts both next to each other. The folder is a checkout of it
// that was built. `--only journey` takes only the journey.
import path from 'node:path';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from './browser.mjs';
import { takeJourneys } from './pictures/journey.mjs';
import { drawSheet } from './pictures/sheet.mjs';
import { takeStories, VARIANTS } from './pictures/stories.mjs';
import { fail } from './setup.mjs';

const OUT = 'artifacts/screenshots';
/** The screens that people judge first. */
const COMPARED = ['first-paint', 'review', 'consent', 'offers'];

try {
  const { values, positionals } = parseArgs({
    options: { before: { type: 'string' }, only: { type: 'string' } },
    allowPositionals: true,
  });
  const browser = await puppeteer.launch(await resolveChromium());
  try {
    if (values.only !== 'stories') await takeJourneys(browser, path.join(OUT, 'journey'), '.');
    if (values.before) await compare(browser, values.before);
    if (values.only !== 'journey') await makeSheets(browser, positionals);
  } finally {
    await browser.close();
  }
  console.log(`The pictures are in ${OUT}.`);
} catch (error) {
  fail(error);
}

/** Makes one sheet for each tag, and one of everything. */
async function makeSheets(browser, words) {
  const taken = await takeStories(browser, path.join(OUT, 'stories'), words);
  const columns = VARIANTS.map(({ name, size }) => ({ name, width: size === 'phone' ? 130 : 300 }));
  for (const tag of new Set(taken.map((row) => row.tag))) {
    const rows = taken.filter((row) => row.tag === tag);
    await drawSheet(browser, path.join(OUT, `sheet-${tag}.png`), { columns, rows, height: 420 });
  }
  const small = columns.map(({ name, width }) => ({ name, width: width / 2 }));
  await drawSheet(browser, path.join(OUT, 'contact-sheet.png'), {
    columns: small,
    rows: taken,
    height: 110,
    across: 4,
  });
}

/** Puts the pictures of an earlier version to the left of the new ones. */
async function compare(browser, root) {
  const before = path.join(OUT, 'journey-before');
  await takeJourneys(browser, before, root);
  const columns = ['phone', 'desktop'].flatMap((device) =>
    ['before', 'after'].map((time) => ({
      name: `${device}, ${time}`,
      width: device === 'phone' ? 390 : 860,
      device,
      time,
    })),
  );
  for (const name of COMPARED) {
    const rows = ['light', 'dark'].map((scheme) => ({
      name: `${name}, ${scheme}`,
      files: columns.map(({ device, time }) =>
        path.join(time === 'before' ? before : path.join(OUT, 'journey'), `${device}-${scheme}-${name}.png`),
      ),
    }));
    await drawSheet(browser, path.join(OUT, `compare-${name}.png`), { columns, rows, height: 2200 });
  }
}
