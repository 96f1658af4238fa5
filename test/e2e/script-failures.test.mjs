// The ways in which the service's script can fail, in a real page of a partner's. Prints what became of each.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from '../../scripts/browser.mjs';
import { ensureBuilt } from '../support/dist.mjs';
import { handOff, script, send, startPartner, startVendor } from './vendor/servers.mjs';

/** Resolves to nothing: the browser is told so, and asks no name server. */
const NOWHERE = 'vendor.invalid';
/** What a widget may take where the test waits for the limit; the element's own limit is ten times that. */
const SHORT = 1500;
/** What a global, and what a first painting, is waited for. */
const [GLOBAL_LIMIT, PAINT_LIMIT] = [2000, 5000];
/** Retries and their pauses, and a busy machine. */
const SLACK = 1500;

const works = (response) => send(response, script());
const says = (body, more) => (response) => send(response, body, more);
const slowly = (response) => setTimeout(works, 400, response);
const hashOf = (body) => `sha384-${createHash('sha384').update(body).digest('base64')}`;
const HTML = '<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>';
const AS_HTML = { 'content-type': 'text/html; charset=utf-8' };
const CORS = { 'access-control-allow-origin': '*' };
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types lit-html";

/** A script that loads, and whose widget does not work until its own backend does. */
const untilMended = (fault) =>
  script().replace('{ token, container }) {', `$& if (!globalThis.isVendorWell) { ${fault} }`);
const mendVendor = (page) => page.evaluate(() => (globalThis.isVendorWell = true));

const CLOBBER = '<a id="VendorFunding" href="#x">x</a>';
const clobbered = (markup) => ({ body: `${markup}<lending-widget></lending-widget>` });

/** Answers the requests for the script in the browser. */
const intercept = (page, answer) => {
  page.removeAllListeners('request');
  page.on('request', (request) => (request.url().endsWith('widget.js') ? answer(request) : request.continue()));
  return page.setRequestInterception(true);
};
const respond = (request) => request.respond({ contentType: 'text/javascript', body: script() });
const mendInBrowser = (page) => intercept(page, respond);

/**
 * What the vendor's server does until it is mended, or what is wrong with the page; the `code` that the partner is told, or
 * none where the widget shows after all; how often the script is `asked` for, and how long it may take to settle. A retry
 * must then bring the widget back, unless only the page's owner can mend it.
 */
