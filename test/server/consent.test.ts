import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { ConsentEntry } from '../../src/schema/consent.js';
import { defaultNotice, noticeText } from '../../src/schema/index.js';
import { standingConsent } from '../../src/server/audit.js';
import { memoryConsents, type HandlerOptions } from '../../src/server/index.js';
import { created } from './consent-page.js';
import { agreed, evidenceOf, HOST, ORIGIN, read, setup, type Fetch } from './setup.js';

describe('a consent', () => {
  it('is served, given, recorded, and then relied on', async () => {
    const { agree, consents, received, events } = await created();
    assert.equal((await agree()).status, 200);
    assert.deepEqual(events(), ['served', 'given', 'requested']);
    assert.deepEqual(received('requestOffers'), [{ credit_score_check_consent: true }]);
    const { entry_id, served_id, served_at, at, company_id, application_id, ...given } = consents.entries[1]!;
    for (const id of [entry_id, served_id, company_id, application_id]) assert.match(id!, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && served_at! <= at);
    const { id, version, locale, broker, providers, links } = defaultNotice;
    const { sha256, text, ...notice } = given.notice!;
    assert.equal(text, noticeText(defaultNotice));
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(notice, { id, version, locale, broker, providers, links });
    assert.deepEqual(
      { ...given, notice: undefined },
      {
        about: 'subject:jane',
        event: 'given',
        method: 'checkbox',
        translated: false,
        origin: ORIGIN,
        notice: undefined,
      },
    );
  });

  it('is on record before the service is called, and told of before that', async () => {
    const order: string[] = [];
    const consents = memoryConsents();
    const { agree } = await created({
      consents: { ...consents, append: async (entry) => (order.push(entry.event), consents.append(entry)) },
      onConsent: ({ event }) => void order.push(`told of ${event}`),
      service: (real) => async (url, init) => (order.push(String(url).split('/').pop()!), real(url, init)),
    });
    await agree();
    assert.deepEqual(order, ['applications', 'served', 'given', 'told of given', 'request-offers', 'requested']);
  });

  it('is recorded once when the call is tried again, and the hook hears of the same entry', async () => {
    let isDown = true;
    const told: ConsentEntry[] = [];
    const service =
      (real: Fetch): Fetch =>
      (url, init) =>
        isDown && String(url).endsWith('request-offers') ? Promise.reject(new TypeError('down')) : real(url, init);
    const { page, events, received } = await created({ service, onConsent: (entry) => void told.push(entry) });
    const body = await page.good('request-offers');
    assert.equal((await read(await page.post('request-offers', body))).code, 'upstream-unreachable');
    isDown = false;
    assert.equal((await read(await page.post('request-offers', body))).status, 200);
    assert.deepEqual(events(), ['served', 'given', 'requested']);
    assert.deepEqual(told[0], told[1]);
    assert.equal(received('requestOffers').length, 1);
  });

  const fails = (): never => {
    throw new Error('disk at 10.0.0.1');
  };
  const failing: [string, (consents: ReturnType<typeof memoryConsents>) => Partial<HandlerOptions>, string][] = [
    ['a store that throws', (store) => ({ consents: { ...store, append: fails } }), 'handler-consent-not-stored'],
    [
      'a store that cannot write',
      (store) => ({ consents: { ...store, append: async () => fails() } }),
      'handler-consent-not-stored',
    ],
    [
      'a store that cannot read',
      (store) => ({ consents: { ...store, about: async () => fails() } }),
      'handler-consent-not-stored',
    ],
    ['a hook that throws', () => ({ onConsent: fails }), 'handler-consent-not-stored'],
    ['a hook that rejects', () => ({ onConsent: async () => fails() }), 'handler-consent-not-stored'],
    ['no store', () => ({ consents: undefined }), 'config-invalid'],
  ];
  for (const [name, options, code] of failing) {
    it(`with ${name} requests no offers, and tells nothing of why to the page`, async () => {
      const consents = memoryConsents();
      const good = await created({ consents });
      const body = await good.page.good('request-offers');
      const { browser, received } = setup({ consents, ...options(consents) });
      const page = browser();
      page.cookies.set(HOST, good.page.cookies.get(HOST)!);
      const answer = await read(await page.post('request-offers', body));
      assert.equal(answer.code, code);
      assert.doesNotMatch(JSON.stringify(answer), /disk|10\.0/);
      assert.deepEqual(received('requestOffers'), []);
    });
  }

  it('that is declined is recorded, and is no consent', async () => {
    const { page, events, received, consents } = await created();
    const evidence = await evidenceOf(await page.get('consent'));
    const { status, receipt } = await read(await page.post('consent', { decision: 'declined', evidence }));
    assert.deepEqual([status, receipt], [200, undefined]);
    assert.deepEqual(events(), ['served', 'declined']);
    assert.equal(consents.entries[1]!.method, 'button');
    const answer = await read(await page.post('request-offers', { credit_score_check_consent: false, evidence }));
    assert.equal(answer.code, 'handler-no-consent');
    assert.deepEqual(received('requestOffers'), []);
    assert.equal(standingConsent(consents.entries), undefined);
  });

  it('that was declined can be given after all', async () => {
    const { page, events } = await created();
    const served = await page.get('consent');
    const body = (await agreed(served)) as { evidence: object };
    await page.post('consent', { decision: 'declined', evidence: body.evidence });
    assert.equal((await page.post('request-offers', body)).status, 200);
    assert.deepEqual(events(), ['served', 'declined', 'given', 'requested']);
  });

  it('can be given for later, and before there is an application', async () => {
    const consents = memoryConsents();
    const { browser, received } = setup({ consents });
    const page = browser();
    const evidence = await evidenceOf(await page.get('consent'));
    const { receipt } = await read(await page.post('consent', { decision: 'given', evidence }));
    assert.equal(receipt!.events[0]!.event_state, 'given');
    assert.equal(standingConsent(consents.entries)!.company_id, undefined);
    assert.deepEqual(received('requestOffers'), []);
  });
});

