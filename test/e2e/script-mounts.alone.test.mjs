// Several widgets on a page, directly and in frames: the parts that they share and the parts that are separate.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { says, slowly, works } from './vendor/answers.mjs';
import { handOff, script, send } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

const { MODES, assertTold, eventsOf, notes, offersOf, openGate, outcome, tokenRequest } = visit;
const BODY = '<lending-widget></lending-widget>';

describe('widgets on a page', { timeout: 300_000 }, () => {
  let all;
  before(async () => (all = await visit.startAll()));
  after(() => all?.close());

  const failing = says('no', { status: 404 });

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
        const { pathname, scriptUrl } = all.scriptOf((response) => setTimeout(send, 400, response, counted));
        const widget = all.inMode(mode, { scriptUrl, handOff: handOff() });
        const widgets = [1, 2, 3].map((at) => ({ token: `token-${at}`, widget }));
        await all.withPage({ body: BODY.repeat(3), widgets }, async (page) => {
          assert.deepEqual(
            await shown(page, mode, 3),
            [1, 2, 3].map((at) => `Offers for token-${at}`),
          );
          const runs = await page.evaluate(() => globalThis.runs);
          assert.deepEqual([all.vendor.asked(pathname), runs], mode === 'page' ? [1, 1] : [3, undefined]);
        });
      });

      it('fail together for three mounts at the same time, and each come back', async () => {
        const { pathname, scriptUrl } = all.scriptOf(failing);
        const widget = all.inMode(mode, { scriptUrl, handOff: handOff() });
        const widgets = [1, 2, 3].map((at) => ({ token: `token-${at}`, widget }));
        await all.withPage({ body: BODY.repeat(3), widgets }, async (page) => {
          await shown(page, mode, 3);
          assert.equal((await eventsOf(page, 'lending-error')).length, 3);
          assert.equal(all.vendor.asked(pathname), mode === 'page' ? 3 : 9);
          all.vendor.on(pathname, works);
          await page.$$eval('>>> button[part="retry"]', (buttons) => buttons.forEach((button) => button.click()));
          assert.deepEqual(
            await shown(page, mode, 6),
            [1, 2, 3].map((at) => `Offers for token-${at}`),
          );
        });
      });

      it('keep two URLs and two tokens apart', async () => {
        const widgets = ['Alpha', 'Beta'].map((name) => {
          const { scriptUrl } = all.scriptOf((response) => send(response, script(name, `${name} for`)));
          return { token: `token-of-${name}`, widget: all.inMode(mode, { scriptUrl, handOff: handOff(name) }) };
        });
        await all.withPage({ body: BODY.repeat(2), widgets }, async (page) => {
          assert.deepEqual(await shown(page, mode, 2), ['Alpha for token-of-Alpha', 'Beta for token-of-Beta']);
        });
      });

      it('start again, once, with a fresh token where theirs has expired', async () => {
        const expiring = script().replace(
          '{ token, container }) {',
          `$& if (token === 'old') throw { code: 'token-expired' };`,
        );
        for (const [tokens, end] of [
          [['old', 'new'], 'lending-ready'],
          [['old', 'old'], 'widget-token-expired'],
        ]) {
          const { scriptUrl } = all.scriptOf(says(expiring));
          const widget = all.inMode(mode, { scriptUrl, handOff: handOff() });
          await all.withPage({ widgets: [{ tokens, widget }] }, async (page) => {
            const { type, code = type } = await outcome(page);
            assert.equal(code, end);
            assert.equal((await eventsOf(page, 'lending-token-request')).length, 2);
            assert.deepEqual(await offersOf(page, mode), end === 'lending-ready' ? ['Offers for new'] : []);
          });
        }
      });

      it('run no script that comes after it was given up', async () => {
        const beacon = `new Image().src = document.currentScript.src + '/ran'; ${script()}`;
        const { pathname, scriptUrl } = all.scriptOf((response) => setTimeout(send, 1000, response, beacon));
        const widgets = [{ widget: all.inMode(mode, { scriptUrl, handOff: handOff() }), timeoutMs: 500 }];
        await all.withPage({ widgets }, async (page) => {
          assert.equal((await outcome(page)).code, 'script-timeout');
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
          assert.equal(all.vendor.asked(`${pathname}/ran`), 0);
        });
      });
    });
  }

  it('report that a part of the library is missing, and that the browser is offline', async () => {
    const { scriptUrl } = all.scriptOf(slowly);
    // The script that defines the global loads after the token.
    const widget = { scriptUrl, handOff: { globals: { vendorToken: '{access_token}' } } };
    await all.withPage({ widgets: [{ widget, isGated: true }] }, async (page) => {
      await tokenRequest(page);
      await page.setOfflineMode(true);
      await openGate(page);
      const told = await outcome(page);
      await assertTold(page, { told, code: 'script-offline', says: /may be offline/ }, scriptUrl);
      assert.match(told.remedy, /reload the page/);
    });
  });

  it('report that the part for frames is missing', async () => {
    const { scriptUrl } = all.scriptOf(works);
    const widget = all.inMode('frame', { scriptUrl, handOff: handOff() });
    const open = async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (request) => (/frame-\w+/.test(request.url()) ? request.abort() : request.continue()));
    };
    await all.withPage({ open, widgets: [{ widget }] }, async (page) => {
      const told = await outcome(page);
      await assertTold(page, { told, code: 'script-failed', names: /reload the page/ }, scriptUrl);
      assert.deepEqual((await notes(page)).problems, []);
    });
  });

  it('keep two tokens of one script apart that reads them from a global of its embed code', async () => {
    const source = `document.getElementById(vendorSettings.id).append(
      Object.assign(document.createElement('p'), { className: 'offers', textContent: vendorSettings.token }));`;
    const { scriptUrl } = all.scriptOf((response) => setTimeout(send, 200, response, source));
    const embedCode = `<script>window.vendorSettings = { token: '{access_token}', id: '{container_id}' };</script><script src="${scriptUrl}"></script>`;
    const widgets = [1, 2].map((at) => ({ token: `token-${at}`, widget: { embedCode }, timeoutMs: 3000 }));
    await all.withPage({ body: BODY.repeat(2), widgets }, async (page) => {
      assert.deepEqual(await shown(page, 'page', 2), ['token-1', 'token-2']);
    });
  });
});
