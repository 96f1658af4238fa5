// The recipes of docs/recipes.md for the page, in a browser, against the handler and the sandbox.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openGuide } from '../support/guide-code.mjs';
import * as applicant from './applicant.mjs';
import { openStage, putBefore } from './stage.mjs';

const { watch, written } = applicant;

describe('the recipes for the page', { timeout: 120_000 }, () => {
  let [guide, stage, html] = [undefined, undefined, ''];
  before(async () => {
    guide = openGuide('recipes.md');
    stage = await openStage({ edit: () => html });
    putBefore(stage.servers.partner, ({ url }, response) => {
      if (!/^\/(app|offers|tile)\.js$/.test(url)) return false;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(guide.read(url.slice(1)));
      return true;
    });
  });
  after(async () => {
    await stage?.close();
    guide?.close();
  });

  const journey = '<script type="module" src="/lending-elements/journey.js"></script>';
  const show = (page, body, waitUntil) => {
    html = `<!doctype html><html lang="en"><title>Funding</title>${body}`;
    return page.goto(stage.servers.url, { waitUntil });
  };
  const TILE = '<a id="funding-tile" href="/funding">Funding</a><script type="module" src="/tile.js"></script>';
  const tileSays = async (page, text) => {
    await show(page, TILE);
    await page.waitForFunction((wanted) => document.querySelector('a').textContent === wanted, {}, text);
  };

  async function open(test, body, prepare) {
    const context = await stage.browser.createBrowserContext();
    test.after(() => context.close());
    const page = await context.newPage();
    await prepare?.(page);
    await show(page, body);
    return page;
  }

  it('the script of the service waits for the visitor’s choice, and the tile leads to the offers', async (test) => {
    const page = await open(test, journey + guide.read('funding.html'));
    const scripts = [];
    page.on('request', (request) => scripts.push(request.url()));
    const isLoaded = () => scripts.some((url) => url === stage.servers.sandbox.widgetScriptUrl);
    await applicant.goTo(page, 'consent');
    await applicant.tickConsent(page);
    await applicant.press(page);
    await page.waitForFunction(() => document.querySelector('[slot="next"]').checkVisibility());
    await tileSays(page, 'See your offers');
    await show(page, guide.read('offers.html'), 'networkidle0');
    assert.ok(await page.evaluate(() => !!customElements.get('lending-widget')));
    assert.ok(!isLoaded());
    await page.evaluate(() => dispatchEvent(new Event('cookies-allowed')));
    await page.waitForSelector('>>> h4', { visible: true });
    assert.ok(isLoaded());
    await page.reload();
    await page.locator('button').click();
    await page.waitForSelector('>>> h4', { visible: true });
  });

  it('an app opens the links, hears of the steps and gives the file, and the tile names the step', async (test) => {
    const help = '<p slot="help">Call <a href="tel:+441632960001">01632 960 001</a></p>';
    const body = `${journey}<script type="module" src="/app.js"></script>
      <lending-onboarding endpoint="/api/lending">${help}</lending-onboarding>`;
    const page = await open(test, body, async (page) => {
      await page.evaluateOnNewDocument(watch);
      await page.evaluateOnNewDocument(() => {
        globalThis.heard = [];
        globalThis.funding = { postMessage: (text) => globalThis.heard.push(JSON.parse(text)) };
      });
    });
    await applicant.goTo(page, 'applicant');
    await page.locator('a[href^="tel:"]').click();
    assert.deepEqual(await page.evaluate('heard'), [{ step: 'applicant' }, { open: 'tel:+441632960001' }]);
    await written(page);
    await tileSays(page, 'Your application: 2 of 6');
    await show(page, body);
    await applicant.goTo(page, 'documents', { from: 'applicant' });
    const [chooser] = await Promise.all([page.waitForFileChooser(), applicant.pressWords(page, 'Choose files')]);
    await chooser.accept([await applicant.writeStatement()]);
    await page.waitForSelector('>>> [part="file"]', { visible: true });
    await tileSays(page, 'Your application: 4 of 6');
  });
});
