// The rules of `Store`, which `storeTests` shows to those who write one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryStore, type Store } from '../../../src/server/index.js';
import { storeTests } from '../../../src/server/testing/index.js';
import { stores } from './engines.js';

for (const { name, skip, create } of stores)
  describe(`a store in ${name}`, { skip, concurrency: true }, () => {
    const database = skip ? undefined : create();
    for (const { name, run } of storeTests(async () => (await database)!.open())) it(name, run);
  });

type Break = (store: Store) => Partial<Store>;
const lower = (text: string | undefined) => text?.toLowerCase();
const END = 'ends a value after its seconds';

/** Stores that break one rule. */
const broken: Record<string, Record<string, Break>> = {
  'returns the value that was set last, until it is deleted': {
    'keeps the first value': ({ replace }) => ({
      set: async (key, value) => void (await replace(key, undefined, value)),
    }),
    'deletes nothing': ({ set }) => ({
      set: async (key, value) => (value === undefined ? undefined : set(key, value)),
    }),
    'does not distinguish small and capital letters in keys': ({ get, set }) => ({
      get: (key) => get(lower(key)!),
      set: (key, value) => set(lower(key)!, value),
    }),
    'has no leases': ({ get }) => ({ get: async (key) => (key.startsWith('lease/') ? undefined : get(key)) }),
    'cuts keys': ({ get, set }) => ({
      get: (key) => get(key.slice(0, 5)),
      set: (key, value) => set(key.slice(0, 5), value),
    }),
  },
  'keeps values of 176 KiB': {
    'cuts values': ({ set }) => ({ set: (key, value) => set(key, value?.slice(0, 65_536)) }),
    'compares the beginnings of values': ({ get, set }) => ({
      replace: async (key, before, value) =>
        (await get(key))?.slice(0, 65_536) === before?.slice(0, 65_536) && (await set(key, value), true),
    }),
  },
  [END]: {
    'ends no value': ({ set }) => ({ set: (key, value) => set(key, value) }),
    'ends no added value': ({ replace }) => ({ replace: (key, before, value) => replace(key, before, value) }),
    'prolongs no value': ({ replace }) => ({ replace: (key, before, value) => replace(key, before, value, 2) }),
    'ends each value': ({ set }) => ({ set: (key, value, seconds = 2) => set(key, value, seconds) }),
    'replaces a value that has ended': ({ get, set, replace }) => {
      const values = new Map<string, string | undefined>();
      return {
        set: async (key, value, seconds) => (values.set(key, value), set(key, value, seconds)),
        replace: async (key, before, value, seconds) =>
          before !== undefined && values.get(key) === before && (await get(key)) === undefined
            ? (await set(key, value, seconds), true)
            : replace(key, before, value, seconds),
      };
    },
  },
  'replaces only the value before': {
    'replaces each value': ({ set }) => ({ replace: async (key, _, value) => (await set(key, value), true) }),
    'does not distinguish small and capital letters in values': ({ get, set }) => ({
      replace: async (key, before, value) => lower(await get(key)) === lower(before) && (await set(key, value), true),
    }),
    'returns false if the value is the same afterwards': ({ replace }) => ({
      replace: async (key, before, value, seconds) => (await replace(key, before, value, seconds)) && before !== value,
    }),
  },
  'lets one of 20 replacements at the same time win': {
    'replaces in two steps': ({ get, set }) => ({
      replace: async (key, before, value) => (await get(key)) === before && (await set(key, value), true),
    }),
  },
  'counts each call, until the seconds of the first one are over': {
    'counts in two steps': ({ count }) => ({
      count: async (key, seconds) => (await pause(1), { ...(await count(key, seconds)), count: 1 }),
    }),
    'counts all keys together': ({ count }) => ({ count: (_, seconds) => count('lease/all', seconds) }),
    'prolongs a count': ({ count }) => ({
      count: async (key, seconds) => ({ ...(await count(key, seconds)), left: seconds }),
    }),
    'never ends a count': ({ count }) => ({ count: async (key) => ({ ...(await count(key, 60)), left: 1 }) }),
  },
  'returns all entries about a topic in their order': {
    'returns the newest first': ({ entries }) => ({ entries: async (about) => [...(await entries(about))].reverse() }),
    'returns entries about everything': ({ append }) => {
      const all: Parameters<Store['append']>[0][] = [];
      return { append: async (entry) => (all.push(structuredClone(entry)), append(entry)), entries: async () => all };
    },
    'loses a notice': ({ append }) => ({ append: (entry) => append({ ...entry, notice: undefined }) }),
    'loses entries at the same time': ({ append }) => {
      let isFree = true;
      return {
        async append(entry) {
          if (!isFree) return;
          isFree = false;
          await append(entry);
          await pause(1);
          isFree = true;
        },
      };
    },
  },
  'erases all entries about some topics, and no others': {
    'erases no entry': () => ({ erase: async (abouts) => (abouts.length === 2 ? 5 : 0) }),
    'does not count them': ({ erase }) => ({ erase: async (...given) => (await erase(...given)) && 1 }),
    'erases one topic': ({ erase }) => ({ erase: ([about], why) => erase(about ? [about] : [], why) }),
    'erases every entry': ({ erase, append }) => {
      const all = new Set<string>();
      return {
        append: async (entry) => (all.add(entry.about), append(entry)),
        erase: async ([about], why) => (about && (await erase([...all], why)) ? 5 : 0),
      };
    },
  },
  'never changes an entry': {
    'copies an entry later': ({ append }) => ({ append: async (entry) => (await pause(1), append(entry)) }),
    'returns its own entries': ({ append, entries }) => {
      const found = new Map<string, Awaited<ReturnType<typeof entries>>>();
      return {
        append: async (entry) => (await append(entry), void found.set(entry.about, await entries(entry.about))),
        entries: async (about) => found.get(about) ?? [],
      };
    },
  },
  'lists the values under keys with the same beginning': {
    'lists nothing': () => ({ async *list() {} }),
    'lists every value': ({ list }) => ({ list: () => list!('outbox/') }),
    'lists keys without their values': ({ list }) => ({
      async *list(start) {
        for await (const [key] of list!(start)) yield [key, ''] as const;
      },
    }),
  },
};

describe('the tests of a store', { concurrency: true }, () => {
  for (const [rule, changes] of Object.entries(broken))
    for (const [name, change] of Object.entries(changes))
      it(`fail for a store that ${name}`, async () => {
        const store = memoryStore();
        const wrong = { ...store, ...change(store) };
        const { run } = storeTests(() => wrong).find(({ name }) => name === rule)!;
        await assert.rejects(run, /returned .*Expected: .*\.$/s);
      });

  it('fail for a store whose data another process does not see', async () => {
    for (const { name, run } of storeTests(() => memoryStore()))
      if (name !== END) await assert.rejects(run, /returned .*Expected: .*\.$/s, name);
  });

  it('have a failing store in the table above for each rule', () => {
    const rules = storeTests(memoryStore).map(({ name }) => name);
    assert.deepEqual(Object.keys(broken).sort(), rules.sort());
  });
});
