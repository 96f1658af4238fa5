// The React components in React 18 and React 19, in a page of the browser alone and in one that the server has rendered.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testExample, testFramework } from './assertions.mjs';
import { buildExample, packagesOf, serveFolder, startInDevelopment } from './site.mjs';

testExample('React', async (partner) => serveFolder(partner, await buildExample('react')));
testExample('React, in development', (_, backend) => startInDevelopment('react', backend));

const VERSIONS = { 18: () => [packagesOf('react', 'react', 'react-dom', 'lending-elements')], 19: () => [] };

for (const [version, plugins] of Object.entries(VERSIONS))
  testFramework(`React ${version}`, {
    file: 'react.jsx',
    plugins,
    removesListeners: true,
    more(stage, html) {
      it('are rendered by this version of React', async () => {
        assert.equal(await stage.page.evaluate(() => parseInt(globalThis.host.version)), Number(version));
      });

      if (!html) return;
      it('have in the server’s HTML no other attributes', () => {
        const [journey] = html().match(/<lending-onboarding[^>]*>/);
        assert.deepEqual(journey.match(/ [a-z-]+(="[^"]*")?/g).toSorted(), [
          ' class="journey"',
          ' endpoint="/api/lending"',
          ' history="off"',
          ' page-title=""',
        ]);
        assert.ok(html().includes('<lending-widget timeout-ms="600000"></lending-widget>'), html());
        assert.ok(html().includes('<lending-documents></lending-documents>'), html());
      });
    },
  });