const CASES = {
  'aborted request, then an answer': {
    // Chromium itself repeats a request that was broken off; the third one is the loader's.
    fault: (response, count) => (count <= 2 ? response.socket.destroy() : works(response)),
    asked: [3, 3],
  },
  'aborted each time': { fault: (response) => response.socket.destroy(), code: 'script-failed', asked: [3, 6] },
  'never answers': {
    fault: () => undefined,
    timeout: SHORT,
    code: 'script-timeout',
    names: /within 1\.5 seconds/,
    asked: [1, 1],
    limit: SHORT,
  },
  '404, then no answer': {
    fault: (response, count) => count === 1 && send(response, 'no', { status: 404 }),
    timeout: SHORT,
    code: 'script-timeout',
    names: /within 1\.5 seconds/,
    asked: [2, 2],
    limit: SHORT,
  },
  404: { fault: says('no', { status: 404 }), code: 'script-failed', asked: [3, 3] },
  500: { fault: says('no', { status: 500 }), code: 'script-failed', asked: [3, 3] },
  'HTML instead of a script': { fault: says(HTML, AS_HTML), code: 'script-failed', asked: [3, 3] },
  'HTML, with nosniff': {
    fault: says(HTML, { ...AS_HTML, 'x-content-type-options': 'nosniff' }),
    code: 'script-failed',
    asked: [3, 3],
  },
  'HTML of the same origin': {
    url: () => '/portal/widget.js',
    mend: mendInBrowser,
    code: 'script-threw',
    names: /answers with a page/,
    limit: GLOBAL_LIMIT,
    throws: /SyntaxError/,
  },
  'no such host': {
    url: () => `https://${NOWHERE}/widget.js`,
    mend: mendInBrowser,
    code: 'script-failed',
    asked: [0, 0],
  },
  'refused connection': { url: closedAddress, mend: mendInBrowser, code: 'script-failed', asked: [0, 0] },
  offline: {
    before: (page) => page.setOfflineMode(true),
    mend: (page) => page.setOfflineMode(false),
    code: 'script-offline',
    asked: [0, 0],
  },
  'ad blocker': {
    open: (page) => intercept(page, (request) => request.abort('blockedbyclient')),
    mend: (page) => intercept(page, (request) => request.continue()),
    code: 'script-failed',
    names: /ad blockers/,
    asked: [0, 0],
  },
  'Content-Security-Policy': {
    page: { csp: "script-src 'self'" },
    code: 'script-blocked',
    names: /script-src-elem/,
    asked: [0, 0],
    violations: 1,
    isForGood: true,
  },
  '404, and a policy that only reports': {
    page: { reportOnly: "script-src 'self'" },
    fault: says('no', { status: 404 }),
    code: 'script-failed',
    asked: [3, 3],
  },
  '404, and a policy that blocks something else there': {
    page: { csp: "connect-src 'self'" },
    before: (page, origin) =>
      page.evaluate((url) => void setInterval(() => fetch(url).catch(() => undefined), 20), `${origin}/`),
    fault: (response) => setTimeout(says('no', { status: 404 }), 200, response),
    limit: 3 * 200,
    code: 'script-failed',
    asked: [3, 3],
  },
  'Trusted Types': { page: { csp: `${TRUSTED_TYPES} lending-elements` }, fault: works, asked: [1, 1] },
  'Trusted Types, policy not listed': {
    page: { csp: TRUSTED_TYPES },
    code: 'script-trusted-types',
    names: /Add lending-elements to the trusted-types directive/,
    asked: [0, 0],
    isForGood: true,
  },
  'integrity mismatch': {
    settings: { integrity: hashOf(script()) },
    headers: CORS,
    fault: says(`${script()}\n`, CORS),
    code: 'script-integrity',
    asked: [1, 1],
  },
  'integrity, and no CORS': {
    settings: { integrity: hashOf(script()) },
    headers: CORS,
    fault: works,
    // The browser does not tell this from a network that failed.
    code: 'script-failed',
    names: /CORS/,
    asked: [3, 3],
  },
  'global missing': {
    fault: says('globalThis.Another = {};'),
    code: 'script-no-global',
    names: /VendorFunding/,
    limit: GLOBAL_LIMIT,
  },
  'global missing, little time': {
    fault: says('globalThis.Another = {};'),
    timeout: SHORT,
    code: 'script-no-global',
    limit: SHORT,
  },
  'global 500 ms late': { fault: says(`setTimeout(() => { ${script()} }, 500)`), asked: [1, 1], limit: 500 },
  'syntax error': { fault: says(`${script()} }{`), code: 'script-threw', limit: GLOBAL_LIMIT, throws: /SyntaxError/ },
  'throws while running': {
    fault: says(`null.boot(); ${script()}`),
    code: 'script-threw',
    limit: GLOBAL_LIMIT,
    throws: /boot/,
  },
  'global clobbered by <a>': { page: clobbered(CLOBBER), fault: works, asked: [1, 1] },
  'clobbered by <a>, and 500 ms late': {
    page: clobbered(CLOBBER),
    fault: says(`setTimeout(() => { ${script()} }, 500)`),
    limit: 500,
  },
  'clobbered by <a>, and never defined': {
    page: clobbered(CLOBBER),
    fault: says(''),
    code: 'script-no-global',
    limit: GLOBAL_LIMIT,
  },
  'clobbered by two elements': {
    page: clobbered(`${CLOBBER}<a id="VendorFunding" name="init">x</a>`),
    fault: says(''),
    code: 'script-no-global',
    limit: GLOBAL_LIMIT,
  },
  'clobbered by a frame': {
    page: clobbered('<iframe name="VendorFunding" srcdoc="<b id=init></b>"></iframe>'),
    fault: says(''),
    code: 'script-no-global',
    limit: GLOBAL_LIMIT,
  },
  'nothing painted': {
    fault: says(untilMended('return;')),
    mend: mendVendor,
    code: 'widget-not-painted',
    told: /did not start/,
    limit: PAINT_LIMIT,
  },
  'its promise never settles': {
    fault: says(untilMended('return new Promise(() => undefined);')),
    mend: mendVendor,
    timeout: SHORT,
    code: 'widget-timeout',
    told: /did not start/,
    limit: SHORT,
  },
  'its call throws': {
    fault: says(untilMended('throw new Error("no");')),
    mend: mendVendor,
    code: 'widget-failed',
    told: /did not start/,
  },
};

