// What the partner's lookups get, what the page gets of them, and what neither gets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { AddressQuery, LookupQuery } from '../../src/server/index.js';
import { toNodeListener } from '../../src/server/node/index.js';
import { attack } from './attack.js';
import {
  authorize,
  Browser,
  foundAddress,
  foundCompany,
  later,
  MOUNT,
  read,
  serve,
  setup,
  type Answer,
  type Sending,
} from './setup.js';

const QUERY = 'acme of leeds';
const ROUTES = ['lookups/company', 'lookups/address'] as const;
const results = (answer: Answer) => (answer as { results?: unknown }).results;

/** A handler whose lookups record their queries. */
function recording(options: Parameters<typeof setup>[0] = {}) {
  const queries: (LookupQuery | AddressQuery)[] = [];
  const given = setup({
    lookupCompany: (query) => (queries.push(query), [foundCompany()]),
    lookupAddress: (query) => (queries.push(query), [foundAddress()]),
    ...options,
  });
  return { ...given, queries };
}

describe('a lookup', () => {
  it('passes the query and the subject to the partner, and the results to the page', async () => {
    const { browser, queries, sandbox } = recording();
    const page = browser();
    const company = await read(await page.post('lookups/company', { query: `  ${QUERY} ` }));
    const address = await read(await page.post('lookups/address', { query: 'ec2a 4ht' }));
    assert.deepEqual([company.status, results(company)], [200, [foundCompany()]]);
    assert.deepEqual([address.status, results(address)], [200, [foundAddress()]]);
    const [first, second] = queries.map(({ signal, ...rest }) => (assert.ok(signal instanceof AbortSignal), rest));
    assert.deepEqual(first, { query: QUERY, subject: 'jane', business: 'jane' });
    assert.deepEqual(second, { query: 'ec2a 4ht', subject: 'jane', business: 'jane', countryCode: 'UK' });
    assert.deepEqual(sandbox.calls, []);
  });

  it('has a query that never appears in the log', async () => {
    const { browser, log } = recording();
    await browser().post('lookups/company', { query: QUERY });
    await browser().post('lookups/address', { query: 'x'.repeat(101) + QUERY });
    assert.equal(log.length, 2);
    assert.doesNotMatch(inspect(log, { depth: Infinity }), /acme|leeds/i);
    assert.deepEqual(
      log.map(({ route }) => route),
      [`POST ${MOUNT}/lookups/company`, `POST ${MOUNT}/lookups/address`],
    );
  });

  it('is listed in the settings of the page if the partner has it', async () => {
    const lookupsOf = async (options: Parameters<typeof setup>[0]) => {
      const { settings } = (await read(await setup(options).browser().get('session'))) as unknown as {
        settings: { lookups?: string[] };
      };
      return settings.lookups;
    };
    const [lookupCompany, lookupAddress] = [() => [], () => []];
    assert.deepEqual(await lookupsOf({ lookupCompany, lookupAddress }), ['company', 'address']);
    assert.deepEqual(await lookupsOf({ lookupCompany }), ['company']);
    assert.deepEqual(await lookupsOf({}), undefined);
  });

  it('gets 404 if the partner does not have it, and calls nothing', async () => {
    const { browser, queries } = recording({ lookupCompany: undefined });
    const { status, code, remedy } = await read(await browser().post('lookups/company', { query: QUERY }));
    assert.deepEqual([status, code], [404, 'handler-not-found']);
    assert.match(remedy!, /lookupCompany/);
    assert.deepEqual(queries, []);
  });

  it('is limited to 30 calls a minute for each subject and business, for both kinds together and in all processes', async () => {
    const { browser, queries, store } = recording();
    const pages = [browser(), setup({ store, lookupCompany: () => [], lookupAddress: () => [] }).browser()];
    const [page] = pages as [Browser];
    for (let time = 0; time < 15; time++)
      for (const [at, one] of pages.entries())
        assert.equal((await one.post(ROUTES[(time + at) % 2]!, { query: QUERY })).status, 200);
    const rejected = await read(await page.post('lookups/company', { query: QUERY }));
    assert.deepEqual([rejected.status, rejected.code, queries.length], [429, 'handler-too-many', 15]);
    assert.ok(rejected.retryAfter! > 0 && rejected.retryAfter! <= 60);
    assert.equal((await browser('tom').post('lookups/company', { query: QUERY })).status, 200);
    // The rest of the journey has a separate rate limit.
    assert.equal((await page.get('session')).status, 200);
  });
});

describe('a query that the handler rejects', () => {
  const BODIES: Record<string, unknown> = {
    'no text': {},
    'two characters and spaces': { query: ' a   ' },
    'two characters and invisible ones': { query: 'ac\u200b\u200b\u200b' },
    'two emoji': { query: '🏢🏢' },
    'a text of 101 characters': { query: 'a'.repeat(101) },
    'a number': { query: 12345 },
    'a list': { query: ['acme'] },
    null: { query: null },
    'a subject': { query: QUERY, subject: 'tom' },
    'a country': { query: QUERY, countryCode: 'FR' },
  };
  for (const [what, body] of Object.entries(BODIES)) {
    it(`with ${what}: nothing is called`, async () => {
      const { browser, queries } = recording();
      for (const route of ROUTES) {
        const { status, code } = await read(await browser().send(route, { body }));
        assert.deepEqual([status, code], [422, 'handler-invalid']);
      }
      assert.deepEqual(queries, []);
    });
  }

  it('is stopped by the guards that every route has: nothing is called', async () => {
    const queries: string[] = [];
    const lookup = ({ query }: { query: string }) => (queries.push(query), []);
    for (const [sending, code] of [
      [{ headers: { 'sec-fetch-site': 'cross-site' } }, 'handler-forbidden'],
      [{ headers: { 'x-lending-elements': null } }, 'handler-forbidden'],
      [{ method: 'GET' }, 'handler-method'],
      [{ headers: { 'content-type': 'text/plain' } }, 'handler-unsupported-type'],
      [{ headers: { cookie: null } }, 'handler-signed-out'],
    ] as [Sending, string][])
      for (const route of ROUTES)
        assert.equal((await attack(route, sending, { lookupCompany: lookup, lookupAddress: lookup })).code, code);
    assert.deepEqual(queries, []);
  });

  it('is only for the signed-in subject, even if the request names another', async () => {
    const { browser, queries } = recording();
    const headers = { 'x-subject': 'jane', 'x-user': 'jane' };
    await browser('tom').send('lookups/company?subject=jane', { body: { query: QUERY }, headers });
    assert.equal(queries[0]!.subject, 'tom');
  });
});

