import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  dateShapes,
  dateTime,
  dayFirst as dayFirstKind,
  yearFirst as yearFirstKind,
  type CalendarDate,
} from '../../../src/schema/index.js';
import { readBy, valueOf } from '../samples.js';
import { anyDay } from './typed-anything.js';

const kinds = { dateTime, dayFirst: dayFirstKind, yearFirst: yearFirstKind };

const ZONES = ['UTC', 'Europe/London', 'Pacific/Apia', 'America/St_Johns'];
const runs = { numRuns: 1000, seed: 20200710 };

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

const anyDate = anyDay(1, 9999);
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
const anyPastDate = anyDay(1900, 2019);

const yearFirst = ({ year, month, day }: CalendarDate) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
const dayFirst = ({ year, month, day }: CalendarDate) => `${pad(day)}/${pad(month)}/${pad(year, 4)}`;
const midnight = (date: CalendarDate) => `${yearFirst(date)} 00:00:00.000`;

const zoneOfTheRun = process.env.TZ;
after(() => {
  if (zoneOfTheRun === undefined) delete process.env.TZ;
  else process.env.TZ = zoneOfTheRun;
});

describe('the date formats of the service', () => {
  for (const zone of ZONES) {
    it(`convert numbers to the formats of the service and back, in ${zone}`, () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(anyDateTime, (value) => {
          const time = `${pad(value.hour)}:${pad(value.minute)}:${pad(value.second)}.${pad(value.millisecond, 3)}`;
          assert.equal(dateShapes.dateTime.write(value), `${yearFirst(value)} ${time}`);
          assert.deepEqual(dateShapes.dateTime.read(dateShapes.dateTime.write(value)), value);
        }),
        runs,
      );
      fc.assert(
        fc.property(anyDate, (date) => {
          assert.equal(dateShapes.dayFirst.write(date), dayFirst(date));
          assert.deepEqual(dateShapes.dayFirst.read(dateShapes.dayFirst.write(date)), date);
          assert.equal(valueOf(kinds.yearFirst.accept(yearFirst(date))), yearFirst(date));
        }),
        runs,
      );
    });

    it(`convert typed dates to the formats of the service and back, in ${zone}`, () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(anyPastDate, (date) => {
          const typed = { day: String(date.day), month: String(date.month), year: pad(date.year, 4) };
          const shapes = [
            [kinds.dateTime, midnight(date)],
            [kinds.dayFirst, dayFirst(date)],
            [kinds.yearFirst, yearFirst(date)],
          ] as const;
          for (const [kind, wire] of shapes) {
            assert.equal(valueOf(readBy(kind, typed)), wire);
            assert.deepEqual(kind.write(wire), typed);
          }
        }),
        runs,
      );
    });
  }

  it('are tested in time zones that really differ', () => {
    const offsets = ZONES.map((zone) => {
      process.env.TZ = zone;
      return new Date(2020, 6, 10).getTimezoneOffset();
    });
    assert.equal(new Set(offsets).size, ZONES.length);
  });

  const impossible = ['2020-02-30', '2019-02-29', '1900-02-29', '2020-13-01', '2020-00-10', '2020-04-31', '2020-01-00'];
  for (const day of [...impossible, '0000-01-01']) {
    it(`reject ${day} in every format`, () => {
      const [year, month, date] = day.split('-');
      assert.equal('value' in kinds.yearFirst.accept(day), false);
      assert.equal('value' in kinds.dayFirst.accept(`${date}/${month}/${year}`), false);
      assert.equal('value' in kinds.dateTime.accept(`${day} 00:00:00.000`), false);
      const typed = { day: date!, month: month!, year: year! };
      for (const kind of Object.values(kinds)) assert.equal('value' in readBy(kind, typed), false);
    });
  }

  it('reject times that do not exist', () => {
    for (const time of ['24:00:00.000', '23:60:00.000', '23:59:60.000', '15:00:00', '15:00:00.0', '15:00:00.1000']) {
      assert.equal('value' in kinds.dateTime.accept(`2020-07-10 ${time}`), false, time);
    }
  });

  it('reject a string that nearly has the format', () => {
    const near: [keyof typeof kinds, string[]][] = [
      ['dateTime', ['2020-07-10T15:00:00.000', '2020-07-10 15:00:00.000Z', ' 2020-07-10 15:00:00.000', '2020-07-10']],
      ['dayFirst', ['1/2/2012', '2012/02/01', '01-02-2012', '01/02/12', '01/02/2012\n']],
      ['yearFirst', ['2000-7-10', '10/07/2000', '20000-07-10', '2000-07-10 00:00:00.000', '２０００-07-10']],
    ];
    for (const [shape, values] of near) {
      for (const value of values) assert.equal('value' in kinds[shape].accept(value), false, value);
    }
  });

  it('convert numbers that are not a date to strings that are not read as one', () => {
    for (const day of [30, 1.5, -1, 100]) {
      assert.equal(dateShapes.dayFirst.read(dateShapes.dayFirst.write({ year: 2020, month: 2, day })), undefined);
    }
  });
});
