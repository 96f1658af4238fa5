// The documents name the languages that we ship: their number, their names, and the direction of their writing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { directionOf } from '../../src/base/text/other-languages.js';

const CODES = fs.readdirSync('translations').flatMap((file) => /^(\w\w)\.ts$/.exec(file)?.[1] ?? []);
const NUMBERS = ['five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const nameOf = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code)!;
const NAMES = CODES.map(nameOf).toSorted();

const guides = fs.readdirSync('docs').flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : []));
const texts = ['README.md', 'ACCESSIBILITY.md', 'src/schema/settings.ts', ...guides].map((file) => ({
  file,
  text: fs.readFileSync(file, 'utf8').replace(/\s+(\* )?/g, ' '),
}));

/** The parts of the documents that match a pattern, which not all of them fulfil. */
const wrong = (pattern: RegExp, isRight: (found: string) => boolean) =>
  texts.flatMap(({ file, text }) =>
    (text.match(pattern) ?? []).filter((found) => !isRight(found)).map((found) => `${file}: ${found}`),
  );

describe('the documents', () => {
  it('count the languages that we ship', () => {
    const counted = new RegExp(`\\b(${NUMBERS.join('|')}) (other )?languages\\b`, 'gi');
    const isRight = (found: string) =>
      NUMBERS.indexOf(found.split(' ')[0]!.toLowerCase()) + 5 === CODES.length + (found.includes('other') ? 0 : 1);
    assert.deepEqual(wrong(counted, isRight), []);
  });

  it('name each language that we ship', () => {
    const listed = `English, ${NAMES.slice(0, -1).join(', ')} and ${NAMES.at(-1)}`;
    assert.deepEqual(
      wrong(/\bEnglish, [A-Z][^.;]*? and [A-Z]\w+/g, (found) => found === listed),
      [],
    );
    assert.ok(texts.some(({ text }) => text.includes(listed)));
  });

  it('do not deny a language that is written from right to left', () => {
    assert.ok(CODES.some((code) => directionOf(code) === 'rtl'));
    assert.deepEqual(
      wrong(/[^.|]*\bright[- ]to[- ]left\b[^.|]*/gi, (found) => !/\b(no|not|none|without|only)\b/.test(found)),
      [],
    );
  });
});
