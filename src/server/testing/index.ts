import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Store } from '../store/types.js';

/**
 * Tests of the rules of `Store`, for your own store and any test runner. `run` rejects with a message if the store breaks a rule. `open` is called
 * twice, and returns two stores with the same data, as two processes have them; for a store in memory it returns the same one both times. The tests
 * leave some values and entries behind, and close nothing. They cannot show that a change survives a crash: your database must promise that.
 *
 * ```ts
 * for (const { name, run } of storeTests(() => myStore(url))) test(name, run);
 * ```
 */
export function storeTests(open: () => Promise<Store> | Store): { name: string; run(): Promise<void> }[] {
  let opened: Promise<[Store, Store]> | undefined;
  return Object.entries(RULES).map(([name, rule]) => ({
    name,
    async run() {
      const [one, other] = await (opened ??= Promise.all([open(), open()]));
      // Keys have the maximum length.
      const newKey = (kind: string) => () => `${kind}/a${crypto.randomUUID()}`.padEnd(100, '_-');
      await Promise.all(['test', 'lease'].map((kind) => rule(one, other, newKey(kind))));
    },
  }));
}

/** `newKey` returns a key that no other test uses. */
type Rule = (one: Store, other: Store, newKey: () => string) => Promise<unknown>;

const RULES: Record<string, Rule> = {
  async 'returns the value that was set last, until it is deleted'(one, other, newKey) {
    const small = newKey();
    const capital = small.replace('/a', '/A');
    await follow(one, other, small, [get(undefined), set('first'), get('first'), set('last'), get('last')]);
    await follow(one, other, capital, [get(undefined), set('capital'), get('capital')]);
    await follow(other, one, small, [get('last'), set(undefined), set(undefined), get(undefined)]);
    await follow(one, other, capital, [get('capital')]);
  },

  'keeps values of 176 KiB': (one, other, newKey) =>
    follow(one, other, newKey(), [set(LONG), get(LONG), replace(`${LONG}.`, '', false), replace(LONG, LONG, true)]),

  'ends a value after its seconds': (one, other, newKey) =>
    Promise.all(
      [
        [set('value', 2), get('value'), PAUSE, get(undefined), replace('value', 'next', false), get(undefined)],
        [set('value', 2), PAUSE, replace(undefined, 'next', true), get('next')],
        [replace(undefined, 'value', true, 2), get('value'), PAUSE, get(undefined)],
        [set('value'), replace('value', 'value', true, 2), get('value'), PAUSE, get(undefined)],
        [set('value', 2), set('value', 60), PAUSE, get('value')],
        [set('value', 2), set('value'), PAUSE, get('value')],
        [set('value', 2), replace('value', 'value', true, 60), PAUSE, get('value')],
      ].map((steps) => follow(one, other, newKey(), steps)),
    ),

  'replaces only the value before'(one, other, newKey) {
    const steps = [
      [replace('first', 'second', false), get(undefined), replace(undefined, 'first', true), get('first')],
      [replace(undefined, 'second', false), replace('FIRST', 'second', false), get('first'), get('first')],
      [replace('first', 'second', true), get('second'), replace('second', 'second', true, 60), get('second')],
      [replace('first', undefined, false), get('second'), replace('second', undefined, true), get(undefined)],
    ];
    return follow(one, other, newKey(), steps.flat());
  },

  async 'lets one of 20 replacements at the same time win'(one, other, newKey) {
    const key = newKey();
    for (const before of [undefined, 'value']) {
      await one.set(key, before);
      const done = await Promise.all(MANY.map((at) => (at % 2 ? one : other).replace(key, before, `value${at}`)));
      equal(`20 times replace(key, ${textOf(before)}, …)`, done.filter(Boolean).length, 1);
      await follow(one, other, key, [get(`value${MANY[done.indexOf(true)]}`)]);
    }
  },

  async 'counts each call, until the seconds of the first one are over'(one, other, newKey) {
    const [key, another] = [newKey(), newKey()];
    const counts = await Promise.all(MANY.map((at) => (at % 2 ? one : other).count(key, 2)));
    counts.push(await one.count(key, 60));
    const numbers = counts.map(({ count }) => count).sort((first, second) => first - second);
    equal('21 times count(key, 2)', numbers, [...MANY, 21]);
    equal('"0 < left <= 2" after count(key, 2)', !counts.some(({ left }) => left <= 0 || left > 2.1), true);
    await follow(one, other, key, [PAUSE]);
    for (const fresh of [key, another]) equal('A new count()', (await other.count(fresh, 60)).count, 1);
  },

  async 'returns all entries about a topic in their order'(one, other) {
    const [jane, tom] = [sampleEntry(), { ...sampleEntry(), notice: undefined }];
    const all = MANY.map(() => ({ ...jane, entryId: crypto.randomUUID() }));
    for (const [at, entry] of all.entries()) {
      await (at % 2 ? one : other).append(entry);
      await one.append(tom);
    }
    equal('entries(about)', await other.entries(jane.about), all);
    await Promise.all(MANY.map((at) => (at % 2 ? one : other).append(tom)));
    equal('The number of entries(about)', (await other.entries(tom.about)).length, 40);
  },

  async 'erases all entries about some topics, and no others'(one, other) {
    const [jane, tom, joan] = MANY.map(sampleEntry) as [ConsentEntry, ConsentEntry, ConsentEntry];
    for (const entry of [jane, joan, tom, jane, tom, jane]) await one.append(entry);
    equal('The result of erase([])', await one.erase([], 'A test.'), 0);
    equal('The result of erase() of two topics', await other.erase([jane.about, tom.about], 'A test.'), 5);
    equal('The result of erase() of one topic again', await one.erase([jane.about], 'A test.'), 0);
    await one.append(jane);
    for (const [{ about }, expected] of [
      [jane, [jane]],
      [tom, []],
      [joan, [joan]],
    ] as const)
      for (const store of [one, other]) equal('entries(about), after erase(),', await store.entries(about), expected);
  },

  async 'never changes an entry'(one, other) {
    const entry = sampleEntry();
    const before = structuredClone(entry);
    const change = (changed: ConsentEntry) => Object.assign(changed, { event: 'declined' }).notice?.providers.pop();
    const adding = one.append(entry);
    change(entry);
    await adding;
    for (const store of [one, one, other]) {
      const found = await store.entries(entry.about);
      equal('entries(), after somebody changed the object,', found, [before]);
      found.forEach(change);
    }
  },

  async 'lists the values under keys with the same beginning'(one, other, newKey) {
    const start = `outbox/${crypto.randomUUID()}`;
    if (!one.list || newKey().startsWith('lease/')) return;
    const keys = ['a', 'B', '_'].map((name) => start + name);
    await one.set(`outbox/${crypto.randomUUID()}`, 'other');
    for (const [at, key] of keys.entries()) await (at ? one : other).set(key, key);
    await one.set(keys[1]!, undefined);
    for (const store of [one, other]) {
      const found = new Map<string, string>();
      for await (const [key, value] of store.list!(start)) found.set(key, value);
      equal('list(start)', Object.fromEntries(found), { [keys[0]!]: keys[0], [keys[2]!]: keys[2] });
    }
  },
};

