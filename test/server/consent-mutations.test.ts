// Everything that a request for offers can be but good: none of it reaches the service, and none of it is recorded as given.
import assert from 'node:assert/strict';
import { after, describe, it, mock } from 'node:test';
import { EncryptJWT } from 'jose';
import type { ConsentEvidence } from '../../src/schema/consent.js';
import { defaultNotice, noticeText, type ConsentNotice } from '../../src/schema/index.js';
import { sha256 } from '../../src/schema/notice-text.js';
import { memoryConsents } from '../../src/server/index.js';
import { samplePrequalification } from '../schema/samples.js';
import { agreed, type Browser, documentForm, evidenceOf, read, SECRET, setup } from './setup.js';

const HOST = '__Host-lending';
const REWORDED: ConsentNotice = { ...defaultNotice, version: '3', heading: 'Before we go on' };
const NAMED = { ...defaultNotice, version: '3', providers_heading: 'They are:', providers: [{ name: 'North Ltd' }] };
const FRENCH: ConsentNotice = { ...defaultNotice, locale: 'fr', heading: 'Avant' };

/** Jane with an application and a notice that she was served, and Tom with his. */
async function stage(options: Parameters<typeof setup>[0] = {}) {
  const consents = memoryConsents();
  const given = setup({ consents, notice: [defaultNotice, FRENCH], ...options });
  const [jane, tom] = [given.browser('jane'), given.browser('tom')];
  await jane.create();
  await tom.create();
  const evidence = await evidenceOf(await jane.get('consent'));
  /** Another handler of the same partner, with the same secret and the same records. */
  const another = (changed: Parameters<typeof setup>[0] = {}, user = 'jane') => {
    const other = setup({ consents, notice: [defaultNotice, FRENCH], ...changed });
    const page = other.browser(user);
    page.cookies.set(HOST, jane.cookies.get(HOST)!);
    return { ...other, page };
  };
  return { ...given, consents, jane, tom, evidence, another };
}
type Stage = Awaited<ReturnType<typeof stage>>;

/** Who sends what, in the end. The service behind that page is watched. */
interface Attempt {
  page?: Browser;
  body?: unknown;
  received?: Stage['received'];
}
type Cell = [name: string, code: string, attempt: (given: Stage) => Attempt | Promise<Attempt>];

const yes = (evidence: unknown) => ({ credit_score_check_consent: true, evidence });
const cell = (name: string, code: string, change: (evidence: ConsentEvidence) => unknown): Cell => [
  name,
  code,
  ({ evidence }) => ({ body: change(evidence) }),
];

const INVALID = 'handler-invalid';
const NONE = 'handler-no-consent';
const STALE = 'handler-consent-stale';
const WITHDRAWN = 'handler-consent-withdrawn';

const swap = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
const twice = (evidence: ConsentEvidence, key: string, first: unknown) =>
  JSON.stringify(yes(evidence)).replace(`"${key}":`, `"${key}":${JSON.stringify(first)},"${key}":`);

const flags: Cell[] = [
  ['false', false, NONE],
  ['"true"', 'true', INVALID],
  ['"false"', 'false', INVALID],
  ['"on"', 'on', INVALID],
  ['1', 1, INVALID],
  ['[true]', [true], INVALID],
  ['{}', {}, INVALID],
  ['null', null, INVALID],
  ['"" (empty)', '', INVALID],
].map(([name, flag, code]) =>
  cell(`the flag is ${name as string}`, code as string, (evidence) => ({ credit_score_check_consent: flag, evidence })),
);

const bodies: Cell[] = [
  cell('the flag is missing', INVALID, (evidence) => ({ evidence })),
  cell('the flag has another case', INVALID, (evidence) => ({ Credit_score_check_consent: true, evidence })),
  cell('the flag stands under another name', INVALID, (evidence) => ({ consent: true, evidence })),
  cell('there is a field more', INVALID, (evidence) => ({ ...yes(evidence), consent: true })),
  cell('there is a company id', INVALID, (evidence) => ({ ...yes(evidence), company_id: crypto.randomUUID() })),
  cell('it is an array', INVALID, (evidence) => [yes(evidence)]),
  cell('it is true', INVALID, () => true),
  cell('it is null', INVALID, () => null),
  cell('the flag stands twice, no before yes', INVALID, (one) => twice(one, 'credit_score_check_consent', false)),
  cell('the flag stands twice, yes before yes', INVALID, (one) => twice(one, 'credit_score_check_consent', true)),
  cell('the flag stands twice, once in escapes', INVALID, (one) =>
    JSON.stringify(yes(one)).replace('{', '{"\\u0063redit_score_check_consent":false,'),
  ),
  cell('the evidence stands twice', INVALID, (one) => twice(one, 'evidence', {})),
  cell('the seal stands twice', INVALID, (one) => twice(one, 'seal', one.seal)),
  cell('the hash stands twice', INVALID, (one) => twice(one, 'sha256', one.sha256)),
];

