// The sandbox's dashboard in a browser: what a partner changes, copies and reads there, and what others cannot.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandbox } from 'lending-elements/sandbox/node';
import { createPartnerClient } from 'lending-elements/server';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { launch } from './stage.mjs';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the sandbox’s dashboard', { timeout: 120_000 }, () => {
  let browser;
  let lender;
  let sandbox;
  const problems = [];
  before(async () => {
    lender = await startSandbox({ secretKey: 'sandbox-key-1234' });
    ({ sandbox } = lender);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await lender?.close();
  });
  afterEach(() => {
    assert.deepEqual(problems.splice(0), []);
    sandbox.reset();
  });

  async function open({ width = 1280, scheme = 'light' } = {}) {
    const page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => problems.push(message.text()));
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${sandbox.baseUrl}/dashboard`);
    await page.waitForSelector('#embed-code:not(:empty)');
    return page;
  }
  const text = (place, selector) => place.$eval(selector, (one) => one.textContent);
  const says = (page, sentence) =>
    page.waitForFunction((wanted) => document.querySelector('#news').textContent === wanted, {}, sentence);

  async function apply() {
    const { baseUrl, secretKey } = sandbox;
    const client = createPartnerClient({ baseUrl, secretKey });
    const { company_id } = await client.createApplication(sampleApplication());
    await client.prequalify(company_id, samplePrequalification());
    return company_id;
  }

  const widgetScript = async () => (await fetch(sandbox.widgetScriptUrl)).text();

  /** Types a value into a field, and leaves the field. */
  async function fill(page, selector, value) {
    await page.$eval(selector, (input) => input.select());
    await page.type(selector, value);
    await page.keyboard.press('Tab');
  }

  it('changes the widget’s script immediately, keeps it after a reload, and never shows the key', async () => {
    const page = await open();
    await fill(page, '#name', 'Ledgerly');
    await says(page, 'Saved.');
    assert.match(await widgetScript(), /"name":"Ledgerly"/);
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#name').value === 'Ledgerly');
    assert.equal(await text(page, '#key'), '••••••••••••1234');
    assert.ok(!(await page.content()).includes('sandbox-key'));
    await page.close();
  });

  it('sends no setting that is not valid', async () => {
    const page = await open();
    await fill(page, '#pollSeconds', '1');
    assert.equal(await page.$eval('#pollSeconds', (input) => input.matches(':focus:invalid')), true);
    assert.match(await widgetScript(), /"pollSeconds":15\b/);
    await fill(page, '#pollSeconds', '16');
    await says(page, 'Saved.');
    assert.match(await widgetScript(), /"pollSeconds":16\b/);
    await page.close();
  });

  it('shows each application with its calls as they come, and leaves an opened call open', async () => {
    const page = await open();
    assert.equal(await text(page, 'main > section:first-child h2'), 'Applications');
    const company_id = await apply();
    await page.waitForSelector('.call.ok ::-p-text(Prequalify)');
    assert.equal(await text(page, '.record h3'), 'Acme LTD · £25,000');
    assert.match(await text(page, '.calls'), /^Create application\d\d:\d\d:\d\d · 201Upload documentNot yetPrequalify/);
    assert.equal(await page.$('.requests'), null);
    await page.locator('button ::-p-text(Prequalify)').click();
    assert.match(await text(page, '.requests pre'), /^POST .+"funding_amount": 25000/s);
    const { baseUrl, secretKey } = sandbox;
    await createPartnerClient({ baseUrl, secretKey }).requestOffers(company_id, { credit_score_check_consent: true });
    await page.waitForSelector('.offers li:nth-child(3)');
    assert.equal(await text(page, '.chip'), 'Received offers');
    assert.match(await text(page, '.offers'), /^Sample Bank, £25,000: Offered/);
    assert.equal(await page.$eval(':focus', (one) => one.getAttribute('aria-expanded')), 'true');
    await page.locator('#reset').click();
    await says(page, 'All applications and calls are gone.');
    assert.equal(await page.$('.record'), null);
    await page.close();
  });

  for (const scheme of ['light', 'dark']) {
    for (const width of [320, 1280]) {
      it(`has no accessibility problems, and nothing is cut off: ${scheme}, ${width} px`, async () => {
        await apply();
        const page = await open({ width, scheme });
        await page.locator('button ::-p-text(Prequalify)').click();
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 100)}`),
          [],
        );
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
        await page.close();
      });
    }
  }
});
