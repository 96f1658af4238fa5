import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Script } from 'node:vm';
import type { Page } from 'puppeteer-core';
import type { Sandbox } from '../../src/sandbox/index.js';
import { toNodeListener } from '../../src/server/node/index.js';
import { serve } from '../server/setup.js';
import { goodCalls, setup, useChromium } from './setup.js';

interface Widget {
  init(options: { token: string; container: Element }): Promise<{ offers: number; destroy(): void }>;
  destroy(): void;
}

declare const SampleFundingWidget: Widget;

/** A page of a partner on another origin, under a Content-Security-Policy that allows the widget and nothing beside it. */
const pageOf = ({ baseUrl, widgetScriptUrl }: Sandbox) =>
  new Response(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Partner</title>
    <script src="${widgetScriptUrl}"></script><main id="place"></main>`,
    {
      headers: {
        'content-type': 'text/html',
        'content-security-policy': `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
      },
    },
  );

describe('the sandbox’s widget in a browser', () => {
  const newPage = useChromium();
  let lender: Awaited<ReturnType<typeof serve>>;
  let partner: Awaited<ReturnType<typeof serve>>;
  let api: ReturnType<typeof setup>;

  before(async () => {
    lender = await serve(toNodeListener((request) => api.sandbox.fetch(request)));
    partner = await serve(toNodeListener(async () => pageOf(api.sandbox)));
    api = setup({ origin: lender.origin });
  });

  after(async () => {
    await lender?.close();
    await partner?.close();
  });

  /** A fresh page, what it complained about, and a token that is good for three offers unless told otherwise. */
  const open = async (consent = true) => {
    const { company_id } = await api.create();
    const good = goodCalls(company_id);
    await api.post(good.prequalify.path, good.prequalify.body);
    await api.post(good.requestOffers.path, { credit_score_check_consent: consent });
    const page = await newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(partner.origin);
    return { page, complaints, token: await api.token(company_id) };
  };

  const start = (page: Page, token: string) =>
    page.evaluate(
      (token) =>
        SampleFundingWidget.init({ token, container: document.querySelector('#place')! }).then(
          ({ offers }) => offers,
          (error: Error & { code: string }) => error.code,
        ),
      token,
    );

  /** The states of the offers: `chosen` for the one that the applicant accepted. */
  const stateOf = async (token: string) => {
    const { offers } = (await (await api.offers(token)).json()) as { offers: { status: string; chosen: boolean }[] };
    return offers.map(({ status, chosen }) => (chosen ? `${status} chosen` : status));
  };

  const shown = (page: Page, selector: string) =>
    page.evaluate(
      (selector) =>
        Array.from(document.querySelector('#place > div')?.shadowRoot?.querySelectorAll(selector) ?? [], (found) =>
          (found.textContent ?? '').replace(/\s+/g, ' '),
        ),
      selector,
    );

  it('lists the offers of a valid token, under a strict CSP and Trusted Types', async () => {
    const { page, token, complaints } = await open();
    assert.equal(await start(page, token), 3);
    assert.deepEqual(await shown(page, 'h3'), ['You have 3 offers']);
    assert.deepEqual(await shown(page, 'h4'), ['Sample Bank', 'Example Finance', 'Placeholder Credit Union']);
    assert.deepEqual(
      await shown(page, 'li:first-child dd'),
      '£25,000|£1,082.60|Lowest cost|£26,082.60|£2,173.55|12 months|7.9% fixed|£1,082.60|None|8.2%|12 × £2,173.55'.split(
        '|',
      ),
    );
    assert.match((await shown(page, 'section')).join(), /This is the sandbox\. .+ nobody lends this money/);
    assert.deepEqual(complaints, []);
  });

  it('accepts an offer only after a confirmation, says so, and ends the others', async () => {
    const { page, token } = await open();
    await start(page, token);
    const press = (text: string) => page.locator(`#place >>> ::-p-text(${text})`).click();
    const focused = () =>
      page.evaluate(() => {
        const at = document.querySelector('#place > div')!.shadowRoot!.activeElement;
        return at?.ariaLabel ?? at?.textContent;
      });
    await press('Accept offer');
    assert.equal(await focused(), 'Accept this offer? from Sample Bank');
    assert.match((await shown(page, '.question')).join(), /You borrow £25,000 from Sample Bank, and repay £26,082\.60/);
    assert.deepEqual(await stateOf(token), ['OFFERED', 'OFFERED', 'OFFERED']);
    await press('Go back');
    assert.match((await focused())!, /^Accept offer from Sample Bank/);
    await press('Accept offer');
    await press('Yes, accept this offer');
    await page.waitForSelector('#place >>> .accepted', { visible: true });
    assert.deepEqual(await shown(page, '[role=status]'), ['You accepted the offer from Sample Bank.']);
    assert.deepEqual(await shown(page, 'h3, h4'), ['You accepted an offer', 'Sample Bank', 'Other lenders']);
    assert.deepEqual(await focused(), 'Sample Bank');
    assert.deepEqual(await stateOf(token), ['OFFERED chosen', 'CANCELLED', 'CANCELLED']);
  });

  it('declines an offer only after a confirmation, and keeps the others', async () => {
    const { page, token } = await open();
    await start(page, token);
    await page.locator('#place >>> li:nth-child(2) .secondary').click();
    await page.locator('#place >>> .question .primary').click();
    await page.waitForSelector('#place >>> .others', { visible: true });
    assert.deepEqual(await shown(page, '[role=status]'), ['You declined the offer from Example Finance.']);
    assert.deepEqual(await shown(page, '.others li'), ['Example Finance You declined this offer']);
    assert.deepEqual(await shown(page, 'h3'), ['You have 2 offers']);
    assert.deepEqual(await stateOf(token), ['OFFERED', 'APPLICANT_DECLINED', 'OFFERED']);
  });

  it('shows no offers without a consent', async () => {
    const { page, token } = await open(false);
    assert.equal(await start(page, token), 0);
    assert.match((await shown(page, 'section')).join(), /no offers yet/);
  });

  it('rejects an invalid token with the code token-expired, and leaves nothing in the page', async () => {
    const { page } = await open();
    for (const token of ['sandbox_made-up', '']) assert.equal(await start(page, token), 'token-expired');
    assert.equal(await page.$eval('#place', (place) => place.childNodes.length), 0);
  });

  it('removes everything when it is destroyed, also while it is starting', async () => {
    const { page, token } = await open();
    await start(page, token);
    await page.evaluate(() => SampleFundingWidget.destroy());
    assert.equal(await page.$eval('#place', (place) => place.childNodes.length), 0);
    const code = await page.evaluate((token) => {
      const started = SampleFundingWidget.init({ token, container: document.querySelector('#place')! });
      SampleFundingWidget.destroy();
      return started.catch((error: Error & { code: string }) => error.code);
    }, token);
    assert.equal(code, 'destroyed');
    assert.equal(await page.$eval('#place', (place) => place.childNodes.length), 0);
  });

  it('replaces its earlier content in the same element', async () => {
    const { page, token } = await open();
    await start(page, token);
    await start(page, token);
    assert.equal(await page.$eval('#place', (place) => place.childNodes.length), 1);
  });
});

