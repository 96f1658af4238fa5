// What a framework must do with our elements, as https://custom-elements-everywhere.com tests it with others, and its example.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSandbox } from 'lending-elements/sandbox';
import * as applicant from '../applicant.mjs';
import { recordProblems, useStage } from '../stage.mjs';
import { recorded, sampleCalls } from '../walk/partner.mjs';
import { bundle, renderOnServer, servePage } from './site.mjs';

const TAGS = ['lending-onboarding', 'lending-widget', 'lending-documents'];

/**
 * Declares the tests of a framework in a page of the browser alone, and in one that its server has rendered. `file` is the page, which
 * the plugins compile. Most frameworks remove no listeners of elements that they remove. Svelte writes objects and functions into the
 * server's HTML, as text. `more` declares other tests; it gets a function that returns the server’s HTML, if there is any.
 */
export function testFramework(name, { file, plugins = () => [], ...options }) {
  let script;
  const inBrowser = async () => (script ??= await bundle(file, { plugins: await plugins() }));
  const onServer = async () => renderOnServer(file, { plugins: await plugins() });
  testPage(`our elements in ${name}`, async () => [await inBrowser(), ''], options);
  testPage(`our elements in ${name}, from the server`, async () => [await inBrowser(), await onServer()], {
    ...options,
    isFromServer: true,
  });
}

function testPage(title, make, options) {
  const { isFromServer = false, removesListeners = false, writesObjects = false, more } = options;
  const { bodyOf = (html) => `<div id="app">${html}</div>` } = options;
  describe(title, { timeout: 120_000 }, () => {
    const problems = [];
    let html;
    // A process has one backend without options.
    const stage = useStage({ options: () => ({}) }, async (page, { partner }) => {
      const [script, made] = await make();
      html = made;
      servePage(partner, script, bodyOf(html));
      recordProblems(page, problems, /error|warn/);
    });
    before(() =>
      stage.page.waitForFunction((tags) => tags.every((tag) => document.querySelector(`${tag}:defined`)), {}, TAGS),
    );
    const inPage = (run, ...values) => stage.page.evaluate(run, ...values);
    const until = (run, ...values) => stage.page.waitForFunction(run, { timeout: 10_000 }, ...values);

    if (isFromServer) {
      it(`are in the server’s HTML with their attributes, and ${writesObjects ? '' : 'no '}functions and objects`, () => {
        for (const tag of TAGS) assert.match(html, new RegExp(`<${tag}[ >]`));
        const [journey] = html.match(/<lending-onboarding[^>]*>/);
        for (const attribute of ['class="journey"', 'history="off"', 'endpoint="/api/lending"'])
          assert.ok(journey.includes(` ${attribute}`), journey);
        assert.equal(/prefill|getToken|\[object/i.test(html), writesObjects, html);
      });

      it('are those that the server rendered', async () => {
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
      await stage.page.waitForSelector('>>> h2::-p-text(Your business)', { visible: true, timeout: 10_000 });
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

    it('pass their element to a ref', async () => {
      assert.deepEqual(
        await inPage(
          (tags) => globalThis.host.refs().map((ref, index) => ref === document.querySelector(tags[index])),
          TAGS,
        ),
        [true, true, true],
      );
    });

    for (const tag of TAGS) {
      it(`pass every event on to the page from <${tag}>, once`, async () => {
        const [events, heard] = await inPage((target) => {
          const { eventsOf, heard } = globalThis.host;
          heard.splice(0);
          for (const type of eventsOf(target)) document.querySelector(target).dispatchEvent(new Event(type));
          return [eventsOf(target), heard];
        }, tag);
        assert.ok(events.length > 2);
        assert.deepEqual(
          heard.filter(([, target]) => target === tag),
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
      await stage.page.waitForSelector('>>> h2::-p-text(Your business)', { visible: true, timeout: 10_000 });
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

    more?.(stage, isFromServer && (() => html));

    it('cause no error and no warning', () => assert.deepEqual(problems, []));
  });
}

/** The actions of the applicant on each step, by the step that follows. */
const ACTIONS = {
  applicant: applicant.fillCompany,
  review: applicant.fillApplicant,
  documents: (page) => applicant.reach(page, 'Check your answers'),
  prequalification: async (page) => applicant.addDocument(page, await applicant.writeStatement()),
  consent: applicant.fillPrequalification,
  widget: applicant.tickConsent,
};

/**
 * Declares the tests of an example, in which one applicant goes to the offers. `serve` serves it instead of the partner's page, and can return a function that stops it. A server of
 * its own has a URL too. `path` is the page with the journey.
 */
export function testExample(name, serve, path = '/') {
  describe(`the example for ${name}`, { timeout: 240_000 }, () => {
    let served;
    let page;
    const problems = [];
    // Each bundler must leave the import of this module to the browser.
    const asModule = ({ baseUrl }) => {
      const { handOffs } = createSandbox({ origin: baseUrl });
      return { widget: handOffs.find(({ style }) => style === 'module').settings };
    };
    const stage = useStage({ options: asModule }, async (opened, { partner, url }) => {
      served = await serve(partner, url);
      recordProblems(opened, problems, /error|warn/);
    });
    before(async () => {
      ({ page } = stage);
      if (path !== '/') await page.goto(stage.servers.url + path);
      // The user is signed in on every port of this machine.
      if (served?.url) await page.goto(served.url);
    });
    after(() => (served?.stop ?? served)?.());

    const heardStep = (step) =>
      page.waitForFunction(
        (wanted) => document.querySelector('output')?.textContent === wanted,
        { timeout: 10_000 },
        step,
      );

    it('sets a property: the page’s values are in the form', async () => {
      await applicant.reach(page, 'Your business');
      await applicant.filled(page, 'registered_name', 'Sample Bakery Ltd');
    });

    it('reaches the offers, and receives the event of each step', async () => {
      for (const [next, act] of Object.entries(ACTIONS)) {
        await act(page);
        await applicant.press(page);
        await heardStep(next);
      }
      await page.waitForSelector('>>> h4::-p-text(Sample Bank)', { visible: true, timeout: 10_000 });
      assert.deepEqual(recorded(stage.servers.sandbox), sampleCalls());
    });

    it('logs no error and no warning', () =>
      assert.deepEqual(
        problems.filter((text) => !text.startsWith('Lit is in dev mode')),
        [],
      ));
  });
}
