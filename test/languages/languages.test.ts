// Every language of ours has every sentence, with the same names and numbers in it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { missingSentences, sentences as english, unknownSentences } from '../../src/languages/en.js';
import { defaultSettings, type Settings } from '../../src/schema/index.js';

type Sentence = string | ((this: Settings, ...words: unknown[]) => string);
type Table = Record<string, Sentence>;

const ROOT = new URL('../../', import.meta.url);
const { hashesOf, ownLanguages, staleSentences, templateText } = (await import(
  new URL('scripts/languages.mjs', ROOT).href
)) as {
  hashesOf: (sentences: Table) => Record<string, string>;
  ownLanguages: () => Promise<Record<string, Table>>;
  staleSentences: (code: string, hashes?: Record<string, string>) => Promise<string[]>;
  templateText: () => Promise<string>;
};
const languages = await ownLanguages();
const named: Settings = {
  ...defaultSettings,
  partner: { name: 'Sample Books', broker: { name: 'Sample Brokers' }, support: { name: 'Help Desk' } },
  residentialStatuses: [
    { value: 'tenant', tenure: 'rents' },
    { value: 'homeowner', label: 'I own it', tenure: 'owns' },
  ],
};
const PARAMS = {
  name: 'june.pdf',
  endings: '.png .webp',
  maximum: 54,
  minimum: 1907,
  parts: 'day',
  why: 'Reason.',
  day: '1 May',
  newer: 1,
  question: 'Question?',
  sentence: 'Rule',
};
/** What goes into a sentence. Numbers can replace any other words, because each number is in the sentence as it is. */
const wordsOf = (key: string): unknown[][] => {
  if (key.startsWith('problem.'))
    return [
      ['noun', PARAMS],
      ['noun', { ...PARAMS, name: 'june.heic', endings: '.jpg' }],
    ];
  if (key === 'file.hint') return [[['.png', '.webp'], '54 MB']];
  if (/^(postcode.unusual|country.question)$/.test(key)) return [['France 71']];
  if (key === 'money') return [['71', '£']];
  if (key === 'unlikely.count') return [[1], [71]];
  if (key === 'unlikely.used') return [['noun', '71']];
  return [[71, 82, 93], [], [0, 0, 0], [true], [false, true], [false, false]];
};
const MARKS = (
  'Sample Books|Sample Brokers|Help Desk|£|noun|PNG|WEBP|JPG|PDF|HEIC|54|1907|Reason|1 May|Question?|' +
  'Rule|june|71|72|82|93|01234567|01632 960 001|name@example.com|SC123456|(tenant)|Ltd|CCJ'
).split('|');

function say(sentence: Sentence, settings: Settings, words: unknown[]): string {
  return typeof sentence === 'string' ? sentence : sentence.apply(settings, words);
}

/** The names, numbers and examples that are in a sentence. In other languages, English terms stay next to their translation. */
const marksIn = (text: string) =>
  MARKS.filter((mark) => new RegExp(`(?<![\\d\\p{L}])${mark.replace(/[()?.]/g, '\\$&')}`, 'iu').test(text));