describe('the sandbox’s API for the widget', () => {
  it('serves the script to any origin, with its content type, and as valid JavaScript', async () => {
    const { sandbox } = setup();
    const response = await sandbox.fetch(sandbox.widgetScriptUrl);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type')!, /^text\/javascript/);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(response.headers.get('x-sandbox'), '1');
    const script = await response.text();
    assert.doesNotThrow(() => new Script(script));
    assert.ok(!script.includes(sandbox.secretKey));
    assert.ok(!script.includes('innerHTML'));
  });

  it('responds to the preflight, and returns the same offers for a valid token each time', async () => {
    const { sandbox, create, token, offers, post } = setup();
    const methods = { offers: 'GET', session: 'POST', 'offers/1/accept': 'POST', 'offers/1/decline': 'POST' };
    for (const [path, method] of Object.entries(methods)) {
      const preflight = await sandbox.fetch(`${sandbox.baseUrl}/widget/${path}`, { method: 'OPTIONS' });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization');
      assert.equal(preflight.headers.get('access-control-allow-methods'), method);
    }
    const lists = [];
    for (const { company_id } of [await create(), await create()]) {
      const good = goodCalls(company_id);
      const bearer = await token(company_id);
      assert.deepEqual(await (await offers(bearer)).json(), { offers: [] });
      await post(good.requestOffers.path, good.requestOffers.body);
      assert.deepEqual(await (await offers(bearer)).json(), { offers: [] });
      await post(good.prequalify.path, good.prequalify.body);
      const { offers: list } = (await (await offers(bearer)).json()) as { offers: { id: string }[] };
      lists.push(list.map((offer) => ({ ...offer, id: '' })));
    }
    assert.equal(lists[0]!.length, 3);
    assert.deepEqual(lists[0], lists[1]);
  });

  it('rejects a missing or invalid token, the secret key in its place, and another method', async () => {
    const { sandbox, offers, create, token } = setup();
    const good = await token((await create()).company_id);
    const address = `${sandbox.baseUrl}/widget/offers`;
    const bad = ['', 'sandbox_made-up', sandbox.secretKey, `${good}0`, good.slice(0, -1)];
    for (const response of [await sandbox.fetch(address), ...(await Promise.all(bad.map(offers)))]) {
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
    }
    for (const path of ['/widget/offers', '/widget.js']) {
      assert.equal((await sandbox.fetch(sandbox.baseUrl + path, { method: 'POST' })).status, 405);
    }
  });

  it('keeps the widget’s requests out of the record of calls', async () => {
    const { sandbox, offers } = setup();
    await sandbox.fetch(sandbox.widgetScriptUrl);
    await offers('sandbox_made-up');
    assert.deepEqual(sandbox.calls, []);
  });
});
