// A widget in a frame and the page around it: dialogs, the focus, a fresh token, the keyboard, the language and the policy.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OK, useVendors } from './embed-codes/open.mjs';
import { says } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

const { eventCount, eventsOf, offersOf, openGate, outcome, textsOf } = visit;

/** A widget with two buttons. */
const BUTTONS = `globalThis.VendorFunding = { init({ container }) {
  container.innerHTML = '<button id="one">One</button><button id="two">Two</button>';
} };`;

describe('a widget in a frame', { timeout: 240_000 }, () => {
  const used = useVendors();
  const { open } = used;

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const inFrame = async (page) => (await page.$('>>> iframe')).contentFrame();
  const shownInFrame = async (page) => textsOf(await inFrame(page), '.offers');

  it('shows the text of alert(), and continues after confirm()', async () => {
    const code = `${OK}<script>setTimeout(() => { alert('Ten offers'); alert(confirm() + ' ' + prompt()); }, 100);</script>`;
    await open({ codes: [code], mode: 'frame' }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      const frame = await inFrame(page);
      await frame.waitForSelector('dialog[open] ~ dialog[open]', { timeout: 3000 });
      const shown = await frame.$$eval('dialog p', (lines) => lines.map(({ textContent }) => textContent));
      assert.deepEqual(shown, ['Ten offers', 'false null']);
    });
  });

  it('gives the focus back unless the applicant has moved it', async () => {
    const code = `<input id="vendor-input">${OK}<script>setTimeout(() => document.getElementById('vendor-input').focus(), 600);</script>`;
    await open({ codes: [code], mode: 'frame', isGated: true }, async (page) => {
      await page.click('#note');
      await page.keyboard.type('ab');
      await openGate(page);
      assert.equal((await outcome(page)).type, 'lending-ready');
      await pause(1200);
      await page.keyboard.type('cd');
      assert.equal(await page.$eval('#note', ({ value }) => value), 'abcd');
      // Who goes there stays there.
      const frame = await inFrame(page);
      await (await frame.$('#vendor-input')).click();
      await pause(300);
      await page.keyboard.type('ef');
      assert.equal(await frame.$eval('#vendor-input', ({ value }) => value), 'ef');
    });
  });

  const typing = 'correct horse battery';
  const TAKES = `<input id="vendor-input" style="height: 300px">${OK}<script>const takes = () => document.getElementById('vendor-input').focus();`;
  const THIEVES = {
    'all the time': `${TAKES} onpointerdown = () => setInterval(takes, 20);</script>`,
    'now and then': `${TAKES} onpointerdown = () => setInterval(takes, 200);</script>`,
  };
  for (const [name, code] of Object.entries(THIEVES)) {
    it(`gets no more than three characters of a text for another field by taking the focus: ${name}`, async () => {
      await open({ codes: [code], mode: 'frame' }, async (page) => {
        assert.equal((await outcome(page)).type, 'lending-ready');
        const frame = await inFrame(page);
        // The focus was in the frame, and a key has moved it to the page: typing belongs to the page.
        await (await frame.$('#vendor-input')).click();
        await page.click('#counter');
        await page.keyboard.press('Tab');
        await page.keyboard.type(typing, { delay: 70 });
        const arrived = await page.$eval('#note', ({ value }) => value);
        assert.ok(arrived.length >= typing.length - 3, `"${arrived}" has arrived in the page.`);
        const [told] = await eventsOf(page, 'lending-error');
        assert.deepEqual([told?.code, /takes the focus/.test(told?.message)], ['widget-failed', true]);
      });
    });
  }

  it('starts again with a fresh token when it reloads the document of its frame', async () => {
    const code = `${OK}<script>if ('{access_token}' === 'token-1') setTimeout(() => location.reload(), 300);</script>`;
    await open({ codes: [code], mode: 'frame', tokens: ['token-1', 'token-2'] }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      assert.equal((await outcome(page, await eventCount(page))).type, 'lending-ready');
      assert.deepEqual(await shownInFrame(page), ['Offers for token-2']);
    });
  });

  it('fails with an error if it reloads its document again and again', async () => {
    const code = `${OK}<script>setTimeout(() => location.reload(), 300);</script>`;
    await open({ codes: [code], mode: 'frame', tokens: ['token-1', 'token-2'] }, async (page) => {
      const isTold = () => globalThis.partner.notes.events.find(({ code: told }) => told);
      await page.waitForFunction(isTold, { timeout: 15_000 });
      const [told] = await eventsOf(page, 'lending-error');
      assert.deepEqual([told.code, /again and again/.test(told.message)], ['widget-failed', true]);
    });
  });

  async function showing(run, more) {
    const body = '<lending-widget></lending-widget><button id="behind">Behind</button>';
    await used.all.withScript(says(BUTTONS), { mode: 'frame', body, ...more }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      await run(page, await inFrame(page));
    });
  }

  it('lets the keyboard focus through in both directions', async () => {
    await showing(async (page, frame) => {
      const focused = async () => {
        const outside = await page.evaluate(() => document.activeElement.id || document.activeElement.localName);
        return outside.startsWith('lending-widget-') ? frame.evaluate(() => document.activeElement.id) : outside;
      };
      await page.focus('#note');
      const seen = [];
      for (const key of ['Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        seen.push(await focused());
      }
      await page.keyboard.down('Shift');
      for (const key of ['Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        seen.push(await focused());
      }
      assert.deepEqual(seen, ['one', 'two', 'behind', 'two', 'one', 'note']);
    });
  });

  it('has the name, the language and the direction of the page', async () => {
    const body = '<section lang="ar" dir="rtl"><lending-widget lang="ar"></lending-widget></section>';
    await showing(
      async (_, frame) => {
        const { title, lang, dir } = await frame.evaluate(() => {
          const { title: name, documentElement: root } = document;
          return { title: name, lang: root.lang, dir: root.dir };
        });
        assert.deepEqual([title, lang, dir], ['عروضك', 'ar', 'rtl']);
      },
      { body },
    );
  });

  it('allows blobs and blob workers, and reports in the console the other things that its policy blocks', async () => {
    const source = `globalThis.VendorFunding = { async init({ container }) {
      const blob = (text, type = 'text/javascript') => URL.createObjectURL(new Blob([text], { type }));
      const answerOf = (worker) => new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => resolve('failed');
      });
      const image = new Image();
      image.src = blob('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml');
      const results = [
        await fetch(blob('fetched')).then((response) => response.text()),
        await answerOf(new Worker(blob('postMessage("worker")'))),
        await answerOf(new Worker('data:text/javascript,postMessage("module")', { type: 'module' })),
        await image.decode().then(() => 'image'),
        await fetch('http://127.0.0.1:9/').catch(() => 'blocked'),
        await fetch('data:,text').catch(() => 'blocked'),
        await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'compiled', () => 'blocked'),
      ];
      container.append(Object.assign(document.createElement('p'), { className: 'offers', textContent: results.join() }));
    } };`;
    const said = [];
    const open = (page) => page.on('console', (message) => said.push(message.text()));
    await used.all.withScript(says(source), { mode: 'frame', settings: { withoutToken: true }, open }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      assert.deepEqual(await offersOf(page, 'frame'), ['fetched,worker,module,image,blocked,blocked,compiled']);
      const ours = said.filter((text) => text.startsWith('<lending-widget>'));
      assert.match(
        ours.join('\n'),
        /blocks http:\/\/127\.0\.0\.1:9 \(connect-src\)\. .+ add http:\/\/127\.0\.0\.1:9 to/,
      );
      assert.match(ours.join('\n'), /blocks data \(connect-src\)\. .+ set isolation to "page"/);
    });
  });

  it('works on a page that is isolated from other origins', async () => {
    const headers = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    };
    await open({ codes: [OK], mode: 'frame', headers }, async (page) => {
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      assert.equal((await outcome(page)).type, 'lending-ready');
      assert.deepEqual(await shownInFrame(page), ['Offers for token-1']);
    });
  });

  const FILL = `const editor = document.body.appendChild(document.createElement('iframe'));`;
  const object = (at) => `<object data="${at}" type="image/svg+xml" width="99" height="99"></object>`;
  const TOKEN = '<p hidden>{access_token}</p>';
  /** Embed code that does not work in the frame: the error, and its remedy. */
  const FAILURES = {
    'removes the body': [
      `${OK}<script>setTimeout(() => document.body.remove(), 500)</script>`,
      'widget-not-painted',
      /removes/,
    ],
    'removes the body before it shows anything': [
      `${TOKEN}<script>document.body.remove()</script>`,
      'widget-failed',
      /console/,
    ],
    'fills an empty frame': [
      `${TOKEN}<script>${FILL} editor.contentDocument.write('Editor');</script>`,
      'script-threw',
      /frame\.origin/,
    ],
    'fills an empty frame, and hides its error': [
      `${TOKEN}<script>${FILL} try { editor.contentWindow.document.body } catch {}</script>`,
      'widget-not-painted',
      /frame\.origin/,
    ],
    'throws an error': [
      `${TOKEN}<script>null.boot();</script>`,
      'script-threw',
      /empty page, or set isolation to "page"\.$/,
    ],
    'hands its API to a loader': [
      `${TOKEN}<script>define = () => 0; define.amd = {};</script><script>Vendor.mount()</script>`,
      'script-no-global',
      /^Compare/,
    ],
    'has an object of another origin': [
      `${TOKEN}<script>document.body.append(Object.assign(document.createElement('object'), { data: 'http://127.0.0.1:' + 9 }))</script>`,
      'script-blocked',
      /add http:\/\/127.0.0.1:9 to widget\.origins/i,
    ],
    'has an object that does not load': [
      ({ v }) => `${TOKEN}${object(`${v}/none.svg`)}<script src="${v}/vendor.js"></script>`,
      'widget-not-painted',
      /requests/,
    ],
  };
  for (const [name, [code, expected, remedy]] of Object.entries(FAILURES)) {
    it(`fails with an error and a remedy if it ${name}`, async () => {
      const thrown = [];
      await open(
        { codes: [code], mode: 'frame', timeoutMs: 1500, files: { 'vendor.js': '' } },
        async (page, { problems }) => {
          await page.waitForFunction(() => globalThis.partner.notes.events.some(({ code: told }) => told), {
            timeout: 9000,
          });
          const [told] = await eventsOf(page, 'lending-error');
          assert.equal(told.code, expected, told.message);
          assert.match(told.remedy, remedy);
          assert.doesNotMatch(told.remedy, /isolation to "frame"/);
          thrown.push(...problems.filter((text) => !/boot|write|Vendor is/.test(text)));
        },
      );
      assert.deepEqual(thrown, []);
    });
  }
});
