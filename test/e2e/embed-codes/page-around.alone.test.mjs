import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as visit from '../vendor/visit.mjs';
import { hosted, itInVerify, itWhere, OK, useVendors } from './open.mjs';
import { MOUNT, sdk, SHOW } from './snippets/show.mjs';

const { MODES, eventCount, eventsOf, notes, openGate, outcome, press, textsOf, tokenRequest } = visit;
const SHORT = 1500;
const VENDOR = { 'vendor.js': sdk('Vendor', MOUNT) };

describe('embed code and the page around it', { timeout: 240_000 }, () => {
  const used = useVendors();
  const { open } = used;

  const shown = (page) => textsOf(page, 'lending-widget .offers');
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  describe('policies', () => {
    const styled = `<p style="color: red">Styled</p>${OK}`;
    it('leave the widget visible if they block its styles', async () => {
      await open({ codes: [styled], csp: "style-src 'self'" }, async (page) => {
        assert.equal((await outcome(page)).type, 'lending-ready');
        assert.deepEqual(await shown(page), ['Offers for token-1']);
        assert.notEqual((await notes(page)).violations.length, 0);
      });
    });

    const framed = (
      place,
    ) => `<script>var frame = document.createElement('iframe'); frame.width = 300; frame.height = 200;
      frame.src = ['https:', '', 'another.example', 'offers?token={access_token_url}'].join('/'); ${place}.append(frame);</script>`;
    const PLACES = {
      'a frame of it': `document.getElementById('{container_id}')`,
      'a frame in the body': 'document.body',
    };
    for (const mode of MODES) {
      for (const [name, place] of Object.entries(PLACES)) {
        it(`are named in the error if they block ${name}, with the origin to add: ${mode}`, async () => {
          const codes = [framed(place)];
          await open({ codes, mode, csp: "frame-src 'self'", timeoutMs: SHORT }, async (page) => {
            const told = await outcome(page);
            assert.equal(told.code, 'script-blocked');
            assert.match(told.message, /https:\/\/another\.example \(frame-src\)/);
            assert.match(
              told.remedy,
              mode === 'page'
                ? /^Add https:\/\/another\.example to frame-src\.$/
                : /^Add https:\/\/another\.example to widget\.origins in createHandler\(\), which then allows it in frame-src\.$/,
            );
          });
        });
      }
    }
  });

  describe('a vendor that hangs', () => {
    itInVerify('holds up neither the page’s own scripts nor a later try', async () => {
      await open({ codes: [hosted], files: VENDOR, timeoutMs: SHORT, isGated: true }, async (page, { folders }) => {
        used.all.partner.put('/own.js', 'globalThis.own = performance.now();', { 'content-type': 'text/javascript' });
        folders[0].state = 'hung';
        await tokenRequest(page);
        await openGate(page);
        await page.waitForSelector('lending-widget script[src]');
        await page.evaluate(() => {
          document.head.append(Object.assign(document.createElement('script'), { src: '/own.js', async: false }));
        });
        await page.waitForFunction(() => globalThis.own, { timeout: 1000 });
        assert.equal((await outcome(page)).code, 'script-timeout');
        folders[0].state = 'well';
        const from = await eventCount(page);
        await press(page);
        assert.equal((await outcome(page, from)).type, 'lending-ready');
      });
    });

    it('does not delay another vendor', async () => {
      const other = ({ o }) => hosted({ v: o }).replaceAll('place', 'other-place');
      await open(
        { codes: [hosted, other], files: VENDOR, timeoutMs: 5000, isGated: true },
        async (page, { folders }) => {
          folders[0].state = 'hung';
          await openGate(page);
          const told = await outcome(page);
          assert.deepEqual([told.type, told.id], ['lending-ready', 'widget-1']);
        },
      );
    });

    itInVerify('leaves the next widget of the same vendor its whole time, and the message names the wait', async () => {
      const code = ({ v }) => `<script src="${v}/vendor.js"></script><p hidden>{access_token}</p>`;
      await open({ codes: [code, code], files: VENDOR, timeoutMs: SHORT, isGated: true }, async (page, { folders }) => {
        folders[0].state = 'hung';
        await page.waitForFunction(
          () => globalThis.partner.notes.events.filter(({ type }) => /token/.test(type)).length === 2,
        );
        await openGate(page);
        await page.waitForFunction(() => globalThis.partner.notes.events.filter((one) => one.code).length === 2);
        const [first, second] = await eventsOf(page, 'lending-error');
        // Which of the two comes first is not said.
        assert.deepEqual([first.code, second.code].sort(), ['script-timeout', 'widget-not-painted']);
        assert.ok(second.at - first.at > SHORT * 0.9, `It had ${second.at - first.at} ms.`);
        assert.doesNotMatch(first.message, /turn/);
        assert.match(second.message, /within 1\.5 seconds\. Before that, it waited 1\.\d seconds for another widget/);
      });
    });
  });

  describe('page events', () => {
    it('reach only the embed code, once, and leave the page unchanged', async () => {
      const code = `<script>document.addEventListener('DOMContentLoaded', () => (window.ready = (window.ready ?? 0) + 1));
        addEventListener('load', () => (window.loads = (window.loads ?? 0) + 1)); window.onload = () => (window.property = true);
        window.state = document.readyState; setTimeout(() => (window.later = document.readyState));</script>
        <script async data-src></script>${OK}`;
      await open({ codes: [code], isGated: true }, async (page, { problems }) => {
        await page.evaluate(() => {
          globalThis.heard = [];
          const hear = ({ type, target }) => target instanceof Element || globalThis.heard.push(type);
          for (const on of [document, globalThis])
            for (const type of ['DOMContentLoaded', 'load', 'readystatechange']) on.addEventListener(type, hear, true);
          Object.assign(globalThis, { onload: hear });
          // The page's own scripts go on meanwhile.
          globalThis.states = new Set();
          const look = () => {
            globalThis.states.add(document.readyState);
            document.addEventListener('DOMContentLoaded', hear);
          };
          globalThis.timer = setInterval(look, 1);
          globalThis.own = Object.getOwnPropertyNames(document).join();
        });
        await openGate(page);
        assert.equal((await outcome(page)).type, 'lending-ready');
        await pause(100);
        const seen = await page.evaluate(() => {
          const { heard, ready, loads, property, state, states, own } = globalThis;
          const now = Object.getOwnPropertyNames(document).join();
          return { heard, ready, loads, property, state, states: [...states], isSame: own === now };
        });
        const expected = { heard: [], ready: 1, loads: 1, property: true, state: 'loading', states: ['complete'] };
        assert.deepEqual(seen, { ...expected, isSame: true });
        assert.deepEqual(problems, []);
      });
    });
  });

  describe('readiness', () => {
    itInVerify('does not come from invisible content', async () => {
      const hidden = `<script>${SHOW} var box = document.createElement('div'); box.hidden = true;
        document.getElementById('{container_id}').append(box); show('{access_token}', box);</script>`;
      await open({ codes: [hidden], timeoutMs: SHORT }, async (page) => {
        const told = await outcome(page);
        assert.equal(told.code, 'widget-not-painted');
        assert.match(told.message, /showed nothing within 1\.5 seconds/);
      });
    });

    for (const mode of MODES) {
      itWhere(mode === 'page', `does not come from a loading message: ${mode}`, async () => {
        const code = `<p>Loading</p><script type="module">setTimeout(() => {
          ${SHOW} document.querySelector('p').remove(); show('{access_token}', document.getElementById('{container_id}')); }, 2500);</script>`;
        await open({ codes: [code], mode }, async (page) => {
          assert.equal((await outcome(page)).type, 'lending-ready');
          assert.deepEqual(await visit.offersOf(page, mode), ['Offers for token-1']);
        });
      });

      itWhere(mode === 'page', `is told when it goes: ${mode}`, async () => {
        const code = `${OK}<script>setTimeout(() => document.getElementById('{container_id}').remove(), 400);</script>`;
        await open({ codes: [code], mode }, async (page) => {
          assert.equal((await outcome(page)).type, 'lending-ready');
          const told = await outcome(page, await eventCount(page));
          assert.equal(told.code, 'widget-not-painted');
          assert.match(told.message, /^The widget was visible, but has disappeared\.$/);
        });
      });
    }
  });

  describe('a failure', () => {
    const TOKEN = 'eyJhbGciOi.J9+/="<x>\\&';
    const reasons = {
      'as it is': 'new Error("no offers for " + token)',
      'in an address': 'new Error("GET /x?t=" + encodeURIComponent(token))',
      'in base64': 'new Error("Basic " + btoa(token))',
      'in JSON': 'new Error(JSON.stringify({ token }))',
      'at length': 'new Error("x".repeat(190) + token + token)',
    };
    for (const [name, reason] of Object.entries(reasons)) {
      itWhere(name === 'as it is', `has the vendor’s own reason without the token: ${name}`, async () => {
        const code = `<script>{ let token = '{access_token}'; throw ${reason}; }</script>`;
        await open({ codes: [code], timeoutMs: 600, tokens: [TOKEN] }, async (page) => {
          const told = await outcome(page);
          assert.equal(told.code, 'script-threw');
          assert.match(told.message, /A script of the embed code threw: Error: /);
          const parts = [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN), JSON.stringify(TOKEN).slice(1, -1)];
          for (const part of parts) {
            for (let at = 0; at + 6 <= part.length; at++) assert.ok(!told.message.includes(part.slice(at, at + 6)));
          }
          assert.ok(told.message.length < 350, told.message);
        });
      });
    }

    itInVerify('has no reason of another script’s', async () => {
      await open({ codes: ['<p hidden>{access_token}</p><script>1</script>'], timeoutMs: SHORT }, async (page) => {
        await page.evaluate(() => {
          setTimeout(() => Promise.reject(new Error('the page’s own')), 100);
          setTimeout(() => reportError(new Error('the page’s own')), 200);
        });
        const told = await outcome(page);
        assert.equal(told.code, 'widget-not-painted');
        assert.ok(!told.message.includes('own'), told.message);
      });
    });

    for (const name of ['widget', 'accessToken', 'timeoutMs', 'isolation', 'getToken', 'adapter']) {
      itInVerify(`is mended by a property that is set: ${name}`, async () => {
        await open({ codes: [hosted], files: VENDOR, timeoutMs: 2500, isGated: true }, async (page, { folders }) => {
          folders[0].state = 'rejected';
          await openGate(page);
          assert.equal((await outcome(page)).code, 'script-failed');
          folders[0].state = 'well';
          const from = await eventCount(page);
          await page.evaluate((property) => {
            const element = document.querySelector('lending-widget');
            const values = {
              widget: { ...element.widget },
              accessToken: 'given',
              timeoutMs: 5000,
              isolation: 'page',
              getToken: async () => 'got',
              adapter: { ...element.adapter },
            };
            element[property] = values[property];
          }, name);
          assert.equal((await outcome(page, from)).type, 'lending-ready');
        });
      });
    }
  });

  it('removes everything that has been added to its element', async () => {
    const code = `${OK}<script>document.querySelector('lending-widget').append(document.createElement('aside'));
      document.body.append(Object.assign(document.createElement('dialog'), { id: 'left' }));</script>`;
    await open({ codes: [code], body: '<lending-widget><i>kept</i></lending-widget>' }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      const left = await page.evaluate(async () => {
        const element = document.querySelector('lending-widget');
        const before = [...element.children].map(({ localName }) => localName);
        element.remove();
        await new Promise((resolve) => setTimeout(resolve));
        return [before, [...element.children].map(({ localName }) => localName), !!document.querySelector('#left')];
      });
      assert.deepEqual(left, [['i', 'div', 'aside'], ['i'], false]);
    });
  });

  describe('a mount and a removal', () => {
    const BUSY = `<div id="place"></div><script src="VENDOR/vendor.js"></script><script>document.title = 'Offers'; document.body.style.overflow = 'hidden';
      window.onload = function () { Vendor.mount({ token: '{access_token}', target: '#place' }); };
      document.body.append(Object.assign(document.createElement('aside'), { id: 'toast' }));</script>`;
    const busy = ({ v }) => BUSY.replace('VENDOR', v);
    const state = () => {
      const own = (target) =>
        Object.getOwnPropertyNames(target).filter((name) => !/^(Vendor|vendor|partner)/.test(name));
      const on = [...own(document), ...own(window)].map((name) => {
        const { get, value } =
          Object.getOwnPropertyDescriptor(document, name) ?? Object.getOwnPropertyDescriptor(window, name);
        return `${name} ${get ?? (typeof value === 'function' ? value : '')}`;
      });
      const { title, body, documentElement: root } = document;
      return [on.sort(), title, body.style.overflow, root.style.overflow, !!document.querySelector('#toast')];
    };
    const remove = () => document.querySelector('lending-widget').remove();

    it('leave document and window, title and overflow of the page as they were', async () => {
      await open({ codes: [busy], files: VENDOR, isGated: true }, async (page) => {
        await tokenRequest(page);
        const before = await page.evaluate(state);
        await openGate(page);
        assert.equal((await outcome(page)).type, 'lending-ready');
        assert.deepEqual((await page.evaluate(state)).slice(1), ['Offers', 'hidden', '', true]);
        await page.evaluate(remove);
        await pause(50);
        assert.deepEqual(await page.evaluate(state), before);
      });
    });

    it('keep a title and an overflow that the page has set meanwhile', async () => {
      await open({ codes: [busy], files: VENDOR }, async (page) => {
        assert.equal((await outcome(page)).type, 'lending-ready');
        await page.evaluate(() => {
          document.title = 'Inbox';
          document.body.style.overflow = 'clip';
        });
        await page.evaluate(remove);
        await pause(50);
        assert.deepEqual((await page.evaluate(state)).slice(1, 3), ['Inbox', 'clip']);
      });
    });

    it('keep a wrapper of the page around addEventListener, with two runs at the same time', async () => {
      const waits =
        (id) =>
        ({ v, o }) => `<div id="${id}"></div><script src="${id === 'one' ? v : o}/vendor.js"></script><script>
        document.addEventListener('DOMContentLoaded', function () { Vendor.mount({ token: '{access_token}', target: '#${id}' }); });</script>`;
      await open({ codes: [waits('one'), waits('two')], files: VENDOR, isGated: true }, async (page, { folders }) => {
        folders.forEach((folder) => (folder.state = 'hung'));
        await openGate(page);
        while (folders.some(({ hanging }) => hanging.length === 0)) await pause(20);
        await page.evaluate(() => {
          const { addEventListener: real } = document;
          globalThis.wrapped = document.addEventListener = function (...all) {
            return real.apply(this, all);
          };
        });
        folders[0].release();
        await outcome(page);
        folders[1].release();
        await page.waitForFunction(
          () => globalThis.partner.notes.events.filter((one) => one.type === 'lending-ready').length === 2,
        );
        assert.deepEqual((await shown(page)).sort(), ['Offers for token-1', 'Offers for token-2']);
        const kept = await page.evaluate(() => {
          let count = 0;
          document.addEventListener('click', () => count++);
          document.body.click();
          const others = ['readyState', 'removeEventListener', 'write'].filter((name) => Object.hasOwn(document, name));
          return [document.addEventListener === globalThis.wrapped, count, others];
        });
        assert.deepEqual(kept, [true, 1, []]);
      });
    });
  });

  describe('an error', () => {
    it('is reported after about two seconds, and disappears if the widget appears later', async () => {
      const code = `<script>null.boot();</script><script>${SHOW} setTimeout(() => show('{access_token}', document.getElementById('{container_id}')), 4000);</script>`;
      await open({ codes: [code], timeoutMs: 15_000 }, async (page) => {
        const told = await outcome(page);
        assert.equal(told.code, 'script-threw');
        assert.equal((await page.$$('>>> #failure')).length, 1);
        assert.equal((await outcome(page, await eventCount(page))).type, 'lending-ready');
        assert.deepEqual([await shown(page), (await page.$$('>>> #failure')).length], [['Offers for token-1'], 0]);
      });
    });

    it('of code that cannot run again is reported immediately, with a button that reloads the page', async () => {
      const code = `<script>const mine = '{access_token}';</script><script>${SHOW} show(mine, document.getElementById('{container_id}'));</script>`;
      await open({ codes: [code] }, async (page) => {
        assert.equal((await outcome(page)).type, 'lending-ready');
        const from = await eventCount(page);
        await page.evaluate(() => void document.querySelector('lending-widget').reload());
        const told = await outcome(page, from);
        assert.equal(told.code, 'script-runs-once');
        assert.equal(await visit.textOf(page, '>>> [part="retry"]'), 'Reload this page');
        await Promise.all([page.waitForNavigation(), press(page)]);
        assert.equal((await outcome(page)).type, 'lending-ready');
      });
    });
  });

  it('dialogs, fragment links, navigation to a bank page and Back work as in pasted code', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      const code = ({
        v,
      }) => `${OK}<a href="#part">Part</a><p id="part">Part</p><button id="opens">Open</button><button id="bank">Bank</button>
        <dialog>Terms</dialog><script>document.getElementById('opens').onclick = function () { document.querySelector('dialog').showModal(); };
        document.getElementById('bank').onclick = function () { location.href = '${v}/bank.html'; };</script>`;
      await open({ codes: [code], files: { 'bank.html': '<!doctype html><title>Bank</title>' } }, async (page) => {
        await page.setViewport(viewport);
        assert.equal((await outcome(page)).type, 'lending-ready');
        await page.click('#opens');
        assert.ok(
          await page.$eval('dialog', (dialog) => dialog.matches(':modal') && dialog.getBoundingClientRect().width > 1),
        );
        await page.keyboard.press('Escape');
        await page.click('a[href="#part"]');
        assert.match(page.url(), /#part$/);
        await page.goBack();
        assert.doesNotMatch(page.url(), /#/);
        await Promise.all([page.waitForNavigation(), page.click('#bank')]);
        assert.equal(await page.title(), 'Bank');
        await page.goBack();
        assert.equal((await outcome(page)).type, 'lending-ready');
      });
    }
  });
});
