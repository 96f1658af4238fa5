import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  dateTime,
  dayFirstDate,
  daysInMonth,
  readDraft,
  typedDates,
  wireDates,
  writeDraft,
  type CalendarDate,
  type Draft,
} from '../../src/schema/index.js';

const ZONES = ['UTC', 'Europe/London', 'Pacific/Apia', 'America/St_Johns'];
const runs = { numRuns: 1000, seed: 20200710 };

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

const anyDate = fc
  .record({ year: fc.integer({ min: 1, max: 9999 }), month: fc.integer({ min: 1, max: 12 }) })
  .chain(({ year, month }) =>
    fc.integer({ min: 1, max: daysInMonth(year, month) }).map((day): CalendarDate => ({ year, month, day })),
  );
const anyDateTime = fc
  .tuple(
    anyDate,
    fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      second: fc.integer({ min: 0, max: 59 }),
      millisecond: fc.integer({ min: 0, max: 999 }),
    }),
  )
  .map(([date, time]) => ({ ...date, ...time }));
const anyPastDate = anyDate.filter(({ year }) => year < 2020);

const yearFirst = ({ year, month, day }: CalendarDate) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
const dayFirst = ({ year, month, day }: CalendarDate) => `${pad(day)}/${pad(month)}/${pad(year, 4)}`;
const midnight = (date: CalendarDate) => `${yearFirst(date)} 00:00:00.000`;

const zoneOfTheRun = process.env.TZ;
after(() => {
  if (zoneOfTheRun === undefined) delete process.env.TZ;
  else process.env.TZ = zoneOfTheRun;
});

describe('the date codecs', () => {
  for (const zone of ZONES) {
    it(`turn numbers into the wire’s shapes and back, in ${zone}`, () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(anyDateTime, (value) => {
          const time = `${pad(value.hour)}:${pad(value.minute)}:${pad(value.second)}.${pad(value.millisecond, 3)}`;
          assert.equal(z.encode(dateTime, value), `${yearFirst(value)} ${time}`);
          assert.deepEqual(z.decode(dateTime, z.encode(dateTime, value)), value);
        }),
        runs,
      );
      fc.assert(
        fc.property(anyDate, (date) => {
          assert.equal(z.encode(dayFirstDate, date), dayFirst(date));
          assert.deepEqual(z.decode(dayFirstDate, z.encode(dayFirstDate, date)), date);
          assert.equal(z.parse(wireDates.yearFirst, yearFirst(date)), yearFirst(date));
        }),
        runs,
      );
    });

    it(`turn the wire’s strings into numbers and back, in ${zone}`, () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(anyDateTime, (value) => {
          const wire = `${yearFirst(value)} ${pad(value.hour)}:${pad(value.minute)}:59.007`;
          assert.equal(z.encode(dateTime, z.decode(dateTime, wire)), wire);
        }),
        runs,
      );
      fc.assert(
        fc.property(anyDate, (date) => {
          assert.equal(z.encode(dayFirstDate, z.decode(dayFirstDate, dayFirst(date))), dayFirst(date));
        }),
        runs,
      );
    });

    it(`turn what is typed into the wire’s shapes and back, in ${zone}`, () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(anyPastDate, (date) => {
          const typed = { day: String(date.day), month: String(date.month), year: pad(date.year, 4) };
          const shapes = [
            [typedDates.dateTime, midnight(date)],
            [typedDates.dayFirst, dayFirst(date)],
            [typedDates.yearFirst, yearFirst(date)],
          ] as const;
          for (const [codec, wire] of shapes) {
            assert.equal(z.decode(codec, typed), wire);
            assert.deepEqual(z.encode(codec, wire), typed);
          }
        }),
        runs,
      );
    });
  }

  it('run in zones that really differ', () => {
    const offsets = ZONES.map((zone) => {
      process.env.TZ = zone;
      return new Date(2020, 6, 10).getTimezoneOffset();
    });
    assert.equal(new Set(offsets).size, ZONES.length);
  });

  it('take the specification’s samples', () => {
    assert.ok(z.safeParse(wireDates.dateTime, '2020-07-10 15:00:00.000').success);
    assert.ok(z.safeParse(wireDates.dayFirst, '01/02/2012').success);
    assert.ok(z.safeParse(wireDates.yearFirst, '2000-07-10').success);
  });

  it('read the day before the month', () => {
    assert.deepEqual(z.decode(dayFirstDate, '01/02/2012'), { year: 2012, month: 2, day: 1 });
  });

  const impossible = ['2020-02-30', '2019-02-29', '1900-02-29', '2020-13-01', '2020-00-10', '2020-04-31', '2020-01-00'];
  for (const day of [...impossible, '0000-01-01']) {
    it(`refuse ${day} in every shape`, () => {
      const [year, month, date] = day.split('-');
      assert.equal(z.safeParse(wireDates.yearFirst, day).success, false);
      assert.equal(z.safeParse(wireDates.dayFirst, `${date}/${month}/${year}`).success, false);
      assert.equal(z.safeParse(wireDates.dateTime, `${day} 00:00:00.000`).success, false);
      const typed = { day: date!, month: month!, year: year! };
      for (const codec of Object.values(typedDates)) assert.equal(z.safeDecode(codec, typed).success, false);
    });
  }

  it('take the leap days that exist', () => {
    for (const day of ['2020-02-29', '2000-02-29']) assert.ok(z.safeParse(wireDates.yearFirst, day).success);
  });

  it('refuse times that do not exist', () => {
    for (const time of ['24:00:00.000', '23:60:00.000', '23:59:60.000', '15:00:00', '15:00:00.0', '15:00:00.0000']) {
      assert.equal(z.safeParse(wireDates.dateTime, `2020-07-10 ${time}`).success, false, time);
    }
  });

  it('refuse a shape that is nearly the right one', () => {
    const near: [keyof typeof wireDates, string[]][] = [
      ['dateTime', ['2020-07-10T15:00:00.000', '2020-07-10 15:00:00.000Z', ' 2020-07-10 15:00:00.000', '2020-07-10']],
      ['dayFirst', ['1/2/2012', '2012/02/01', '01-02-2012', '01/02/12', '01/02/2012\n']],
      ['yearFirst', ['2000-7-10', '10/07/2000', '20000-07-10', '2000-07-10 00:00:00.000', '２０００-07-10']],
    ];
    for (const [shape, values] of near) {
      for (const value of values) assert.equal(z.safeParse(wireDates[shape], value).success, false, value);
    }
  });

  it('refuse numbers that name no day', () => {
    assert.equal(z.safeEncode(dayFirstDate, { year: 2020, month: 2, day: 30 }).success, false);
    assert.equal(z.safeEncode(dayFirstDate, { year: 2020, month: 2, day: 1.5 }).success, false);
  });
});

