import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  earliestBefore,
  summariseHistory,
  newestFirst,
  historyProblems,
  removeAddress,
  withoutBlanks,
  compareDays,
  covers,
  moveInDay,
  yearsBefore,
} from '../../../src/schema/addresses/address-cover.js';
import { daysInMonth, isRealDate, today, type CalendarDate } from '../../../src/schema/fields/dates.js';
import type { Draft } from '../../../src/schema/fields/form.js';
import { anyDay } from '../fields/typed-anything.js';

const runs = { numRuns: 1000, seed: 20200710 };
const YEARS = fc.integer({ min: 0, max: 100 });

const anyStart = anyDay(1900, 2020);
const anyStarts = fc.array(fc.option(anyStart, { nil: undefined, freq: 6 }), { minLength: 1, maxLength: 8 });

/** Addresses of which the street and the day stand in the inputs, or only the street. */
const draftOf = (starts: readonly (CalendarDate | undefined)[]): Draft =>
  Object.assign(
    { first_name: 'Jane' },
    ...starts.map((start, index) => ({
      [`addresses.${index}.line_1`]: `Street ${index}`,
      [`addresses.${index}.country_code`]: `code ${index}`,
      ...(start &&
        Object.fromEntries(
          Object.entries(start).map(([part, value]) => [`addresses.${index}.start_date.${part}`, String(value)]),
        )),
    })),
  ) as Draft;

const number = ({ year, month, day }: CalendarDate) => year * 10_000 + month * 100 + day;
const reasons = (draft: Draft, years: number) =>
  historyProblems(draft, years).map(({ index, reason }) => [index, reason]);
const day = (year: number, month = 3, of = 3): CalendarDate => ({ year, month, day: of });
const recently = yearsBefore(today(), 1);
const long = day(1999);

describe('the span of an address history', () => {
  it('orders days as the calendar does', () => {
    fc.assert(
      fc.property(anyStart, anyStart, (one, other) => {
        assert.equal(Math.sign(compareDays(one, other)), Math.sign(number(one) - number(other)));
      }),
      runs,
    );
  });

  it('goes back whole years to the same day, or to the last of its month', () => {
    fc.assert(
      fc.property(anyStart, YEARS, (from, years) => {
        const then = yearsBefore(from, years);
        assert.ok(isRealDate(then));
        assert.deepEqual([then.year, then.month], [from.year - years, from.month]);
        assert.equal(then.day, Math.min(from.day, daysInMonth(then.year, then.month)));
      }),
      runs,
    );
    assert.deepEqual(yearsBefore(day(2024, 2, 29), 3), day(2021, 2, 28));
  });

  it('goes back parts of a year by months', () => {
    assert.deepEqual(yearsBefore(day(2024, 1, 31), 0.5), day(2023, 7, 31));
    assert.deepEqual(yearsBefore(day(2024, 5, 31), 0.25), day(2024, 2, 29));
  });

  it('is covered by an address that begins on its first day, but not a day later', () => {
    assert.equal(covers(day(2021, 3, 3), 3, day(2024, 3, 3)), true);
    assert.equal(covers(day(2021, 3, 4), 3, day(2024, 3, 3)), false);
  });

  it('reads a day as the form does, and ignores a day that could not be sent', () => {
    const typed = (text: string): Draft => ({ 'addresses.0.start_date.day': text });
    assert.deepEqual(moveInDay(typed('3 March 2020'), 0), day(2020));
    for (const text of ['31/2/2020', '3/3/20', '3/3/2999', '3/3/1066', ''])
      assert.equal(moveInDay(typed(text), 0), undefined);
  });
});

