// Each person completes the journey. Their answers and the texts that they read are compared with the sandbox's record.
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

        it('has sent the values in their record, field by field, and nothing else', () => {
          assert.deepEqual(recorded(servers.sandbox), person.recorded);
        });

        it('has their decisions about the consent on record', async () => {
          const { recorded: calls, decisions: decided = calls.length ? ['given'] : [] } = person;
          assert.deepEqual(
            (await decisions(servers)).map(({ event }) => event),
            decided,
          );
        });

        it('has read everything that was sent, before it was sent', () => {
          assert.deepEqual(unshown(servers.sandbox, walk, person), []);
          assert.deepEqual(walk.warnings, person.warnings ?? []);
        });

        it('has read nothing that is not for them', () => {
          const { never = [] } = person;
          assert.deepEqual(
            [...walk.read].filter((line) => never.some((words) => line.includes(words))),
            [],
          );
        });

        it('loses nothing by Back, Forward and a reload', () => assert.deepEqual(walk.lost, []));

        it('meets no question without a label', () => assert.deepEqual(walk.unlabelled, []));

        it('causes only the errors in their record, and breaks no rule of the page’s policy', () => {
          assert.deepEqual(servers.problems.map(codeOr), person.explained ?? []);
        });
      });
    }
  });
}
