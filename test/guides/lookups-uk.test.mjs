// The example with the UK's registers, against the recorded answers in its folder.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { memoryStore } from 'lending-elements/server';
import { companiesHouse } from '../../examples/lookups-uk/companies-house.mjs';
import { tidy } from '../../examples/lookups-uk/capitals.mjs';
import { createLending } from '../../examples/lookups-uk/lending.mjs';
import { osPlaces } from '../../examples/lookups-uk/os-places.mjs';
import { ensureBuilt } from '../support/dist.mjs';
import { pageOf } from '../support/partner-page.mjs';

before(ensureBuilt);

const table = (name) =>
  JSON.parse(fs.readFileSync(new URL(`../../examples/lookups-uk/recorded/${name}.json`, import.meta.url), 'utf8'));
const [ENTRIES, [PROFILE], POINTS] = ['search', 'profile', 'places'].map(table);
const recordedOf = (rows) => rows.map(({ recorded }) => recorded);
const foundOf = (rows) => rows.map(({ found }) => found);

const [SEARCH, POSTCODE, FIND] = ['/search/companies', '/search/places/v1/postcode', '/search/places/v1/find'];
const SEARCHED = { items: recordedOf(ENTRIES), total_results: 214 };
const PLACES = { header: { totalresults: POINTS.length }, results: recordedOf(POINTS) };
const placesAt = ({ search }) => Response.json(/1ab/i.test(search) ? PLACES : { header: { totalresults: 0 } });
const KEY = 'key-of-the-register';
const TEXT = 'acorn of jane doe';

/** A register with responses for the paths of its API. Other paths get 404. */
function register(responses) {
  const requests = [];
  const fetch = async (url, init) => {
    requests.push({ url, ...init });
    const response = responses[url.pathname];
    if (!response) return new Response('{}', { status: 404 });
    return typeof response === 'function' ? response(url, init) : Response.json(response);
  };
  return { fetch, requests, paths: () => requests.map(({ url }) => url.pathname) };
}

/** Looks up a query without a handler, and returns the fields that reach the page. */
async function lookUp(create, responses, query, countryCode = 'UK') {
  const { fetch, ...others } = register(responses);
  const lookup = create({ key: KEY, types: { ltd: 'ltd', 'private-limited-guarant-nsc': 'ltd', llp: 'llp' }, fetch });
  const found = await lookup({ query, countryCode, signal: new AbortController().signal });
  return { found: JSON.parse(JSON.stringify(found)), ...others };
}

describe('Companies House', () => {
  for (const { about, recorded, found } of ENTRIES)
    it(`finds a company ${about}`, async () =>
      assert.deepEqual((await lookUp(companiesHouse, { [SEARCH]: { items: [recorded] } }, TEXT)).found, [found]));

  it('lists active companies first, and gets one page of 20 results with the key in a header', async () => {
    const { found, requests } = await lookUp(companiesHouse, { [SEARCH]: SEARCHED }, TEXT);
    const flags = found.map(({ active = 'unknown' }) => active);
    assert.deepEqual(flags, [true, true, 'unknown', true, false, false, false, false]);
    assert.equal(requests.length, 1);
    assert.equal(requests[0].url.search, '?q=acorn+of+jane+doe&items_per_page=20&start_index=0');
    assert.equal(atob(requests[0].headers.authorization.replace('Basic ', '')), `${KEY}:`);
  });

  it('gets the profile of a whole number, with its zeros', async () => {
    const numbers = { 990104: '00990104', '00 990 104': '00990104', sc12345: 'SC012345', 'oc 990103': 'OC990103' };
    for (const [query, number] of Object.entries(numbers)) {
      const path = `/company/${number}`;
      const { found, paths } = await lookUp(companiesHouse, { [path]: PROFILE.recorded }, query);
      assert.deepEqual([paths(), found], [[path], [PROFILE.found]]);
    }
  });

  it('searches for a number that is in no profile, and for a query that is not a whole number', async () => {
    for (const [query, ...profiles] of [['99000199', '/company/99000199'], ['1234'], ['99 bakers'], ['SC123456789']])
      assert.deepEqual((await lookUp(companiesHouse, {}, query)).paths(), [...profiles, SEARCH]);
  });

  it('finds nothing in a response without companies', async () => {
    for (const response of [undefined, {}, { items: [] }, { items: [{ company_number: '1' }] }])
      assert.deepEqual((await lookUp(companiesHouse, { [SEARCH]: response }, TEXT)).found, []);
  });
});

