// A browser, a partner and a vendor, and what a test does on a page with their widgets.
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from '../../../scripts/browser.mjs';
import { ensureBuilt } from '../../support/dist.mjs';
import { handOff, startPartner, startVendor } from './servers.mjs';

/** Where the vendor's script runs: in the page, or in a frame of its own. */
export const MODES = ['page', 'frame'];

/** Starts all three, with a Chromium. `more` are arguments for it. */
export const startAll = (...more) => startAround(() => launch(more));

async function launch(more) {
  const { executablePath, args, headless, env } = await resolveChromium();
  return puppeteer.launch({ executablePath, args: [...args, ...more], headless, env });
}

/** Starts all three, with the browser that `start` answers. */
export async function startAround(start) {
  await ensureBuilt();
  const [partner, vendor, browser] = await Promise.all([startPartner(), startVendor(), start()]);
  let paths = 0;

  /** A script of the vendor's that no other test has loaded. */
  function scriptOf(answer) {
    const pathname = `/${++paths}/widget.js`;
    if (answer) vendor.on(pathname, answer);
    return { pathname, scriptUrl: vendor.origin + pathname };
  }
  /** The same settings, for where the script is to run. `frame`: the handler's option. */
  const inMode = (mode, widget, faults, frame) => {
    const framed = () => ({ frameUrl: partner.frame(widget, faults, frame), frameAllow: frame?.allow });
    return mode === 'page' ? widget : { ...widget, isolation: 'frame', ...framed() };
  };

  /** Opens a page with these widgets, and hands over what the test does to it. */
  async function withPage({ open, ...more }, run) {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    try {
      await open?.(page);
      await page.goto(partner.show(more));
      await run(page, problems);
    } finally {
      await page.close();
    }
  }

  /** Opens a page with a widget for each of these values, all with one script, which the vendor answers so. */
  async function withScript(answer, { mode, settings, faults, each = [{}], ...page }, run) {
    const { pathname, scriptUrl } = scriptOf(answer);
    const widget = inMode(mode, { scriptUrl, handOff: handOff(), ...settings }, faults);
    const widgets = each.map((own) => ({ widget, ...own }));
    const body = '<lending-widget></lending-widget>'.repeat(each.length);
    await withPage({ body, widgets, ...page }, (opened, problems) => run(opened, problems, pathname));
  }

  async function close() {
    await browser.close();
    partner.close();
    vendor.close();
  }
  return { partner, vendor, browser, scriptOf, inMode, withPage, withScript, close };
}

export const notes = (page) => page.evaluate(() => globalThis.partner.notes);
const next = (page, types, options) => page.evaluate((...all) => globalThis.partner.next(...all), types, options);
export const outcome = (page, from = 0) => next(page, ['lending-ready', 'lending-error'], { from });
export const tokenRequest = (page) => next(page, ['lending-token-request']);
export const openGate = (page) => page.evaluate(() => globalThis.partner.open());
/** The number of events so far, for `outcome()`. */
export const eventCount = async (page) => (await notes(page)).events.length;
export const eventsOf = async (page, type) => (await notes(page)).events.filter((event) => event.type === type);

export const textsOf = (page, selector) =>
  page.$$eval(selector, (all) => all.map((element) => element.innerText.replace(/\s+/g, ' ').trim()));
export const textOf = async (page, selector) => (await textsOf(page, selector))[0];
export const press = (page) => page.locator('>>> button[part="retry"]').click();

/** What stands in the widgets, wherever it is. */
export async function offersOf(page, mode, within = 'body') {
  if (mode === 'page') return textsOf(page, `${within} lending-widget .offers`);
  const frames = await page.$$(`${within} lending-widget > div >>> iframe`);
  return Promise.all(frames.map(async (frame) => textOf(await frame.contentFrame(), '.offers')));
}

/** The rest of the page: what is pressed counts, what is typed arrives. */
export async function assertPageWorks(page) {
  const before = Number(await textOf(page, '#counter'));
  await page.locator('#counter').click();
  assert.equal(Number(await textOf(page, '#counter')), before + 1);
  await page.type('#note', 'x');
  assert.match(await page.$eval('#note', ({ value }) => value), /x$/);
}

/** A typed error with a remedy, in which nothing stands that is nobody's business; and a panel for the applicant. `mayStart`: the widget's place stays. */
export async function assertTold(page, { told, code, names, says: sentence = /did not load/, mayStart }, pathname) {
  const { remedy, message } = told;
  assert.equal(told.code, code);
  assert.match(remedy, /^[A-Z].+\.$/);
  assert.ok(!message.includes(remedy), message);
  const said = `${message} → ${remedy}`;
  if (names) assert.match(said, names);
  assert.ok(!said.includes(pathname) && !said.includes('token-1'), said);
  const panel = await textOf(page, '>>> #failure');
  assert.match(panel, /^Your offers could not be shown .+ or come back later\. Try again$/);
  assert.match(panel, sentence);
  const texts = await textsOf(page, 'lending-widget > *');
  assert.deepEqual(mayStart ? texts.join('') : texts, mayStart ? '' : []);
}
