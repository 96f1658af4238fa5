import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonical } from '../../../src/server/consent/chain.js';

describe('canonical JSON', () => {
  const cases: [string, unknown, string][] = [
    ['members by their names', { b: 1, a: 2, A: 3 }, '{"A":3,"a":2,"b":1}'],
    [
      'members of members',
      { b: [{ d: 1, c: 2 }], a: { f: null, e: true } },
      '{"a":{"e":true,"f":null},"b":[{"c":2,"d":1}]}',
    ],
    ['names that are numbers', { 10: 'a', 9: 'b', 1: 'c' }, '{"1":"c","10":"a","9":"b"}'],
    // The example of RFC 8785, section 3.2.3: by UTF-16 code units, so the emoji comes before the Hebrew letter.
    [
      'names beyond ASCII',
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    ],
    ['texts as they are', 'é\u2028"\\\n\u0007', '"é\u2028\\"\\\\\\n\\u0007"'],
    ['numbers as JavaScript does', [1e21, 0.000001, -0, 1.5], '[1e+21,0.000001,0,1.5]'],
    ['nothing of what is undefined', { a: undefined, b: [undefined] }, '{"b":[null]}'],
    [
      'what has a toJSON as what that says',
      { at: new Date(0), none: new Date(Number.NaN), named: [{ toJSON: (key: string) => ({ key, b: new Date(1) }) }] },
      '{"at":"1970-01-01T00:00:00.000Z","named":[{"b":"1970-01-01T00:00:00.001Z","key":"0"}],"none":null}',
    ],
    [
      'nothing of what JSON has no word for',
      { a: () => 1, b: [Symbol('b'), () => 1], c: { toJSON: () => undefined }, d: Array(1), e: Number.NaN },
      '{"b":[null,null],"d":[null],"e":null}',
    ],
    ['boxed values as the values', [Object('a'), Object(1), Object(false)], '["a",1,false]'],
    ['a name that objects have', JSON.parse('{"__proto__":1,"a":2}'), '{"__proto__":1,"a":2}'],
  ];
  for (const [name, value, text] of cases) {
    it(`writes ${name}`, () => assert.equal(canonical(value), text));
  }

  it('reads as what was written, and is the same for any order', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, one]) => [key, shuffled(one)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value)));
        assert.equal(canonical(shuffled(value)), canonical(value));
      }),
    );
  });
});