describe('a date as an applicant types it', () => {
  const form = z.object({ born: typedDates.yearFirst });
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

  it('is taken with or without zeros, with spaces, and in full-width digits', () => {
    for (const typed of [
      ['10', '7', '2000'],
      ['10', '07', '2000'],
      [' 1 0', '7 ', '2000'],
      ['１０', '７', '２０００'],
    ]) {
      assert.deepEqual(read(typed[0]!, typed[1]!, typed[2]!).value, { born: '2000-07-10' });
    }
  });

  it('is empty when no part is there', () => {
    assert.equal(problem('', '', '')[0], 'empty');
    assert.equal(problem(' ', '\t', '\u00a0')[0], 'empty');
    assert.equal(readDraft(form, {}).problems[0]?.reason, 'empty');
  });

  it('names the parts that are missing', () => {
    assert.deepEqual(problem('10', '', '2000'), ['date-missing', 'month']);
    assert.deepEqual(problem('', '', '2000'), ['date-missing', 'day month']);
    assert.deepEqual(problem('10', '7', ' '), ['date-missing', 'year']);
  });

  it('asks for a year of four digits', () => {
    for (const year of ['00', '200', '20000']) assert.deepEqual(problem('10', '7', year), ['date-year', 'year']);
  });

  it('says which part makes it no real date', () => {
    assert.deepEqual(problem('30', '2', '2000'), ['not-real', 'day']);
    assert.deepEqual(problem('29', '2', '2001'), ['not-real', 'day']);
    assert.deepEqual(problem('10', '13', '2000'), ['not-real', 'month']);
    assert.deepEqual(problem('x', '7', '2000'), ['not-real', 'day']);
    assert.deepEqual(problem('-1', '7', '2000'), ['not-real', 'day']);
    assert.deepEqual(problem('1e1', '7', '2000'), ['not-real', 'day']);
  });

  it('lies in the past, or is today', () => {
    const today = new Date();
    const parts = (date: Date) =>
      [String(date.getDate()), String(date.getMonth() + 1), String(date.getFullYear())] as const;
    const later = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 2);
    assert.deepEqual(read(...parts(today)).problems, []);
    assert.equal(problem(...parts(later))[0], 'not-past');
    assert.equal(problem('1', '1', '9999')[0], 'not-past');
  });

  it('is written back without its time of day', () => {
    const draft = writeDraft(typedDates.dateTime, '2020-07-10 15:00:00.000');
    assert.deepEqual(draft, { day: '10', month: '7', year: '2020' });
  });
});
