// The CDN files in a page of another origin, with their hashes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, recordProblems } from './e2e/stage.mjs';
import { serve } from './e2e/vendor/servers.mjs';
import { DIST, ensureBuilt } from './support/dist.mjs';

describe('the CDN files', () => {
  let browser;
  let cdn;
  let partner;
  let hashes;
  let html;
  /** The bytes that the CDN appends to a file. */
  let tampered;
  /** The files that the CDN does not have. */
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
      // The partner's backend is down for a moment. If there were none, the journey would say so at its start.
      if (url !== '/') return response.writeHead(503).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html);
    });
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    cdn?.close();
    partner?.close();
  });

  const script = (file) =>
    `<script type="module" src="${cdn.origin}/${file}" integrity="${hashes[file]}" crossorigin="anonymous"></script>`;

  /** The hashes of the files that an entry loads later, as an import map. */
  const importMap = () => {
    const integrity = Object.entries(hashes).map(([file, hash]) => [`${cdn.origin}/${file}`, hash]);
    return `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(integrity) })}</script>`;
  };

  async function open(scripts, { tag = 'lending-company', changed, missing, after = '', act } = {}) {
    html = `<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:," />${scripts}<${tag}></${tag}>${after}`;
    tampered = changed;
    gone = missing;
    const page = await browser.newPage();
    try {
      const loaded = [];
      const errors = recordProblems(page);
      page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
      await page.goto(partner.origin, { waitUntil: 'networkidle0' });
      await act?.(page);
      const shown = await page.evaluate((name) => {
        const element = document.querySelector(name);
        const root = element.shadowRoot?.querySelector('#current')?.shadowRoot ?? element.shadowRoot;
        const form = root?.querySelector('form');
        return {
          upgraded: element.matches(':defined'),
          inputs: form?.querySelectorAll('input').length ?? 0,
          height: form?.getBoundingClientRect().height ?? 0,
          heading: root?.querySelector('h1, h2, h3')?.textContent.trim() ?? '',
          text: root?.textContent ?? '',
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
  const isRejected = ({ upgraded, inputs, errors }) =>
    !upgraded && inputs === 0 && errors.some((error) => /integrity/i.test(error));

  it('show <lending-company> from the one file', async () => {
    const result = await open(script('lending-elements.js'));
    assert.ok(isShown(result), JSON.stringify(result));
    assert.deepEqual(
      result.loaded.filter((file) => file.endsWith('.js')),
      ['lending-elements.js'],
    );
    assert.deepEqual(
      result.errors.filter((error) => !/404/.test(error)),
      [],
    );
  });

  it('show and check the first step from journey.js alone', async () => {
    const result = await open(importMap() + script('journey.js'), {
      tag: 'lending-onboarding',
      missing: /journey-actions/,
      act: async (page) => {
        await page.$eval('lending-onboarding >>> [part=submit]', (button) => button.click());
        await page.waitForSelector('lending-onboarding >>> [part=summary]', { visible: true });
      },
    });
    assert.match(result.text, /6 answers need another look/);
    assert.deepEqual(result.others, ['lending-onboarding']);
  });

  it('show <lending-widget> from widget.js, without the files of the steps', async () => {
    const { upgraded, loaded } = await open(importMap() + script('widget.js'), { tag: 'lending-widget' });
    assert.ok(upgraded && loaded.includes('widget.js') && !loaded.includes('journey.js'), loaded.join());
  });

  it('ask the applicant to reload the page when a part of the widget does not load', async () => {
    const widget = `<script>document.querySelector('lending-widget').widget = { embedCode: '<p>offers</p>' }</script>`;
    const token = `<script>document.querySelector('lending-widget').accessToken = 'a-token'</script>`;
    const told = await open(script('widget.js'), {
      tag: 'lending-widget',
      missing: /embed-code/,
      after: widget + token,
    });
    assert.equal(told.heading, 'Your offers could not be shown');
    assert.match(told.text, /reload the page/);
  });

  it('are rejected by the browser if one byte was added on the way', async () => {
    const entries = {
      'lending-elements.js': 'lending-company',
      'journey.js': 'lending-onboarding',
      'widget.js': 'lending-widget',
    };
    for (const [file, tag] of Object.entries(entries)) {
      const result = await open(importMap() + script(file), { tag, changed: file });
      assert.ok(isRejected(result), `${file}: ${JSON.stringify(result)}`);
    }
  });
});
