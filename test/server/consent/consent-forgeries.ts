// Forged requests for offers: with a notice that was not shown, or without an agreement. Each is made of valid evidence.
import type { ConsentEvidence } from '../../../src/schema/consent/consent.js';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeText, type ConsentNotice } from '../../../src/schema/index.js';
import { plainNotice } from '../../../stories/support/notices.js';

/** Notices that were not shown. */
export const REWORDED: ConsentNotice = { ...plainNotice, version: 'next', heading: 'Before we go on' };
export const FRENCH: ConsentNotice = { ...plainNotice, locale: 'fr', heading: 'Avant' };
const NAMED = { ...plainNotice, version: 'next', providersHeading: 'They are:', providers: [{ name: 'North Ltd' }] };

/** A request for offers with this evidence. */
export const yes = (evidence: unknown) => ({ credit_score_check_consent: true, evidence });

type Forgery = [name: string, forge: (evidence: ConsentEvidence) => unknown];
/** Forgeries with another value of one field of the evidence. */
const evidenceWith = (key: keyof ConsentEvidence, values: Record<string, (value: string) => unknown>): Forgery[] =>
  Object.entries(values).map(([name, change]) => [
    name,
    (evidence) => yes({ ...evidence, [key]: change(String(evidence[key])) }),
  ]);
const swap = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
const KEYS = ['servedId', 'sha256', 'translated'] as const;

const invalid: Forgery[] = [
  ...['true', 'false', 'on', 1, [true], {}, null, ''].map((flag): Forgery => [
    `the flag is ${JSON.stringify(flag)}`,
    (evidence) => ({ credit_score_check_consent: flag, evidence }),
  ]),
  ['the flag is missing', (evidence) => ({ evidence })],
  ['the flag has another case', (evidence) => ({ Credit_score_check_consent: true, evidence })],
  ['the flag stands under another name', (evidence) => ({ consent: true, evidence })],
  ['there is a field more', (evidence) => ({ ...yes(evidence), consent: true })],
  ['there is a company id', (evidence) => ({ ...yes(evidence), company_id: crypto.randomUUID() })],
  ['the body is an array', (evidence) => [yes(evidence)]],
  ['the body is true', () => true],
  ['the body is null', () => null],
  ...['yes', true, [], {}].map((evidence): Forgery => [
    `the evidence is ${JSON.stringify(evidence)}`,
    () => yes(evidence),
  ]),
  ['the evidence is in an array', (evidence) => yes([evidence])],
  ['the evidence has a field more', (evidence) => yes({ ...evidence, given_at: '2026-01-01' })],
  ...KEYS.flatMap((key) =>
    [undefined, null, '', 0, [], ['x']].flatMap((value) =>
      evidenceWith(key, { [`${key} is ${JSON.stringify(value) ?? 'missing'}`]: () => value }),
    ),
  ),
  ...evidenceWith('translated', { 'translated is "false"': () => 'false' }),
  ...evidenceWith('sha256', {
    'the hash is in capitals': (hash) => hash.toUpperCase(),
    'the hash is cut': (hash) => hash.slice(1),
    'the hash is longer': (hash) => `${hash}0`,
  }),
  ...evidenceWith('servedId', { 'the id is too long for one': () => 'x'.repeat(65) }),
];

const hashes = {
  'another wording': noticeText(REWORDED),
  'another language': noticeText(FRENCH),
  'other providers': noticeText(NAMED),
  'the text with a letter less': noticeText(plainNotice).slice(0, -1),
};
const withoutConsent: Forgery[] = [
  ['the flag is false', (evidence) => ({ credit_score_check_consent: false, evidence })],
  ['there is no evidence', () => ({ credit_score_check_consent: true })],
  ['the evidence is null', () => yes(null)],
  ...evidenceWith('sha256', {
    'a figure of the hash is another': (hash) => (hash[0] === '0' ? '1' : '0') + hash.slice(1),
  }),
  ...Object.entries(hashes).map(([of, text]): Forgery => [
    `the hash is of ${of}`,
    async (evidence) => yes({ ...evidence, sha256: await sha256(text) }),
  ]),
];

const stale = evidenceWith('servedId', {
  'the id is another': () => crypto.randomUUID(),
  'a character of the id is another': (id) => swap(id, 2),
  'the id is cut': (id) => id.slice(0, -6),
  'the id is in capitals': (id) => `A${id.slice(1)}`.toUpperCase(),
  'the id is longer': (id) => `${id}AAAA`,
  'the id is one of an object': () => '__proto__',
});

/** The forgeries by the error code of their rejection. */
export const FORGERIES: Record<string, Forgery[]> = {
  'handler-invalid': invalid,
  'handler-no-consent': withoutConsent,
  'handler-consent-stale': stale,
};