describe('an address history', () => {
  it('is complete where each address begins before the one after it, and one begins before the span', () => {
    const ordered = fc
      .uniqueArray(anyStart, { minLength: 1, maxLength: 8, selector: number })
      .map((days) => days.toSorted((one, other) => compareDays(other, one)));
    fc.assert(
      fc.property(ordered, (starts) => {
        const years = today().year - starts.at(-1)!.year - 1;
        assert.deepEqual(historyProblems(draftOf(starts), years), []);
      }),
      runs,
    );
  });

  it('has a problem for each address that does not begin before the one after it', () => {
    fc.assert(
      fc.property(anyStarts, (starts) => {
        const known = starts.flatMap((start, index) => (start ? [[index, number(start)] as const] : []));
        const wrong = known.flatMap(([index, at], place) => {
          const newer = known[place - 1]?.[1] ?? Infinity;
          return at < newer ? [] : [[index, at === newer ? 'same-day' : 'overlap']];
        });
        assert.deepEqual(reasons(draftOf(starts), 0), wrong);
      }),
      runs,
    );
  });

  it('distinguishes the same day from a later one', () => {
    assert.deepEqual(reasons(draftOf([recently, recently, long]), 3), [[1, 'same-day']]);
    assert.deepEqual(reasons(draftOf([long, recently]), 3), [[1, 'overlap']]);
  });

  it('has a gap before its earliest day if that day is within the span', () => {
    fc.assert(
      fc.property(anyStarts, YEARS, (starts, years) => {
        const known = starts.filter((start) => !!start).toSorted(compareDays);
        const isShort = !!starts.at(-1) && !covers(known[0]!, years);
        const gap = historyProblems(draftOf(starts), years).filter(({ reason }) => reason === 'gap');
        assert.deepEqual(
          gap,
          isShort ? [{ index: starts.length, reason: 'gap', newer: starts.length - 1, day: known[0] }] : [],
        );
      }),
      runs,
    );
  });

  it('shows one more address if one is needed, unless the last one has no day yet', () => {
    const shown = (...starts: (CalendarDate | undefined)[]) => summariseHistory(draftOf(starts), 3).shown;
    assert.deepEqual([shown(long), shown(recently), shown(recently, undefined), shown(recently, long)], [1, 2, 2, 2]);
    assert.equal(summariseHistory(draftOf([recently]), 0).shown, 1);
    assert.equal(summariseHistory({}, 3).shown, 1);
  });

  it('can be extended once the last address has its day', () => {
    const mayAdd = (...starts: (CalendarDate | undefined)[]) => summariseHistory(draftOf(starts), 3).mayAdd;
    assert.deepEqual([mayAdd(long), mayAdd(recently), mayAdd(recently, undefined)], [true, false, false]);
  });

  it('asks for no more addresses than can be sent, however short they are', () => {
    const starts = Array.from({ length: 20 }, () => recently);
    assert.deepEqual(
      [
        summariseHistory(draftOf(starts), 3).shown,
        summariseHistory(draftOf(starts), 3).mayAdd,
        summariseHistory(draftOf(starts), 3).since,
      ],
      [20, false, undefined],
    );
  });

  it('shows a blank address that the applicant added, and does not read it', () => {
    const draft = { ...draftOf([long]), 'addresses.1.line_1': ' ', 'addresses.1.region': 'UK' };
    const history = summariseHistory(draft, 3);
    assert.deepEqual([history.filled, history.shown, history.mayAdd], [1, 2, false]);
    assert.deepEqual(withoutBlanks(draft, history), draftOf([long]));
    for (const answer of ['UK', ''])
      assert.equal(summariseHistory({ ...draft, 'addresses.1.country_code': answer }, 3).filled, 2);
  });

  it('returns the earliest day of the addresses after a given one', () => {
    assert.deepEqual(earliestBefore(draftOf([recently, long, recently]), 3), long);
    assert.equal(earliestBefore(draftOf([undefined]), 1), undefined);
  });

  it('loses one address and nothing else when one is removed', () => {
    const anyPlace = anyStarts.chain((starts) => fc.tuple(fc.constant(starts), fc.nat(starts.length - 1)));
    fc.assert(
      fc.property(anyPlace, ([starts, index]) => {
        const draft = draftOf(starts);
        const before = Object.entries(draft);
        removeAddress(draft, index);
        const name = (at: number, field: string) => `addresses.${at}.${field}`;
        const left = before.flatMap(([key, text]) => {
          const [, at, field] = /^addresses\.(\d+)\.(.*)/.exec(key) ?? [];
          if (!at) return [[key, text]];
          return Number(at) === index ? [] : [[name(Number(at) - Number(Number(at) > index), field!), text]];
        });
        assert.deepEqual(draft, Object.fromEntries(left));
      }),
      runs,
    );
  });

  it('never throws, whatever the names of the inputs are', () => {
    const name = fc.oneof(fc.constantFrom('addresses.x', 'addresses.0', 'addresses.01.a', '__proto__.x'), fc.string());
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), YEARS, (draft, years) => {
        historyProblems(draft, years);
        removeAddress(draft, 0);
      }),
      runs,
    );
  });
});

describe('the order of addresses', () => {
  const wire = (text: string, rest: object = {}) => ({
    line_1: text,
    ...rest,
    start_date: text,
  });

  it('is the current one first, then backwards in time, with the first one marked', () => {
    const given = [wire('01/02/2012'), wire('05/01/2015'), wire('03/03/1999', { current: 'true' }), wire('04/01/2015')];
    const sorted = newestFirst(given as never)!;
    assert.deepEqual(
      sorted.map(({ start_date, current }) => [start_date, current]),
      [
        ['03/03/1999', 'true'],
        ['05/01/2015', undefined],
        ['04/01/2015', undefined],
        ['01/02/2012', undefined],
      ],
    );
  });

  it('marks one address as current if none or two are marked', () => {
    const marks = (...rest: object[]) =>
      newestFirst(rest.map((one) => wire('01/02/2012', one)) as never)!.map((one) => one.current);
    assert.deepEqual(marks({}, {}), ['true', undefined]);
    assert.deepEqual(marks({ current: 'true' }, { current: 'true' }), ['true', undefined]);
    assert.equal(newestFirst(undefined), undefined);
  });
});
