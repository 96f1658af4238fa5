// Holds every sentence that the applicant reads to the style of the library: short, active, specific, kind.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type Settings, defaultNotice, defaultSettings, insertNames, noticeLines } from '../../src/schema/index.js';

const SOURCES = new URL('../../src/', import.meta.url);
/** The files with sentences: those that several tags share, and those next to the part that says them. */
const FILES = (await fs.readdir(SOURCES, { recursive: true })).filter((file) =>
  /^base\/text\/locales\/.*\.ts$|\.sentences\.ts$/.test(file),
);
const SETTINGS: Record<string, Settings> = {
  'with the defaults': defaultSettings,
  'with names': {
    ...defaultSettings,
    partner: { name: 'Sample Books', broker: { name: 'Sample Brokers' }, support: { phone: '01632 960 001' } },
    residentialStatuses: [
      { value: 'tenant', tenure: 'rents' },
      { value: 'homeowner', label: 'I own it', tenure: 'owns' },
    ],
  },
};

type Sentence = string | ((this: Settings, ...words: unknown[]) => unknown);
const sentences: [key: string, sentence: Sentence][] = [];
for (const file of FILES.sort()) {
  const module = (await import(new URL(file, SOURCES).href)) as Record<string, unknown>;
  for (const [name, table] of Object.entries(module)) {
    if (/^en[A-Z]?/.test(name) && typeof table === 'object') sentences.push(...Object.entries(table as object));
  }
}

const PARAMS = {
  name: 'june.pdf',
  endings: '.pdf .jpg .png',
  maximum: '10\u00a0MB',
  minimum: 1900,
  parts: 'day month',
  why: 'Sample Books is not responding. Try again in a few minutes.',
  day: '1 May 2020',
  newer: 1,
  question: 'Do you rent your home?',
  sentence: 'You can only apply here if you rent your home',
};
/** What goes into a sentence, where words of any kind would not do. */
const WORDS: [key: RegExp, ...words: unknown[][]][] = [
  [/^problem\.too-large$/, ['the amount you want to borrow', { maximum: 1e12 }]],
  [/^problem\./, ['your first name', PARAMS], ['the street you live in', { ...PARAMS, name: 'a.heic', newer: 0 }]],
  [/^file\.hint$/, [['.pdf', '.jpg'], '10\u00a0MB']],
  [/^documents\.sending$/, [0, 2, '50%']],
  [/^summary\.heading$/, [1], [3]],
];
const ANY = [0, 1, 2, true, false, '1 May 2020'].map((word) => [word, word, word, word]);

