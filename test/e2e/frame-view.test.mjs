// The frame in its page: its height, the keyboard and its language.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { says } from './vendor/answers.mjs';
import { handOff } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

/** A widget with two buttons and an element with the height from the style. */
const widgetOf = (style) => `globalThis.VendorFunding = { init({ container }) {
  const part = (name, more) => container.appendChild(Object.assign(document.createElement(name), more));
  part('button', { id: 'one', textContent: 'One' });
  part('button', { id: 'two', textContent: 'Two' });
  part('div', { id: 'tall', style: '${style}' });
} };`;

describe('the frame of a widget', { timeout: 60_000 }, () => {
  let all;
  before(async () => (all = await visit.startAll()));
  after(() => all?.close());

  async function showing(style, run, more) {
    const { scriptUrl } = all.scriptOf(says(widgetOf(style)));
    const widget = all.inMode('frame', { scriptUrl, handOff: handOff() });
    const body = '<lending-widget></lending-widget><button id="behind">Behind</button>';
    await all.withPage({ body, widgets: [{ widget }], ...more }, async (page) => {
      assert.equal((await visit.outcome(page)).type, 'lending-ready');
      await run(page, await (await page.$('>>> iframe')).contentFrame());
    });
  }
  const heightBecomes = (page, least, most) =>
    page.waitForFunction(
      (...[from, to]) => {
        const height = document
          .querySelector('lending-widget > div')
          ?.shadowRoot.querySelector('.box')
          ?.getBoundingClientRect().height;
        return height >= from && height <= to;
      },
      { timeout: 3000 },
      least,
      most,
    );
  const tall = (frame, height) => frame.$eval('#tall', (element, value) => (element.style.height = value), height);

  it('grows with its content, and shrinks with it', async () => {
    await showing('height: 700px', async (page, frame) => {
      await heightBecomes(page, 700, 780);
      await tall(frame, '1900px');
      await heightBecomes(page, 1900, 1980);
      await tall(frame, '40px');
      await heightBecomes(page, 40, 120);
    });
  });

  it('is passed through by the keyboard, both ways', async () => {
    await showing('', async (page, frame) => {
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
      '',
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
    const { scriptUrl } = all.scriptOf(says(source));
    const widget = all.inMode('frame', { scriptUrl, handOff: handOff(), tokenless: true });
    const said = [];
    const open = (page) => page.on('console', (message) => said.push(message.text()));
    await all.withPage({ widgets: [{ widget }], open }, async (page) => {
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
