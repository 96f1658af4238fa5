// The lines that `lending-elements snippet` prints, on a page with the strict policy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../examples/partner.mjs';
import { DIST, ensureBuilt, manifest } from '../support/dist.mjs';
import { filesOfGuide } from '../support/guide-code.mjs';
import * as applicant from './applicant.mjs';
import { openStage, putBefore, recordProblems, useStage } from './stage.mjs';
import { serve } from './vendor/servers.mjs';

const WRONG = `sha384-${Buffer.alloc(48).toString('base64')}`;

function snippet(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(DIST, 'cli.js'), 'snippet', ...args], {
    encoding: 'utf8',
    // The servers of a test set variables, which would override those of `--env`.
    env: { PATH: process.env.PATH },
  });
  return { status, html: stdout, rest: stderr };
}

before(ensureBuilt);

describe('lending-elements snippet', () => {
  it('prints the URL and the hash of each file, and the nonce of the page', () => {
    const hashes = JSON.parse(fs.readFileSync(path.join(DIST, 'cdn/integrity.json'), 'utf8'));
    const { status, html, rest } = snippet('--nonce', '{{ nonce }}');
    assert.equal(status, 0);
    const base = `/api/lending/elements/${manifest.version}`;
    for (const file of ['lending-elements.css', 'journey.js'])
      assert.ok(html.includes(`"${base}/${file}" integrity="${hashes[file]}" crossorigin="anonymous"`), html);
    const map = JSON.parse(html.match(/<script type="importmap" nonce="\{\{ nonce \}\}">(.*)<\/script>/)[1]);
    const parts = Object.keys(hashes).filter((file) => file.startsWith('elements/'));
    for (const file of parts) assert.equal(map.integrity[`${base}/${file}`], hashes[file]);
    assert.match(rest, /Content-Security-Policy: default-src 'none'; script-src 'nonce-\{\{ nonce \}\}'/);
  });

  it('prints the sentence from the guide for a page whose script does not run', () => {
    assert.ok(snippet().html.includes(filesOfGuide('elements.md').get('late.html')));
  });

  it('accepts the URL of a CDN, the widget, and another path of the handler', () => {
    const { html } = snippet(
      '--element',
      'lending-widget',
      '--base',
      'https://cdn.example/l/',
      '--endpoint',
      '/funding',
    );
    assert.match(html, /src="https:\/\/cdn\.example\/l\/widget\.js"/);
    assert.match(html, /<lending-widget endpoint="\/funding">/);
    assert.doesNotMatch(html, /journey\.js|nonce=/);
  });

  it('warns about missing widget settings, and allows the origins of those in the --env file', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-snippet-'));
    const file = path.join(folder, 'lender.env');
    const widget = { scriptUrl: 'https://widget.lender.test/w.js', handOff: { callback: 'a', calls: [] } };
    fs.writeFileSync(file, `LENDING_ENVIRONMENT=sandbox\nLENDING_WIDGET='${JSON.stringify(widget)}'\n`);
    assert.match(snippet().rest, /This policy allows no widget, because no variable names one\. .*--env/);
    const { rest } = snippet('--env', file);
    assert.doesNotMatch(rest, /allows no widget/);
    assert.match(rest, /connect-src 'self' https:\/\/widget\.lender\.test;/);
    fs.rmSync(folder, { recursive: true });
  });

  it('rejects the element of a single step, and text that would end an attribute', () => {
    for (const args of [
      ['--element', 'lending-company'],
      ['--nonce', '"><script>'],
      ['--base', '/a"b'],
    ])
      assert.equal(snippet(...args).status, 2, args.join(' '));
  });
});

