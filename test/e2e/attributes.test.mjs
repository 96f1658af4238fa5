// The boolean attributes of every element, from the custom-elements manifest.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { DIST } from '../support/dist.mjs';
import { useStage } from './stage.mjs';

const PAGE = `<!doctype html><html lang="en"><head><title>Partner</title><link rel="icon" href="data:," />
  <script type="module" src="/api/lending/elements/lending-elements.js"></script></head><body></body></html>`;

describe('a boolean attribute', () => {
  let attributes;
  const stage = useStage({ options: () => ({}), edit: () => PAGE });
  before(async () => {
    const { modules } = JSON.parse(fs.readFileSync(path.join(DIST, 'custom-elements.json'), 'utf8'));
    attributes = modules
      .flatMap(({ declarations }) => declarations)
      .filter(({ tagName }) => tagName)
      .flatMap((element) =>
        element.attributes
          .filter(({ type }) => type?.text === 'boolean')
          .map(({ name, fieldName }) => ({ tag: element.tagName, name, fieldName })),
      );
    await stage.page.waitForFunction(() => customElements.get('lending-onboarding'));
  });

  it('is off if it is missing or “false”, as templates write it, and on otherwise', async () => {
    assert.ok(attributes.length >= 5);
    const states = await stage.page.evaluate(
      (all) =>
        all.map(({ tag, name, fieldName }) => {
          const element = document.createElement(tag);
          const states = [element[fieldName]];
          for (const value of ['', 'true', name, 'false']) {
            element.setAttribute(name, value);
            states.push(element[fieldName]);
          }
          element.setAttribute(name, '');
          element.removeAttribute(name);
          return [tag, name, ...states, element[fieldName]];
        }),
      attributes,
    );
    assert.deepEqual(
      states,
      attributes.map(({ tag, name }) => [tag, name, false, true, true, true, false, false]),
    );
  });
});
