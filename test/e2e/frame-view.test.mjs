// The frame in its page: the keyboard, its language and its policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { says } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

/** A widget with two buttons. */
const BUTTONS = `globalThis.VendorFunding = { init({ container }) {
  container.innerHTML = '<button id="one">One</button><button id="two">Two</button>';
} };`;

describe('the frame of a widget', { timeout: 60_000 }, () => {
  let all;
  before(async () => (all = await visit.startAll()));
  after(() => all?.close());

  async function showing(run, more) {
    const body = '<lending-widget></lending-widget><button id="behind">Behind</button>';
    await all.withScript(says(BUTTONS), { mode: 'frame', body, ...more }, async (page) => {
      assert.equal((await visit.outcome(page)).type, 'lending-ready');
      await run(page, await (await page.$('>>> iframe')).contentFrame());
    });
  }

  it('is passed through by the keyboard, both ways', async () => {
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

  it('takes its name, its language and its direction from the page', async () => {
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

  it('allows blobs and workers from them, and reports in the console the rest that its policy blocks', async () => {
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
        await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'compiled', () => 'blocked'),
      ];
      container.append(Object.assign(document.createElement('p'), { className: 'offers', textContent: results.join() }));
    } };`;
    const said = [];
    const open = (page) => page.on('console', (message) => said.push(message.text()));
    await all.withScript(says(source), { mode: 'frame', settings: { tokenless: true }, open }, async (page) => {
      assert.equal((await visit.outcome(page)).type, 'lending-ready');
      assert.deepEqual(await visit.offersOf(page, 'frame'), ['fetched,worker,module,image,blocked,blocked']);
      const ours = said.filter((text) => text.startsWith('<lending-widget>'));
      assert.match(
        ours.join('\n'),
        /blocks http:\/\/127\.0\.0\.1:9 \(connect-src\)\. .+ add http:\/\/127\.0\.0\.1:9 to/,
      );
      assert.match(ours.join('\n'), /blocks wasm-eval \(script-src\)\. .+ set isolation to "page"/);
    });
  });
});
