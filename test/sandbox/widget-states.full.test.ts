import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { sampleOffers } from '../../src/sandbox/lender/offers.js';
import type { WidgetConfig } from '../../src/sandbox/widget/config.js';
import { widgetScript } from '../../src/sandbox/widget/script.js';
import { samplePrequalification } from '../schema/samples.js';
import { serve } from '../server/setup.js';
import { useChromium } from './setup.js';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Offer {
  id: string;
  status: string;
  chosen: boolean;
}

const offersOf = (...statuses: string[]): Offer[] =>
  sampleOffers(samplePrequalification(), statuses.length).map((offer, at) => ({
    ...offer,
    id: `offer-${at}`,
    status: statuses[at]!,
    chosen: false,
  }));

const axe = (page: Page) =>
  page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run()).violations.map(({ id }) => id);
  });

describe('the sandbox’s widget in every state and look', { timeout: 120_000 }, () => {
  const newPage = useChromium();
  let server: Awaited<ReturnType<typeof serve>>;
  let offers: Offer[];
  let config: Partial<WidgetConfig>;
  let status: number;
  let asked = 0;
  const answer: RequestListener = ({ url }, response) => {
    if (url === '/widget.js')
      return response
        .setHeader('content-type', 'text/javascript')
        .end(widgetScript('', { style: 'element', config: { pollSeconds: 2, ...config } }));
    if (url === '/widget/session') return response.end('{"session":"a-session"}');
    if (url === '/widget/offers') {
      asked++;
      return response.writeHead(status).end(JSON.stringify({ offers }));
    }
    const html = `<!doctype html><html lang="en" dir="${url === '/rtl' ? 'rtl' : 'ltr'}"><meta name="viewport" content="width=device-width">
      <title>Partner</title><main><h1>Partner</h1><h2>Offers</h2><sample-funding-offers token="x"></sample-funding-offers></main><script src="/widget.js"></script>`;
    return response.setHeader('content-type', 'text/html').end(html);
  };

  before(async () => (server = await serve(answer)));
  after(() => server?.close());

  async function open(
    given: Offer[],
    { path = '/', scheme = 'light', width = 800, forced = false, ...more }: Record<string, unknown> = {},
  ) {
    [offers, config, status] = [given, more, 200];
    const page = await newPage();
    await page.setViewport({ width: width as number, height: 800 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme as string },
      { name: 'forced-colors', value: forced ? 'active' : 'none' },
    ]);
    await page.goto(server.origin + (path as string));
    await page.waitForSelector('>>> .note', { visible: true });
    return page;
  }
  const texts = (page: Page, selector: string) =>
    page.$$eval(`>>> ${selector}`, (all) => all.map((one) => one.textContent));
  const said = (page: Page, text: string) =>
    page.waitForFunction(
      (wanted) =>
        document.querySelector('sample-funding-offers > div')!.shadowRoot!.querySelector('[role=status]')!
          .textContent === wanted,
      {},
      text,
    );

  it('polls, announces a new offer politely, and keeps the open details and the focus', async () => {
    const page = await open(offersOf('OFFERED', 'PENDING', 'DECLINED'));
    assert.deepEqual(await texts(page, ':is(h3, .others li)'), [
      'You have 1 offer',
      'Example Finance Looking at your application',
      'Placeholder Credit Union Cannot make you an offer',
    ]);
    await page.locator('>>> summary').click();
    offers = offersOf('OFFERED', 'OFFERED', 'DECLINED');
    await said(page, 'You have 2 offers');
    const kept = await page.$eval('sample-funding-offers > div', ({ shadowRoot }) => {
      const { activeElement } = shadowRoot!;
      return [activeElement?.localName, activeElement?.parentElement?.matches('.card:first-child > [open]')];
    });
    assert.deepEqual(kept, ['summary', true]);
    assert.deepEqual(await texts(page, ':is(h3, .card h4)'), ['You have 2 offers', 'Sample Bank', 'Example Finance']);
  });

  it('polls only while the page is visible, until the token is rejected, and keeps the offers', async () => {
    const page = await open(offersOf('OFFERED'));
    const aPoll = () => new Promise((resolve) => setTimeout(resolve, 2500));
    const setHidden = (value: boolean) =>
      page.evaluate((value) => void Object.defineProperty(document, 'hidden', { value, configurable: true }), value);
    await setHidden(true);
    const hidden = asked;
    await aPoll();
    assert.equal(asked, hidden);
    status = 401;
    await setHidden(false);
    await aPoll();
    const rejected = asked;
    assert.ok(rejected > hidden);
    await aPoll();
    assert.equal(asked, rejected);
    assert.deepEqual(await texts(page, 'h3'), ['You have 1 offer']);
  });

  it('shows the cost of each loan, sorts by it, and has its badge next to the lowest', async () => {
    const page = await open(offersOf(...Array.from({ length: 12 }, () => 'OFFERED')));
    const costs = await page.$$eval('>>> .facts div:nth-child(2) dd:not(.badge)', (all) =>
      all.map((one) => Number(one.textContent!.replace(/[£,]/g, ''))),
    );
    assert.equal(costs.length, 12);
    assert.deepEqual(
      costs,
      costs.toSorted((one, other) => one - other),
    );
    assert.deepEqual(await texts(page, '.facts div:has(.badge)'), ['Cost of the loan£1,082.60Lowest cost']);
  });

  it('has a representative example', async () => {
    const page = await open(offersOf('OFFERED', 'OFFERED'));
    assert.deepEqual(await texts(page, '.example'), [
      'Representative example. If you borrow £25,000 over 12 months at a fixed interest rate of 7.9% a year, you make 12 monthly payments of £2,173.55. This loan has no fee. The total amount that you repay is £26,082.60. Representative 8.2% APR.',
    ]);
  });

  for (const [name, look] of Object.entries({
    light: {},
    'a pale accent': { accent: '#ffee99' },
    'a pale accent, dark': { accent: '#ffee99', scheme: 'dark' },
    'a middle accent': { accent: '#7a7a7a' },
    'a dark accent, dark': { accent: '#000022', scheme: 'dark' },
    'forced colours': { forced: true },
    'from right to left, 320 px': { width: 320, path: '/rtl' },
  })) {
    it(`is accessible, with a question and open details, and cuts nothing off: ${name}`, async () => {
      const page = await open(offersOf('OFFERED', 'OFFERED', 'PENDING', 'DECLINED'), look);
      await page.locator('>>> summary').click();
      await page.locator('>>> .card:nth-child(2) .primary').click();
      await page.waitForSelector('>>> .question', { visible: true });
      await page.evaluate(AXE);
      assert.deepEqual(await axe(page), []);
      const { wide, small } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        small: [
          ...document.querySelector('sample-funding-offers > div')!.shadowRoot!.querySelectorAll('button, summary'),
        ].filter((one) => one.getBoundingClientRect().height < 44).length,
      }));
      assert.deepEqual({ wide, small }, { wide: 0, small: 0 });
    });
  }
});
