// Each failure of the service's script × {settings, embed code} × {page, frame}: the error is reported, and a retry mends it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CASES, NOWHERE } from './vendor/cases.mjs';
import { AS_HTML, handOff, HTML, script, send, slowly } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

const { MODES, assertPageWorks, assertTold, notes, offersOf, openGate, outcome, tokenRequest } = visit;
/** The time for retries and their pauses, for loading a frame, and for a busy machine. */
const SLACK = 1500;

/**
 * The ways to configure the same script. `part` is the file of the library that each loads. Embed code may still show something for two
 * seconds after an error, and its inline script throws if the global is missing.
 */
const SOURCES = {
  settings: { part: 'hand-off', moment: 0, widgetOf: (scriptUrl) => ({ scriptUrl, handOff: handOff() }) },
  'embed code': {
    part: 'embed-code',
    moment: 2000,
    throws: /VendorFunding is not defined/,
    widgetOf: (url) => ({
      scriptUrl: url,
      origins: [new URL(url).origin],
      embedCode: `<div id="place"></div><script src="${url}"></script>
        <script>VendorFunding.init({ token: '{access_token}', container: document.querySelector('#place') });</script>`,
    }),
  },
};

/** Changes of the element, made in the page. `isGated`: its token is under way. `loads`: how often it starts. Default: twice. */
const CHANGES = {
  moved: {
    change: () => document.querySelector('#elsewhere').append(document.querySelector('lending-widget')),
    loads: { page: 1 },
  },
  'removed and put back': {
    async change() {
      const widget = document.querySelector('lending-widget');
      widget.remove();
      await new Promise((resolve) => setTimeout(resolve, 100));
      document.querySelector('#elsewhere').append(widget);
    },
  },
  'put back while its token is under way': {
    isGated: true,
    async change() {
      const widget = document.querySelector('lending-widget');
      widget.remove();
      await Promise.resolve();
      document.querySelector('#elsewhere').append(widget);
    },
  },
  'told to start again while its token is under way': {
    isGated: true,
    change: () => void document.querySelector('lending-widget').reload(),
  },
};

describe('a script that fails', { timeout: 900_000 }, () => {
  let all;
  before(async () => {
    all = await visit.startAll(`--host-resolver-rules=MAP ${NOWHERE} ~NOTFOUND`);
    all.partner.put('/portal/widget.js', HTML, AS_HTML);
  });
  after(() => all?.close());

  for (const [name, { only = {}, inFrame, embedded, ...shared }] of Object.entries(CASES)) {
    for (const source of Object.keys(SOURCES)) {
      for (const mode of MODES) {
        if ((only.mode ?? mode) !== mode || (only.source ?? source) !== source) continue;
        const one = { ...shared, ...(mode === 'frame' && inFrame), ...(source === 'embed code' && embedded) };
        it(`${source} in the ${mode}, ${name}: ${expectation(one)}`, () => check(source, mode, one));
      }
    }
  }

  async function check(source, mode, one) {
    const { code, asked: [least, most] = [0, Infinity], limit = 0, settings, headers, timeoutMs, isForGood } = one;
    const { partner, vendor } = all;
    const { pathname, scriptUrl } = all.scriptOf(one.fault);
    const faults = { ...one.faults };
    const { part, moment, throws, widgetOf } = SOURCES[source];
    const own = { ...widgetOf((await one.url?.(partner)) ?? scriptUrl), ...settings };
    const widgets = [{ widget: all.inMode(mode, own, faults), timeoutMs, isGated: true }];
    await all.withPage({ widgets, open: one.open, ...one.page }, async (page, problems) => {
      const { at } = await tokenRequest(page);
      await one.before?.(page, { origin: vendor.origin, part: mode === 'frame' ? 'frame' : part });
      const opened = await page.evaluate(() => performance.now());
      await openGate(page);
      const told = await outcome(page);
      assert.ok(told, 'It did not settle.');
      const [ms, asked] = [Math.round(told.at - opened), vendor.asked(pathname)];
      assert.ok(at <= opened && ms <= limit + moment + SLACK, `It took ${ms} ms.`);
      if (code) await assertTold(page, { ...one, told, says: one.told, mayStart: moment > 0 }, pathname);
      else assert.deepEqual(await offersOf(page, mode), ['Offers for token-1'], told.message);
      assert.ok(asked >= least && asked <= most, `It was asked for ${asked} times.`);
      await assertPageWorks(page);
      const { events, violations, problems: rejections } = await notes(page);
      if (one.violations) assert.equal(violations.length, one.violations);
      assert.equal(events.filter(({ type }) => /ready|error/.test(type)).length, 1);
      assert.deepEqual(
        [...rejections, ...problems.filter((problem) => !one.throws?.test(problem) && !throws?.test(problem))],
        [],
      );
      if (!code) return;

      await one.mend?.(page);
      vendor.on(pathname, (response) => send(response, script(), headers));
      for (const fault of Object.keys(faults)) delete faults[fault];
      await visit.press(page);
      const again = await outcome(page, events.length);
      assert.equal(again?.code, isForGood ? code : undefined, again?.message);
      if (isForGood) return;
      assert.deepEqual(await offersOf(page, mode), ['Offers for token-1']);
      assert.equal(await page.$('>>> #failure'), null);
    });
  }

  for (const mode of MODES) {
    describe(`while it loads, in the ${mode}`, () => {
      for (const [name, { change, isGated, loads = {} }] of Object.entries(CHANGES)) {
        it(`shows the widget when the element is ${name}`, async () => {
          await loading(mode, isGated, async (page, pathname) => {
            await page.evaluate(change);
            if (isGated) await openGate(page);
            const told = await outcome(page);
            assert.equal(told?.type, 'lending-ready', `${told?.code} ${told?.cause}`);
            assert.deepEqual(await offersOf(page, mode), ['Offers for token-1']);
            const { length } = await visit.eventsOf(page, 'lending-loading');
            if (!isGated) assert.equal(length, loads[mode] ?? 2);
            if (!isGated && mode === 'page') assert.equal(all.vendor.asked(pathname), 1);
          });
        });
      }

      it('shows the widget again when the element is moved after that', async () => {
        await loading(mode, false, async (page) => {
          assert.equal((await outcome(page))?.type, 'lending-ready');
          const { length } = (await notes(page)).events;
          await page.evaluate(CHANGES.moved.change);
          if (mode === 'frame') assert.equal((await outcome(page, length))?.type, 'lending-ready');
          assert.deepEqual(await offersOf(page, mode, '#elsewhere'), ['Offers for token-1']);
        });
      });
    });
  }

  /** Opens a page with one widget, whose script is loading. */
  async function loading(mode, isGated, run) {
    const body = '<lending-widget></lending-widget><section id="elsewhere"></section>';
    await all.withScript(slowly, { mode, each: [{ isGated }], body }, async (page, _problems, pathname) => {
      await tokenRequest(page);
      const hasFrame = () => document.querySelector('lending-widget > div')?.shadowRoot?.querySelector('iframe');
      if (mode === 'frame' && !isGated) await page.waitForFunction(hasFrame);
      await run(page, pathname);
      await assertPageWorks(page);
      assert.deepEqual((await notes(page)).problems, []);
    });
  }
});

function expectation({ code, isForGood }) {
  if (!code) return 'shows the widget after all';
  return `is reported as ${code}${isForGood ? '' : ', and a retry mends it'}`;
}
