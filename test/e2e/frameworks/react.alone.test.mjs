// The React components in React 18 and React 19, in a page of the browser alone and in one that the server has rendered.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testFramework, useFramework } from './assertions.mjs';
import { testExample } from './examples.mjs';
import { buildExample, bundle, once, packagesOf, renderOnServer, serveFolder, startInDevelopment } from './site.mjs';

testExample('React', async (partner) => serveFolder(partner, await buildExample('react')));
testExample('React, in development', (_, backend) => startInDevelopment('react', backend));

const VERSIONS = { 18: () => [packagesOf('react', 'react', 'react-dom', 'lending-elements')], 19: () => [] };

for (const [version, plugins] of Object.entries(VERSIONS)) {
  const make = once(async () => ({ script: await bundle('react-client.jsx', { plugins: plugins() }) }));
  const makeOnServer = once(async () => ({
    ...(await make()),
    html: await renderOnServer('react-server.jsx', { plugins: plugins() }),
  }));

  testFramework(`React ${version}`, make, { removesListeners: true });
  testFramework(`React ${version}`, makeOnServer, { isFromServer: true, removesListeners: true });

  describe(`a component in React ${version}`, () => {
    const stage = useFramework(make);

    it('is really rendered by this version', async () => {
      assert.equal(await stage.page.evaluate(() => parseInt(globalThis.host.version)), Number(version));
    });

    it('has its class, and is not hidden', async () => {
      assert.ok(await stage.page.$('lending-onboarding.journey:not([hidden])'));
    });
  });

  describe(`the server’s HTML of React ${version}`, () => {
    const stage = useFramework(makeOnServer);

    it('has no other attributes', () => {
      const [journey] = stage.html.match(/<lending-onboarding[^>]*>/);
      assert.deepEqual(journey.match(/ [a-z-]+(="[^"]*")?/g).toSorted(), [
        ' class="journey"',
        ' endpoint="/api/lending"',
        ' history="off"',
        ' page-title=""',
      ]);
      assert.ok(stage.html.includes('<lending-widget timeout-ms="600000"></lending-widget>'), stage.html);
      assert.ok(stage.html.includes('<lending-documents></lending-documents>'), stage.html);
    });
  });
}
