// Checks the pages of the built Storybook: its first page, the links, the HTML to copy, the faults of the toolbar, and the order of stories.
import fs from 'node:fs/promises';
import { openStories, showStory } from '../a11y/stories.mjs';
import { root } from '../setup.mjs';

const FIRST = 'journey-on-a-page--journey';
const START = 'start-here--docs';
/** A story that calls the lender when its button is pressed. */
const CALLING = 'steps-lending-prequalification--filled';

/** The width of the smallest phone. Tables and code of the guides scroll in themselves, not with the page. */
const PHONE = 320;

/** HTML to copy has the stylesheet and a script once, and an element. */
const isComplete = (html) =>
  html.split('rel="stylesheet" href="/api/').length === 2 &&
  /\/elements\/[\w-]+\.js"><\/script>[^]*<lending-/.test(html);

/** Returns the findings about the pages. */
export async function checkSite(browser, url) {
  const { entries } = JSON.parse(await fs.readFile(`${root}/storybook-static/index.json`, 'utf8'));
  const findings = [];
  const page = await browser.newPage();
  page.on('pageerror', ({ message }) => findings.push(`${page.url()}: ${message}`));
  try {
    const pages = await readPages(page, url, entries);
    for (const [id, { width }] of pages)
      if (width > PHONE) findings.push(`${id}: the page is ${width} pixels wide on a phone of ${PHONE}`);
    for (const [id, { sources }] of pages)
      for (const source of sources.filter((one) => !isComplete(one)))
        findings.push(`${id}: the HTML to copy has no script or no element: ${source}`);
    for (const [id, { links }] of pages)
      for (const link of links) findings.push(...(await checkLink(link, { id, url, entries, pages })));
    findings.push(...(await checkFirstPage(page, url)), ...(await checkFaults(page, url)));
    return findings;
  } finally {
    await page.close();
  }
}

/** Opens the pages of documentation. Returns the links, the ids of the headings, the HTML to copy, and on a phone the width of each. */
async function readPages(page, url, entries) {
  const pages = new Map();
  for (const { id, type, tags } of Object.values(entries)) {
    if (type !== 'docs') continue;
    await page.goto(`${url}/iframe.html?id=${id}&viewMode=docs`);
    await page.waitForSelector('#storybook-docs h1');
    const isGuide = tags.includes('unattached-mdx');
    if (!isGuide) await showSources(page);
    await page.setViewport({ width: isGuide ? PHONE : 1280, height: 800 });
    pages.set(
      id,
      await page.$eval(
        '#storybook-docs',
        (docs, isGuide) => ({
          links: isGuide ? [...docs.querySelectorAll('a')].map((link) => link.getAttribute('href')) : [],
          sources: isGuide ? [] : [...docs.querySelectorAll('.sbdocs-preview pre')].map((one) => one.textContent),
          width: isGuide ? document.documentElement.scrollWidth : 0,
          ids: [...docs.querySelectorAll('[id]')].map((one) => one.id),
        }),
        isGuide,
      ),
    );
  }
  return pages;
}

/** Shows the HTML of each story. Storybook makes it when the story has rendered. */
async function showSources(page) {
  await page.waitForSelector('.docblock-code-toggle');
  await page.$$eval('.docblock-code-toggle', (all) => all.forEach((button) => button.click()));
  await page.waitForFunction(() => {
    const shown = [...document.querySelectorAll('.sbdocs-preview pre')].filter((one) => one.textContent.includes('<'));
    return shown.length >= document.querySelectorAll('.docblock-code-toggle').length;
  });
}

async function checkLink(link, { id, url, entries, pages }) {
  if (/^https?:/.test(link)) return [];
  if (link.startsWith('./')) return (await fetch(new URL(link, url))).ok ? [] : [`${id}: ${link} leads nowhere`];
  const [, target = id, , anchor] = /^(?:\?path=\/(?:docs|story)\/([\w-]+))?(#(.+))?$/.exec(link) ?? [];
  if (!/^[?#]/.test(link) || !entries[target]) return [`${id}: ${link} leads nowhere`];
  return anchor && !pages.get(target).ids.includes(anchor) ? [`${id}: ${link} leads to no heading`] : [];
}

/** Storybook opens on the journey. The page “Start here” has the guides, and a link leads from page to page. */
async function checkFirstPage(page, url) {
  await page.goto(`${url}/index.html`);
  await page.waitForFunction((id) => location.search.includes(id), {}, FIRST);
  await page.goto(`${url}/index.html?path=/docs/${START}`);
  const frame = await (await page.waitForSelector('#storybook-preview-iframe')).contentFrame();
  const link = await frame.waitForSelector('a[href*="guides-troubleshooting"]');
  await link.evaluate((one) => one.click());
  await page.waitForFunction(() => location.search.includes('guides-troubleshooting'));
  await frame.waitForFunction(() => document.querySelector('#storybook-docs h1')?.textContent === 'Troubleshooting');
  return [];
}

/** A fault that is switched on while a story is shown makes its next call fail. */
async function checkFaults(page, url) {
  await page.goto(`${url}/iframe.html?id=${CALLING}&viewMode=story`);
  const select = (part) => `>>> [part="${part}"]`;
  await page.waitForSelector(select('submit'));
  await page.evaluate(() => {
    const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
    const isRendered = new Promise((resolve) => channel.once('storyRendered', resolve));
    channel.emit('updateGlobals', { globals: { fault: 'failed' } });
    return isRendered;
  });
  await page.locator(select('submit')).click();
  await page.waitForSelector('>>> #failure', { visible: true });
  return [];
}

/** Stories of the journey one after the other, and the step of each. The later ones would continue at the step before. */
const SHOWN = [
  ['resumed', 'consent'],
  ['end', 'end'],
  ['start', 'company'],
  ['later-screen', 'applicant'],
  ['filled-in', 'company'],
];

/** A story looks the same whatever was shown before it: all of them share the browser's history. */
export async function checkOrder(browser, url) {
  const id = (name) => `journey-lending-onboarding--${name}`;
  const findings = [];
  const page = await openStories(browser, url, id('start'), (error) => findings.push(error));
  for (const [name, wanted] of SHOWN) {
    await showStory(page, id(name));
    const step = await page.$eval('lending-onboarding', ({ step }) => step);
    if (step !== wanted)
      findings.push(`The story “${name}” shows the step “${step}” after another story, and “${wanted}” alone.`);
  }
  await page.close();
  return findings;
}
