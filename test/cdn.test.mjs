// The CDN files in a bare page of another origin, with their hashes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch } from 'puppeteer-core';
import { resolveChromium } from '../scripts/browser.mjs';
import { DIST, ensureBuilt } from './support/dist.mjs';

async function serve(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

/** The file that `autoload` loads for a tag. */
function fileOf(tag) {
  const autoload = fs.readFileSync(path.join(DIST, 'cdn/autoload.js'), 'utf8');
  return autoload.match(new RegExp(`["'\`]${tag}["'\`]:\\(\\)=>import\\(["'\`]\\./([^"'\`]+)`))[1];
}

/** Any hash but the right one. */
const WRONG = `sha384-${Buffer.alloc(48).toString('base64')}`;

describe('the CDN files', () => {
  let browser;
  let cdn;
  let partner;
  let hashes;
  let html;
  /** What the CDN puts behind a file's bytes. */
  let tampered;
  /** Which files the CDN does not have. */
  let gone;

  before(async () => {
    await ensureBuilt();
    hashes = JSON.parse(fs.readFileSync(path.join(DIST, 'cdn/integrity.json'), 'utf8'));
    cdn = await serve(({ url }, response) => {
      const file = url.slice(1);
      if (!(file in hashes) || gone?.test(file)) return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
      response.end(fs.readFileSync(path.join(DIST, 'cdn', file), 'utf8') + (tampered === file ? '\n' : ''));
    });
    partner = await serve(({ url }, response) => {
      if (url !== '/') return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html);
    });
    const { executablePath, args, headless, env } = await resolveChromium();
    browser = await launch({ executablePath, args, headless, env });
  });

  after(async () => {
    await browser?.close();
    cdn?.close();
    partner?.close();
  });

  const script = (file, integrity = hashes[file]) =>
    `<script type="module" src="${cdn.origin}/${file}" integrity="${integrity}" crossorigin="anonymous"></script>`;

  /** The hashes of the files that `autoload` loads later, as the browser reads them. */
  const importMap = (changed = {}) => {
    const integrity = Object.entries({ ...hashes, ...changed }).map(([file, hash]) => [`${cdn.origin}/${file}`, hash]);
    return `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(integrity) })}</script>`;
  };

  /** Opens a page with these scripts and one element, and says what became of it. */
  async function open(scripts, { tag = 'lending-company', changed, missing, after = '' } = {}) {
    html = `<!doctype html><html lang="en"><title>Partner</title>${scripts}<${tag}><p>Please call us.</p></${tag}>${after}`;
    tampered = changed;
    gone = missing;
    const page = await browser.newPage();
    try {
      const loaded = [];
      const errors = [];
      page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(partner.origin, { waitUntil: 'networkidle0' });
      const shown = await page.evaluate((name) => {
        const element = document.querySelector(name);
        const form = element.shadowRoot?.querySelector('form');
        return {
          upgraded: element.matches(':defined'),
          inputs: form?.querySelectorAll('input').length ?? 0,
          height: form?.getBoundingClientRect().height ?? 0,
          heading: element.shadowRoot?.querySelector('h1, h2, h3')?.textContent.trim() ?? '',
          text: element.shadowRoot?.textContent ?? '',
          content: element.querySelector('p').checkVisibility(),
          others: ['lending-applicant', 'lending-onboarding', 'lending-widget'].filter((one) =>
            customElements.get(one),
          ),
        };
      }, tag);
      return { ...shown, loaded, errors };
    } finally {
      await page.close();
    }
  }

  const isShown = ({ upgraded, inputs, height, heading }) => upgraded && inputs >= 8 && height > 300 && heading !== '';
  const isRefused = ({ upgraded, inputs, errors }) =>
    !upgraded && inputs === 0 && errors.some((error) => /integrity/i.test(error));

  it('show <lending-company> out of the one file', async () => {
    const result = await open(script('lending-elements.js'));
    assert.ok(isShown(result), JSON.stringify(result));
    assert.deepEqual(
      result.loaded.filter((file) => file.endsWith('.js')),
      ['lending-elements.js'],
    );
    assert.deepEqual(
      result.errors.filter((error) => !/favicon|404/.test(error)),
      [],
    );
  });

  it('show <lending-company> out of autoload, with the hashes of all that it loads, and no other element is there', async () => {
    const result = await open(importMap() + script('autoload.js'));
    assert.ok(isShown(result), JSON.stringify(result));
    assert.ok(result.loaded.includes(fileOf('lending-company')));
    // Their file may come along, after the form: it reads the forms as well.
    assert.deepEqual(result.others, []);
  });

  it('show <lending-company> out of the one file where autoload cannot have the files of the elements', async () => {
    for (const missing of [/first-/, /runtime/]) {
      const result = await open(script('autoload.js'), { missing });
      assert.ok(isShown(result), JSON.stringify(result));
      assert.ok(!result.content);
    }
  });

  it('leave what stands in the tag, and tell the error, where autoload can have neither', async () => {
    const result = await open(script('autoload.js'), { missing: /elements/ });
    assert.ok(!result.upgraded && result.content, JSON.stringify(result));
    assert.ok(
      result.errors.some((error) => /Failed to fetch.+lending-elements\.js/.test(error)),
      result.errors.join('\n'),
    );
  });

  it('tell an applicant to reload the page where a part of the widget did not come', async () => {
    const widget = `<script>document.querySelector('lending-widget').widget = { embed_code: '<p>offers</p>' }</script>`;
    const token = `<script>document.querySelector('lending-widget').accessToken = 'a-token'</script>`;
    const told = await open(script('autoload.js'), {
      tag: 'lending-widget',
      missing: /embed-code/,
      after: widget + token,
    });
    assert.equal(told.heading, 'Your offers could not be shown');
    assert.match(told.text, /reload the page/);
  });

  it('are refused with a wrong hash', async () => {
    for (const file of ['lending-elements.js', 'autoload.js']) {
      const result = await open(importMap() + script(file, WRONG));
      assert.ok(isRefused(result), JSON.stringify(result));
    }
  });

  it('are refused when a byte was added on the way', async () => {
    const chunk = fileOf('lending-company');
    for (const [file, changed] of [
      ['lending-elements.js', 'lending-elements.js'],
      ['autoload.js', 'autoload.js'],
      ['autoload.js', chunk],
    ]) {
      const result = await open(importMap() + script(file), { changed });
      assert.ok(isRefused(result), `${changed}: ${JSON.stringify(result)}`);
    }
  });

  it('are refused where the hash of an element’s file is wrong', async () => {
    const chunk = fileOf('lending-company');
    const result = await open(importMap({ [chunk]: WRONG }) + script('autoload.js'));
    assert.ok(isRefused(result), JSON.stringify(result));
  });
});