describe('OS Places', () => {
  for (const { about, recorded, found } of POINTS)
    it(`finds ${about}`, async () =>
      assert.deepEqual((await lookUp(osPlaces, { [FIND]: { results: [recorded] } }, 'sample')).found, [found]));

  it('finds all addresses at a postcode, and selects with the rest of the text', async () => {
    for (const [query, rows] of [
      ['zz11ab', POINTS],
      ['14 zz1 1ab', [POINTS[0]]],
      ['ZZ11AB flat 2 rose', [POINTS[1]]],
      ['hill farm, ZZ1 1AB', [POINTS[5]]],
      ['99 ZZ1 1AB', []],
      ['ZZ9 9ZZ', []],
    ])
      assert.deepEqual((await lookUp(osPlaces, { [POSTCODE]: placesAt }, query)).found, foundOf(rows));
  });

  it('reads every page of a large postcode, and three at most', async () => {
    for (const [total, numbers] of Object.entries({ 100: ['1'], 101: ['1', '101'], 5000: ['1', '101', '201'] })) {
      const page = ({ searchParams }) => {
        const DPA = { BUILDING_NUMBER: Number(searchParams.get('offset')) + 1, POST_TOWN: 'SAMPLETON' };
        return Response.json({ header: { totalresults: total }, results: [{ DPA }] });
      };
      const { found } = await lookUp(osPlaces, { [POSTCODE]: page }, 'ZZ1 1AB');
      assert.equal(found.map(({ house_number }) => house_number).join(), numbers.join());
    }
  });

  it('makes no call for another country', async () =>
    assert.deepEqual((await lookUp(osPlaces, {}, 'ZZ1 1AB', 'IE')).requests, []));

  it('writes lines in capitals as people do', () => {
    const lines = ["12A ST JOHN'S ROAD", 'STOKE-ON-TRENT', '  THE   OLD MILL ', 'Mid Glamorgan', 16, ' '];
    const written = ["12A St John's Road", 'Stoke-on-Trent', 'The Old Mill', 'Mid Glamorgan', '16', undefined];
    assert.deepEqual(lines.map(tidy), written);
  });
});

describe('the handler with both registers', () => {
  const KEYS = { COMPANIES_HOUSE_KEY: KEY, OS_PLACES_KEY: KEY };
  const ENV = {
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_BASE_URL: 'http://127.0.0.1:8787',
    LENDING_SECRET_KEY: 'a-key-of-the-sandbox',
    LENDING_SESSION_SECRET: 'a-secret-for-this-test-with-40-characters',
  };

  /** A visitor's page, and what can be seen of the backend: its log, and its responses as text. */
  function open(responses, keys = KEYS) {
    const seen = [];
    const registers = register(responses);
    const log = (entry) => seen.push(entry);
    const lending = createLending({ ...ENV, ...keys }, { fetch: registers.fetch, store: memoryStore(), log });
    const answer = async (request) => {
      const response = await lending(request);
      seen.push(await response.clone().text());
      return response;
    };
    return { page: pageOf(answer, `partner_user=${randomUUID()}`), seen, ...registers };
  }

  it('sends companies and addresses in the shapes of the specification, of refused types too', async () => {
    const { page } = open({ [SEARCH]: SEARCHED, [POSTCODE]: placesAt });
    const { settings } = await page.session();
    assert.deepEqual(settings.lookups, ['company', 'address']);
    const companies = await page.lookupCompany(TEXT);
    assert.deepEqual(new Set(companies), new Set(foundOf(ENTRIES)));
    // The page says of the other types that the form is not for them.
    const offered = settings.companyTypes.map(({ value }) => value);
    const others = companies.map(({ type }) => type).filter((type) => !offered.includes(type));
    assert.deepEqual(others, ['private-unlimited', 'charitable-incorporated-organisation', 'oversea-company', 'plc']);
    assert.deepEqual(await page.lookupAddress('ZZ1 1AB'), foundOf(POINTS));
  });

  it('asks for each field without keys', async () =>
    assert.equal((await open({}, {}).page.session()).settings.lookups, undefined));

  const failing = (status, headers) => () => new Response(TEXT, { status, headers });
  const broken = (name) => () => Promise.reject(new DOMException(TEXT, name));
  for (const { fault, response, message } of [
    { fault: 'a wrong key', response: failing(401), message: 'responded with 401.' },
    { fault: 'too many requests', response: failing(429), message: 'responded with 429.' },
    { fault: 'a failure', response: failing(502), message: 'responded with 502.' },
    { fault: 'a page', response: failing(200), message: 'did not respond with JSON: SyntaxError.' },
    { fault: 'no connection', response: broken('TypeError'), message: 'did not respond with JSON: TypeError.' },
    { fault: 'no response', response: broken('TimeoutError'), message: 'did not respond with JSON: TimeoutError.' },
  ])
    it(`reports ${fault}, and nothing has the key or the text`, async () => {
      const { page, seen } = open({ [SEARCH]: response });
      await assert.rejects(page.lookupCompany(TEXT), { code: 'handler-failed' });
      const everything = inspect(seen, { depth: 12, showHidden: true });
      assert.ok(everything.includes(`Companies House ${message}`), everything);
      assert.doesNotMatch(everything, new RegExp(`${KEY}|${btoa(`${KEY}:`)}|jane.doe`));
    });

  it('makes no call after too many requests, until the time of the register is over', async (test) => {
    const { page, paths } = open({ [SEARCH]: failing(429, { 'retry-after': '20' }) });
    const start = Date.now();
    let passed = 0;
    test.mock.method(Date, 'now', () => start + passed);
    for (const [seconds, calls] of Object.entries({ 0: 1, 19: 1, 21: 2 })) {
      passed = seconds * 1000;
      await assert.rejects(page.lookupCompany(TEXT));
      assert.equal(paths().length, calls);
    }
  });

  it('cancels the call when the applicant has typed on, and follows no redirect', async () => {
    const typed = new AbortController();
    const hanging = async (_url, { signal }) => (typed.abort(), signal.throwIfAborted());
    const { page, requests } = open({ [SEARCH]: hanging });
    assert.deepEqual(await page.lookupCompany(TEXT, { signal: typed.signal }), []);
    assert.deepEqual([requests[0].signal.aborted, requests[0].redirect], [true, 'error']);
  });
});
