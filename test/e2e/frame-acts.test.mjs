// Acts of a widget, each after a press, in the page and in a frame: the table of docs/which-way.md.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { send } from './vendor/servers.mjs';
import { outcome, startAll, textOf } from './vendor/visit.mjs';

const WASM = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])';
/** The widget is taller than the window, on both sides of its button. */
const TALL = `<p id="target">Offers</p><a id="link" href="#target">Back</a><div id="part" style="height: 1500px"></div>`;
const seenAt = (style) => `const bar = document.createElement('b');
  bar.style.cssText = '${style}'; bar.textContent = 'Saved'; part.prepend(bar); return bar;`;
const ALLOW = ['camera', 'clipboard-write', 'fullscreen', 'payment'];

/**
 * Each act: whether it works in the page and in a frame, or the options that it needs there, and its code. The code returns `true`, or an element that
 * must then be in the window. `twice`: it counts in the second visit; `downloads`, `leaves`: if the browser has done that.
 */
const ACTS = {
  'make code from text (`eval`, `new Function`, WebAssembly)': [
    ['yes', 'yes'],
    `return new Function('return eval("1")')() === 1 && !!(await WebAssembly.compile(${WASM}));`,
  ],
  'download a file': [
    ['yes', 'yes'],
    `Object.assign(document.createElement('a'), { href: VENDOR + '/agreement.pdf', download: '' }).click(); return true;`,
    'downloads',
  ],
  'show an `<object>` or `<embed>` of the service': [
    ['yes', 'yes'],
    `const loads = [['object', 'data'], ['embed', 'src']].map(([tag, name]) => new Promise((resolve) => {
      const made = Object.assign(document.createElement(tag), { type: 'image/svg+xml', [name]: VENDOR + '/logo.svg', onload: resolve });
      part.append(made);
    })); return Promise.all(loads).then(() => true);`,
  ],
  'go to its beginning (`scrollTo(0, 0)`)': [['yes', 'yes'], `scrollTo(0, 0); return target;`],
  'go to a part by a link (`#part`)': [['yes', 'yes'], `link.click(); return target;`],
  'use full screen, or request a payment': [
    ['yes', '`frame.allow`'],
    `new PaymentRequest([{ supportedMethods: 'https://pay.example' }], { total: { label: 'x', amount: { currency: 'GBP', value: '1' } } });
    await document.documentElement.requestFullscreen(); await document.exitFullscreen(); return true;`,
  ],
  'write to the clipboard': [['yes', '`frame.allow`'], `await navigator.clipboard.writeText('code'); return true;`],
  'use the camera': [
    ['yes', '`frame.allow` and `frame.origin`'],
    `return !!(await navigator.mediaDevices.getUserMedia({ video: true }));`,
  ],
  'keep cookies and storage until the next visit': [
    ['yes', '`frame.origin`'],
    `const before = localStorage.kept; localStorage.kept = 'yes'; return before === 'yes';`,
    'twice',
  ],
  'use IndexedDB': [
    ['yes', '`frame.origin`'],
    `return new Promise((resolve) => (indexedDB.open('offers').onsuccess = () => resolve(true)));`,
  ],
  'fill an `about:blank` frame, as editors do': [
    ['yes', '`frame.origin`'],
    `const frame = part.appendChild(document.createElement('iframe')); frame.contentDocument.body.append('Editor'); return true;`,
  ],
  'call an API that checks the `Origin` header': [
    ['yes', '`frame.origin`'],
    `return (await (await fetch(VENDOR + '/origin')).text()) !== 'null';`,
  ],
  'get the answer of a popup that checks the origin': [
    ['yes', '`frame.origin`'],
    `const answer = new Promise((resolve) => addEventListener('message', () => resolve(true)));
    open(VENDOR + '/popup?' + location.origin); return answer;`,
  ],
  'start a module worker from a blob': [
    ['yes', '`frame.origin`'],
    `const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' })), { type: 'module' });
    return new Promise((resolve) => (worker.onmessage = () => resolve(true)));`,
  ],
  'use `confirm()` and `prompt()`': [['yes', 'no'], `return confirm('Sure?') && prompt('Name?') === 'Jane';`],
  'keep a toast in the window (`position: fixed`)': [['yes', 'no'], seenAt('position: fixed; bottom: 0')],
  'keep a bar in the window (`position: sticky`)': [['yes', 'no'], seenAt('position: sticky; top: 0')],
  'leave for a page of a bank and come back': [
    ['yes', 'no'],
    `location.href = VENDOR + '/bank'; return true;`,
    'leaves',
  ],
};

/** The handler's option `frame`, by the words of the table. */
const framesAt = (origin) => ({
  frame: {},
  '`frame.allow`': { allow: ALLOW },
  '`frame.origin`': { origin },
  '`frame.allow` and `frame.origin`': { allow: ALLOW, origin },
});

