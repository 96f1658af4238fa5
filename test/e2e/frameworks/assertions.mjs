// What a framework must do with our elements, as https://custom-elements-everywhere.com tests it with others.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { DIST } from '../../support/dist.mjs';
import { recordProblems } from '../browser.mjs';
import { useStage } from '../stage.mjs';
import { servePage } from './site.mjs';

const TAGS = ['lending-onboarding', 'lending-widget', 'lending-documents'];

/** The events of the tags, from the custom-elements manifest. */
function eventsOf(tag) {
  const { modules } = JSON.parse(fs.readFileSync(path.join(DIST, 'custom-elements.json'), 'utf8'));
  const declarations = modules.flatMap((module) => module.declarations);
  return declarations.find(({ tagName }) => tagName === tag).events.map(({ name }) => name);
}

/**
 * Opens a page of a framework. `make()` returns its script, and its HTML if a server renders it. The body of the page is a container
 * with this HTML, unless `make()` returns another body.
 */
export function useFramework(make) {
  const problems = [];
  let made;
  // A process has one backend without options.
  const stage = useStage({ options: () => ({}) }, async (page, { partner }) => {
    made = await make();
    const { script, html = '', body = `<div id="app">${html}</div>` } = made;
    servePage(partner, script, body);
    recordProblems(page, problems, /error|warn/);
  });
  before(async () => {
    Object.assign(stage, { problems, html: made.html ?? '' });
    await stage.page.waitForFunction((tags) => tags.every((tag) => document.querySelector(`${tag}:defined`)), {}, TAGS);
  });
  return stage;
}

/**
 * Declares the tests of a framework, and those of its server if `make` renders the page there. Most frameworks remove no listeners of
 * elements that they remove. Svelte writes objects and functions into the server's HTML, as text.
 */
export function testFramework(
  name,
  make,
  { isFromServer = false, removesListeners = false, writesObjects = false } = {},
) {
  describe(`our elements in ${isFromServer ? `${name}, from the server` : name}`, { timeout: 120_000 }, () => {
    const stage = useFramework(make);
    const inPage = (run, ...values) => stage.page.evaluate(run, ...values);
    const until = (run, ...values) => stage.page.waitForFunction(run, { timeout: 10_000 }, ...values);

    if (isFromServer) {
      it(`are in the server’s HTML with their attributes, and ${writesObjects ? '' : 'no '}functions and objects`, () => {
        for (const tag of TAGS) assert.match(stage.html, new RegExp(`<${tag}[ >]`));
        const [journey] = stage.html.match(/<lending-onboarding[^>]*>/);
        for (const attribute of ['class="journey"', 'history="off"', 'endpoint="/api/lending"'])
          assert.ok(journey.includes(` ${attribute}`), journey);
        assert.equal(/prefill|getToken|\[object/i.test(stage.html), writesObjects, stage.html);
      });

      it('are those of the server', async () => {
        assert.deepEqual(
          await inPage(() =>
            globalThis.fromServer
              .filter(({ localName }) => localName.startsWith('lending-'))
              .map((node) => [node.localName, node.isConnected]),
          ),
          TAGS.map((tag) => [tag, true]),
        );
      });
    }

    it('are shown, and their children too', async () => {
      await stage.page.waitForSelector('>>> h2::-p-text(Your business)', { timeout: 10_000 });
      assert.equal(await inPage(() => document.querySelector('[slot="sign-in"]').textContent), 'Sign in here');
    });

    it('get strings, booleans, numbers, objects, arrays and functions as properties', async () => {
      const values = await inPage(() => {
        const [journey, widget, documents] = ['onboarding', 'widget', 'documents'].map((tag) =>
          document.querySelector(`lending-${tag}`),
        );
        const { endpoint, pageTitle, prefill, history } = journey;
        const { timeoutMs, getToken } = widget;
        return [
          endpoint,
          pageTitle,
          JSON.stringify(prefill),
          history,
          timeoutMs,
          typeof getToken,
          Array.isArray(documents.files),
        ];
      });
      const prefill = JSON.stringify({ company: { registered_name: 'Sample Bakery Ltd' } });
      assert.deepEqual(values, ['/api/lending', true, prefill, 'off', 600_000, 'function', true]);
    });

    it('give their element to a reference', async () => {
      assert.deepEqual(
        await inPage(
          (tags) => globalThis.host.refs().map((ref, index) => ref === document.querySelector(tags[index])),
          TAGS,
        ),
        [true, true, true],
      );
    });

    for (const tag of TAGS) {
      it(`let the page hear every event of <${tag}>, once`, async () => {
        await inPage(() => globalThis.host.heard.splice(0));
        const events = eventsOf(tag);
        await inPage(
          (target, types) => types.forEach((type) => document.querySelector(target).dispatchEvent(new Event(type))),
          tag,
          events,
        );
        assert.deepEqual(
          (await inPage(() => globalThis.host.heard)).filter(([, target]) => target === tag),
          events.map((type) => [type, tag]),
        );
      });
    }

    it('get new values and new children, and stay the same elements', async () => {
      await inPage(() => {
        globalThis.old = document.querySelector('lending-onboarding');
        globalThis.host.set({
          words: 'Other words',
          endpoint: `${location.origin}/api/lending`,
          pageTitle: false,
          timeoutMs: 700_000,
          prefill: { company: {} },
        });
      });
      await until(() => document.querySelector('[slot="sign-in"]').textContent === 'Other words');
      const values = await inPage(() => {
        const { endpoint, pageTitle, prefill } = document.querySelector('lending-onboarding');
        // The prefill may be a proxy.
        return [endpoint, pageTitle, JSON.stringify(prefill), document.querySelector('lending-widget').timeoutMs];
      });
      assert.deepEqual(values, [`${stage.servers.url}/api/lending`, false, '{"company":{}}', 700_000]);
      assert.equal(await inPage(() => globalThis.old === document.querySelector('lending-onboarding')), true);
      assert.ok(await stage.page.$('>>> h2::-p-text(Your business)'));
    });

    it('disappear and appear again', async () => {
      await inPage(() => globalThis.host.set({ isShown: false }));
      await until(() => !document.querySelector('lending-onboarding'));
      assert.equal(await inPage(() => globalThis.old.isConnected), false);
      await inPage(() => globalThis.host.set({ isShown: true }));
      await stage.page.waitForSelector('>>> h2::-p-text(Your business)', { timeout: 10_000 });
    });

    it(`leave the page${removesListeners ? ', with their listeners' : ' in silence'}`, async () => {
      await inPage(() => {
        globalThis.old = document.querySelector('lending-onboarding');
        globalThis.host.unmount();
        globalThis.host.heard.splice(0);
      });
      await until(() => !document.querySelector('lending-onboarding'));
      if (removesListeners) await inPage(() => globalThis.old.dispatchEvent(new Event('lending-submitted')));
      assert.deepEqual(await inPage(() => globalThis.host.heard), []);
    });

    it('cause no error and no warning', () => assert.deepEqual(stage.problems, []));
  });
}