describe('a withdrawal', () => {
  it('is added to the record, told of, and needs no evidence', async () => {
    const told: string[] = [];
    const { page, agree, consents, events } = await created({ onConsent: ({ event }) => void told.push(event) });
    await agree();
    const before = structuredClone(consents.entries);
    const { status, receipt, decided_at } = await read(await page.post('consent', { decision: 'withdrawn' }));
    assert.deepEqual([status, receipt], [200, undefined]);
    assert.deepEqual(events(), ['served', 'given', 'requested', 'withdrawn']);
    assert.deepEqual(consents.entries.slice(0, 3), before);
    assert.equal(consents.entries[3]!.withdraws, before[1]!.entry_id);
    assert.equal(decided_at, consents.entries[3]!.at);
    assert.deepEqual(told, ['given', 'withdrawn']);
  });

  it('blocks what was served before it, and a new notice can be agreed to', async () => {
    const { page, agree, received } = await created();
    const early = await page.good('request-offers');
    await agree();
    await page.post('consent', { decision: 'withdrawn' });
    assert.equal((await read(await page.post('request-offers', early))).code, 'handler-consent-withdrawn');
    assert.equal(received('requestOffers').length, 1);
    assert.equal((await agree()).status, 200);
    assert.equal(received('requestOffers').length, 2);
  });

  it('blocks what was served before it and nothing that was served after it, by whichever clock', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
    try {
      const { page, agree, received } = await created();
      const early = await page.good('request-offers');
      await agree();
      // The machine that records the withdrawal is behind the one that served the notice.
      mock.timers.setTime(Date.UTC(2030, 0, 1) - 2000);
      await page.post('consent', { decision: 'withdrawn' });
      assert.equal((await read(await page.post('request-offers', early))).code, 'handler-consent-withdrawn');
      // And the one that serves the next notice is further behind.
      mock.timers.setTime(Date.UTC(2030, 0, 1) - 4000);
      assert.equal((await agree()).status, 200);
      assert.equal(received('requestOffers').length, 2);
    } finally {
      mock.timers.reset();
    }
  });

  it('waits for a call that is under way, and nothing is called after it', async () => {
    const order: string[] = [];
    let open!: () => void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const { page, consents } = await created({
      service: (real) => async (url, init) => {
        if (String(url).endsWith('request-offers')) {
          order.push('called');
          await opened;
        }
        return real(url, init);
      },
    });
    const asked = page.post('request-offers', await page.good('request-offers'));
    while (order.length === 0) await new Promise(setImmediate);
    const withdrawn = page.post('consent', { decision: 'withdrawn' });
    open();
    assert.deepEqual([(await asked).status, (await withdrawn).status], [200, 200]);
    assert.deepEqual(
      consents.entries.map(({ event }) => event),
      ['served', 'given', 'requested', 'withdrawn'],
    );
  });

  it('of what was never given is refused', async () => {
    const { page, events } = await created();
    assert.equal((await read(await page.post('consent', { decision: 'withdrawn' }))).code, 'handler-no-consent');
    assert.deepEqual(events(), []);
  });
});
