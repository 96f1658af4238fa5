// Several businesses of two users apply at the same time, through two processes and in random orders. Each must see what it sees alone.
import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { memoryStore, type Database } from '../../../src/server/index.js';
import { storeWith } from '../stores.js';
import { documentForm, goodBodies, read, sampleApplication, setup, type Browser } from '../setup.js';

const OWNERS = ['jane/bakery', 'jane/garage', 'tom/bakery', 'jane/jane'] as const;
type Owner = (typeof OWNERS)[number];
const CALLS = ['session', 'create', 'document', 'figures', 'offers', 'decline', 'withdraw', 'draft'] as const;
const METHODS = ['closeApplication', 'erase'] as const;
const ACTS = [...CALLS, ...METHODS];
type Act = (typeof ACTS)[number];

/** A store that answers after a random number of turns of the event loop. */
const scattered = (store: Database): Database => {
  async function wait() {
    for (let turns = Math.random() * 4; turns > 1; turns--) await new Promise((resolve) => setImmediate(resolve));
  }
  return storeWith({ change: wait, read: wait, erase: wait, record: wait }, store);
};

/** Two processes with one store, and one lender. */
function world(store: Database) {
  const limits = { consents: { requests: 1e6, seconds: 60 }, requests: { requests: 1e6, seconds: 60 } };
  const authorize = (request: Request, { business }: { business: string | undefined }) => ({
    subject: request.headers.get('cookie')!.slice('user='.length),
    business,
  });
  const { sandbox, ...first } = setup({ store, authorize, limits });
  const second = setup({ store, authorize, limits, fetch: sandbox.fetch });
  return { sandbox, processes: [first, second] };
}

const companyOf = (owner: Owner) => ({ registered_number: `1234567${OWNERS.indexOf(owner)}` });

const DO: Record<(typeof CALLS)[number], (page: Browser, owner: Owner) => Promise<Response>> = {
  session: (page) => page.get('session'),
  create(page, owner) {
    const application = sampleApplication();
    return page.post('applications', { ...application, company: { ...application.company, ...companyOf(owner) } });
  },
  document: (page) => page.post('documents', documentForm()),
  figures: (page, owner) => {
    const figures = goodBodies()['prequalification'] as { funding_amount: number };
    return page.post('prequalification', { ...figures, funding_amount: 1000 + OWNERS.indexOf(owner) });
  },
  offers: async (page) => page.post('request-offers', await page.good('request-offers')),
  async decline(page) {
    const { evidence } = (await page.good('request-offers')) as { evidence: object };
    return page.post('consent', { decision: 'declined', evidence });
  },
  withdraw: (page) => page.post('consent', { decision: 'withdrawn' }),
  draft: (page) => page.get('draft'),
};

/** Does the acts of one owner in order. Returns the responses, without ids and times. */
async function play(owner: Owner, acts: readonly (readonly [Act, number])[], { processes }: ReturnType<typeof world>) {
  const [subject, business] = owner.split('/') as [string, string];
  const seen: unknown[] = [];
  for (const [act, at] of acts) {
    const { browser, handle } = processes[at]!;
    if (act === 'closeApplication' || act === 'erase') {
      const ended = await handle[act]({ subject, business }).then(
        (erased) => erased?.atService.length,
        ({ code }: { code: string }) => code,
      );
      seen.push([act, ended]);
      continue;
    }
    const page = browser(subject);
    page.business = business;
    const { status, code, done, ...rest } = await read(await DO[act](page, owner));
    const { progress, figures } = rest as { progress?: { done: string[] }; figures?: unknown };
    seen.push([act, status, code, done ?? progress?.done, figures, 'receipt' in rest]);
  }
  return seen;
}

/** The lender's record of one company: its calls, and the figures that it got. */
function recordOf({ sandbox }: ReturnType<typeof world>, owner: Owner) {
  const { registered_number } = companyOf(owner);
  const calls = sandbox.calls.filter(({ status }) => status < 300);
  const ids = calls.flatMap(({ name, body, company_id }) => {
    const { company } = body as { company?: { registered_number: string } };
    return name === 'createApplication' && company!.registered_number === registered_number ? company_id : [];
  });
  return calls.flatMap(({ name, body, company_id }) =>
    ids.includes(company_id) ? [[name, (body as { funding_amount?: number }).funding_amount]] : [],
  );
}

const RUNS = Number(process.env['INTERLEAVED_RUNS'] ?? 25);
const acts = fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.nat(1)), { minLength: 4, maxLength: 12 });

describe('applications of several businesses at the same time', () => {
  it('have the same results as if each were alone', async () => {
    const property = fc.asyncProperty(fc.tuple(acts, acts, acts, acts), async (scripts) => {
      const together = world(scattered(memoryStore()));
      const seen = await Promise.all(OWNERS.map((owner, at) => play(owner, scripts[at]!, together)));
      for (const [at, owner] of OWNERS.entries()) {
        const alone = world(memoryStore());
        assert.deepEqual(seen[at], await play(owner, scripts[at]!, alone));
        assert.deepEqual(recordOf(together, owner), recordOf(alone, owner));
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: 20261126 });
  });
});
