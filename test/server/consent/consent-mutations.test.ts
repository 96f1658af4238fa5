// Every kind of bad request for offers: none reaches the service, and none is recorded as given.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeText } from '../../../src/schema/index.js';
import { plainNotice } from '../../../stories/support/notices.js';
import { agreed, evidenceOf, read, setup, testStore, type Browser } from '../setup.js';
import { FORGERIES, FRENCH, REWORDED, yes } from './consent-forgeries.js';

/** Jane and Tom, each with an application, and evidence of a notice that was served to Jane. */
async function stage() {
  let ahead = 0;
  const store = testStore({ clock: () => Date.now() + ahead });
  const given = setup({ store, notice: [plainNotice, FRENCH] });
  const [jane, tom] = [given.browser('jane'), given.browser('tom')];
  await jane.create();
  await tom.create();
  const evidence = await evidenceOf(await jane.get('consent'));
  /** Another handler of the same partner, with the same secret and the same store. */
  const another = (changed: Parameters<typeof setup>[0] = {}) => {
    const other = setup({ store, notice: [plainNotice, FRENCH], ...changed });
    return { ...other, page: other.browser() };
  };
  const post = async (page: Browser, body: unknown) => assert.equal((await page.post('consent', body)).status, 200);
  const agree = (page = jane, of = evidence) => post(page, { decision: 'given', evidence: of });
  const withdraw = (page = jane) => post(page, { decision: 'withdrawn' });
  const pass = (milliseconds: number) => void (ahead += milliseconds);
  return { ...given, pass, store, jane, tom, evidence, another, agree, withdraw };
}
type Stage = Awaited<ReturnType<typeof stage>>;

/** The request that is sent at the end, if it is not Jane's with her evidence, and the calls that the service behind its page receives. */
interface Attempt {
  page?: Browser;
  body?: unknown;
  received?: Stage['received'];
}
type Cell = [name: string, code: string, attempt: (given: Stage) => Attempt | Promise<Attempt | undefined>];

const STALE = 'handler-consent-stale';
const WITHDRAWN = 'handler-consent-withdrawn';

/** Valid evidence that is used by another user, or for another application or wording. */
const uses: Cell[] = [
  ['another subject sends it', STALE, ({ tom }) => ({ page: tom })],
  [
    'the id of the notice is another subject’s',
    STALE,
    async ({ tom, evidence }) => ({
      body: yes({ ...evidence, servedId: (await evidenceOf(await tom.get('consent'))).servedId }),
    }),
  ],
  [
    'another subject sends it, with the token of the first one’s page',
    'handler-other-applicant',
    ({ jane, tom }) => ({ page: Object.assign(tom, { applicant: jane.applicant }) }),
  ],
  [
    'it was shown before there was an application',
    STALE,
    async ({ browser }) => {
      const page = browser('ann');
      const body = await page.good('request-offers');
      await page.create();
      return { page, body };
    },
  ],
  [
    'it was shown for another application of the same subject',
    STALE,
    async ({ handle, browser }) => {
      await handle.closeApplication({ subject: 'jane' });
      const page = browser('jane');
      await page.create();
      return { page };
    },
  ],
  ['the wording has changed since', STALE, ({ another }) => another({ notice: REWORDED })],
  [
    'the wording has changed since, and the hash is of the new one',
    STALE,
    async ({ another, evidence }) => ({
      ...another({ notice: REWORDED }),
      body: yes({ ...evidence, sha256: await sha256(noticeText(REWORDED)) }),
    }),
  ],
  [
    'its language is served no more',
    STALE,
    async ({ jane, another }) => ({
      ...another({ notice: plainNotice }),
      body: await agreed(await jane.get('consent', { body: { locale: 'fr' } })),
    }),
  ],
  [
    'its id is of one language and its hash of the other',
    'handler-no-consent',
    async ({ jane, evidence }) => ({
      body: yes({
        ...evidence,
        servedId: (await evidenceOf(await jane.get('consent', { body: { locale: 'fr' } }))).servedId,
      }),
    }),
  ],
  [
    'the text has changed under its version',
    'config-invalid',
    ({ another }) => another({ notice: { ...REWORDED, version: plainNotice.version } }),
  ],
];

/** Evidence that is used too late. */
const replays: Cell[] = [
  [
    'ten other notices were served since',
    STALE,
    async ({ jane }) => {
      for (let count = 0; count < 10; count++) await jane.get('consent');
    },
  ],
  [
    'it was agreed to for later, and then another notice was',
    STALE,
    async ({ jane, agree }) => {
      await agree();
      await agree(jane, await evidenceOf(await jane.get('consent')));
    },
  ],
  [
    'offers were requested on it already',
    STALE,
    async ({ jane, evidence, another }) => {
      assert.equal((await jane.post('request-offers', yes(evidence))).status, 200);
      return another();
    },
  ],
  [
    'it was withdrawn since',
    WITHDRAWN,
    async ({ another, agree, withdraw }) => {
      await agree();
      await withdraw();
      return another();
    },
  ],
  [
    'another one was withdrawn since, in another process',
    WITHDRAWN,
    async ({ jane, another, withdraw }) => {
      const other = another();
      await jane.post('request-offers', await jane.good('request-offers'));
      await withdraw();
      return other;
    },
  ],
  [
    'it was withdrawn in another process',
    WITHDRAWN,
    async ({ another, agree, withdraw }) => {
      const { page } = another();
      await agree(page);
      await withdraw(page);
    },
  ],
];

const forgeries = Object.entries(FORGERIES).flatMap(([code, table]) =>
  table.map(([name, forge]): Cell => [name, code, async ({ evidence }) => ({ body: await forge(evidence) })]),
);

describe('a request for offers is rejected', () => {
  let cells = 0;
  after(() => assert.ok(cells >= 60, `${cells} cells`));

  for (const [group, table] of Object.entries({ 'a forgery': forgeries, 'another use': uses, 'later events': replays }))
    for (const [name, code, attempt] of table)
      it(`${group}: ${name}`, async () => {
        const given = await stage();
        const {
          page = given.jane,
          body = yes(given.evidence),
          received = given.received,
        } = (await attempt(given)) ?? {};
        const before = [received('requestOffers').length, consentsGiven(given)];
        const answer = await read(await page.post('request-offers', body));
        assert.equal(answer.code, code);
        assert.deepEqual([received('requestOffers').length, consentsGiven(given)], before);
        cells++;
      });

  it('later events: two hours pass', async () => {
    const given = await stage();
    given.pass(2 * 3600_000);
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

const consentsGiven = ({ store }: Stage) => store.entries.filter(({ event }) => event === 'given').length;
