// Costs of each request to a store in SQLite: how often it is read and written, what is sealed, and the bytes that are loaded.
import assert from 'node:assert/strict';
import nodeCrypto from 'node:crypto';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { createDatabase } from '../../src/server/records/store.js';
import { sqliteEngine } from '../../src/server/records/sqlite/engine.js';
import type { Engine, Work } from '../../src/server/records/engine.js';
import { documentForm, newFolder, samplePrequalification, setup, UNLIMITED } from './setup.js';
import { rowsOf } from './stores.js';

const folder = newFolder();

/** Counts of one request. */
interface Costs {
  reads: number;
  commits: number;
  seals: number;
  hmacs: number;
  opens: number;
  bytes: number;
}
const none = (): Costs => ({ reads: 0, commits: 0, seals: 0, hmacs: 0, opens: 0, bytes: 0 });

/** An engine that counts, and its counts since the last look. */
function counting() {
  let costs = none();
  const given = sqliteEngine(path.join(folder, `${crypto.randomUUID()}.db`));
  const counted = <T>(work: Work<T>, isWrite: boolean): Work<T> =>
    function* (now) {
      const steps = work(now);
      let step = steps.next([]);
      while (!step.done) {
        const rows = yield step.value;
        costs.bytes += JSON.stringify(rows).length;
        step = steps.next(rows);
      }
      if (isWrite && step.value[1].length > 0) costs.commits += 1;
      else costs.reads += 1;
      return step.value;
    };
  const engine: Engine = {
    ...given,
    read: (work) => given.read(counted(work, false)),
    write: (owner, work) => given.write(owner, counted(work, true)),
  };
  const { createCipheriv, createHmac } = nodeCrypto;
  const { decrypt } = crypto.subtle;
  nodeCrypto.createCipheriv = ((...given: Parameters<typeof createCipheriv>) => (
    (costs.seals += 1),
    createCipheriv(...given)
  )) as typeof createCipheriv;
  nodeCrypto.createHmac = (...given) => ((costs.hmacs += 1), createHmac(...given));
  crypto.subtle.decrypt = (...given) => ((costs.opens += 1), decrypt.apply(crypto.subtle, given));
  const look = () => {
    const seen = costs;
    costs = none();
    return seen;
  };
  return { database: createDatabase(engine), look };
}

const prequalification = () => ({ ...samplePrequalification(), funding_amount: Math.ceil(Math.random() * 1e6) });

describe('the costs of a request', () => {
  const { database, look } = counting();
  const table: Record<string, Costs> = {};
  before(async () => {
    const { browser, handle } = setup({ store: database, limits: UNLIMITED });
    const page = browser();
    await page.get('session');
    await browser('tom').create();
    await browser('tom').get('consent');
    const steps: Record<string, () => Promise<Response>> = {
      session: () => page.get('session'),
      applications: async () => page.post('applications', await page.good('applications')),
      documents: () => page.post('documents', documentForm()),
      prequalification: () => page.post('prequalification', prequalification()),
      consent: () => page.get('consent'),
      'request-offers': () => Promise.reject(new Error('It is replaced.')),
      'widget-token': () => page.post('widget-token', {}),
      draft: () => page.get('draft'),
    };
    for (const [name, send] of Object.entries(steps)) {
      const body = name === 'request-offers' ? await page.good(name) : undefined;
      look();
      const response = body ? await page.post(name, body) : await send();
      assert.equal(response.status, 200, `${name}: ${await response.clone().text()}`);
      table[name] = look();
    }
    await handle.close();
  });

  const EXPECTED: Record<string, Omit<Costs, 'bytes'>> = {
    session: { reads: 2, commits: 0, seals: 0, hmacs: 2, opens: 0 },
    applications: { reads: 1, commits: 2, seals: 1, hmacs: 6, opens: 0 },
    documents: { reads: 1, commits: 2, seals: 0, hmacs: 3, opens: 0 },
    prequalification: { reads: 1, commits: 2, seals: 1, hmacs: 4, opens: 0 },
    consent: { reads: 1, commits: 1, seals: 0, hmacs: 2, opens: 1 },
    'request-offers': { reads: 2, commits: 2, seals: 0, hmacs: 3, opens: 0 },
    'widget-token': { reads: 1, commits: 1, seals: 0, hmacs: 2, opens: 1 },
    draft: { reads: 2, commits: 0, seals: 0, hmacs: 3, opens: 0 },
  };
  for (const [name, expected] of Object.entries(EXPECTED))
    it(`of ${name} are ${JSON.stringify(expected)}`, () => {
      const { bytes: _, ...found } = table[name]!;
      assert.deepEqual(found, expected);
      if (process.env['PRINT']) console.log(name, JSON.stringify(table[name]));
    });

  it('do not grow with the entries of the applicant', async () => {
    const { database, look } = counting();
    const { browser, handle } = setup({ store: database, limits: UNLIMITED });
    const page = browser();
    await page.create();
    const store = await rowsOf(database);
    await store.change({ subject: 'jane', business: 'jane' }, (records) => {
      const entry = (at: number) => {
        const facts = JSON.stringify({ company_id: crypto.randomUUID(), servedId: crypto.randomUUID() });
        return { id: crypto.randomUUID(), application: 1, event: 'changed', at, notice: null, entry: facts } as const;
      };
      return [{ ...records, consents: [...records.consents, ...Array.from({ length: 900 }, (_, at) => entry(at))] }, 0];
    });
    look();
    assert.equal((await page.post('prequalification', prequalification())).status, 200);
    const { bytes } = look();
    assert.ok(bytes < 8000, `${bytes} bytes`);
    await handle.close();
  });

  it('of a request for offers are at most three commits with onConsent', async () => {
    const { database, look } = counting();
    const { browser, handle } = setup({ store: database, onConsent: () => {} });
    const page = browser();
    await page.create();
    const body = await page.good('request-offers');
    look();
    assert.equal((await page.post('request-offers', body)).status, 200);
    assert.equal(look().commits, 3);
    await handle.close();
  });
});
