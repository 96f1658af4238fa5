import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { LIMITS } from '../../../src/server/limits.js';
import { someTry } from '../../support/time.js';
import { adding, entry } from '../../../src/server/testing/samples.js';
import { newFolder, setup } from '../setup.js';
import { rowsOf } from '../stores.js';

describe('a change of the application', () => {
  it('does not slow the notice down, even after an hour of recorded changes with two open pages', async () => {
    const store = sqliteStore(path.join(newFolder(), 'lending.db'));
    const entries = Array.from({ length: 6 * LIMITS.consents.requests }, () => entry('changed', 1));
    const heavyOwner = { subject: 'heavy', business: 'heavy' };
    await (await rowsOf(store)).change(heavyOwner, adding({ consents: entries }));
    const { browser } = setup({ store, limits: { requests: { requests: 1e6, seconds: 60 } } });
    const [heavy, jane] = [browser('heavy'), browser('jane')];
    const ask = async () => {
      const begun = performance.now();
      assert.equal((await jane.get('consent')).status, 200);
      return performance.now() - begun;
    };
    const median = async () => {
      const times: number[] = [];
      for (let count = 0; count < 30; count++) times.push(await ask());
      return times.toSorted((a, b) => a - b)[15]!;
    };
    assert.equal((await heavy.get('consent')).status, 200);
    await median();
    const compare = async () => {
      const alone = await median();
      const over = new AbortController();
      const asking = [1, 2].map(async () => {
        for (; !over.signal.aborted; await new Promise((resolve) => setTimeout(resolve, 20)))
          await heavy.get('consent');
      });
      const beside = await median();
      over.abort();
      await Promise.all(asking);
      assert.ok(beside < alone * 10 + 5, `${beside.toFixed(1)} ms after ${alone.toFixed(1)} ms`);
    };
    await someTry(compare);
  });
});
