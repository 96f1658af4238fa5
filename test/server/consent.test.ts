import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Consent, ConsentEntry } from '../../src/schema/consent.js';
import { defaultNotice, noticeText } from '../../src/schema/index.js';
import { standingConsent } from '../../src/server/audit.js';
import { memoryConsents, type HandlerOptions } from '../../src/server/index.js';
import { samplePrequalification } from '../schema/samples.js';
import { agreed, evidenceOf, ORIGIN, read, setup, type Fetch } from './setup.js';

/** A page of Jane's with an application, and the records of the handler. */
async function created(options: Parameters<typeof setup>[0] = {}) {
  const consents = memoryConsents();
  const given = setup({ consents, ...options });
  const page = given.browser();
  await page.create();
  const events = () => consents.entries.map(({ event }) => event);
  const agree = async () => read(await page.post('request-offers', await page.good('request-offers')));
  return { ...given, consents, page, events, agree };
}

const served = async (response: Response) => (await response.json()) as Consent;

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
      page.cookies.set('__Host-lending', good.page.cookies.get('__Host-lending')!);
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

describe('a receipt', () => {
  it('says what was agreed to, when and to whom, and no id of the partner’s or the service’s', async () => {
    const providers = [{ name: 'North Lending Ltd' }, { name: 'South Capital plc' }];
    const notice = { ...defaultNotice, version: '3', providers_heading: 'The providers are:', providers };
    const { page, agree, consents } = await created({ notice });
    assert.equal((await served(await page.get('consent'))).receipt, undefined);
    await agree();
    const { receipt } = await served(await page.get('consent'));
    const given = consents.entries.find(({ event }) => event === 'given')!;
    assert.equal(receipt!.receipt_id, given.entry_id);
    assert.equal(receipt!.pii_processing.privacy_notice.text, noticeText(notice));
    assert.deepEqual(
      receipt!.events.map(({ event_time, event_state }) => [event_time, event_state]),
      [[given.at, 'given']],
    );
    assert.deepEqual(
      receipt!.party_identification.map(({ party_name }) => party_name),
      ['applicant', 'North Lending Ltd', 'South Capital plc'],
    );
    const text = JSON.stringify(receipt);
    for (const hidden of [given.company_id!, given.application_id!, 'jane']) assert.ok(!text.includes(hidden));
  });

  it('is another subject’s never', async () => {
    const { agree, browser } = await created();
    await agree();
    assert.equal((await served(await browser('tom').get('consent'))).receipt, undefined);
  });
});

describe('a notice', () => {
  const french = { ...defaultNotice, locale: 'fr', heading: 'Avant' };
  const swiss = { ...defaultNotice, locale: 'fr-CH', heading: 'Avant tout' };
  const languages: [string, string][] = [
    ['', 'Before we ask for offers'],
    ['?locale=fr', 'Avant'],
    ['?locale=FR-be', 'Avant'],
    ['?locale=fr-CH', 'Avant tout'],
    ['?locale=de', 'Before we ask for offers'],
    ['?locale=%00', 'Before we ask for offers'],
  ];
  for (const [query, heading] of languages) {
    it(`is the one for the page’s language: ${query || 'none'}`, async () => {
      const { page } = await created({ notice: [defaultNotice, french, swiss] });
      assert.equal((await served(await page.get(`consent${query}`))).notice.heading, heading);
    });
  }

  it('that changes under its version is refused, also after a restart and in another process', async () => {
    const consents = memoryConsents();
    await (await created({ consents })).agree();
    const changed = { ...defaultNotice, statement: `${defaultNotice.statement} And more.` };
    const { page, log } = await created({ consents, notice: changed });
    assert.equal((await read(await page.get('consent'))).code, 'config-invalid');
    assert.match(log.at(-1)!.error!.message, /"credit-check".*version 2.*new version/);
    const { agree } = await created({ consents, notice: { ...changed, version: '3' } });
    assert.equal((await agree()).status, 200);
  });

  it('must be agreed to again when figures are added after it was shown', async () => {
    const { page, received } = await created();
    const early = await page.good('request-offers');
    await page.post('prequalification', samplePrequalification());
    assert.equal((await read(await page.post('request-offers', early))).code, 'handler-consent-stale');
    assert.deepEqual(received('requestOffers'), []);
  });
});
