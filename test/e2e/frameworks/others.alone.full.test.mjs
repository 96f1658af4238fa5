// Next and Vue, and the frameworks that only `npm run verify -- --frameworks` tests. At the end, what is seen in a page of React if the files of an
// element do not load.
import assert from 'node:assert/strict';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../server/node/platform-process.mjs';
import * as applicant from '../applicant.mjs';
import { moduleOf } from '../platforms/packages.mjs';
import { serveRouter } from '../routers/pages.mjs';
import { recordProblems, useStage } from '../stage.mjs';
import { testExample, testFramework } from './assertions.mjs';
import {
  buildExample,
  packagesOf,
  serveAngular,
  serveAngularInDevelopment,
  serveFolder,
  startInDevelopment,
} from './site.mjs';

const pluginOf = (example, name) => import(pathToFileURL(moduleOf(`frameworks/${example}`, name)));

const testBuilt = (name) =>
  testExample(name, async (partner) => serveFolder(partner, await buildExample(name.toLowerCase())));
const testInDevelopment = (name, start = startInDevelopment) =>
  testExample(`${name}, in development`, (_, backend) => start(name.toLowerCase(), backend));

testExample('Next', (partner) => serveRouter(partner, 'next'), '/journey');

testBuilt('Vue');
testInDevelopment('Vue');
testFramework('Vue', {
  file: 'vue.js',
  async plugins() {
    const { default: vue } = await pluginOf('vue', '@vitejs/plugin-vue');
    const template = { compilerOptions: { isCustomElement: (tag) => tag.startsWith('lending-') } };
    return [packagesOf('vue', 'vue', 'lending-elements'), vue({ template })];
  },
});

if (process.env.FRAMEWORKS === 'all') {
  testExample('plain HTML', (partner) => serveFolder(partner, path.join(ROOT, 'examples/html'), 'page.html'));

  testBuilt('Svelte');
  testInDevelopment('Svelte');
  testFramework('Svelte', {
    file: 'svelte.js',
    writesObjects: true,
    async plugins() {
      const { svelte } = await pluginOf('svelte', '@sveltejs/vite-plugin-svelte');
      return [
        packagesOf('svelte', 'svelte', 'lending-elements'),
        svelte({ configFile: false, compilerOptions: { dev: true } }),
      ];
    },
  });

  testBuilt('Angular');
  testInDevelopment('Angular', serveAngularInDevelopment);
  testExample('Angular, rendered by its server', serveAngular);
  testFramework('Angular', {
    file: 'angular.js',
    bodyOf: (html) => html || '<app-page></app-page>',
    plugins: () => [packagesOf('angular', '@angular', 'rxjs', 'tslib', 'lending-elements')],
  });
}

const CHUNK = /\/lending-onboarding-[\w-]+\.js$/;

describe('a component of React whose element does not load', { timeout: 120_000 }, () => {
  let isBlocked;
  let messages;
  const stage = useStage({ options: () => ({}) }, async (_, { partner }) =>
    serveFolder(partner, await buildExample('react')),
  );

  /** Opens the page without the chunk of the element. */
  function visit(prepare) {
    isBlocked = true;
    messages = [];
    return stage.visit(async (page) => {
      recordProblems(page, messages, /./);
      await page.setRequestInterception(true);
      page.on(
        'request',
        (request) => void (isBlocked && CHUNK.test(request.url()) ? request.abort() : request.continue()),
      );
      await prepare?.(page);
    });
  }

  const alert = (page) =>
    page.waitForSelector('lending-onboarding > [role="alert"]', { visible: true, timeout: 5_000 });

  it('shows a failure immediately, instead of the form', async () => {
    const page = await visit();
    const words = await (await alert(page)).evaluate((element) => element.textContent);
    assert.match(words, /did not load/);
    const look = await page.$eval('lending-onboarding', (element) => {
      const { backgroundImage, minHeight } = getComputedStyle(element);
      return { backgroundImage, minHeight };
    });
    assert.deepEqual(look, { backgroundImage: 'none', minHeight: '0px' });
  });

  it('shows the page’s own sentence immediately, if it has one', async () => {
    const addLine = () =>
      new MutationObserver((_records, observer) => {
        const place = document.querySelector('lending-onboarding');
        if (!place) return;
        observer.disconnect();
        const line = Object.assign(document.createElement('p'), { slot: 'not-loaded', textContent: 'Own words' });
        place.append(line);
      }).observe(document, { childList: true, subtree: true });
    const page = await visit((own) => own.evaluateOnNewDocument(addLine));
    await page.waitForSelector('lending-onboarding[data-failed]');
    await page.waitForSelector('lending-onboarding > p::-p-text(Own words)', { visible: true, timeout: 5_000 });
    assert.equal(await page.$('lending-onboarding > [role="alert"]'), null);
  });

  it('uses the language of the page, if the page has added it', async () => {
    const shared = Symbol.for('lending-elements.text').description;
    const addWelsh = (name) => {
      const languages = new Map([['cy', { 'not-loaded': 'Ni lwythodd y rhan hon.', reload: 'Ail-lwytho' }]]);
      globalThis[Symbol.for(name)] = { languages, hosts: new Set() };
      addEventListener('DOMContentLoaded', () => (document.documentElement.lang = 'cy-GB'));
    };
    const page = await visit((own) => own.evaluateOnNewDocument(addWelsh, shared));
    const words = await (await alert(page)).evaluate((element) => [element.lang, element.textContent]);
    assert.deepEqual(words, ['cy', 'Ni lwythodd y rhan hon.Ail-lwytho']);
  });

  for (const has of [true, false])
    it(`reports to the page and the console, each once, ${has ? 'with' : 'without'} reportError`, async () => {
      const without = () => delete globalThis.reportError;
      const page = await visit((own) => !has && own.evaluateOnNewDocument(without));
      await alert(page);
      // The page of the example prints the event.
      for (const told of [/^script-failed/, /lending-onboarding\) did not load/])
        assert.equal(messages.filter((text) => told.test(text)).length, 1, messages.join('\n'));
    });

  it('shows the form after a reload by the applicant', async () => {
    const page = await visit();
    const button = await (await alert(page)).$('button');
    assert.equal(await button.evaluate((element) => element.textContent), 'Reload this page');
    isBlocked = false;
    await Promise.all([page.waitForNavigation(), button.click()]);
    await applicant.reach(page, 'Your business');
    assert.equal(await page.$('lending-onboarding > [role="alert"]'), null);
  });
});
