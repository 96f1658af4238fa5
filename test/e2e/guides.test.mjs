// The code of the guides for the page, in a browser, against the handler and the sandbox.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import { build } from 'vite';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { openGuide } from '../support/guide-code.mjs';
import { openStage, putBefore } from './stage.mjs';

const OFFERS = ['Sample Bank', 'Example Finance', 'Placeholder Credit Union'];
const TYPES = { '.css': 'text/css', '.js': 'text/javascript' };

describe('the code of the guides for the page', { timeout: 120_000 }, () => {
  let stage;
  let html = '';
  const files = {};
  const failures = [];
  const guides = [];
  const guide = (name) => {
    guides.push(openGuide(name));
    return guides.at(-1);
  };

  before(async () => {
    stage = await openStage({ edit: () => html });
    putBefore(stage.servers.partner, (request, response) => {
      if (request.url === '/failures') {
        const pieces = [];
        request.on('data', (piece) => pieces.push(piece));
        request.on('end', () => failures.push(JSON.parse(pieces.join(''))) && response.writeHead(204).end());
        return true;
      }
      const body = files[request.url];
      if (!body) return false;
      response.writeHead(200, { 'content-type': TYPES[path.extname(request.url)] }).end(body);
      return true;
    });
  });
  after(async () => {
    await stage?.close();
    for (const one of guides) one.close();
  });

  async function visit(body, run) {
    html = body;
    const context = await stage.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      const problems = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(stage.servers.url);
      await run(page, problems);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  }

  it('“Accessibility” has a page without findings, whose title names the step', async () => {
    const own = guide('accessibility.md');
    files['/funding.css'] = own.read('funding.css');
    await visit(own.read('page.html'), async (page) => {
      await page.waitForSelector('>>> input[name="registered_name"]', { visible: true });
      await page.waitForFunction(() => document.title.includes('Step 1 of 6'));
      assert.match(await page.title(), / – Funding – Ledgerly$/);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        [],
      );
      const padding = await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop);
      assert.equal(padding, '112px');
    });
  });

  it('“Elements” has a journey with the figures first, and one with an introduction', async () => {
    const own = guide('elements.md');
    const page = (name) => `<!doctype html><html lang="en"><title>Funding</title>
      <script type="module" src="/lending-elements/journey.js"></script>${own.read(name)}`;
    await visit(page('figures-first.html'), (page) =>
      page.waitForSelector('>>> input[name="funding_amount"]', { visible: true }),
    );
    await visit(page('introduction.html').replace('/logo.svg', 'data:,'), async (page) => {
      await page.waitForSelector('>>> [part="start"]', { visible: true });
      assert.ok(await page.$eval('[slot="privacy"]', (link) => link.checkVisibility()));
    });
  });

  /** In the page: the contrasts of the button’s text, of a hint and of a link, and the typeface of the heading. */
  async function measureColours(page) {
    await page.waitForSelector('>>> input[name="registered_name"]', { visible: true });
    return page.evaluate(() => {
      const { shadowRoot } = document.querySelector('lending-onboarding').shadowRoot.querySelector('lending-company');
      const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const light = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const parts = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
          part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
      };
      const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      const styleOf = (selector) => getComputedStyle(shadowRoot.querySelector(selector));
      const surface = getComputedStyle(shadowRoot.host).backgroundColor;
      const button = styleOf('button[part="submit"]');
      return {
        button: contrast(button.color, button.backgroundColor),
        hint: contrast(styleOf('.hint').color, surface),
        link: contrast(styleOf('summary').color, surface),
        heading: styleOf('h2').fontFamily,
      };
    });
  }

  const themed = (css) => {
    files['/funding.css'] = css;
    return `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark" /><title>Funding</title>
      <link rel="stylesheet" href="/funding.css" /><script type="module" src="/lending-elements/journey.js"></script>
      <lending-onboarding endpoint="/api/lending"></lending-onboarding>`;
  };

  for (const [file, least] of [
    ['brand.css', 4.5],
    ['two-schemes.css', 4.5],
    ['more-contrast.css', 7],
    ['own.css', 4.5],
  ])
    for (const value of ['light', 'dark'])
      it(`“Theming” has colours with enough contrast: ${file}, ${value}`, async () => {
        await visit(themed(guide('theming.md').read(file)), async (page) => {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          const { button, hint, link } = await measureColours(page);
          assert.ok(button >= least && hint >= 7 && link >= 7, JSON.stringify({ button, hint, link }));
        });
      });

  it('“Theming” has a page that loads a theme from the handler', async () => {
    const body = `<!doctype html><html lang="en"><title>Funding</title>${guide('theming.md').read('theme.html')}`;
    await visit(body, async (page) => {
      const { heading, hint } = await measureColours(page);
      assert.match(heading, /Georgia/);
      assert.ok(hint >= 7, String(hint));
    });
  });

  it('“Monitoring” reports only the code and the element of a failure', async () => {
    files['/failures.js'] = guide('monitoring.md').read('failures.js');
    const body = `<!doctype html><title>Offers</title><script src="/failures.js"></script>
      <script type="module" src="/lending-elements/widget.js"></script>
      <lending-widget endpoint="/api/lending"></lending-widget>`;
    await visit(body, async (page) => {
      await page.waitForSelector('>>> #failure', { visible: true });
      const start = Date.now();
      while (failures.length === 0 && Date.now() - start < 5000) await new Promise((go) => setTimeout(go, 20));
      assert.deepEqual(failures, [{ code: 'handler-not-created', element: 'lending-widget' }]);
    });
  });

  it('“Monitoring” tracks the steps and the problems, and no answer', async () => {
    const tool = 'globalThis.tracked = []; const track = (...call) => tracked.push(call);';
    files['/funnel.js'] = tool + guide('monitoring.md').read('funnel.js');
    const body = `<!doctype html><title>Funding</title>
      <script type="module" src="/lending-elements/journey.js"></script>
      <lending-onboarding endpoint="/api/lending"></lending-onboarding><script type="module" src="/funnel.js"></script>`;
    await visit(body, async (page) => {
      await page.locator('>>> [name="registered_name"]').fill('Harbour Lane Books');
      await page.locator('>>> [part="submit"]').click();
      await page.waitForSelector('>>> #summary', { visible: true });
      const [first, second] = await page.evaluate('tracked');
      assert.deepEqual(first, ['funding_step', { step: 'company' }]);
      assert.deepEqual(second, ['funding_problem', { step: 'company', path: 'registered_number', reason: 'empty' }]);
      assert.doesNotMatch(await page.evaluate('JSON.stringify(tracked)'), /Harbour/);
    });
  });

  it('“Your own forms” sends the answers of a form, up to the offers', async () => {
    const { folder } = guide('own-forms.md');
    const [{ output }] = await build({
      root: folder,
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        lib: { entry: path.join(folder, 'funding.js'), formats: ['es'] },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    files['/funding.js'] = output[0].code;
    const body = `<!doctype html><html lang="en"><title>Funding</title><main></main>
      <script type="module">
        import { apply } from '/funding.js';
        document.querySelector('main').addEventListener('answers', ({ target, detail }) => {
          void apply(target, detail).then(() => (target.dataset.applied = ''));
        });
      </script>`;
    const { calls } = stage.servers.sandbox;
    const before = calls.length;
    await visit(body, async (page) => {
      const detail = { ...sampleApplication(), figures: samplePrequalification() };
      await page.$eval('main', (main, detail) => main.dispatchEvent(new CustomEvent('answers', { detail })), detail);
      await page.waitForSelector('[data-applied]');
      await page.locator('>>> #agree').click();
      await page.locator('>>> button[part="submit"]').click();
      await page.waitForSelector('>>> h4', { visible: true, timeout: 10_000 });
      assert.deepEqual(await page.$$eval('>>> h4', (all) => all.map((heading) => heading.textContent)), OFFERS);
      assert.deepEqual(
        calls.slice(before).map(({ name }) => name),
        ['createApplication', 'prequalify', 'requestOffers', 'authenticate'],
      );
    });
  });
});