const evidences: Cell[] = [
  cell('there is no evidence', NONE, () => ({ credit_score_check_consent: true })),
  ...[null, 'yes', true, [], {}].map((value) =>
    cell(`the evidence is ${JSON.stringify(value)}`, INVALID, () => yes(value)),
  ),
  cell('the evidence is in an array', INVALID, (one) => yes([one])),
  cell('the evidence has a field more', INVALID, (one) => yes({ ...one, given_at: '2026-01-01' })),
  ...(['seal', 'sha256', 'translated'] as const).map((key) =>
    cell(`${key} is missing`, INVALID, (one) => yes({ ...one, [key]: undefined })),
  ),
  ...(['seal', 'sha256', 'translated'] as const).flatMap((key) =>
    [null, '', 0, [], ['x']].map((value) =>
      cell(`${key} is ${JSON.stringify(value)}`, INVALID, (one) => yes({ ...one, [key]: value })),
    ),
  ),
  cell('translated is "false"', INVALID, (one) => yes({ ...one, translated: 'false' })),
];

const hashes: Cell[] = [
  cell('the hash is in capitals', INVALID, (one) => yes({ ...one, sha256: one.sha256.toUpperCase() })),
  cell('the hash is cut', INVALID, (one) => yes({ ...one, sha256: one.sha256.slice(1) })),
  cell('the hash is longer', INVALID, (one) => yes({ ...one, sha256: `${one.sha256}0` })),
  cell('a figure of the hash is another', NONE, ({ sha256, ...one }) =>
    yes({ ...one, sha256: (sha256[0] === '0' ? '1' : '0') + sha256.slice(1) }),
  ),
  ...Object.entries({ 'another wording': REWORDED, 'another language': FRENCH, 'other providers': NAMED }).map(
    ([what, notice]): Cell => [
      `the hash is of ${what}`,
      NONE,
      async ({ evidence }) => ({ body: yes({ ...evidence, sha256: await sha256(noticeText(notice)) }) }),
    ],
  ),
  [
    'the hash is of the text with a letter less',
    NONE,
    async ({ evidence }) => ({
      body: yes({ ...evidence, sha256: await sha256(noticeText(defaultNotice).slice(0, -1)) }),
    }),
  ],
];

const sealed = (parts: readonly string[]) => parts.join('.');
const seals: Cell[] = [
  ...[0, 1, 2, 3, 4].map((part) =>
    cell(`part ${part} of the seal is another`, STALE, (one) => {
      const parts = one.seal.split('.');
      parts[part] = parts[part] ? swap(parts[part], 2) : 'AAAA';
      return yes({ ...one, seal: sealed(parts) });
    }),
  ),
  cell('the seal is cut', STALE, (one) => yes({ ...one, seal: one.seal.slice(0, -6) })),
  cell('the seal is longer', STALE, (one) => yes({ ...one, seal: `${one.seal}AAAA` })),
  cell('the seal is nonsense', STALE, (one) => yes({ ...one, seal: 'abc' })),
  cell('the seal is too long for one', INVALID, (one) => yes({ ...one, seal: 'x'.repeat(4097) })),
  [
    'the seal is that of the session',
    STALE,
    ({ jane, evidence }) => ({ body: yes({ ...evidence, seal: jane.cookies.get(HOST) }) }),
  ],
  [
    'the seal is unsigned',
    STALE,
    ({ evidence }) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const seal = `${part({ alg: 'none' })}.${part({ sub: 'jane', sha256: evidence.sha256, revision: 0 })}.`;
      return { body: yes({ ...evidence, seal }) };
    },
  ],
  [
    'the seal is made with another secret',
    STALE,
    async ({ evidence }) => {
      const seal = await new EncryptJWT({
        notice_id: 'credit-check',
        locale: 'en',
        sha256: evidence.sha256,
        revision: 0,
      })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject('jane')
        .setAudience('lending-elements/consent')
        .setExpirationTime('1h')
        .encrypt(new Uint8Array(32));
      return { body: yes({ ...evidence, seal }) };
    },
  ],
  [
    'the secret has changed since, and the old one opens nothing',
    STALE,
    async ({ evidence }) => {
      const { browser, received } = setup({ sessions: { secret: [...SECRET].reverse().join('') } });
      const page = browser('jane');
      await page.create();
      return { page, received, body: yes(evidence) };
    },
  ],
];

