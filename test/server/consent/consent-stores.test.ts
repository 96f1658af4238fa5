import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import { memoryConsents, type ConsentStore } from '../../../src/server/index.js';
import { engines } from '../database/engines.js';
import { sampleConsent } from './consent-samples.js';

/** Each row makes a new store, and a function that opens it again, as after a restart. */
interface Opened {
  store: ConsentStore;
  reopen: () => ConsentStore;
}
type Row = [string, () => Opened | Promise<Opened>, (string | false)?];
const stores: Row[] = [
  [
    'memoryConsents',
    () => {
      const store = memoryConsents();
      return { store, reopen: () => store };
    },
  ],
  ...engines.map(({ name, skip, create }): Row => [
    name,
    async () => {
      const { stores: open } = await create();
      return { store: open().consents, reopen: () => open().consents };
    },
    skip,
  ]),
];

for (const [name, setup, skip = false] of stores) {
  describe(name, { skip }, () => {
    it('knows nothing about somebody unknown', async () => {
      const { store } = await setup();
      assert.deepEqual(await store.about('subject:nobody'), []);
      await store.append(sampleConsent('jane'));
      assert.deepEqual(await store.about('subject:nobody'), []);
    });

    it('answers with what was appended, the oldest first, each to the letter', async () => {
      const { store } = await setup();
      const entries = [1, 2, 3].map((number) => sampleConsent('jane', { servedId: `serving ${number}` }));
      for (const entry of entries) await store.append(entry);
      assert.deepEqual(await store.about('subject:jane'), entries);
    });

    it('still has it when it is opened again, and goes on', async () => {
      const { store, reopen } = await setup();
      const entries = [sampleConsent('jane'), sampleConsent('jane'), sampleConsent('jane')];
      await store.append(entries[0]!);
      await store.append(entries[1]!);
      const again = reopen();
      assert.deepEqual(await again.about('subject:jane'), entries.slice(0, 2));
      await again.append(entries[2]!);
      assert.deepEqual(await again.about('subject:jane'), entries);
    });

    it('keeps apart whom entries are about, however alike they are named', async () => {
      const { store } = await setup();
      const names = [
        'jane',
        'Jane',
        'jane ',
        'jane%',
        'jan_',
        "jane' OR 1=1 --",
        '',
        '__proto__',
        'jané',
        'jane\u0301',
        '\n',
        '"',
      ];
      for (const name of names) await store.append(sampleConsent(name, { about: name }));
      for (const name of names) {
        const found = await store.about(name);
        assert.deepEqual([found.length, found[0]?.about], [1, name]);
      }
    });

    it('takes fifty at once, and loses none', async () => {
      const { store, reopen } = await setup();
      const entries = Array.from({ length: 50 }, (_, number) => sampleConsent('jane', { servedId: `${number}` }));
      await Promise.all(entries.map((entry) => store.append(entry)));
      assert.deepEqual(await reopen().about('subject:jane'), entries);
    });

    const texts = {
      'line separators': 'a\nb\r\nc\u2028d\u2029e\u0085f\vg',
      'what is invisible': '\u0000\u0007\u001b\u200b\u202e\ufeff',
      'letters of all kinds': 'ä ñ Ł 漢字 עברית 🏦👩‍👩‍👧 e\u0301',
      'half a letter': '\ud83d and \ude00',
      'what looks like JSON': '{"a":"\\"}\n{"hash":"0"}',
      'ten kilobytes': 'Zustimmung — '.repeat(800),
      'a line longer than what is read at once': 'é\u2028'.repeat(50_000),
    };
    for (const [what, text] of Object.entries(texts)) {
      it(`keeps ${what}`, async () => {
        const { store, reopen } = await setup();
        const { notice } = sampleConsent('jane');
        const entry = sampleConsent(text, { notice: { ...notice!, text }, origin: text });
        await store.append(entry);
        await store.append(sampleConsent('after it'));
        assert.deepEqual(await reopen().about(`subject:${text}`), [entry]);
      });
    }

    it('keeps what it was given, whatever is done with that later', async () => {
      const { store } = await setup();
      const entry = sampleConsent('jane');
      const before = structuredClone(entry);
      const appended = store.append(entry);
      entry.event = 'declined';
      entry.notice!.text = 'Something else.';
      await appended;
      assert.deepEqual(await store.about('subject:jane'), [before]);
      const [found] = await store.about('subject:jane');
      found!.notice!.text = 'Something else.';
      ((await store.about('subject:jane')) as ConsentEntry[]).pop();
      assert.deepEqual(await store.about('subject:jane'), [before]);
    });
  });
}
