// The sandbox's widget in <lending-widget>, in every style: with the embed code and the environment that its dashboard copies.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { startSandbox } from 'lending-elements/sandbox/node';
import { createPartnerClient } from 'lending-elements/server';
import { fromEnv } from 'lending-elements/server/node';
import { strictPolicy } from '../../src/cli/doctor/policy.ts';
import { HAND_OFFS } from '../../src/sandbox/widget/hand-offs.ts';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import * as visit from './vendor/visit.mjs';

const { outcome } = visit;
const NONCE = 'cmFuZG9tIGVub3VnaA';
const OFFERS = ['Sample Bank', 'Example Finance', 'Placeholder Credit Union'];
const PAID = 60;

describe('the sandbox’s widget', { timeout: 240_000 }, () => {
  let all;
  let lender;
  let sandbox;
  let client;
  before(async () => {
    lender = await startSandbox({ tokens: { singleUse: true } });
    ({ sandbox } = lender);
    client = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: sandbox.secretKey });
    all = await visit.startAll();
  });
  after(async () => {
    await all?.close();
    await lender?.close();
  });

  /** An applicant with offers. `token()` makes a new single-use token, as the handler does at each start. */
  async function applicant() {
    const application = sampleApplication();
    const { company_id } = await client.createApplication(application);
    await client.prequalify(company_id, samplePrequalification());
    await client.requestOffers(company_id, { credit_score_check_consent: true });
    const token = async () =>
      (await client.authenticate({ company_id, email: application.applicant.email })).access_token;
    const offers = async () => {
      const authorization = `Bearer ${await token()}`;
      return (await (await fetch(`${sandbox.baseUrl}/widget/offers`, { headers: { authorization } })).json()).offers;
    };
    return { token, offers };
  }

  /** The frame or the page in which the offers are. */
  async function placeOf(page) {
    for (let time = 0; time < 100; time++) {
      for (const frame of page.frames()) if (await frame.$('>>> li h4').catch(() => null)) return frame;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('No offers are visible.');
  }
  const headings = (place) => place.$$eval('>>> li h4', (found) => found.map((one) => one.textContent));

  /** Opens a page with this widget, and hands over the place of the offers. */
  async function withWidget(widget, { tokens, ...options }, run) {
    const widgets = [{ widget, tokens, timeoutMs: options.timeoutMs ?? 15_000 }];
    await all.withPage({ ...options, widgets }, (page, problems) => run(page, problems));
  }

  async function accepts(page) {
    const place = await placeOf(page);
    assert.deepEqual(await headings(place), OFFERS);
    await place.locator('>>> li:nth-child(2) .primary').click();
    await place.locator('>>> .question .primary').click();
    await place.waitForSelector('>>> .accepted', { visible: true });
  }

  describe('works in each style, and the offer accepted there ends as ACCEPTED in the sandbox:', () => {
    /** The dashboard's page, which copies into `copied`. */
    let dashboard;
    before(async () => {
      dashboard = await all.browser.newPage();
      await dashboard.evaluateOnNewDocument(() => {
        navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
      });
      await dashboard.goto(`${sandbox.baseUrl}/dashboard`);
      await dashboard.waitForSelector('#embed-code:not(:empty)');
    });

    async function copy(style, way, id) {
      await dashboard.select('#style', style);
      await dashboard.select('#way', way);
      await dashboard.evaluate(() => delete globalThis.copied);
      await dashboard.locator(`[data-copy="${id}"]`).click();
      const copied = await dashboard.waitForFunction(() => globalThis.copied);
      return copied.jsonValue();
    }

    /** The widget's settings, as a partner copies them. */
    const ways = {
      'its embed code': async (style) => ({ embedCode: await copy(style, 'embedCode', 'embed-code') }),
      'its environment': async (style) => {
        const { widget, secretKey, baseUrl } = fromEnv(parseEnv(await copy(style, 'settings', 'environment')));
        assert.deepEqual([await secretKey(), baseUrl], [sandbox.secretKey, sandbox.baseUrl]);
        return widget;
      },
    };

    for (const style of Object.keys(HAND_OFFS)) {
      for (const [way, settingsOf] of Object.entries(ways)) {
        it(`${style}, ${way}`, async () => {
          const widget = await settingsOf(style);
          const { token, offers } = await applicant();
          const csp = strictPolicy(widget).replace('{nonce}', NONCE);
          const isStrict = way === 'its environment';
          await withWidget(
            widget,
            { tokens: [await token(), await token()], ...(isStrict && { csp, nonce: NONCE }) },
            async (page, problems) => {
              const told = await outcome(page);
              assert.equal(told?.type, 'lending-ready', `${told?.code}: ${told?.message} ${told?.cause}`);
              await accepts(page);
              assert.deepEqual(problems, []);
            },
          );
          sandbox.advance(PAID);
          assert.deepEqual(
            (await offers()).map(({ provider, status }) => [provider, status]),
            [
              ['Sample Bank', 'CANCELLED'],
              ['Example Finance', 'ACCEPTED'],
              ['Placeholder Credit Union', 'CANCELLED'],
            ],
          );
        });
      }
    }
  });

  it('works in an isolated frame, from the opaque origin that it has there', async () => {
    for (const style of ['init', 'module', 'element', 'script-data']) {
      const { token } = await applicant();
      const { settings } = sandbox.handOffs.find((one) => one.style === style);
      await withWidget(all.inMode('frame', settings), { tokens: [await token()] }, async (page) => {
        assert.equal((await outcome(page))?.type, 'lending-ready', style);
        const offers = await placeOf(page);
        const height = await offers.evaluate(() => document.documentElement.scrollHeight);
        // A locator scrolls only once, so it must not start before the page has room for all offers.
        await page.waitForFunction((least) => document.documentElement.scrollHeight >= least, {}, height);
        await accepts(page);
      });
    }
  });

  it('rejects a used token, and <lending-widget> gets another one', async () => {
    const { token } = await applicant();
    const used = await token();
    await fetch(`${sandbox.baseUrl}/widget/session`, { method: 'POST', headers: { authorization: `Bearer ${used}` } });
    await withWidget(sandbox.widget, { tokens: [used, await token()] }, async (page) => {
      assert.equal((await outcome(page))?.type, 'lending-ready');
      assert.deepEqual(await headings(await placeOf(page)), OFFERS);
    });
  });

  it('explains that a token was rejected, in styles that report nothing to the page', async () => {
    const { settings } = sandbox.handOffs.find(({ style }) => style === 'element');
    await withWidget(settings, { tokens: ['sandbox_made-up'] }, async (page) => {
      const heading = await page.waitForSelector('>>> h3::-p-text(We could not open your offers)', { visible: true });
      const words = await heading.evaluate((one) => one.parentElement.innerText);
      assert.match(words, /link to your offers works for a short time only.+Reload this page.+Nothing is lost\./s);
    });
  });

  describe('misbehaves on request, and <lending-widget> explains it:', () => {
    const CODES = {
      missing: 'script-failed',
      html: 'script-failed',
      slow: 'script-timeout',
      'no-global': 'script-no-global',
      throws: 'script-threw',
      'start-throws': 'widget-failed',
      'never-ready': 'widget-timeout',
      blank: 'widget-not-painted',
      expired: 'widget-token-expired',
      unavailable: 'widget-failed',
    };
    for (const [fault, code] of Object.entries(CODES)) {
      it(`${fault}: ${code}`, async () => {
        const { token } = await applicant();
        const widget = { ...sandbox.widget, scriptUrl: `${sandbox.widgetScriptUrl}?fault=${fault}` };
        const tokens = [await token(), await token(), await token()];
        await withWidget(widget, { tokens, timeoutMs: 1500 }, async (page) => {
          const told = await outcome(page);
          assert.equal(told?.code, code, told?.message);
          assert.match(told.remedy ?? 'It is temporary.', /\.$/);
        });
      });
    }

    it('late: the widget appears once its global exists', async () => {
      const { token } = await applicant();
      const widget = { ...sandbox.widget, scriptUrl: `${sandbox.widgetScriptUrl}?fault=late` };
      await withWidget(widget, { tokens: [await token()] }, async (page) => {
        assert.equal((await outcome(page))?.type, 'lending-ready');
      });
    });

    it('navigates: it replaces the whole page, unless the widget is in an isolated frame', async () => {
      const { token } = await applicant();
      const widget = { ...sandbox.widget, scriptUrl: `${sandbox.widgetScriptUrl}?fault=navigates` };
      await withWidget(widget, { tokens: [await token()] }, async (page) => {
        await page.waitForFunction(() => location.pathname === '/widget/elsewhere');
      });
      await withWidget(all.inMode('frame', widget), { tokens: [await token()], timeoutMs: 1500 }, async (page) => {
        const before = page.url();
        await outcome(page);
        assert.equal(page.url(), before);
      });
    });
  });
});