const LACKS = /undefined|null|NaN|\[object/;

/** All that a sentence can be, as far as this test knows what goes into it. */
function spoken([key, sentence]: (typeof sentences)[number]): string[] {
  if (typeof sentence === 'string') return [sentence];
  const words = WORDS.find(([pattern]) => pattern.test(key))?.slice(1) as unknown[][] | undefined;
  const all = Object.values(SETTINGS).flatMap((settings) =>
    (words ?? ANY).flatMap((one) => {
      try {
        return [sentence.apply(settings, one)].filter((text) => words || !LACKS.test(String(text)));
      } catch (error) {
        if (words) throw error;
        // It takes other words than these.
        return [];
      }
    }),
  );
  const texts = all.filter((text) => typeof text === 'string' && text);
  assert.notEqual(texts.length, 0, `${key}: put what goes into this sentence into WORDS`);
  return [...new Set(texts as string[])];
}

const TEXTS: [key: string, text: string][] = [
  ...sentences.flatMap((entry) => spoken(entry).map((text): [string, string] => [entry[0], text])),
  ...[{}, { partner: 'Sample Books', broker: 'Sample Brokers' }]
    .flatMap((names) => noticeLines(insertNames(defaultNotice, names)))
    .map((text): [string, string] => ['notice', text.replace(/ \(https:.*\)$/, '')]),
];

const REASONS =
  /\.(empty|format|letters|extension|unusual|too-small|too-large|too-long|date-year|not-real|changed|handler-.*)$/;
/** What is wrong with an answer, beside it and in the list above: GOV.UK ends none of these with a stop. */
const isError = (key: string) =>
  key.startsWith('problem.') || (REASONS.test(key) && !/^(failure|review|consent|widget)\./.test(key));
const isHint = (key: string) => key.endsWith('.hint');
const isName = (key: string) => /\.(label|noun|heading|submit)$|^step\.|^failure\.(start|step)$/.test(key);
const isFailure = (key: string) => /^failure(\.|$)/.test(key) && !isName(key);

const sentencesIn = (text: string) => text.split(/(?<=[.?!])\s+/).filter(Boolean);
const wordsIn = (text: string) => text.match(/[\p{L}\d£][\p{L}\d’'.,/@:-]*/gu) ?? [];

/** Asserts of each text that it is not as `wrong` says, and lists those that are. */
const none = (wrong: (text: string, key: string) => unknown) =>
  assert.deepEqual(
    TEXTS.filter(([key, text]) => wrong(text, key)).map(([key, text]) => `${key}: ${text}`),
    [],
  );

describe('a sentence that the applicant reads', () => {
  it('is in this test, for every file of sentences', () => {
    assert.ok(sentences.length > 250, String(sentences.length));
    assert.ok(FILES.filter((file) => file.endsWith('.sentences.ts')).length > 5, String(FILES));
    for (const key of [
      'continue',
      'review.intro',
      'documents.wait',
      'end.choose',
      'previous.add',
      'saved.how',
      'signed-out.how',
      'unlikely.count',
      'receipt.heading',
      'failure.upstream',
      'notice',
    ]) {
      assert.ok(
        TEXTS.some(([one]) => one === key),
        key,
      );
    }
  });

  it('contains no text of a missing value, like “undefined” or “null”', () => none((text) => LACKS.test(text)));

  it('has no space at its ends and no two in a row', () => none((text) => /^\s|\s$|\s{2}/.test(text)));

  it('has curly quotes and apostrophes, and one character for three dots', () =>
    none((text) => /['"`]|\.\.\./.test(text)));

  it('opens as many quotes as it closes', () => none((text) => text.split('“').length !== text.split('”').length));

  for (const [word, instead] of [
    [/\banew\b/, 'again'],
    [/\bstands?\b/, 'is'],
    [/\bbesides?\b/, 'next to'],
    [/\bdid not work\b/, 'what failed'],
    [/\bno more offers\b/, 'not any more offers'],
    [/\bproviders?\b/, 'lenders'],
    [/\bplease\b/, 'nothing: the sentence asks kindly without it'],
    [/\b(we|us|ours?)\b/, 'the name of who acts'],
    [/\bgo on\b/, 'continue'],
    [/\bmay not be (sent|changed)\b/, 'cannot be'],
    [/\bnobody knows\b/, 'what is true'],
    [/\bunable to\b/, 'cannot'],
    [/\b(invalid|illegal|forbidden|null|error code)\b/, 'what to do'],
    [/\boops|sorry|unfortunately\b/, 'what happened'],
    [/\bclick\b/, 'choose, or select'],
    [/\b(kindly|simply|just|in order to|prior to|via|e\.g\.|i\.e\.|etc)\b/, 'plain words'],
    [/n’t\b/, 'not: a short form of it is easily missed'],
    [/\b(the|a) applicant\b/, 'you'],
    [/\bcannot be changed here\b/, 'you cannot change it'],
    [/\b(the|a|your)( credit)? broker\b|\{/, 'the name of the broker'],
    [/\b(API|HTTP|JSON|server|backend|token|script|callback)\b/, 'what the applicant knows'],
  ] as const) {
    it(`uses ${instead}, not ${word.source}`, () => none((text) => new RegExp(word, 'i').test(text)));
  }

  it('keeps a size and its unit on one line', () => none((text) => /\d ?[kKM]B/.test(text)));

  it('has at most 25 words', () => none((text) => sentencesIn(text).some((sentence) => wordsIn(sentence).length > 25)));

  it('ends without a stop where it reports a problem of an answer', () =>
    none((text, key) => isError(key) && /[.!]$/.test(text)));

  it('ends with a stop where it is a hint or names a failed action', () =>
    none((text, key) => (isHint(key) || isFailure(key)) && !/[.?]$/.test(text)));

  it('ends without a stop where it is a name, like a heading or a label', () =>
    none((text, key) => isName(key) && /[.!:]$/.test(text)));

  it('ends with a stop where there is another before it', () =>
    none((text, key) => !isError(key) && sentencesIn(text).length > 1 && !/[.?…]$/.test(text)));

  it('begins with a capital letter, except for a noun', () =>
    none(
      (text, key) =>
        (isError(key) || isHint(key) || isFailure(key) || isName(key)) &&
        /^\p{Ll}/u.test(text) !== key.endsWith('.noun'),
    ));
});
