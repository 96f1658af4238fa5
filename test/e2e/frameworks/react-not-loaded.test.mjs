// The files of an element do not load in a page of React: what the applicant and the developer see.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startServers } from '../../../scripts/servers.mjs';
import { ensureBuilt } from '../../support/dist.mjs';
import * as applicant from '../applicant.mjs';
import { launch } from '../browser.mjs';
import { buildExample, serveFolder } from './site.mjs';

const CHUNK = /\/lending-onboarding-[\w-]+\.js$/;

describe('a component of React whose element does not load', { timeout: 120_000 }, () => {
  let servers;
  let browser;
  let page;
  let isBlocked;
  let messages;

  before(async () => {
    await ensureBuilt();
    servers = await startServers({ options: () => ({}) });
    serveFolder(servers.partner, await buildExample('react'));
    browser = await launch();
  });
  beforeEach(async () => {
    await page?.browserContext().close();
    page = await (await browser.createBrowserContext()).newPage();
    isBlocked = true;
    messages = [];
    page.on('pageerror', (error) => messages.push(error.message));
    page.on('console', (message) => messages.push(message.text()));
    await page.setRequestInterception(true);
    page.on(
      'request',
      (request) => void (isBlocked && CHUNK.test(request.url()) ? request.abort() : request.continue()),
    );
  });
  after(async () => {
    await browser?.close();
    await servers?.close();
  });

  const alert = () => page.waitForSelector('lending-onboarding > [role="alert"]', { visible: true, timeout: 5_000 });

  it('says so at once, in the place of the form', async () => {
    await page.goto(servers.url);
    const words = await (await alert()).evaluate((element) => element.textContent);
    assert.match(words, /did not load/);
    const look = await page.$eval('lending-onboarding', (element) => {
      const { backgroundImage, minHeight } = getComputedStyle(element);
      return { backgroundImage, minHeight };
    });
    assert.deepEqual(look, { backgroundImage: 'none', minHeight: '0px' });
  });

  it('shows the page’s own line at once, if it has one', async () => {
    await page.evaluateOnNewDocument(() =>
      new MutationObserver((_records, observer) => {
        const place = document.querySelector('lending-onboarding');
        if (!place) return;
        observer.disconnect();
        const line = Object.assign(document.createElement('p'), { slot: 'not-loaded', textContent: 'Own words' });
        place.append(line);
      }).observe(document, { childList: true, subtree: true }),
    );
    await page.goto(servers.url);
    await page.waitForSelector('lending-onboarding[data-failed]');
    await page.waitForSelector('lending-onboarding > p::-p-text(Own words)', { visible: true, timeout: 5_000 });
    assert.equal(await page.$('lending-onboarding > [role="alert"]'), null);
  });

  it('says it in the language of the page, if the page has added it', async () => {
    const shared = Symbol.for('lending-elements.text').description;
    await page.evaluateOnNewDocument((name) => {
      const languages = new Map([['cy', { 'not-loaded': 'Ni lwythodd y rhan hon.', reload: 'Ail-lwytho' }]]);
      globalThis[Symbol.for(name)] = { languages, hosts: new Set() };
      addEventListener('DOMContentLoaded', () => (document.documentElement.lang = 'cy-GB'));
    }, shared);
    await page.goto(servers.url);
    const words = await (await alert()).evaluate((element) => [element.lang, element.textContent]);
    assert.deepEqual(words, ['cy', 'Ni lwythodd y rhan hon.Ail-lwytho']);
  });

  for (const has of [true, false])
    it(`tells the page and the console, each once, ${has ? 'with' : 'without'} reportError`, async () => {
      if (!has) await page.evaluateOnNewDocument(() => delete globalThis.reportError);
      await page.goto(servers.url);
      await alert();
      // The page of the example prints the event.
      for (const told of [/^script-failed/, /lending-onboarding\) did not load/])
        assert.equal(messages.filter((text) => told.test(text)).length, 1, messages.join('\n'));
    });

  it('shows the form after a reload, which the applicant can ask for', async () => {
    await page.goto(servers.url);
    const button = await (await alert()).$('button');
    assert.equal(await button.evaluate((element) => element.textContent), 'Reload this page');
    isBlocked = false;
    await Promise.all([page.waitForNavigation(), button.click()]);
    await applicant.reach(page, 'Your business');
    assert.equal(await page.$('lending-onboarding > [role="alert"]'), null);
  });
});
