// Every kind of bad request for offers: none reaches the service, and none is recorded as given.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { read } from '../setup.js';
import { bodies, evidences, flags, hashes, ids } from './consent-forgeries.js';
import { replays, swaps } from './consent-occasions.js';
import { stage, STALE, yes, type Cell, type Stage } from './consent-stage.js';

const TABLE: [string, Cell[]][] = [
  ['the flag', flags],
  ['the body', bodies],
  ['the evidence', evidences],
  ['the hash', hashes],
  ['the id of the notice', ids],
  ['another use', swaps],
  ['later events', replays],
];

describe('a request for offers is rejected', () => {
  let cells = 0;
  after(() => assert.ok(cells >= 60, `${cells} cells`));

  for (const [group, table] of TABLE) {
    for (const [name, code, attempt] of table) {
      it(`${group}: ${name}`, async () => {
        const given = await stage();
        const { page = given.jane, body, received = given.received } = await attempt(given);
        const before = [received('requestOffers').length, consentsGiven(given)];
        const answer = await read(await page.post('request-offers', body));
        assert.equal(answer.code, code);
        assert.deepEqual([received('requestOffers').length, consentsGiven(given)], before);
        cells++;
      });
    }
  }

  it('later events: two hours pass', async (test) => {
    const given = await stage();
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * 3600_000 });
    assert.equal((await read(await given.jane.post('request-offers', yes(given.evidence)))).code, STALE);
    assert.deepEqual(given.received('requestOffers'), []);
    cells++;
  });

  it('control: an unchanged request is accepted', async () => {
    const { jane, evidence, received } = await stage();
    assert.equal((await jane.post('request-offers', yes(evidence))).status, 200);
    assert.deepEqual(received('requestOffers'), [{ credit_score_check_consent: true }]);
  });
});

const consentsGiven = ({ store }: Stage) => store.consents.filter(({ event }) => event === 'given').length;