describe('the printed markup on a page', { timeout: 120_000 }, () => {
  const OURS = /<link rel="stylesheet" href="[^"]*lending-elements\.css" \/>\s*<script type="module"[^>]*><\/script>/;
  let lines = '';
  let page;
  const stage = useStage({
    edit: (html) => html.replace(OURS, '').replace(/<lending-onboarding[^]*<\/lending-onboarding>/, lines),
  });

  async function open(html, prepare) {
    lines = html;
    const messages = [];
    page = await stage.visit(async (opened) => {
      recordProblems(opened, messages);
      await prepare?.(opened);
    });
    return messages;
  }

  const place = () =>
    page.$eval('lending-onboarding', (element) => {
      const line = element.querySelector('[slot="not-loaded"]');
      return {
        isShown: line.checkVisibility({ checkVisibilityCSS: true }),
        hasSkeleton: getComputedStyle(element).backgroundImage !== 'none',
      };
    });

  /** Returns true if the line of the place is visible, and its skeleton is not. */
  const saysSo = () =>
    document.querySelector('[slot="not-loaded"]').checkVisibility({ checkVisibilityCSS: true }) &&
    getComputedStyle(document.querySelector('lending-onboarding')).backgroundImage === 'none';

  it('shows the journey and its later steps under the strict policy', async () => {
    const messages = await open(snippet().html);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    assert.deepEqual(await place(), { isShown: false, hasSkeleton: false });
    assert.deepEqual(messages, []);
  });

  it('shows that the form did not load if its script has another hash, and removes the skeleton', async () => {
    const html = snippet().html.replace(/(journey\.js" integrity=")[^"]*/, `$1${WRONG}`);
    const messages = await open(html);
    await page.waitForFunction(() => document.readyState === 'complete');
    assert.deepEqual(await place(), { isShown: false, hasSkeleton: true });
    await page.waitForFunction(saysSo, { timeout: 20_000 });
    assert.match(messages.join('\n'), /integrity/);
  });

  it('shows that the form did not load if a network filter blocks its script', async () => {
    const block = async (opened) => {
      await opened.setRequestInterception(true);
      opened.on(
        'request',
        (request) => void (request.url().endsWith('journey.js') ? request.abort() : request.continue()),
      );
    };
    await open(snippet().html, block);
    await page.waitForFunction(saysSo, { timeout: 20_000 });
    const words = await page.$eval('[slot="not-loaded"]', (line) => line.textContent);
    assert.equal(words, 'The form did not load. Reload this page, or use a newer browser.');
  });

  it('shows that immediately on a page without the stylesheet', async () => {
    await open(
      snippet()
        .html.replace(/<link rel="stylesheet".*/, '')
        .replace(/(journey\.js" integrity=")[^"]*/, `$1${WRONG}`),
    );
    assert.equal(await page.evaluate(saysSo), true);
  });

  it('shows that a later step did not load if its file has another hash', async () => {
    const html = snippet().html.replace(/(later-steps-[\w-]+\.js":")[^"]*/, `$1${WRONG}`);
    assert.ok(html.includes(WRONG));
    await open(html);
    await applicant.fillCompany(page);
    await applicant.press(page);
    const failed = () =>
      document.querySelector('lending-onboarding').shadowRoot.querySelector('#failure, [role="alert"]')?.textContent;
    const words = await (await page.waitForFunction(failed, { timeout: 20_000 })).jsonValue();
    assert.match(words, /did not open|did not load/);
  });
});

describe('the printed markup under the printed CSP', { timeout: 300_000 }, () => {
  const NONCE = 'cmFuZG9tIGVub3VnaA';
  let stage;
  let files;
  afterEach(async () => {
    await stage?.close();
    files?.close();
  });

  /** Opens the page that `snippet --env` prints for a widget, and returns it with its errors. */
  async function openPrinted(widgetOf, args = []) {
    const { createSandbox } = await import('lending-elements/sandbox');
    let widget;
    const options = ({ baseUrl }) => ({ widget: (widget = widgetOf(createSandbox({ origin: baseUrl }))) });
    stage = await openStage({ options });
    const { servers, browser } = stage;
    const env = path.join(path.dirname(servers.database), 'partner.env');
    const { baseUrl, secretKey } = servers.sandbox;
    fs.writeFileSync(
      env,
      [
        'LENDING_ENVIRONMENT=sandbox',
        `LENDING_BASE_URL=${baseUrl}`,
        `LENDING_SECRET_KEY=${secretKey}`,
        `LENDING_WIDGET='${JSON.stringify(widget)}'`,
      ].join('\n'),
    );
    const { html, rest } = snippet('--nonce', NONCE, '--env', env, ...args);
    const [, policy] = /^Content-Security-Policy: (.*)$/m.exec(rest);
    putBefore(servers.partner, (request, response) => {
      if (request.url !== '/') return false;
      const cookie = request.headers.cookie ? {} : { 'set-cookie': signIn() };
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy, ...cookie });
      response.end(`<!doctype html><html lang="en"><title>Funding</title><link rel="icon" href="data:,">${html}`);
      return true;
    });
    const page = await (await browser.createBrowserContext()).newPage();
    const problems = recordProblems(page, [], /error|warn/);
    await page.goto(servers.url);
    return { page, problems };
  }

  const SHOWN = '>>> h4::-p-text(Sample Bank)';
  const inStyle = (wanted) => (sandbox) => sandbox.handOffs.find(({ style }) => style === wanted);
  const VARIANTS = {
    'embed code in the page': (sandbox) => ({ embedCode: inStyle('init')(sandbox).embedCode }),
    'embed code in the sandboxed frame': (sandbox) => ({
      embedCode: inStyle('init')(sandbox).embedCode,
      isolation: 'frame',
    }),
    'a script with a hand-off': (sandbox) => inStyle('init')(sandbox).settings,
    'a module with a hand-off': (sandbox) => inStyle('module')(sandbox).settings,
  };
  for (const [name, widgetOf] of Object.entries(VARIANTS)) {
    it(`reaches the offers: ${name}`, async () => {
      const { page, problems } = await openPrinted(widgetOf);
      await applicant.goTo(page, 'offers');
      const isFramed = name.endsWith('frame');
      const place = isFramed ? await page.waitForFrame((frame) => frame.url().endsWith('/api/lending/frame')) : page;
      await place.waitForSelector(SHOWN, { timeout: 15_000 });
      assert.deepEqual(problems, []);
    });
  }

  it('reaches the offers with the files on another origin, styled', async () => {
    files = await serve(({ url }, response) => {
      const type = url.endsWith('.css') ? 'text/css' : 'text/javascript';
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
      response.end(fs.readFileSync(path.join(DIST, 'cdn', new URL(url, 'http://files').pathname)));
    });
    const { page, problems } = await openPrinted(VARIANTS['a script with a hand-off'], ['--base', files.origin]);
    assert.equal(await page.evaluate(() => document.styleSheets.length > 0), true);
    await applicant.goTo(page, 'offers');
    await page.waitForSelector(SHOWN, { timeout: 15_000 });
    assert.deepEqual(problems, []);
  });
});