/** A call of a method, and its result. */
type Step = [name: string, call: (store: Store, key: string) => Promise<unknown>, expected?: unknown];

const get = (expected?: string): Step => ['get(key)', (store, key) => store.get(key), expected];
const set = (value?: string, seconds?: number): Step => ['set()', (store, key) => store.set(key, value, seconds)];
const replace = (before: string | undefined, value: string | undefined, expected: boolean, seconds?: number): Step => {
  const name = `replace(key, ${textOf(before)}, ${textOf(value)})`;
  return [name, (store, key) => store.replace(key, before, value, seconds), expected];
};
/** Longer than two seconds, also if the store rounds them up. */
const PAUSE: Step = ['', () => new Promise<void>((resolve) => setTimeout(resolve, 3200))];
const MANY = Array.from({ length: 20 }, (_, at) => at + 1);
/** A value of the maximum length. */
const LONG = 'Aa0_-.~.'.repeat((176 * 1024) / 8);

/** Makes calls with one key, in turn on each store. */
async function follow(one: Store, other: Store, key: string, steps: readonly Step[]): Promise<void> {
  for (const [at, [name, call, expected]] of steps.entries())
    equal(name, await call(at % 2 ? other : one, key), expected);
}

function sampleEntry(): ConsentEntry {
  const notice = { id: 'default', version: '1', locale: 'en', providers: [{ name: 'Ämter & “Söhne” 🏦' }], links: [] };
  const about = `applicant:["jane","Müller’s 🥖",1]${crypto.randomUUID()}`;
  const [entryId, at, text] = [crypto.randomUUID(), '2026-11-21T14:05:09.123Z', 'We share your data.\n“They know it.”'];
  return { about, entryId, at, event: 'given', number: 1, notice: { ...notice, text, sha256: 'a'.repeat(64) } };
}

/** The JSON of a value. A database may change the order of the fields. */
function textOf(value: unknown): string {
  const sorted = (_: string, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  return JSON.stringify(value, sorted) ?? 'undefined';
}

function equal(name: string, found: unknown, expected: unknown): void {
  const [one, other] = [textOf(found), textOf(expected)];
  const [label, result, wanted] = [name, one, other].map((text) => text.slice(0, 500));
  if (one !== other) throw new Error(`${label} returned ${result}. Expected: ${wanted}.`);
}
