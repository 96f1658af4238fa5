// Forged requests for offers: with a notice that was not shown, or without an agreement.
import { EncryptJWT } from 'jose';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeText } from '../../../src/schema/index.js';
import { plainNotice } from '../../fixtures/notices.js';
import { OTHER, setup } from '../setup.js';
import { cell, FRENCH, INVALID, NAMED, NONE, REWORDED, STALE, yes, type Cell } from './consent-stage.js';

const swap = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
export const flags: Cell[] = [
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

export const bodies: Cell[] = [
  cell('the flag is missing', INVALID, (evidence) => ({ evidence })),
  cell('the flag has another case', INVALID, (evidence) => ({ Credit_score_check_consent: true, evidence })),
  cell('the flag stands under another name', INVALID, (evidence) => ({ consent: true, evidence })),
  cell('there is a field more', INVALID, (evidence) => ({ ...yes(evidence), consent: true })),
  cell('there is a company id', INVALID, (evidence) => ({ ...yes(evidence), company_id: crypto.randomUUID() })),
  cell('it is an array', INVALID, (evidence) => [yes(evidence)]),
  cell('it is true', INVALID, () => true),
  cell('it is null', INVALID, () => null),
];

export const evidences: Cell[] = [
  cell('there is no evidence', NONE, () => ({ credit_score_check_consent: true })),
  cell('the evidence is null', NONE, () => yes(null)),
  ...['yes', true, [], {}].map((value) => cell(`the evidence is ${JSON.stringify(value)}`, INVALID, () => yes(value))),
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

export const hashes: Cell[] = [
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
      body: yes({ ...evidence, sha256: await sha256(noticeText(plainNotice).slice(0, -1)) }),
    }),
  ],
];

const sealed = (parts: readonly string[]) => parts.join('.');
export const seals: Cell[] = [
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
    'the seal is a value of the store',
    STALE,
    ({ rowsOf, evidence }) => ({ body: yes({ ...evidence, seal: rowsOf('application')[0]![1] }) }),
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
        noticeId: 'credit-check',
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
      const { browser, received } = setup({ secret: OTHER });
      const page = browser('jane');
      await page.create();
      return { page, received, body: yes(evidence) };
    },
  ],
];
