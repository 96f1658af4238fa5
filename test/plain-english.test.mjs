// Holds comments, messages, documents and titles of tests to plain English, as far as a list of phrases can. Sentences for
// the applicant have a test of their own (test/schema/sentences.test.ts).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { titlesWithLines } from './support/titles.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLACES = [
  'src',
  'translations',
  'scripts',
  'bench',
  'demo',
  'stories',
  'examples',
  'docs',
  '.storybook',
  '*.md',
  '*.ts',
  '*.js',
  '*.mjs',
];

/** Phrases that make a sentence hard to read, and what to write instead. */
const PHRASES = [
  [/\bwhat\b(?! (to|happened)\b)(?![^.]*\?)/i, 'name the thing instead of "what …"'],
  [/\bwhoever\b/i, 'name the person instead of "whoever"'],
  [/(?:^|[.;:] |\/\*\* |\* |\/\/ |['"`(])Who\b(?![^.]*\?)/, 'name the person instead of "Who …"'],
  [/\b(?:of|for|to|by|from|with|and|or|than) who\b/, 'name the person instead of "who …"'],
  [/\b(?:is|are|was|were|be) no\b(?! (?:longer|more|earlier|later|larger|smaller)\b)/, '"is not a", not "is no"'],
  [/\b(?:stands?|stood)\b/i, '"is", not "stands"'],
  [/\banew\b/i, '"again", not "anew"'],
  [/\bbeside\b/i, '"next to", not "beside"'],
  [/\bof chance\b/i, '"random", not "of chance"'],
  [/\bsees? to\b/i, 'a verb of its own, not "see to"'],
  [/\ball the same\b/i, '"anyway", or nothing, not "all the same"'],
  [/\bbut for\b/i, '"except", not "but for"'],
  [/\bgoes? before\b/i, '"overrides", not "goes before"'],
];

/** The prose of a line: the whole line of a document; of code its comments, and texts of several words. */
function proseOf(file, line) {
  // A quotation, like the title of a test, stays as it is.
  if (file.endsWith('.md')) return line.replace(/`[^`]*`|“[^”]*”/g, '');
  const isProse = /^\s*(?:\/\*\*|\*|\/\/)|\/\/ |['"`][^'"`]* [^'"`]* /.test(line);
  return isProse && !/^\s*import /.test(line) ? line : '';
}

/** The phrases of the titles in a test, with the number of each line. */
const hardTitles = (source) =>
  titlesWithLines(source).flatMap(({ title, line }) =>
    PHRASES.filter(([phrase]) => phrase.test(title)).map(([, advice]) => `${line}: ${advice}: ${title}`),
  );

/** The phrases of a text that make it hard to read, with the number of each line. */
export function hardPhrases(file, text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      PHRASES.filter(([phrase]) => phrase.test(proseOf(file, line))).map(([, advice]) => `${index + 1}: ${advice}`),
    );
}

const isApplicants = (file) =>
  /\/locales\/|\.sentences\.ts$|default-notice\.ts$|languages\/(en\.ts|template\.js)$|^translations\/..\.ts$/.test(
    file,
  );
const list = (...places) =>
  execFileSync('git', ['ls-files', '--', ...places], { cwd: ROOT, encoding: 'utf8' }).split('\n');
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const files = list(...PLACES).filter(
  (file) => /\.(?:ts|mjs|js|md)$/.test(file) && !file.startsWith('test/') && !isApplicants(file),
);

describe('comments, messages and documents', () => {
  for (const folder of new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))) {
    it(`are in plain English: ${folder}`, () => {
      const hits = files
        .filter((file) => file === folder || file.startsWith(`${folder}/`))
        .flatMap((file) => hardPhrases(file, read(file)).map((hit) => `${file}:${hit}`));
      assert.deepEqual(hits, []);
    });
  }
});

describe('titles of tests', () => {
  const tests = list('test').filter((file) => /\.(?:ts|mts|mjs)$/.test(file));

  for (const folder of new Set(tests.map((file) => path.dirname(file)))) {
    it(`are in plain English: ${folder}`, () => {
      const hits = tests
        .filter((file) => path.dirname(file) === folder)
        .flatMap((file) => hardTitles(read(file)).map((hit) => `${file}:${hit}`));
      assert.deepEqual(hits, []);
    });
  }
});

describe('the list of phrases', () => {
  for (const [line, file = 'a.ts'] of [
    ['/** What is left of the token. */'],
    ['// Whoever asks twice waits.'],
    ['/** Who does not agree is shown the end. */'],
    ["throw new Error('The file is no PDF.');"],
    ['// The key stands in the header.'],
    ['The draft is loaded anew.', 'a.md'],
  ]) {
    it(`detects ${line}`, () => assert.equal(hardPhrases(file, line).length, 1));
  }

  it('reads only the titles of a test', () => {
    const source = "// what is left\ndescribe(`b is no ${c}`, () => {\n  it('d', () => e('stands f'));\n});";
    assert.deepEqual(hardTitles(source), ['2: "is not a", not "is no": b is no …']);
  });

  for (const [line, file = 'a.ts'] of [
    ['/** Returns the rest of the token. */'],
    ["text: 'What is your date of birth?',"],
    ["const what = 'widget';"],
    ['There is no longer a limit. The remedy says what to do.', 'a.md'],
    ['`what is` is code.', 'a.md'],
  ]) {
    it(`accepts ${line}`, () => assert.deepEqual(hardPhrases(file, line), []));
  }
});
