// Several widgets on a page, directly and in frames: the parts that they share and the parts that are separate.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { handOff, says, script, send, works } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

const { MODES, assertTold, eventsOf, notes, offersOf, outcome } = visit;
const TOKENS = [1, 2, 3].map((at) => ({ token: `token-${at}` }));
const OFFERS = TOKENS.map(({ token }) => `Offers for ${token}`);

describe('widgets on a page', { timeout: 300_000 }, () => {
  let all;
  before(async () => (all = await visit.startAll()));
  after(() => all?.close());

  /** Waits until `count` widgets are ready or have failed, and returns their texts. */
  async function shown(page, mode, count) {
    await page.evaluate(async (wanted) => {
      const settled = () => globalThis.partner.notes.events.filter(({ type }) => /ready|error/.test(type)).length;
      const end = performance.now() + 8000;
      while (settled() < wanted && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    }, count);
    return offersOf(page, mode);
  }

  for (const mode of MODES) {
    describe(`in the ${mode}`, () => {
      it('load the script once in a document for three mounts at the same time, each with its own token', async () => {
        const counted = `globalThis.runs = (globalThis.runs ?? 0) + 1; ${script()}`;
        const answer = (response) => setTimeout(send, 400, response, counted);
        await all.withScript(answer, { mode, each: TOKENS }, async (page, _problems, pathname) => {
          assert.deepEqual(await shown(page, mode, 3), OFFERS);
          const runs = await page.evaluate(() => globalThis.runs);
          assert.deepEqual([all.vendor.asked(pathname), runs], mode === 'page' ? [1, 1] : [3, undefined]);
        });
      });

      it('fail for three mounts at the same time, and each can be retried', async () => {
        const failing = says('no', { status: 404 });
        await all.withScript(failing, { mode, each: TOKENS }, async (page, _problems, pathname) => {
          await shown(page, mode, 3);
          assert.equal((await eventsOf(page, 'lending-error')).length, 3);
          assert.equal(all.vendor.asked(pathname), mode === 'page' ? 3 : 9);
          all.vendor.on(pathname, works);
          await page.$$eval('>>> button[part="retry"]', (buttons) => buttons.forEach((button) => button.click()));
          assert.deepEqual(await shown(page, mode, 6), OFFERS);
        });
      });

      it('keep two URLs and two tokens apart', async () => {
        const widgets = ['Alpha', 'Beta'].map((name) => {
          const { scriptUrl } = all.scriptOf((response) => send(response, script(name, `${name} for`)));
          return { token: `token-of-${name}`, widget: all.inMode(mode, { scriptUrl, handOff: handOff(name) }) };
        });
        await all.withPage({ body: '<lending-widget></lending-widget>'.repeat(2), widgets }, async (page) => {
          assert.deepEqual(await shown(page, mode, 2), ['Alpha for token-of-Alpha', 'Beta for token-of-Beta']);
        });
      });

      it('start again, once, with a fresh token if the token has expired', async () => {
        const expiring = script().replace(
          '{ token, container }) {',
          `$& if (token === 'old') throw { code: 'token-expired' };`,
        );
        for (const [tokens, end] of [
          [['old', 'new'], 'lending-ready'],
          [['old', 'old'], 'widget-token-expired'],
        ]) {
          await all.withScript(says(expiring), { mode, each: [{ tokens }] }, async (page) => {
            const { type, code = type } = await outcome(page);
            assert.equal(code, end);
            assert.equal((await eventsOf(page, 'lending-token-request')).length, 2);
            assert.deepEqual(await offersOf(page, mode), end === 'lending-ready' ? ['Offers for new'] : []);
          });
        }
      });

      it('run no script that arrives after its time limit', async () => {
        const beacon = `new Image().src = document.currentScript.src + '/ran'; ${script()}`;
        const answer = (response) => setTimeout(send, 1000, response, beacon);
        await all.withScript(answer, { mode, each: [{ timeoutMs: 500 }] }, async (page, _problems, pathname) => {
          assert.equal((await outcome(page)).code, 'script-timeout');
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
          assert.equal(all.vendor.asked(`${pathname}/ran`), 0);
        });
      });
    });
  }

  for (const [mode, part, isOffline] of [
    ['page', 'hand-off', false],
    ['page', 'hand-off', true],
    ['frame', 'frame', false],
  ]) {
    it(`report that a file of the library is missing: ${part}${isOffline ? ', while the browser is offline' : ''}`, async () => {
      const open = async (page) => {
        if (isOffline)
          await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'onLine', { value: false }));
        await page.setRequestInterception(true);
        const isMissing = (url) => url.includes(`/${part}-`);
        page.on('request', (request) => (isMissing(request.url()) ? request.abort() : request.continue()));
      };
      await all.withScript(works, { mode, open }, async (page, _problems, pathname) => {
        const told = await outcome(page);
        const code = isOffline ? 'script-offline' : 'script-failed';
        const says = isOffline ? /may be offline/ : undefined;
        await assertTold(page, { told, code, names: /reload the page/, says }, pathname);
        assert.deepEqual((await notes(page)).problems, []);
      });
    });
  }

  it('keep two tokens apart if a script reads them from a global that its embed code sets', async () => {
    const source = `document.getElementById(vendorSettings.id).append(
      Object.assign(document.createElement('p'), { className: 'offers', textContent: vendorSettings.token }));`;
    const { scriptUrl } = all.scriptOf((response) => setTimeout(send, 200, response, source));
    const embedCode = `<script>window.vendorSettings = { token: '{access_token}', id: '{container_id}' };</script><script src="${scriptUrl}"></script>`;
    const widgets = [1, 2].map((at) => ({ token: `token-${at}`, widget: { embedCode }, timeoutMs: 3000 }));
    await all.withPage({ body: '<lending-widget></lending-widget>'.repeat(2), widgets }, async (page) => {
      assert.deepEqual(await shown(page, 'page', 2), ['token-1', 'token-2']);
    });
  });
});