describe('an act of a widget', { timeout: 600_000 }, () => {
  let all;
  let frames;
  before(async () => {
    // Browsers on a desktop have a process for each site. Those for tests may not.
    all = await startAll('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--site-per-process');
    frames = framesAt(all.partner.origin.replace('127.0.0.1', 'localhost'));
    const cors = { 'access-control-allow-origin': '*' };
    const html = { 'content-type': 'text/html' };
    all.vendor.on('/origin', (response) => send(response, response.req.headers.origin, cors));
    all.vendor.on('/agreement.pdf', (response) => send(response, '%PDF', { 'content-disposition': 'attachment' }));
    all.vendor.on('/logo.svg', (response) =>
      send(response, '<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' }),
    );
    all.vendor.on('/popup', (response) =>
      send(response, '<script>opener.postMessage(1, location.search.slice(1))</script>', html),
    );
    all.vendor.on('/bank', (response) => send(response, 'A bank', html));
  });
  after(() => all?.close());

  /** Returns what a press on the button of the act has led to. */
  async function press(page, config) {
    const told = await outcome(page);
    assert.equal(told.type, 'lending-ready', told.message);
    const place = config === 'page' ? page : await (await page.$('>>> iframe')).contentFrame();
    // The frame gets its height.
    await page.waitForFunction(() => document.documentElement.scrollHeight > 2400);
    await place.$eval('#go', (go) => go.scrollIntoView({ block: 'center' }));
    await place.click('#go');
    return place;
  }
  /** Whether an element is in the window: in its own document, and in the page around it. */
  async function isSeen(page, place) {
    const { x, y } = await (await place.$('#seen')).boundingBox();
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    return x >= 0 && x < width && y >= -1 && y < height;
  }

  const codeOf = (
    act,
  ) => `${TALL}<p class="offers">Offers <span hidden>{access_token}</span></p><button id="go">Go</button><div style="height: 900px"></div><script>{
    const [go, part, target, link] = ['go', 'part', 'target', 'link'].map((id) => document.getElementById(id));
    const VENDOR = '${all.vendor.origin}';
    const act = async () => { ${act} };
    go.onclick = async () => {
      const late = new Promise((resolve) => setTimeout(resolve, 1200, 'late'));
      const done = await Promise.race([act(), late]).catch(String);
      if (done instanceof Element) done.id = 'seen';
      document.querySelector('.offers').textContent = done instanceof Element ? 'seen' : done;
    }; }</script>`;

  /** Does an act, and returns what has come of it. */
  async function does(act, config, kind) {
    const widget = all.inMode(config, { embedCode: codeOf(act), origins: [all.vendor.origin] }, {}, frames[config]);
    const session = await all.browser.target().createCDPSession();
    // A browser without windows has nobody to ask.
    await session.send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    const downloaded = new Promise((resolve) => session.once('Browser.downloadWillBegin', resolve));
    await session.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
    let result;
    await all.withPage({ widgets: [{ widget }] }, async (page) => {
      page.on('popup', (popup) => setTimeout(() => popup?.close(), 1000));
      page.on('dialog', (dialog) => void dialog.accept('Jane'));
      let place = await press(page, config);
      if (kind === 'twice') {
        await page.reload();
        place = await press(page, config);
      }
      const limit = new Promise((resolve) => setTimeout(resolve, 2000, 'late'));
      const isDone = () => document.querySelector('.offers')?.textContent !== 'Offers token-1';
      const seen = place.waitForFunction(isDone).then(() => textOf(place, '.offers'));
      result = await Promise.race([seen, limit]).catch(String);
      if (kind === 'downloads') result = await Promise.race([downloaded.then(() => true), limit]);
      if (kind === 'leaves') result = await limit.then(() => page.url().endsWith('/bank'));
      if (result === 'seen') result = await isSeen(page, place);
    });
    return String(result);
  }

  for (const [name, [[inPage, inFrame], code, kind]] of Object.entries(ACTS)) {
    it(`${name}: ${inPage}, ${inFrame}`, async () => {
      const options = Object.keys(framesAt()).slice(1);
      const right = ['page', { yes: 'frame', no: [] }[inFrame] ?? inFrame].flat();
      const wrong = { yes: [], no: ['frame', options.at(-1)] }[inFrame];
      const fewer = options.filter((one) => one !== inFrame && inFrame.includes(one));
      for (const config of right) assert.equal(await does(code, config, kind), 'true', config);
      for (const config of wrong ?? ['frame', ...fewer])
        assert.notEqual(await does(code, config, kind), 'true', config);
    });
  }

  it('is in the table of docs/which-way.md, as it is here', () => {
    const guide = fs.readFileSync(new URL('../../docs/which-way.md', import.meta.url), 'utf8');
    const [, table] = /<!-- acts -->\n\n(?:.+\n){2}([^]*?)\n<!-- \/acts -->/.exec(guide);
    const rows = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    assert.deepEqual(
      rows,
      Object.entries(ACTS).map(([name, [places]]) => [name, ...places]),
    );
  });

  it('without an end stops the page, unless the frame is on another host', async () => {
    const hang = `setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); }); return true;`;
    const stops = {};
    for (const config of ['frame', '`frame.origin`']) {
      const widget = all.inMode(config, { embedCode: codeOf(hang) }, {}, frames[config]);
      await all.withPage({ widgets: [{ widget }] }, async (page) => {
        // The longest time in which the page ran nothing.
        await page.evaluate(() => {
          let last = Date.now();
          globalThis.longest = 0;
          setInterval(() => {
            globalThis.longest = Math.max(globalThis.longest, Date.now() - last);
            last = Date.now();
          }, 50);
        });
        await press(page, config);
        await new Promise((resolve) => setTimeout(resolve, 6000));
        stops[config] = (await page.evaluate(() => globalThis.longest)) > 3000;
      });
    }
    assert.deepEqual(stops, { frame: true, '`frame.origin`': false });
  });
});
