import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { documentForm, goodBodies, read, sampleApplication, setup } from '../setup.js';

/** An accountant may act for the clients whose ids begin with her name. */
const authorize: HandlerOptions['authorize'] = (request, { business }) => {
  const [, subject] = /(?:^|; )user=([^;]*)/.exec(request.headers.get('cookie') ?? '') ?? [];
  if (!subject) return null;
  return { subject, business: business?.startsWith(subject) ? business : undefined };
};

/** The pages of two clients of one accountant. */
function clients(options: Parameters<typeof setup>[0] = {}) {
  const given = setup({ authorize, ...options });
  const [one, other] = [given.browser('jane'), given.browser('jane')];
  one.business = 'jane-bakery';
  other.business = 'jane-garage: Größe 2';
  return { ...given, one, other };
}

const withNumber = (registered_number: string) => {
  const application = sampleApplication();
  return { ...application, company: { ...application.company, registered_number } };
};

const ROUTES = ['session', 'consent', 'draft'];

describe('the business that a page names', () => {
  it('gives two clients of one accountant two separate applications', async () => {
    const { one, other, received, store } = clients();
    await Promise.all([one.create(withNumber('11111111')), other.create(withNumber('22222222'))]);
    await Promise.all([
      one.post('documents', documentForm()),
      other.post('prequalification', goodBodies()['prequalification']),
    ]);
    assert.deepEqual((await read(await one.get('session'))).status, 200);
    const progress = async (page: typeof one) =>
      ((await (await page.get('session')).json()) as { progress: { done: string[] } }).progress.done;
    assert.deepEqual(await progress(one), ['createApplication', 'uploadDocument']);
    assert.deepEqual(await progress(other), ['createApplication', 'prequalify']);
    assert.equal((await one.post('request-offers', await one.good('request-offers'))).status, 200);
    assert.deepEqual(await progress(other), ['createApplication', 'prequalify']);
    const numbers = received('createApplication').map(
      (body) => (body as { company: { registered_number: string } }).company.registered_number,
    );
    assert.deepEqual(numbers.toSorted(), ['11111111', '22222222']);
    const given = store.entries.filter(({ event }) => event === 'given');
    assert.deepEqual(
      given.map(({ subject, business, number }) => [subject, business, number]),
      [['jane', 'jane-bakery', 1]],
    );
  });

  it('distinguishes pairs of subject and business that are equal when joined', async () => {
    const given = setup({
      authorize: (request, { business }) => ({ subject: request.headers.get('x-user')!, business }),
    });
    for (const [user, business] of [
      ['a', 'b","c'],
      ['a","b', 'c'],
      ['a', 'b'],
      ['a,b', 'c'],
      ['a', 'b,c'],
    ] as const) {
      const page = given.browser();
      page.business = business;
      const headers = { 'x-user': user };
      assert.equal((await page.send('applications', { body: sampleApplication(), headers })).status, 200);
    }
    assert.equal(given.received('createApplication').length, 5);
  });

  for (const [name, business] of [
    ['another business', 'jane-garage'],
    ['no business', undefined],
    ['the subject', 'jane'],
  ] as const)
    it(`rejects every call when authorize() returns ${name} for it`, async () => {
      const { one, received, log } = clients({ authorize: () => ({ subject: 'jane', business }) });
      for (const route of ROUTES) assert.equal((await read(await one.get(route))).code, 'handler-forbidden');
      for (const [route, body] of Object.entries(goodBodies()))
        assert.equal((await read(await one.post(route, body))).status, 403, route);
      assert.deepEqual(received('createApplication'), []);
      assert.match(log.at(-1)!.error!.message, /authorize\(\) returned (no business|another one)\.$/);
    });

  for (const header of ['', '%20jane-bakery', 'jane-%0Abakery', `jane-${'x'.repeat(200)}`, '%'])
    it(`rejects the header ${JSON.stringify(header.slice(0, 20))}`, async () => {
      const answer = await clients().one.get('session', { headers: { 'x-lending-business': header } });
      assert.equal((await read(answer)).code, 'handler-invalid');
    });

  for (const business of [7, ' ', 'undefined', 'x'.repeat(201), '\0'])
    it(`rejects ${JSON.stringify(business).slice(0, 20)} from authorize() as a wrong configuration`, async () => {
      const { browser } = setup({ authorize: () => ({ subject: 'jane', business: business as string }) });
      const { code, message } = await read(await browser().get('session'));
      assert.equal(code, 'config-invalid');
      assert.match(message!, /the business (is|contains)/);
    });

  it('is by default that of authorize(), and then the subject', async () => {
    const named = setup({ authorize: () => ({ subject: 'jane', business: 'bakery' }) });
    await named.browser().create();
    const unnamed = setup({ authorize: () => ({ subject: 'jane' }) });
    await unnamed.browser().create();
    for (const [{ store, browser }, business] of [
      [named, 'bakery'],
      [unnamed, 'jane'],
    ] as const) {
      const page = browser();
      await page.post('request-offers', await page.good('request-offers'));
      assert.equal(store.entries.at(-1)!.business, business);
    }
  });

  it('is passed to each of the partner’s functions', async () => {
    const seen: string[] = [];
    const see = ({ business }: { business: string }) => void seen.push(business);
    const { one, handle } = clients({
      prefill: (owner) => (see(owner), undefined),
      documents: (owner) => (see(owner), []),
      onProgress: see,
      lookupCompany: (query) => (see(query), []),
      lookupAddress: (query) => (see(query), []),
      canApplyAgain: (application) => (see(application), false),
    });
    await one.get('session');
    await one.create();
    await one.post('lookups/company', { query: 'acme' });
    await one.post('lookups/address', { query: 'acme' });
    await one.get('session');
    await handle.deliverProgress();
    assert.deepEqual(seen, Array<string>(8).fill('jane-bakery'));
  });

  it('counts towards the rate limits of the subject', async () => {
    const { one, other } = clients({ limits: { requests: { requests: 3, seconds: 60 } } });
    for (const page of [one, other, one]) assert.equal((await page.get('session')).status, 200);
    assert.equal((await other.get('session')).status, 429);
  });
});

