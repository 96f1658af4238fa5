// The height of a frame with many kinds of content. `ENGINES=firefox,webkit` measures them there.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { ENGINES as BROWSERS } from './embed-codes/engines.mjs';
import { says } from './vendor/servers.mjs';
import { outcome } from './vendor/visit.mjs';

const { ENGINES = 'chromium' } = process.env;

/** An element with a background, and this style. */
const box = (style, content = 'x', id = 'a') => `<div id="${id}" style="background: #eee; ${style}">${content}</div>`;
const clear = (style, content = 'x', id = 'b') => `<div id="${id}" style="${style}">${content}</div>`;
const FULL = '<style>html, body, #lending-widget { height: 100% }</style>';
const HEADER = box('height: 60px', 'Header', 'header');
const FOOTER = box('position: fixed; bottom: 0; width: 100%; height: 50px', 'Footer', 'footer');
const TALL = box('height: 1900px');
const later = (code, wait = 900) => `setTimeout(() => { ${code} }, ${wait});`;
const resized = (height) => later(`a.style.height = '${height}px'`);
const IMAGE = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="100" height="600"><rect width="100" height="600"/></svg>`;
const list = (times, wait) => `let count = 0;
  const timer = setInterval(() => {
    a.insertAdjacentHTML('beforeend', '<p style="height: 60px; margin: 0">x</p>');
    if (++count === ${times}) clearInterval(timer);
  }, ${wait});`;

/** The window's height. */
const V = 'window';
/** The content, the height that shows of it in the end, and a script of it. */
const KINDS = {
  short: [box('height: 40px'), 40],
  'with a margin below': [box('height: 40px; margin-bottom: 20px'), 60],
  tall: [TALL, 1900],
  'with an empty end': [box('height: 40px') + clear('height: 1900px', ''), 1940],
  float: [box('float: left; width: 100px; height: 400px'), 400],
  fixed: [box('position: fixed; top: 0; width: 50%; height: 300px'), 300],
  absolute: [box('position: absolute; top: 20px; width: 50%; height: 300px'), 320],
  'absolute and tall': [box('position: absolute; top: 0; width: 50%; height: 1500px'), 1500],
  'menu that hangs out': [
    clear('position: relative; height: 50px', box('position: absolute; top: 50px; height: 300px', 'Menu')),
    350,
  ],
  'shadow root': [
    clear('', '', 'a'),
    500,
    `a.attachShadow({ mode: 'open' }).innerHTML = '<p style="position: absolute; top: 0; height: 500px; margin: 0">x</p>'`,
  ],
  '100vh': [box('height: 100vh'), V],
  'at least 100vh, and tall': [box('min-height: 100vh', clear('height: 1200px')), 1200],
  'header and the rest of 100vh': [HEADER + box('min-height: calc(100vh - 60px)'), V],
  'header and 100vh': [HEADER + box('height: 100vh'), V],
  'twice 60vh': [box('height: 60vh') + box('height: 60vh', 'y', 'b'), V],
  'as tall as the document, and short': [FULL + clear('height: 40px', 'x', 'a'), 40],
  'as tall as the document, and tall': [FULL + TALL, 1900],
  'as tall as the document, with a background': [FULL + box('height: 100%'), V],
  'inner scroll': [box('height: 300px; overflow: auto', clear('height: 2000px')), 300],
  'app with a scroll of its own': [
    `${FULL}<style>body { overflow: hidden }</style>${box('height: 100%; overflow: auto', clear('height: 2000px'))}`,
    V,
  ],
  'taller than a frame may be': [box('height: 30000px'), V],
  'sticky header': [box('position: sticky; top: 0; height: 60px') + box('height: 1300px', 'y', 'b'), 1360],
  'sticky footer': [box('height: 1300px') + box('position: sticky; bottom: 0; height: 60px', 'y', 'b'), 1360],
  'fixed footer': [TALL + FOOTER, 1900],
  'fixed footer, shrinking': [TALL + FOOTER, V, resized(300)],
  shrinking: [TALL, 300, resized(300)],
  'shrinking a little': [TALL, 1850, resized(1850)],
  'shrinking, as tall as the document': [FULL + TALL, 300, resized(300)],
  'shrinking, with an empty end': [
    box('height: 40px', 'x', 'first') + clear('height: 1900px', '', 'a'),
    340,
    resized(300),
  ],
  accordion: [
    `<details id="a"><summary style="height: 20px">x</summary>${clear('height: 900px')}</details>`,
    920,
    later('a.open = true'),
  ],
  'accordion that closes': [
    `<details id="a" open><summary style="height: 20px">x</summary>${clear('height: 900px')}</details>`,
    20,
    later('a.open = false'),
  ],
  'animated accordion': [box('height: 50px; transition: height 0.4s linear'), 1500, resized(1500)],
  'animated accordion that closes': [box('height: 1500px; transition: height 0.4s'), 50, resized(50)],
  'fading in': [
    box('height: 40px', 'x', 'first') +
      box('position: absolute; top: 0; height: 500px; opacity: 0; transition: opacity 0.2s'),
    500,
    later('a.style.opacity = 1'),
  ],
  'list that grows': [clear('', '', 'a'), 1500, list(25, 30)],
  'list without an end': [clear('', '', 'a'), V, list(Infinity, 40)],
  'image that loads late': ['<img id="a" style="display: block">', 600, later(`a.src = '${IMAGE}'`)],
  'carousel, clipped': [
    clear('position: relative; overflow: hidden; height: 200px', box('position: absolute; top: 0; height: 900px')),
    200,
  ],
  'carousel, moved': [
    clear(
      'overflow: hidden',
      clear(
        'display: flex; width: 300%; transform: translateX(-33%)',
        box('flex: 1; height: 200px') + box('flex: 1; height: 250px', 'y', 'c'),
      ),
    ),
    250,
  ],
  'text for screen readers': [
    box('height: 40px') + clear('position: absolute; top: 600px; width: 1px; height: 1px; overflow: hidden'),
    40,
  ],
  'off to the left': [
    box('height: 40px') + box('position: absolute; left: -9999px; top: 0; height: 600px', 'y', 'b'),
    40,
  ],
  invisible: [box('height: 40px') + box('position: absolute; top: 0; height: 600px; visibility: hidden', 'y', 'b'), 40],
  'invisible and tall': [
    box('height: 40px') + box('position: absolute; top: 0; height: 1600px; visibility: hidden', 'y', 'b'),
    40,
  ],
  'message at the bottom of the window': [
    box('height: 40px') + box('position: fixed; bottom: 0; right: 0; height: 60px', 'Saved', 'b'),
    V,
  ],
};

for (const engine of ENGINES.split(',')) {
  const { start, concurrency } = BROWSERS[engine];
  describe(`the height of a frame in ${engine}`, { timeout: 600_000, concurrency }, () => {
    let all;
    before(async () => (all = await start()));
    after(() => all?.close());

    for (const [kind, [html, expected, script = '']] of Object.entries(KINDS)) {
      it(`ends where the content ends: ${kind}`, async () => {
        const source = `globalThis.VendorFunding = { init({ container }) {
          container.innerHTML = ${JSON.stringify(html)};
          const a = document.querySelector('#a');
          ${script}
        } };`;
        const options = { mode: 'frame', settings: { withoutToken: true, opensLater: true } };
        await all.withScript(says(source), options, async (page) => {
          assert.equal((await outcome(page)).type, 'lending-ready');
          const { height, frame, seen } = await page.evaluate(settled, expected);
          assert.ok(Math.abs(height - (expected === V ? frame.window : expected)) < 1, `${height}: ${seen}`);
          assert.ok(frame.height >= frame.window - 1, 'It is never lower than the window.');
        });
      });
    }
  });
}

/** Runs in the page: waits until the height is the expected one and stays so for a second, and returns it. */
async function settled(expected) {
  const { shadowRoot } = document.querySelector('lending-widget > div');
  const [box, iframe] = [shadowRoot.firstChild.shadowRoot.querySelector('.box'), shadowRoot.querySelector('iframe')];
  const seen = [];
  const wanted = expected === 'window' ? innerHeight : expected;
  for (let still = 0, tries = 0; still < 20 && tries < 240; tries++) {
    const { height } = box.getBoundingClientRect();
    if (height !== seen.at(-1)) seen.push(height);
    still = Math.abs(height - wanted) < 1 ? still + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const frame = { height: iframe.getBoundingClientRect().height, window: innerHeight };
  return { height: box.getBoundingClientRect().height, frame, seen: seen.join(' ') };
}