const LACKS = /undefined|null|NaN|\[object|#/;

/** All that a sentence can be, with words that fit the English one. */
const spoken = (key: string, sentence: Sentence) =>
  wordsOf(key).flatMap((words) =>
    [named, defaultSettings].flatMap((settings) => {
      try {
        const fits = !LACKS.test(say((english as Table)[key]!, settings, words));
        return fits ? [say(sentence, settings, words)] : [];
      } catch {
        return [];
      }
    }),
  );

/** The first lines that differ. The whole template would be pages long. */
function assertSameLines(found: string, expected: string) {
  const [lines, wanted] = [found.split('\n'), expected.split('\n')];
  const at = wanted.findIndex((line, index) => line !== lines[index]);
  if (found !== expected) assert.equal(lines[at], wanted[at], `Line ${at + 1} of the template is out of date.`);
}

it('the template has every sentence as it is now: `node scripts/languages.mjs --template` writes it', async () => {
  const written = fs.readFileSync('examples/languages/template.js', 'utf8');
  assertSameLines(written, await templateText());
  const { sentences } = (await import(new URL('examples/languages/template.js', ROOT).href)) as { sentences: Table };
  assert.deepEqual(missingSentences(sentences), []);
});

it('a missing sentence, or one with an unknown key, is detected', () => {
  const { continue: _left, ...rest } = english;
  assert.deepEqual(missingSentences(rest), ['continue']);
  assert.deepEqual(unknownSentences({ ...rest, contineu: 'Parhau' }), ['contineu']);
});

describe('the hash of an English sentence', () => {
  const hash = (sentence: unknown) => hashesOf({ sentence } as Table).sentence!;

  it('changes with the words', () => assert.notEqual(hash('Continue'), hash('Go on')));

  it('does not change with the format', () =>
    assert.equal(hash('(name) => `Hello, ${name}`'), hash('name =>\n  `Hello, ${name}`')));

  it('shows the translations that are older', async () => {
    const { sentences } = (await import(new URL('examples/languages/template.js', ROOT).href)) as { sentences: Table };
    const stale = await staleSentences('de');
    const changed = { ...hashesOf(sentences), continue: hash('Go on') };
    assert.deepEqual(new Set(await staleSentences('de', changed)), new Set([...stale, 'continue']));
  });
});

it('the template has the sentences of every file with sentences', async () => {
  const all = fs.readdirSync(new URL('src/', ROOT), { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /^base\/text\/locales\/en.*\.ts$|^components\/.*\.sentences\.ts$/.test(file));
  assert.ok(files.length > 15, String(files));
  for (const file of files) {
    const tables = Object.values((await import(new URL(`src/${file}`, ROOT).href)) as object);
    for (const table of tables.filter((one) => typeof one === 'object' && !('source' in one)))
      assert.deepEqual(unknownSentences(table as Table), [], file);
  }
});

for (const [code, table] of Object.entries(languages)) {
  describe(`the sentences in ${code}`, () => {
    const entries = Object.entries(table);
    const texts = entries.flatMap(([key, sentence]) => spoken(key, sentence).map((text) => [key, text] as const));
    const none = (wrong: (text: string, key: string) => unknown) =>
      assert.deepEqual(
        texts.filter(([key, text]) => wrong(text, key)).map(([key, text]) => `${key}: ${text}`),
        [],
      );

    it('are exactly those of the template', () => {
      assert.deepEqual(missingSentences(table), []);
      assert.deepEqual(unknownSentences(table), []);
    });

    it('have the same names, numbers and examples', () => {
      const differing = Object.entries(english as Table).flatMap(([key, original]) =>
        wordsOf(key).flatMap((words) => {
          const [expected, found] = [original, table[key]!].map((sentence) => {
            try {
              return marksIn(say(sentence, named, words)).filter((mark) => !/^(\(tenant\)|Ltd|CCJ|£)$/.test(mark));
            } catch {
              return [];
            }
          });
          return String(expected) === String(found) ? [] : [`${key}: ${String(expected)} and not ${String(found)}`];
        }),
      );
      assert.deepEqual(differing, []);
    });

    it('name a building in an error as its label does, and an amount by no word twice', () => {
      const noun = (key: string) => say(table[`${key}.noun`]!, defaultSettings, [1]);
      const stems = (text: string) =>
        text
          .toLowerCase()
          .replace(/(?<!\p{L})ال/gu, '')
          .match(/\p{L}{4}/gu) ?? [];
      for (const path of ['address', 'addresses', 'previous'])
        for (const stem of stems(table['address.house_number.label'] as string))
          assert.ok(
            stems(noun(`${path}.house_number`))
              .join()
              .includes(stem),
            `${path}: ${stem}`,
          );
      for (const key of ['funding_amount', 'monthly_revenue']) {
        const found = stems(say(table['problem.not-money']!, defaultSettings, [noun(key), {}])).join();
        assert.doesNotMatch(found, /cifr.*cifr|chif.*chif/, key);
      }
    });

    it('are each called at least once in this test', () => {
      const said = new Set(texts.map(([key]) => key));
      assert.deepEqual(
        entries.filter(([key]) => !said.has(key)),
        [],
      );
    });

    it('are translated', () => {
      const same = entries.filter(
        ([key, sentence]) => typeof sentence === 'string' && sentence === english[key as 'continue'],
      );
      assert.ok(same.length < 12, same.join('\n'));
    });

    it('contain no text of a missing value, like “undefined” or “null”', () => none((text) => LACKS.test(text)));

    it('have typographic quotes, one character for three dots, and one space at a time', () =>
      none((text) => /["'`]|\.\.\.|^\s|\s$| {2}/.test(text)));

    it('keep a sign on the same line as its word or number', () => {
      none((text) => ['de', 'es', 'fr'].includes(code) && / £/.test(text));
      none((text) => code === 'fr' && / [:;?!»]|« /.test(text));
    });

    it('open as many quotes as they close', () =>
      none((text) => {
        const [opened, closed] =
          code === 'de' ? ['„', '“'] : code === 'pl' ? ['„', '”'] : code === 'cy' ? ['“', '”'] : ['«', '»'];
        return text.split(opened!).length !== text.split(closed!).length;
      }));

    it('close each direction mark around a name or a number', () =>
      none((text) => (text.match(/[\u2066-\u2068]/g) ?? []).length !== (text.match(/\u2069/g) ?? []).length));

    it('end without a stop where they report a problem of an answer', () =>
      none((text, key) => key.startsWith('problem.') && /[.!]$/.test(text)));

    it('have a form for every number of things', () => {
      for (const [key, words] of [
        ['documents.send', []],
        ['saved.how', []],
        ['unlikely.count', []],
        ['age.unusual', []],
        ['failure.handler-too-many', []],
        ['documents.added', [1, 2]],
      ] as const)
        for (const number of [1, 2, 3, 5, 6, 11, 21, 22, 100, 101, 6000, 9000]) {
          const text = say(table[key]!, defaultSettings, [number, ...words]);
          assert.doesNotMatch(text, /undefined|#/, `${key} ${number}`);
        }
    });
  });
}

it('Polish, Arabic and Welsh have a form for each of their plurals', () => {
  const files = (code: string, number: number) =>
    say(languages[code]!['documents.added']!, defaultSettings, [number, 0, 0]);
  assert.deepEqual(
    [1, 3, 5, 22].map((number) => files('pl', number)),
    ['Dodano 1 plik.', 'Dodano 3 pliki.', 'Dodano 5 plików.', 'Dodano 22 pliki.'],
  );
  assert.deepEqual(
    [1, 2, 3, 11, 100].map((number) => files('ar', number)),
    ['أُضيف ملف واحد.', 'أُضيف ملفان.', 'أُضيفت 3 ملفات.', 'أُضيف 11 ملفًا.', 'أُضيف 100 ملف.'],
  );
  const days = (number: number) =>
    /neu (\d+ .*?) ar ôl/.exec(say(languages.cy!['saved.how']!, defaultSettings, [number]))![1];
  assert.deepEqual([1, 2, 30].map(days), ['1 diwrnod', '2 ddiwrnod', '30 o ddyddiau']);
});

it('the name of the United Kingdom is the one that Intl.DisplayNames returns', () => {
  for (const [language, sentences] of Object.entries({ en: english as Table, ...languages })) {
    const name = new Intl.DisplayNames(language, { type: 'region' }).of('GB');
    assert.equal(sentences['choice.United Kingdom'], name, language);
  }
});

it('Polish and Welsh inflect the words of a sentence', () => {
  const { pl, cy } = languages as { pl: Table; cy: Table };
  const nameless: Settings = { ...defaultSettings, partner: {} };
  const acme: Settings = { ...defaultSettings, partner: { name: 'Acme', broker: { name: 'Iwoca' } } };
  const enter = (noun: string, ...index: number[]) =>
    say(pl['problem.empty']!, nameless, [say(pl[`${noun}.noun`]!, nameless, index), {}]);
  assert.deepEqual(
    [enter('date_of_birth'), enter('first_name'), enter('address.house_number'), enter('previous.city', 1)],
    [
      'Podaj swoją datę urodzenia',
      'Podaj swoje imię',
      'Podaj nazwę lub numer budynku firmy',
      'Podaj miejscowość pod swoim poprzednim adresem',
    ],
  );
  const parts = ['eich dyddiad geni', { parts: 'month year' }];
  assert.equal(say(cy['problem.date-missing']!, nameless, parts), 'Rhaid i’ch dyddiad geni gynnwys mis a blwyddyn');
  assert.equal(say(cy['failure']!, nameless, []), 'Mae problem gyda’r wefan hon.');
  assert.equal(say(cy['failure']!, acme, []), 'Mae problem gydag Acme.');
  assert.match(say(cy['failure.upstream-denied']!, acme, []), /rhwng Acme ac Iwoca\./);
});