const swaps: Cell[] = [
  ['another subject sends it', STALE, ({ tom, evidence }) => ({ page: tom, body: yes(evidence) })],
  [
    'the seal is another subject’s',
    STALE,
    async ({ tom, evidence }) => ({
      body: yes({ ...evidence, seal: (await evidenceOf(await tom.get('consent'))).seal }),
    }),
  ],
  [
    'another subject sends it with the first one’s session',
    'handler-not-created',
    ({ another, evidence }) => ({ ...another({}, 'tom'), body: yes(evidence) }),
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
    async ({ consents, evidence }) => {
      const { browser, received } = setup({ consents });
      const page = browser('jane');
      await page.create();
      return { page, received, body: yes(evidence) };
    },
  ],
  [
    'figures were added since',
    STALE,
    async ({ jane, evidence }) => {
      assert.equal((await jane.post('prequalification', samplePrequalification())).status, 200);
      return { body: yes(evidence) };
    },
  ],
  [
    'a document was added since',
    STALE,
    async ({ jane, evidence }) => {
      assert.equal((await jane.post('documents', documentForm())).status, 200);
      return { body: yes(evidence) };
    },
  ],
  [
    'the wording has changed since',
    STALE,
    ({ another, evidence }) => ({ ...another({ notice: REWORDED }), body: yes(evidence) }),
  ],
  [
    'the providers have changed since',
    STALE,
    ({ another, evidence }) => ({ ...another({ notice: NAMED }), body: yes(evidence) }),
  ],
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
      ...another({ notice: defaultNotice }),
      body: await agreed(await jane.get('consent?locale=fr')),
    }),
  ],
  [
    'its seal is of one language and its hash of the other',
    NONE,
    async ({ jane, evidence }) => ({
      body: yes({ ...evidence, seal: (await evidenceOf(await jane.get('consent?locale=fr'))).seal }),
    }),
  ],
  [
    'the text has changed under its version',
    'config-invalid',
    ({ another, evidence }) => ({ ...another({ notice: { ...REWORDED, version: '2' } }), body: yes(evidence) }),
  ],
];

const replays: Cell[] = [
  [
    'offers were requested on it already',
    STALE,
    async ({ jane, evidence, another }) => {
      assert.equal((await jane.post('request-offers', yes(evidence))).status, 200);
      return { ...another(), body: yes(evidence) };
    },
  ],
  [
    'it was withdrawn since',
    WITHDRAWN,
    async ({ jane, evidence, another }) => {
      await jane.post('consent', { decision: 'given', evidence });
      assert.equal((await jane.post('consent', { decision: 'withdrawn' })).status, 200);
      return { ...another(), body: yes(evidence) };
    },
  ],
  [
    'another one was withdrawn since, and the session is that of before',
    WITHDRAWN,
    async ({ jane, evidence, another }) => {
      const { page, received } = another();
      await jane.post('request-offers', await jane.good('request-offers'));
      assert.equal((await jane.post('consent', { decision: 'withdrawn' })).status, 200);
      return { page, received, body: yes(evidence) };
    },
  ],
  [
    'it was withdrawn in another process',
    WITHDRAWN,
    async ({ jane, evidence, another }) => {
      const { page } = another();
      await page.post('consent', { decision: 'given', evidence });
      assert.equal((await page.post('consent', { decision: 'withdrawn' })).status, 200);
      return { page: jane, body: yes(evidence) };
    },
  ],
];

const TABLE: [string, Cell[]][] = [
  ['the flag', flags],
  ['the body', bodies],
  ['the evidence', evidences],
  ['the hash', hashes],
  ['the seal', seals],
  ['what it was for', swaps],
  ['what came after', replays],
];

describe('a request for offers is refused', () => {
  let cells = 0;
  after(() => assert.ok(cells >= 60, `${cells} cells`));

  for (const [group, table] of TABLE) {
    for (const [name, code, attempt] of table) {
      it(`${group}: ${name}`, async () => {
        const given = await stage();
        const { page = given.jane, body, received = given.received } = await attempt(given);
        const before = [received('requestOffers').length, consentsGiven(given)];
        const answer = await read(await page.post('request-offers', body));
        assert.equal(answer.code, code);
        assert.deepEqual([received('requestOffers').length, consentsGiven(given)], before);
        cells++;
      });
    }
  }

  it('what came after: a day', async () => {
    const given = await stage();
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 3600_000 + 1000 });
    try {
      assert.equal((await read(await given.jane.post('request-offers', yes(given.evidence)))).code, STALE);
      assert.deepEqual(given.received('requestOffers'), []);
      cells++;
    } finally {
      mock.timers.reset();
    }
  });

  it('and the same request unchanged is not', async () => {
    const { jane, evidence, received } = await stage();
    assert.equal((await jane.post('request-offers', yes(evidence))).status, 200);
    assert.deepEqual(received('requestOffers'), [{ credit_score_check_consent: true }]);
  });
});

const consentsGiven = ({ consents }: Stage) => consents.entries.filter(({ event }) => event === 'given').length;