/** An address at which nobody listens any more. */
async function closedAddress() {
  const closed = await startVendor();
  closed.close();
  return `${closed.origin}/widget.js`;
}

describe('a script that fails', { timeout: 300_000 }, () => {
  let browser;
  let partner;
  let vendor;
  const table = {};

  before(async () => {
    await ensureBuilt();
    [partner, vendor] = await Promise.all([startPartner(), startVendor()]);
    partner.put('/portal/widget.js', HTML, AS_HTML);
    const { executablePath, args, headless, env } = await resolveChromium();
    const rules = `--host-resolver-rules=MAP ${NOWHERE} ~NOTFOUND`;
    browser = await puppeteer.launch({ executablePath, args: [...args, rules], headless, env });
  });
  after(async () => {
    await browser?.close();
    partner?.close();
    vendor?.close();
    console.table(table);
  });

  let paths = 0;
  /** A script of the vendor's that no other test has loaded. */
  function scriptOf(answer) {
    const pathname = `/${++paths}/widget.js`;
    if (answer) vendor.on(pathname, answer);
    return { pathname, script_url: vendor.origin + pathname };
  }

  /** Opens a page with these widgets, and hands over what the test does to it. */
  async function withPage({ open, ...more }, run) {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    try {
      await open?.(page);
      await page.goto(partner.show(more));
      await run(page, problems);
    } finally {
      await page.close();
    }
  }

  const notes = (page) => page.evaluate(() => globalThis.partner.notes);
  const next = (page, types, options) => page.evaluate((...all) => globalThis.partner.next(...all), types, options);
  const outcome = (page, from = 0) => next(page, ['lending-ready', 'lending-error'], { from });
  const tokenRequest = (page) => next(page, ['lending-token-request']);
  const openGate = (page) => page.evaluate(() => globalThis.partner.open());
  const textsOf = (page, selector) =>
    page.$$eval(selector, (all) => all.map((element) => element.innerText.replace(/\s+/g, ' ').trim()));
  const textOf = async (page, selector) => (await textsOf(page, selector))[0];
  const press = (page) => page.locator('>>> button[part="retry"]').click();
  const eventsOf = async (page, type) => (await notes(page)).events.filter((event) => event.type === type);

  /** The rest of the page: what is pressed counts, what is typed arrives. */
  async function assertPageWorks(page) {
    const before = Number(await textOf(page, '#counter'));
    await page.locator('#counter').click();
    assert.equal(Number(await textOf(page, '#counter')), before + 1);
    await page.type('#note', 'x');
    assert.match(await page.$eval('#note', ({ value }) => value), /x$/);
  }

  async function assertTold(page, { told, code, names, says: sentence = /did not load/ }, pathname) {
    const { remedy, message } = told;
    assert.equal(told.code, code);
    assert.match(remedy, /^[A-Z].+\.$/);
    if (names) assert.match(message, names);
    assert.ok(!message.includes(pathname) && !message.includes('token-1'), message);
    const panel = await textOf(page, '>>> #failure');
    assert.match(panel, /^Your offers could not be shown .+ You can also come back to this page later\. Try again$/);
    assert.match(panel, sentence);
    assert.deepEqual(await textsOf(page, 'lending-widget > *'), []);
    return panel;
  }

  for (const [name, one] of Object.entries(CASES)) {
    const { code, asked: [least, most] = [0, Infinity], limit = 0, settings, headers, timeout, isForGood } = one;
    const what = code ? `is told as ${code}` : 'shows the widget after all';
    it(`${name}: ${what}${code && !isForGood ? ', and a retry mends it' : ''}`, async () => {
      const { pathname, script_url } = scriptOf(one.fault);
      const widget = { script_url: (await one.url?.()) ?? script_url, hand_off: handOff(), ...settings };
      const widgets = [{ widget, timeout, isGated: true }];
      await withPage({ widgets, open: one.open, ...one.page }, async (page, problems) => {
        const { at } = await tokenRequest(page);
        await one.before?.(page, vendor.origin);
        const opened = await page.evaluate(() => performance.now());
        await openGate(page);
        const told = await outcome(page);
        assert.ok(told, 'It did not settle.');
        const row = { outcome: code ? 'failed' : 'shown', code: told.code, ms: Math.round(told.at - opened) };
        const asked = vendor.asked(pathname);
        table[name] = row;
        Object.assign(row, { asked, saw: (await textOf(page, '>>> #failure')) ?? (await textOf(page, '.offers')) });
        assert.ok(at <= opened && row.ms <= limit + SLACK, `It took ${row.ms} ms.`);
        assert.ok(asked >= least && asked <= most, `It was asked for ${asked} times.`);
        if (code) await assertTold(page, { ...one, told, says: one.told }, pathname);
        else assert.equal(row.saw, 'Offers for token-1');
        await assertPageWorks(page);
        const { events, violations, problems: rejections } = await notes(page);
        if (one.violations) assert.equal(violations.length, one.violations);
        assert.equal(events.filter(({ type }) => /ready|error/.test(type)).length, 1);
        assert.deepEqual([...rejections, ...problems.filter((problem) => !one.throws?.test(problem))], []);
        if (!code) return;

        await one.mend?.(page);
        vendor.on(pathname, (response) => send(response, script(), headers));
        await press(page);
        const again = await outcome(page, events.length);
        row['after a retry'] = again?.code ?? 'shown';
        if (isForGood) return assert.equal(again.code, code);
        assert.equal(again?.type, 'lending-ready', again?.code);
        assert.equal(await textOf(page, '.offers'), 'Offers for token-1');
        assert.equal(await page.$('>>> #failure'), null);
      });
    });
  }

  it('offline, with a part of the library missing: is told as script-offline', async () => {
    const { script_url } = scriptOf(works);
    const source = `VendorFunding.init({ token: '{access_token}', container: document.getElementById('{container_id}') })`;
    const widget = { embed_code: `<script src="${script_url}"></script><script>${source}</script>` };
    await withPage({ widgets: [{ widget, isGated: true }] }, async (page) => {
      await tokenRequest(page);
      await page.setOfflineMode(true);
      await openGate(page);
      const told = await outcome(page);
      await assertTold(page, { told, code: 'script-offline' }, script_url);
      assert.match(told.message, /load the page again/);
    });
  });

  it('shows the partner’s own error slot instead', async () => {
    const { script_url } = scriptOf(says('no', { status: 404 }));
    const body = '<lending-widget><p slot="error">Please call us.</p></lending-widget>';
    await withPage({ body, widgets: [{ widget: { script_url, hand_off: handOff() } }] }, async (page) => {
      assert.equal((await outcome(page)).code, 'script-failed');
      assert.equal(await textOf(page, 'lending-widget'), 'Please call us.');
      assert.equal(await page.$eval('[slot="error"]', (element) => element.checkVisibility()), true);
      assert.equal(await page.$eval('>>> #failure', (element) => element.checkVisibility()), false);
    });
  });

  const BODY = '<lending-widget></lending-widget>';
  const shown = (page, count) =>
    page.evaluate(async (wanted) => {
      const settled = () => globalThis.partner.notes.events.filter(({ type }) => /ready|error/.test(type)).length;
      const end = performance.now() + 8000;
      while (settled() < wanted && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
      return [...document.querySelectorAll('lending-widget')].map((element) => element.innerText.trim());
    }, count);

  it('loads the script once for three mounts at the same time, each with its own token', async () => {
    const counted = `globalThis.runs = (globalThis.runs ?? 0) + 1; ${script()}`;
    const { pathname, script_url } = scriptOf((response) => setTimeout(send, 400, response, counted));
    const widget = { script_url, hand_off: handOff() };
    const widgets = [1, 2, 3].map((at) => ({ token: `token-${at}`, widget }));
    await withPage({ body: BODY.repeat(3), widgets }, async (page) => {
      assert.deepEqual(await shown(page, 3), ['Offers for token-1', 'Offers for token-2', 'Offers for token-3']);
      assert.deepEqual([vendor.asked(pathname), await page.evaluate(() => globalThis.runs)], [1, 1]);
    });
  });

  it('lets three mounts at the same time fail together, and each come back', async () => {
    const { pathname, script_url } = scriptOf(says('no', { status: 404 }));
    const widget = { script_url, hand_off: handOff() };
    const widgets = [1, 2, 3].map((at) => ({ token: `token-${at}`, widget }));
    await withPage({ body: BODY.repeat(3), widgets }, async (page) => {
      await shown(page, 3);
      assert.equal((await eventsOf(page, 'lending-error')).length, 3);
      assert.equal(vendor.asked(pathname), 3);
      vendor.on(pathname, works);
      await page.$$eval('>>> button[part="retry"]', (all) => all.forEach((button) => button.click()));
      assert.deepEqual(await shown(page, 6), ['Offers for token-1', 'Offers for token-2', 'Offers for token-3']);
      assert.equal(vendor.asked(pathname), 4);
    });
  });

  it('keeps two addresses and two tokens on a page apart', async () => {
    const widgets = ['Alpha', 'Beta'].map((name) => {
      const { script_url } = scriptOf((response) => send(response, script(name, `${name} for`)));
      return { token: `token-of-${name}`, widget: { script_url, hand_off: handOff(name) } };
    });
    await withPage({ body: BODY.repeat(2), widgets }, async (page) => {
      assert.deepEqual(await shown(page, 2), ['Alpha for token-of-Alpha', 'Beta for token-of-Beta']);
    });
  });

  /** Ways to hand a token over in which two widgets on a page could come to each other's: what the script does, and the settings. */
  const put = (token, id) =>
    `document.getElementById(${id}).append(Object.assign(document.createElement('p'), { textContent: ${token} }));`;
  const SHARED = {
    'a global before the script': {
      source: put('vendorSettings.token', 'vendorSettings.id'),
      settings: { hand_off: { globals: { vendorSettings: { token: '{access_token}', id: '{container_id}' } } } },
    },
    'a callback': {
      source: `${script()} onVendor();`,
      settings: { hand_off: { callback: 'onVendor', ...handOff() } },
    },
    'a queue': {
      source: `for (const [, { token, id }] of vendor.q) { ${put('token', 'id')} }
        globalThis.vendor = (_, { token, id }) => { ${put('token', 'id')} };`,
      settings: {
        hand_off: { queue: { global: 'vendor', calls: [['init', { token: '{access_token}', id: '{container_id}' }]] } },
      },
    },
    'attributes of the script': {
      source: put('document.currentScript.dataset.token', 'document.currentScript.dataset.id'),
      settings: { hand_off: { script: { 'data-token': '{access_token}', 'data-id': '{container_id}' } } },
    },
    'embed code with a global': {
      source: put('vendorSettings.token', 'vendorSettings.id'),
      embed: (url) =>
        `<script>window.vendorSettings = { token: '{access_token}', id: '{container_id}' };</script><script src="${url}"></script>`,
    },
  };

  for (const [name, { source, settings, embed }] of Object.entries(SHARED)) {
    it(`keeps two tokens of one script apart with ${name}`, async () => {
      const { script_url } = scriptOf((response) => setTimeout(send, 200, response, source));
      const widget = embed ? { embed_code: embed(script_url) } : { script_url, ...settings };
      const widgets = [1, 2].map((at) => ({ token: `token-${at}`, widget, timeout: 3000 }));
      await withPage({ body: BODY.repeat(2), widgets }, async (page) => {
        const texts = await shown(page, 2);
        const errors = (await eventsOf(page, 'lending-error')).map(({ code }) => code);
        assert.deepEqual([texts.map((text) => text.replace('Offers for ', '')), errors], [['token-1', 'token-2'], []]);
      });
    });
  }

  it('does not run a script that comes after it was given up', async () => {
    const { script_url } = scriptOf((response) => setTimeout(works, 1000, response));
    const widgets = [{ widget: { script_url, hand_off: handOff() }, timeout: 500 }];
    await withPage({ widgets }, async (page) => {
      assert.equal((await outcome(page)).code, 'script-timeout');
      const came = page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return typeof globalThis.VendorFunding;
      });
      assert.equal(await came, 'undefined');
    });
  });

  describe('while it loads', () => {
    /** A page with one widget whose script is under way. */
    async function loading({ answer = slowly, isGated = false }, run) {
      const { pathname, script_url } = scriptOf(answer);
      const body = `${BODY}<section id="elsewhere"></section>`;
      await withPage({ body, widgets: [{ widget: { script_url, hand_off: handOff() }, isGated }] }, async (page) => {
        await tokenRequest(page);
        await page.evaluate(() => (globalThis.widget = document.querySelector('lending-widget')));
        await run(page, pathname);
        await assertPageWorks(page);
        assert.deepEqual((await notes(page)).problems, []);
      });
    }
    const loadsOf = (page) => eventsOf(page, 'lending-loading').then(({ length }) => length);

    it('leaves nothing and tells nothing when the element is removed', async () => {
      await loading({}, async (page) => {
        await page.evaluate(async () => {
          globalThis.widget.remove();
          await new Promise((resolve) => setTimeout(resolve, 1000));
        });
        const { events } = await notes(page);
        assert.deepEqual(
          [events.filter(({ type }) => /ready|error/.test(type)), await textsOf(page, '.offers')],
          [[], []],
        );
        assert.equal(await page.evaluate(() => globalThis.widget.childElementCount), 0);
        table['removed while loading'] = { outcome: 'nothing told, nothing left' };
      });
    });

    it('goes on when the element is moved', async () => {
      await loading({}, async (page, pathname) => {
        await page.evaluate(() => document.querySelector('#elsewhere').append(globalThis.widget));
        assert.equal((await outcome(page))?.type, 'lending-ready');
        assert.equal(await textOf(page, '#elsewhere .offers'), 'Offers for token-1');
        assert.deepEqual([await loadsOf(page), vendor.asked(pathname)], [1, 1]);
        table['moved while loading'] = { outcome: 'shown', asked: 1, saw: 'Offers for token-1' };
      });
    });

    it('starts anew when the element is removed and put back', async () => {
      await loading({}, async (page, pathname) => {
        await page.evaluate(async () => {
          globalThis.widget.remove();
          await new Promise((resolve) => setTimeout(resolve, 100));
          document.querySelector('#elsewhere').append(globalThis.widget);
        });
        assert.equal((await outcome(page))?.type, 'lending-ready');
        assert.deepEqual(await textsOf(page, '.offers'), ['Offers for token-1']);
        assert.deepEqual([await loadsOf(page), vendor.asked(pathname)], [2, 1]);
        table['re-added while loading'] = { outcome: 'shown', asked: 1, saw: 'Offers for token-1' };
      });
    });

    it('starts anew when the element is put back, or told to, while its token is under way', async () => {
      for (const again of ['reload', 're-add']) {
        await loading({ isGated: true }, async (page) => {
          await page.evaluate(async (how) => {
            const { widget } = globalThis;
            if (how === 'reload') void widget.reload();
            else {
              widget.remove();
              await Promise.resolve();
              document.querySelector('#elsewhere').append(widget);
            }
          }, again);
          await openGate(page);
          const told = await outcome(page);
          assert.equal(told?.type, 'lending-ready', `${again}: ${told?.code} ${told?.cause}`);
          assert.deepEqual(await textsOf(page, '.offers'), ['Offers for token-1']);
        });
      }
    });
  });
});
