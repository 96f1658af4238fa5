// The time to read a string grows only with its length, in any field: on the way in from a form, and from the wire.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFieldType, type FieldType, type FieldTable } from '../../../src/schema/fields/field-type.js';
import { addSpoken } from '../../../src/schema/fields/spoken.js';
import { ADDRESS, APPLICANT } from '../../../src/schema/forms/applicant-form.js';
import { COMPANY } from '../../../src/schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../../src/schema/forms/prequalification-form.js';
import { widgetAddresses } from '../../../src/schema/widget/addresses.js';
import { someTry } from '../../support/time.js';

addSpoken();

/** Texts that make a pattern look again and again, of about this length. */
const HOSTILE: Record<string, (length: number) => string> = {
  'dots before the @': (length) => `a${'.'.repeat(length)}x@`,
  'commas and semicolons': (length) => `${',;'.repeat(length / 2)}x`,
  spaces: (length) => `x${' '.repeat(length)}x`,
  'spaces of all kinds': (length) => `${' \u00a0\u2003'.repeat(length / 3)}x`,
  digits: (length) => `${'1'.repeat(length)}x`,
  'digits and extensions': (length) => `1${'x#'.repeat(length / 2)}!`,
  'opening brackets': (length) => `1${'( '.repeat(length / 2)}`,
  'dashes of all kinds': (length) => `${'-\u2013\u2212'.repeat(length / 3)}1`,
  'letters of postcodes': (length) => `${'A1'.repeat(length / 2)}!`,
  'names of a number': (length) => `${'NO.'.repeat(length / 3)}!`,
  'words of a number': (length) => `${'COMPANY '.repeat(length / 8)}!`,
  weekdays: (length) => `${'sat '.repeat(length / 4)}!`,
  ordinals: (length) => `${'1st of '.repeat(length / 7)}!`,
  thousands: (length) => `${'1,000'.repeat(length / 5)}x`,
  'invisible characters': (length) => '\u200b'.repeat(length),
  joiners: (length) => '\u0628\u200c'.repeat(length / 2),
  'a letter that is 18 letters': (length) => '\ufdfa'.repeat(length),
  accents: (length) => `a${'\u0301\u0323'.repeat(length / 2)}`,
  'full stops in words': (length) => `${' full stop'.repeat(length / 10)}x`,
  'numbers and words': (length) => `${'1 to '.repeat(length / 5)}x`,
  'domain labels': (length) => `a@${'a.'.repeat(length / 2)}`,
  backslashes: (length) => '\\"'.repeat(length / 2),
};

const kindsOf = (table: FieldTable, path: string): [path: string, FieldType<unknown>][] =>
  Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isFieldType(field)) return [[at, field]];
    return kindsOf((Array.isArray(field) ? field[0] : field) as FieldTable, at);
  });

const KINDS = [
  ...kindsOf(COMPANY, 'company'),
  ...kindsOf(APPLICANT, 'applicant'),
  ...kindsOf(ADDRESS, 'address'),
  ...kindsOf(PREQUALIFICATION, 'figures'),
];
const SETTINGS = { callingCode: '+44', currencySign: '£' };
const LENGTH = 24_000;
/** Milliseconds below which two times are not compared: this clock and this machine are not that exact. */
const SHORT = 5;

/** The least time that it takes, of some tries. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe('a hostile text', () => {
  for (const [path, kind] of KINDS) {
    it(`of twice the length takes at most 2.5 times as long as ${path}`, async () => {
      for (const [name, make] of Object.entries(HOSTILE)) {
        for (const [way, read] of Object.entries(waysOf(kind))) {
          await someTry(() => {
            const [once, twice] = [LENGTH, 2 * LENGTH].map((length) => {
              const text = make(length);
              return timeOf(() => read(text));
            }) as [number, number];
            assert.ok(
              twice <= SHORT || twice <= 2.5 * once,
              `${way}, ${name}: ${once.toFixed(2)} ms, then ${twice.toFixed(2)} ms`,
            );
          });
        }
      }
    });
  }
});

function waysOf(kind: FieldType<unknown>): Record<string, (text: string) => unknown> {
  const { parts } = kind;
  return {
    typed: (text) => kind.read(parts ? Object.fromEntries(parts.map((part) => [part, text])) : text, SETTINGS),
    'from the wire': (text) => kind.accept(text),
    'written back': (text) => kind.write(text),
  };
}

describe('the URLs that a widget needs', () => {
  it('are found in a long embed code in linear time', () => {
    const time = (length: number) => {
      const start = performance.now();
      for (const part of ['/', ' //', '<!-- ', '/* ', 'https://a.', 'a/'] as const)
        widgetAddresses({ embedCode: part.repeat(length / part.length) });
      return performance.now() - start;
    };
    time(400_000);
    return someTry(() => {
      const ratio = time(1_600_000) / time(400_000);
      assert.ok(ratio <= 10, `four times the text takes ${ratio.toFixed(1)} times as long`);
    });
  });
});
