// Each way in which the service's script can fail, in a partner's page and in a frame of it. Prints the results.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AS_HTML, HTML, NOWHERE, slowly } from './vendor/answers.mjs';
import { CASES } from './vendor/cases.mjs';
import { handOff, script, send } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

const { MODES, assertPageWorks, assertTold, notes, offersOf, openGate, outcome, textOf, tokenRequest } = visit;
/** The time for retries and their pauses, for loading a frame, and for a busy machine. */
const SLACK = 1500;

describe('a script that fails', { timeout: 600_000 }, () => {
  let all;
  /** The result of each case, in the page and in the frame. */
  const table = {};
  const note = (name, mode, row) => ((table[name] ??= {})[mode] = row);

  before(async () => {
    all = await visit.startAll(`--host-resolver-rules=MAP ${NOWHERE} ~NOTFOUND`);
    all.partner.put('/portal/widget.js', HTML, AS_HTML);
  });
  after(async () => {
    await all?.close();
    print(table);
  });

  for (const [name, { inPage, inFrame, ...both }] of Object.entries(CASES)) {
    for (const mode of MODES) {
      const reason = mode === 'page' && inPage;
      const one = mode === 'page' ? both : { ...both, ...inFrame };
      if (reason) note(name, mode, { outcome: `n/a: ${reason}` });
      else it(`${mode}, ${name}: ${whatComes(one)}`, () => check(name, mode, one));
    }
  }

  async function check(name, mode, one) {
    const { code, asked: [least, most] = [0, Infinity], limit = 0, settings, headers, timeoutMs, isForGood } = one;
    const { partner, vendor } = all;
    const { pathname, scriptUrl } = all.scriptOf(one.fault);
    const faults = { ...one.faults };
    const own = { scriptUrl: (await one.url?.(partner)) ?? scriptUrl, handOff: handOff(), ...settings };
    const widgets = [{ widget: all.inMode(mode, own, faults), timeoutMs, isGated: true }];
    await all.withPage({ widgets, open: one.open, ...one.page }, async (page, problems) => {
      const { at } = await tokenRequest(page);
      await one.before?.(page, vendor.origin);
      const opened = await page.evaluate(() => performance.now());
      await openGate(page);
      const told = await outcome(page);
      assert.ok(told, 'It did not settle.');
      const [ms, asked] = [Math.round(told.at - opened), vendor.asked(pathname)];
      const saw = (await textOf(page, '>>> #failure')) ?? (await offersOf(page, mode))[0];
      const row = note(name, mode, { outcome: told.code ?? 'shown', ms, asked, saw });
      assert.ok(at <= opened && ms <= limit + SLACK, `It took ${ms} ms.`);
      if (code) await assertTold(page, { ...one, told, says: one.told }, pathname);
      else assert.equal(saw, 'Offers for token-1', told.message);
      assert.ok(asked >= least && asked <= most, `It was asked for ${asked} times.`);
      await assertPageWorks(page);
      const { events, violations, problems: rejections } = await notes(page);
      if (one.violations) assert.equal(violations.length, one.violations);
      assert.equal(events.filter(({ type }) => /ready|error/.test(type)).length, 1);
      assert.deepEqual([...rejections, ...problems.filter((problem) => !one.throws?.test(problem))], []);
      if (!code) return;

      await one.mend?.(page);
      vendor.on(pathname, (response) => send(response, script(), headers));
      for (const fault of Object.keys(faults)) delete faults[fault];
      await visit.press(page);
      const again = await outcome(page, events.length);
      row.again = again?.code ?? 'shown';
      if (isForGood) return assert.equal(again.code, code);
      assert.equal(again?.type, 'lending-ready', again?.message);
      assert.deepEqual(await offersOf(page, mode), ['Offers for token-1']);
      assert.equal(await page.$('>>> #failure'), null);
    });
  }

  for (const mode of MODES) {
    describe(`while it loads, in the ${mode}`, () => {
      /** Opens a page with one widget, whose script is loading. */
      async function loading({ answer = slowly, isGated = false }, run) {
        const { pathname, scriptUrl } = all.scriptOf(answer);
        const widgets = [{ widget: all.inMode(mode, { scriptUrl, handOff: handOff() }), isGated }];
        const body = '<lending-widget></lending-widget><section id="elsewhere"></section>';
        await all.withPage({ body, widgets }, async (page) => {
          await tokenRequest(page);
          const hasFrame = () => document.querySelector('lending-widget > div')?.shadowRoot?.querySelector('iframe');
          if (mode === 'frame' && !isGated) await page.waitForFunction(hasFrame);
          await page.evaluate(() => (globalThis.widget = document.querySelector('lending-widget')));
          await run(page, pathname);
          await assertPageWorks(page);
          assert.deepEqual((await notes(page)).problems, []);
        });
      }
      const loadsOf = (page) => visit.eventsOf(page, 'lending-loading').then(({ length }) => length);

      it(mode === 'page' ? 'goes on when the element is moved' : 'starts again when the element is moved', async () => {
        await loading({}, async (page, pathname) => {
          await page.evaluate(() => document.querySelector('#elsewhere').append(globalThis.widget));
          assert.equal((await outcome(page))?.type, 'lending-ready');
          assert.deepEqual(await offersOf(page, mode, '#elsewhere'), ['Offers for token-1']);
          assert.equal(await loadsOf(page), mode === 'page' ? 1 : 2);
          if (mode === 'page') assert.equal(all.vendor.asked(pathname), 1);
          note('moved while loading', mode, { outcome: 'shown', saw: 'Offers for token-1' });
        });
      });

      it('starts again when the element is removed and put back', async () => {
        await loading({}, async (page, pathname) => {
          await page.evaluate(async () => {
            globalThis.widget.remove();
            await new Promise((resolve) => setTimeout(resolve, 100));
            document.querySelector('#elsewhere').append(globalThis.widget);
          });
          assert.equal((await outcome(page))?.type, 'lending-ready');
          assert.deepEqual(await offersOf(page, mode), ['Offers for token-1']);
          assert.equal(await loadsOf(page), 2);
          if (mode === 'page') assert.equal(all.vendor.asked(pathname), 1);
          note('re-added while loading', mode, { outcome: 'shown', saw: 'Offers for token-1' });
        });
      });

      for (const again of ['put back', 'told to']) {
        it(`starts again when the element is ${again} while its token is under way`, async () => {
          await loading({ isGated: true }, async (page) => {
            await page.evaluate(async (how) => {
              const { widget } = globalThis;
              if (how === 'told to') return void widget.reload();
              widget.remove();
              await Promise.resolve();
              document.querySelector('#elsewhere').append(widget);
            }, again);
            await openGate(page);
            const told = await outcome(page);
            assert.equal(told?.type, 'lending-ready', `${told?.code} ${told?.cause}`);
            assert.deepEqual(await offersOf(page, mode), ['Offers for token-1']);
          });
        });
      }

      it('is there again when the element is moved after that', async () => {
        await loading({}, async (page) => {
          assert.equal((await outcome(page))?.type, 'lending-ready');
          const { length } = (await notes(page)).events;
          await page.evaluate(() => document.querySelector('#elsewhere').append(globalThis.widget));
          if (mode === 'frame') assert.equal((await outcome(page, length))?.type, 'lending-ready');
          assert.deepEqual(await offersOf(page, mode, '#elsewhere'), ['Offers for token-1']);
          note('moved when shown', mode, { outcome: 'shown', saw: 'Offers for token-1' });
        });
      });
    });
  }
});

function whatComes({ code, isForGood }) {
  if (!code) return 'shows the widget after all';
  return `is told as ${code}${isForGood ? '' : ', and a retry mends it'}`;
}

function print(table) {
  const cell = ({ outcome: what, ms, asked, again } = {}) =>
    [what, ms !== undefined && `${ms} ms`, asked !== undefined && `asked ${asked}`, again && `again: ${again}`]
      .filter(Boolean)
      .join(', ');
  const saw = ({ saw: text = '' } = {}) => /could not be shown (.+?\.)/.exec(text)?.[1] ?? text;
  const rows = Object.entries(table).map(([name, { page, frame }]) => {
    const sights = [...new Set([saw(page), saw(frame)].filter(Boolean))].join(' | ');
    return [name, { page: cell(page), frame: cell(frame), 'the applicant saw': sights }];
  });
  console.table(Object.fromEntries(rows));
}