describe('the applicant that a page names', () => {
  it('rejects every call after the business has changed in another tab', async () => {
    let business = 'bakery';
    const { browser, received } = setup({ authorize: () => ({ subject: 'jane', business }) });
    const page = browser();
    await page.get('session');
    business = 'garage';
    for (const [route, body] of Object.entries(goodBodies()))
      assert.equal((await read(await page.post(route, body))).code, 'handler-other-applicant', route);
    const headers = { 'x-lending-applicant': page.applicant };
    for (const route of ROUTES)
      assert.equal((await read(await page.get(route, { headers }))).code, 'handler-other-applicant', route);
    assert.deepEqual(received('createApplication'), []);
    assert.equal((await page.get('session')).status, 200);
    await page.create();
  });

  it('has a token that is the same on each device, and reveals nothing', async () => {
    const store = memoryStore();
    const pages = [setup({ store }).browser(), setup({ store }).browser(), setup().browser()];
    for (const page of pages) await page.get('session');
    assert.match(pages[0]!.applicant!, /^[\w-]{43}$/);
    assert.equal(pages[0]!.applicant, pages[1]!.applicant);
    assert.notEqual(pages[0]!.applicant, pages[2]!.applicant);
  });
});

describe('a creation for another company', () => {
  it('is rejected with the reason, and does not call the service', async () => {
    const { browser, received } = setup();
    const [page, tab] = [browser(), browser()];
    await page.create(withNumber('11111111'));
    const { code, message } = await read(await tab.post('applications', withNumber('22222222')));
    assert.equal(code, 'handler-other-company');
    assert.match(message!, /another registered number/);
    await tab.create(withNumber('11111111'));
    assert.equal(received('createApplication').length, 1);
  });

  it('is rejected for the second of two tabs that create at the same time', async () => {
    const { browser, received } = setup();
    const numbers = ['11111111', '22222222'];
    const answers = await Promise.all(
      numbers.map(async (number) => read(await browser().post('applications', withNumber(number)))),
    );
    assert.deepEqual(answers.map(({ code }) => code ?? 'done').toSorted(), ['done', 'handler-other-company']);
    assert.equal(received('createApplication').length, 1);
  });
});
