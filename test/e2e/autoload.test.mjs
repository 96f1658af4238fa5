// Tests in which places of a page `autoload` finds elements.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as visit from './vendor/visit.mjs';

const ELEMENT = '<lending-widget></lending-widget>';
const inRoot = (markup) => `<div><template shadowrootmode="open">${markup}</template></div>`;

/** The place of an element. `act` inserts it after the page has loaded. */
const PLACES = {
  'the page': { body: ELEMENT },
  'a shadow root in the HTML': { body: inRoot(ELEMENT) },
  'a shadow root in a shadow root': { body: inRoot(`<section>${inRoot(ELEMENT)}</section>`) },
  'a shadow root that comes later': {
    act() {
      const host = document.createElement('div');
      host.attachShadow({ mode: 'open' }).append(document.createElement('lending-widget'));
      document.body.append(host);
    },
  },
  'a shadow root, later than the root': {
    body: inRoot('<p></p>'),
    act: () => document.querySelector('main div').shadowRoot.append(document.createElement('lending-widget')),
  },
  'an element of the page’s that is defined later': {
    body: '<partner-card></partner-card>',
    act() {
      const define = () =>
        customElements.define(
          'partner-card',
          class extends HTMLElement {
            constructor() {
              super();
              this.attachShadow({ mode: 'open' }).append(document.createElement('lending-widget'));
            }
          },
        );
      setTimeout(define, 100);
    },
  },
};

describe('autoload', { timeout: 40_000 }, () => {
  let all;
  before(async () => (all = await visit.startAll()));
  after(() => all?.close());

  for (const [name, { body = '', act }] of Object.entries(PLACES)) {
    it(`finds an element in ${name}`, async () => {
      await all.withPage({ body }, async (page) => {
        if (act) await page.evaluate(act);
        assert.ok(await page.evaluate(() => customElements.whenDefined('lending-widget').then(() => true)));
      });
    });
  }

  it('loads nothing where there is none', async () => {
    await all.withPage({ body: inRoot('<p></p>') }, async (page) => {
      await page.waitForNetworkIdle();
      assert.equal(await page.evaluate(() => customElements.get('lending-widget') === undefined), true);
    });
  });
});
