// Each person completes the journey. The answers and the sentences on the pages are compared with the sandbox's record.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { BROWSERS } from '../walk/browsers.mjs';

import { decisions, openPartner, recorded } from '../walk/partner.mjs';
import { unshown } from '../walk/person.mjs';
import { Journey } from '../walk/journey.mjs';
import { choosePeople } from './everyone.mjs';

/** Returns the error code in an element's console message, or another message unchanged. */
const codeOr = (problem) => /^console\.error: <lending-[\w-]+> failed \(([\w-]+)\)/.exec(problem)?.[1] ?? problem;

const { PEOPLE = 'two', ENGINES = 'chromium' } = process.env;
const people = choosePeople(PEOPLE);

for (const engine of ENGINES.split(',')) {
  describe(`people in ${engine}`, { timeout: 1_800_000 }, () => {
    let browser;
    before(async () => (browser = await BROWSERS[engine]()));
    after(() => browser?.close());

    for (const person of people) {
      describe(person.who, { timeout: 300_000 }, () => {
        let servers;
        let walk;
        before(async () => {
          servers = await openPartner(person);
          walk = new Journey(person, browser, servers);
        });
        after(async () => {
          await walk?.close();
          await servers?.close();
        });

        it(person.ends ?? 'comes to the offers', () => walk.go());

        it('causes exactly the requests in the person’s file, field by field', () => {
          assert.deepEqual(recorded(servers.sandbox), person.recorded);
        });

        it('causes exactly the consent decisions in the person’s file', async () => {
          const { recorded: calls, decisions: decided = calls.length ? ['given'] : [] } = person;
          assert.deepEqual(
            (await decisions(servers)).map(({ event }) => event),
            decided,
          );
        });

        it('shows everything that is sent before it is sent', () => {
          assert.deepEqual(unshown(servers.sandbox, walk, person), []);
          assert.deepEqual(walk.warnings, person.warnings ?? []);
        });

        it('shows no sentence that does not apply to the person', () => {
          const { never = [] } = person;
          assert.deepEqual(
            [...walk.read].filter((line) => never.some((words) => line.includes(words))),
            [],
          );
        });

        it('loses nothing by Back, Forward and a reload', () => assert.deepEqual(walk.lost, []));

        it('contains no question without a label', () => assert.deepEqual(walk.unlabelled, []));

        it('causes only the errors that the person’s file expects, and no violation of the page’s CSP', () => {
          assert.deepEqual(servers.problems.map(codeOr), person.explained ?? []);
        });
      });
    }
  });
}
