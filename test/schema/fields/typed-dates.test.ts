import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fs from 'node:fs';
import fc from 'fast-check';
import { splitDate } from '../../../src/schema/fields/normalise.js';
import { addOtherMonths } from '../../../src/schema/fields/other-months.js';
import { dateTime, dayFirst, dayOf, readDraft, writeDraft, yearFirst, type Draft } from '../../../src/schema/index.js';
import { formOf, readBy, valueOf } from '../samples.js';

/** The languages of the sentences. */
const languages = ['en', ...fs.readdirSync('translations').flatMap((file) => /^(\w\w)\.ts$/.exec(file)?.[1] ?? [])];

const runs = { numRuns: 1000, seed: 20200710 };
const pad = (value: number) => String(value).padStart(2, '0');

describe('a date as an applicant types it', () => {
  const form = formOf({ born: yearFirst });
  const read = (day: string, month: string, year: string) => {
    const draft: Draft = { 'born.day': day, 'born.month': month, 'born.year': year };
    return readDraft(form, draft);
  };
  const problem = (day: string, month: string, year: string) => {
    const { problems } = read(day, month, year);
    assert.equal(problems.length, 1);
    assert.equal(problems[0]!.path, 'born');
    return [problems[0]!.reason, problems[0]!.params?.parts];
  };

  it('is accepted with or without leading zeros, with spaces, and in full-width digits', () => {
    for (const typed of ['10|7|2000', '10|07|2000', ' 1 0|7 |2000', '１０|７|２０００'])
      assert.deepEqual(read(...(typed.split('|') as [string, string, string])).value, { born: '2000-07-10' });
  });

  it('needs a year of four digits', () => {
    for (const year of ['00', '200', '20000']) assert.deepEqual(problem('10', '7', year), ['date-year', 'year']);
  });

  it('names the part that makes it an impossible date', () => {
    assert.deepEqual(problem('29', '2', '2001'), ['not-real', 'day']);
    assert.deepEqual(problem('10', '13', '2000'), ['not-real', 'month']);
    for (const day of ['x', '-1', '0', '1e1', '1.5'])
      assert.deepEqual(problem(day, '7', '2000'), ['not-real', 'day'], day);
  });

  it('is accepted with the name of its month in English, and in other languages once they have loaded', () => {
    const born = { born: '2000-05-01' };
    assert.deepEqual([read('1', 'May', '2000').value, problem('1', 'czerwca', '2000')[0]], [born, 'date-words']);
    addOtherMonths();
    assert.deepEqual([read('1', 'May', '2000').value, read('1', 'maja', '2000').value], [born, born]);
  });

  it('asks for numbers if a part is in other words than a month', () => {
    for (const [day, month, year] of [
      ['tenth', '7', '2020'],
      ['10', 'seventh', '2020'],
      ['10', 'July', 'twenty twenty'],
      ['the tenth of July twenty twenty', '', ''],
      ['10', 'Smarch', '2020'],
      ['dziesiąty', '7', '2020'],
    ] as const)
      assert.deepEqual(problem(day, month, year), ['date-words', undefined], `${day} ${month} ${year}`);
    assert.deepEqual(problem('30', 'February', '2020'), ['not-real', 'day']);
    assert.deepEqual(problem('', 'July', '2020'), ['date-missing', 'day']);
  });

  it('is accepted with the name of its month in each language of the elements, alone and after a day', () => {
    const named = languages.flatMap((language) =>
      Array.from({ length: 12 }, (_, index) => {
        const date = Date.UTC(2000, index, 1);
        const options = { calendar: 'gregory', timeZone: 'UTC', month: 'long' } as const;
        const alone = new Intl.DateTimeFormat(language, options).format(date);
        const whole = new Intl.DateTimeFormat(language, { ...options, day: 'numeric' }).formatToParts(date);
        return [index + 1, language, alone, whole.find(({ type }) => type === 'month')!.value] as const;
      }),
    );
    assert.equal(named.length, 84);
    for (const [month, language, ...names] of named) {
      for (const name of names) {
        const wanted = { born: `2000-${pad(month)}-01` };
        assert.deepEqual(read('1', name, '2000').value, wanted, `${language}: ${name}`);
        assert.deepEqual(read(`1 ${name} 2000`, '', '').value, wanted, `${language}: 1 ${name} 2000`);
      }
    }
  });

  it('is accepted with common abbreviations of its month, in upper or lower case, and as in a sentence', () => {
    const typed = {
      Jan: 1,
      FEB: 2,
      'apr.': 4,
      may: 5,
      Ｍａｙ: 5,
      jul: 7,
      sep: 9,
      Sept: 9,
      Dec: 12,
      'janv.': 1,
      fevrier: 2,
      'févr.': 2,
      Mär: 3,
      avr: 4,
      mai: 5,
      czerwca: 6,
      'juil.': 7,
      août: 8,
      wrz: 9,
      paź: 10,
      lis: 11,
      dic: 12,
      Rhagfyr: 12,
    };
    for (const [name, month] of Object.entries(typed))
      assert.deepEqual(read('1', name, '2000').value, { born: `2000-${pad(month)}-01` }, name);
    for (const whole of ['27 de marzo de 1985', '27. März 1985', '27 mars 1985', '27 marca 1985', '٢٧ مارس ١٩٨٥'])
      assert.deepEqual(read(whole, '', '').value, { born: '1985-03-27' }, whole);
    assert.deepEqual(read('1er juin 1985', '', '').value, { born: '1985-06-01' });
    for (const name of ['ma', 'j', 'x']) assert.deepEqual(problem('1', name, '2000'), ['not-real', 'month'], name);
    for (const name of ['janx', 'mayor', 'jui', 'Brumaire']) assert.equal(problem('1', name, '2000')[0], 'date-words');
  });

  it('is accepted with ordinals and a dot at the end', () => {
    for (const day of ['1st', '1ST', '01.']) assert.deepEqual(read(day, '7', '2000').value, { born: '2000-07-01' });
    assert.deepEqual(read('22nd', '7.', '2000.').value, { born: '2000-07-22' });
  });

  const whole = [
    '27/3/1985',
    '27 March 1985',
    '27th March, 1985',
    '27-03-1985',
    '27.3.1985',
    '27. 3. 1985',
    '27 mar 1985',
    'March 27, 1985',
    '1985-03-27',
    '1985/3/27',
    '1985 March 27',
    ' 27\u00a03\u00a01985 ',
    '２７／３／１９８５',
    '27\u20133\u20131985',
    '\u202a27/3/1985\u202c',
    '27th of March 1985',
    'the 27th of March, 1985',
    'Wednesday 27 March 1985',
    'Wed, 27 Mar 1985',
    'Wednesday, March 27th, 1985',
    'wed. 27/3/1985',
    '27031985',
    'Born: 27 March 1985',
    '27th March 1985.',
    '27.03.1985;\n',
    '２７０３１９８５',
  ];
  for (const text of whole) {
    it(`is accepted as a whole date in any one input: ${JSON.stringify(text)}`, () => {
      const places: [string, string, string][] = [
        [text, '', ''],
        ['', text, ' '],
        ['', '', text],
      ];
      for (const parts of places) {
        assert.deepEqual(read(...parts).value, { born: '1985-03-27' });
      }
      const [day, month, year] = splitDate(text)!;
      assert.deepEqual(read(day!, month!, year!).value, { born: '1985-03-27' });
    });
  }

  it('is never read with a number for the month first', () => {
    for (const text of ['3/27/1985', '12-31-1999', '1985-27-03']) {
      assert.equal(splitDate(text), undefined, text);
      assert.deepEqual(problem(text, '', ''), ['not-real', undefined]);
    }
    assert.deepEqual(splitDate('3/4/1985'), ['3', '4', '1985']);
  });

  it('is accepted in eight digits only if they can be read in one way', () => {
    assert.equal(read('20122012', '', '').value?.born, '2012-12-20');
    // As 1012, or as a year first: nothing is guessed.
    for (const text of ['20101012', '19850327', '12121012', '3031985', '270319855']) {
      assert.equal(splitDate(text), undefined, text);
    }
    assert.deepEqual(problem('31021985', '', ''), ['not-real', 'day']);
  });

  it('may contain a weekday and words like “of”, but no other words', () => {
    assert.deepEqual(read('Thursday 1st', 'of August', '1985').value, { born: '1985-08-01' });
    for (const text of ['March 3 4 1985', 'about 27 March 1985', 'Wednesday', '-27 March 1985']) {
      assert.equal(splitDate(text), undefined, text);
    }
  });

  it('is rejected if one input contains a whole date and another is filled in', () => {
    assert.deepEqual(problem('27/3/1985', '4', '1985'), ['not-real', 'day']);
    assert.deepEqual(problem('27/3/1985', '4', ''), ['date-missing', 'year']);
  });

  it('has one problem, the one that helps most: missing, then impossible, then another', () => {
    assert.deepEqual(problem('31', '', '2999'), ['date-missing', 'month']);
    assert.deepEqual(problem('27.3.85', '', ''), ['date-year', 'year']);
    assert.deepEqual(problem('31', '2', '2999'), ['not-real', 'day']);
    assert.deepEqual(problem('31', '2', '1066'), ['not-real', 'day']);
    assert.deepEqual(problem('31', '12', '2999'), ['not-past', undefined]);
    assert.deepEqual(problem('1', '1', '0000'), ['date-early', 'year']);
  });

  it('accepts only leap days that exist', () => {
    for (const year of ['1904', '2000', '2024']) assert.deepEqual(read('29', '2', year).problems, []);
    for (const year of ['1900', '2001', '2023']) assert.deepEqual(problem('29', 'feb', year), ['not-real', 'day']);
  });

  it('is read without a throw, whatever its parts contain, and comes back as it was read', () => {
    const bits = fc.constantFrom(
      '1',
      '31',
      '2',
      'feb',
      '2000',
      '85',
      '/',
      '-',
      ' ',
      '.',
      'st',
      '\u200b',
      '\ud800',
      '٣',
    );
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.array(bits, { maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(part, part, part, (day, month, year) => {
        splitDate(day);
        for (const kind of [dateTime, dayFirst, yearFirst]) {
          const draft = { 'born.day': day, 'born.month': month, 'born.year': year };
          const { value, problems } = readDraft(formOf({ born: kind }), draft);
          assert.deepEqual(draft, { 'born.day': day, 'born.month': month, 'born.year': year });
          assert.equal(problems.length, value ? 0 : 1);
          if (!value) continue;
          assert.ok(dayOf(value.born!));
          assert.equal(valueOf(readBy(kind, kind.write(value.born))), value.born);
        }
      }),
      runs,
    );
    for (const odd of [null, 7, 'x', [], { day: { deep: '1' } }, { day: 1 }]) {
      assert.equal('value' in readBy(yearFirst, odd), false);
    }
  });

  it('is in the past, or is today if it is not a birthday', () => {
    const today = new Date();
    const parts = (date: Date) =>
      [String(date.getDate()), String(date.getMonth() + 1), String(date.getFullYear())] as const;
    const later = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 2);
    const [day, month, year] = parts(today);
    assert.ok('value' in readBy(dayFirst, { day, month, year }));
    // Nobody who applies was born today.
    assert.equal(problem(...parts(today))[0], 'not-past');
    assert.equal(problem(...parts(later))[0], 'not-past');
    assert.equal(problem('1', '1', '9999')[0], 'not-past');
  });

  it('is written back without its time of day', () => {
    const draft = writeDraft(formOf({ formed: dateTime }), { formed: '2020-07-10 15:00:00.000' });
    assert.deepEqual(draft, { 'formed.day': '10', 'formed.month': '7', 'formed.year': '2020' });
  });
});
