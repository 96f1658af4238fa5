// Forged requests for offers: with a notice that was not shown, or without an agreement.
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeText } from '../../../src/schema/index.js';
import { plainNotice } from '../../../stories/support/notices.js';
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
  ...(['servedId', 'sha256', 'translated'] as const).map((key) =>
    cell(`${key} is missing`, INVALID, (one) => yes({ ...one, [key]: undefined })),
  ),
  ...(['servedId', 'sha256', 'translated'] as const).flatMap((key) =>
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

export const ids: Cell[] = [
  cell('the id is another', STALE, (one) => yes({ ...one, servedId: crypto.randomUUID() })),
  cell('a character of the id is another', STALE, (one) => yes({ ...one, servedId: swap(one.servedId, 2) })),
  cell('the id is cut', STALE, (one) => yes({ ...one, servedId: one.servedId.slice(0, -6) })),
  cell('the id is in capitals', STALE, (one) => yes({ ...one, servedId: `A${one.servedId.slice(1)}`.toUpperCase() })),
  cell('the id is longer', STALE, (one) => yes({ ...one, servedId: `${one.servedId}AAAA` })),
  cell('the id is too long for one', INVALID, (one) => yes({ ...one, servedId: 'x'.repeat(65) })),
  cell('the id is one of an object', STALE, (one) => yes({ ...one, servedId: '__proto__' })),
];
