import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourcesOf } from '../../../src/server/consent/sources.js';
import { consentRecord } from '../../../src/server/index.js';
import { read, sampleApplication, setup } from '../setup.js';
import { storeWith } from '../stores.js';

type Application = ReturnType<typeof sampleApplication>;
const { company, applicant } = sampleApplication();
const NUMBER = 'company.registered_number';
const EMAIL = 'applicant.email';
const CITY = 'applicant.addresses.0.city';
const known = {
  company: { registered_number: company.registered_number },
  applicant: { email: applicant.email, addresses: [{ city: applicant.addresses[0]!.city }] },
};

const ROWS: [what: string, served: unknown, now: unknown, platform: string[]][] = [
  ['all that was served and is still known', known, known, [NUMBER, CITY, EMAIL]],
  ['nothing without a prefill', undefined, undefined, []],
  ['nothing that was not served', undefined, known, []],
  ['nothing that the platform knows no more', known, undefined, []],
  ['no value that has changed at the platform', known, { ...known, company: {} }, [CITY, EMAIL]],
  ['no value that was served otherwise', { ...known, applicant: { email: 'j@example.com' } }, known, [NUMBER]],
  ['no value of another type', { company: { registered_number: [company.registered_number] } }, known, []],
  [
    'no address at another place',
    known,
    { applicant: { addresses: [{}, { city: applicant.addresses[0]!.city }] } },
    [],
  ],
];

describe('the sources of the answers', () => {
  for (const [what, served, now, platform] of ROWS)
    it(`name as from the platform ${what}`, () => {
      const sources = sourcesOf(sampleApplication(), served, now);
      assert.deepEqual(sources.platform, platform);
      const all = [...sources.platform, ...sources.applicant];
      assert.equal(new Set(all).size, all.length);
      assert.ok([NUMBER, EMAIL, CITY, 'company.address.line_1'].every((path) => all.includes(path)));
      assert.ok(!all.some((path) => /\b(region|country_code|current)$/.test(path)), 'codes without a question');
    });
});

/** A page of jane, whose platform knows the values of `now`. */
async function opened(values: object = known) {
  const store = storeWith({});
  const platform = { now: values };
  const { browser, received } = setup({ store, prefill: ({ subject }) => (subject === 'jane' ? platform.now : known) });
  const page = browser();
  const { prefillNote = '' } = await read(await page.get('session'));
  const create = async (facts: object = {}, change: (application: Application) => void = () => {}) => {
    const application = sampleApplication();
    change(application);
    const { status } = await page.post('applications', { ...application, prefillNote, ...facts });
    assert.equal(status, 200);
    assert.deepEqual(received('createApplication'), [application], 'the service does not get the note');
    return store.entries.find(({ event }) => event === 'prefilled')?.sources;
  };
  return { browser, page, platform, prefillNote, create, store };
}

describe('the record of where answers came from', () => {
  it('is an entry before the creation, without any value', async () => {
    const { create, store } = await opened();
    const sources = await create();
    assert.deepEqual(sources!.platform, [NUMBER, EMAIL, CITY]);
    assert.match(sources!.digest, /^[\w-]{43}$/);
    assert.ok(!JSON.stringify(store.entries).includes(applicant.email));
  });

  it('says that the applicant has changed an answer', async () => {
    const sources = await (
      await opened()
    ).create({}, (application) => void (application.applicant.email = 'j@example.com'));
    assert.deepEqual([sources!.platform.includes(EMAIL), sources!.applicant.includes(EMAIL)], [false, true]);
  });

  it('does not count a value that the platform has changed since the page was opened', async () => {
    const { create, platform } = await opened();
    platform.now = { ...known, applicant: {} };
    assert.deepEqual((await create())!.platform, [NUMBER]);
  });

  for (const [what, prefillNote] of Object.entries({
    'no note': undefined,
    'a note that it has written': JSON.stringify(known),
    'an object': { company },
    'an altered note': 'altered',
  }))
    it(`is not written for a page that sends ${what}`, async () => {
      const { create, prefillNote: served } = await opened();
      assert.equal(
        await create({ prefillNote: prefillNote === 'altered' ? `${served.slice(0, -2)}AA` : prefillNote }),
        undefined,
      );
    });

  it('is not written for the note of another applicant', async () => {
    const { browser, create } = await opened();
    const { prefillNote } = await read(await browser('tom').get('session'));
    assert.ok(prefillNote);
    assert.equal(await create({ prefillNote }), undefined);
  });

  it('is not written for values that the page claims in the body', async () => {
    const { page, store } = await opened({});
    const sources = { platform: [EMAIL], applicant: [], digest: 'a'.repeat(43) };
    await page.post('applications', { ...sampleApplication(), sources });
    assert.deepEqual(store.entries, []);
  });

  it('is in the receipt and the record of the consent, in words', async () => {
    const { page, create, store } = await opened();
    await create();
    assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
    const { receipt } = (await read(await page.get('consent'))) as unknown as {
      receipt: ReturnType<typeof consentRecord>;
    };
    const given = store.entries.find(({ event }) => event === 'given')!;
    for (const { pii_processing } of [receipt, consentRecord(given, store.entries)]) {
      const [platform, typed] = pii_processing.data_sources!;
      assert.equal(platform, `from the platform, and seen by the applicant: ${[NUMBER, EMAIL, CITY].join(', ')}`);
      assert.match(typed!, /^typed or changed by the applicant: company\.registered_name, /);
    }
  });

  it('is missing in the record of an applicant who has typed everything', async () => {
    const { page, store } = await opened({});
    await page.create();
    await page.post('request-offers', await page.good('request-offers'));
    const given = store.entries.find(({ event }) => event === 'given')!;
    assert.equal(consentRecord(given, store.entries).pii_processing.data_sources, undefined);
  });
});