describe('the result of a partner’s lookup', () => {
  const company = (more: object) => [{ ...foundCompany(), ...more }] as never;

  it('reaches the page only in the known fields', async () => {
    const secret = { id: 'internal-7', region: 'XX', officers: ['Jane Doe'], __proto__: { hidden: 1 } };
    const address = { ...foundAddress(), country_code: 'FR', uprn: '100' };
    const { browser } = setup({
      lookupCompany: () => company({ ...secret, address }),
      lookupAddress: () => [address],
    });
    const answers = [];
    for (const route of ROUTES) answers.push(results(await read(await browser().post(route, { query: QUERY }))));
    assert.deepEqual(answers, [[{ ...foundCompany(), address: foundAddress() }], [foundAddress()]]);
  });

  it('is normalised like the fields of the forms, without blank fields', async () => {
    const { browser } = setup({
      lookupCompany: () =>
        company({ registered_name: ' Acme  LTD ', registered_number: '', address: { postcode: 'ls14ap' } }),
    });
    const { registered_number: _, ...rest } = foundCompany();
    assert.deepEqual(results(await read(await browser().post('lookups/company', { query: QUERY }))), [
      { ...rest, address: { postcode: 'LS1 4AP' } },
    ]);
  });

  it('can be a company that is not active', async () => {
    const { browser } = setup({ lookupCompany: () => [true, false, null].flatMap((active) => company({ active })) });
    const answer = await read(await browser().post('lookups/company', { query: QUERY }));
    assert.deepEqual(
      (results(answer) as { active?: boolean }[]).map(({ active }) => active),
      [true, false, undefined],
    );
  });

  it('is cut after 20 results', async () => {
    const { browser } = setup({ lookupAddress: () => Array.from({ length: 5000 }, foundAddress) });
    const answer = await read(await browser().post('lookups/address', { query: QUERY }));
    assert.equal((results(answer) as unknown[]).length, 20);
  });

  const BAD: Record<string, [returned: unknown, names: RegExp]> = {
    nothing: [undefined, /must return a list/],
    'an object': [{ items: [] }, /must return a list/],
    'a list of texts': [['Jane Doe Ltd'], /result 0 is not an object/],
    'a company without a name': [[foundCompany(), { registered_number: '7' }], /"registered_name" of result 1/],
    'a name that is a number': [company({ registered_name: 5 }), /"registered_name" of result 0/],
    'a name of 201 characters': [
      company({ registered_name: 'Jane Doe'.padEnd(201, 'x') }),
      /"registered_name" of result 0/,
    ],
    'a name of a megabyte': [company({ registered_name: 'Jane Doe'.padEnd(2 ** 20, 'x') }), /"registered_name"/],
    'a date of another shape': [company({ formation_date: '10/07/2020 Jane Doe' }), /"formation_date" of result 0/],
    'a day that does not exist': [company({ formation_date: '2020-02-31 00:00:00.000' }), /"formation_date"/],
    'a status in words': [company({ active: 'dissolved, Jane Doe' }), /"active" of result 0/],
    'an address that is a text': [company({ address: 'Jane Doe, Leeds' }), /"address" of result 0/],
    'a line that is a list': [company({ address: { line_1: ['Jane Doe'] } }), /"address\.line_1/],
  };
  for (const [what, [returned, names]] of Object.entries(BAD)) {
    it(`is rejected if it is ${what}: the log names the field, and nothing has the data`, async () => {
      const { browser, log } = setup({ lookupCompany: () => returned as never });
      const answer = await read(await browser().post('lookups/company', { query: QUERY }));
      assert.deepEqual([answer.status, answer.code], [500, 'config-invalid']);
      const { error } = log.at(-1)!;
      assert.match(error!.message, names);
      assert.match(error!.message, /^lookupCompany\(\)/);
      assert.doesNotMatch(JSON.stringify(answer) + inspect(error, { depth: Infinity }), /Jane Doe|acme/i);
    });
  }
});

describe('over a socket', () => {
  it('the page’s abort reaches the partner’s function, and is not logged as a failure', async (test) => {
    const asked = later<AbortSignal>();
    const { handle, log } = setup({
      authorize,
      lookupCompany: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          asked.resolve(signal);
        }),
    });
    const server = await serve(toNodeListener(handle), test);
    const page = new AbortController();
    const browser = new Browser((request) => fetch(request, { signal: page.signal }), 'jane', server.origin);
    const lookup = browser.post('lookups/company', { query: QUERY }).catch((error: Error) => error.name);
    const signal = await asked.promise;
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    page.abort();
    await aborted;
    assert.equal(await lookup, 'AbortError');
    while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      log.map(({ status, code }) => [status, code]),
      [[200, undefined]],
    );
  });
});
