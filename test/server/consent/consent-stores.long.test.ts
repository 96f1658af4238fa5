// The texts of consents in each store. The rules of a store that are not about texts are in ../database/contract.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type Store } from '../../../src/server/index.js';
import { engines } from '../database/engines.js';
import { sampleConsent } from './consent-samples.js';

type Row = [name: string, open: () => Store | Promise<Store>, skip: string | false];
const stores: Row[] = [
  ['memoryStore', memoryStore, false],
  ...engines.map(({ name, skip, create }): Row => [name, async () => (await create()).open(), skip]),
];

for (const [name, open, skip] of stores) {
  describe(`consents in ${name}`, { skip }, () => {
    it('keeps the entries of subjects with similar names apart', async () => {
      const store = await open();
      const names = [
        'jane',
        'Jane',
        'jane ',
        'jane%',
        'jan_',
        "jane' OR 1=1 --",
        '$1',
        '',
        '__proto__',
        'jané',
        'jane\u0301',
        '\n',
        '"',
      ];
      for (const name of names) await store.append(sampleConsent(name, { about: name }));
      for (const name of names) {
        const found = await store.entries(name);
        assert.deepEqual([found.length, found[0]?.about], [1, name]);
      }
    });

    const texts = {
      'line separators': 'a\nb\r\nc\u2028d\u2029e\u0085f\vg',
      'invisible letters': '\u0000\u0007\u001b\u200b\u202e\ufeff',
      'letters of all kinds': 'ä ñ Ł 漢字 עברית 🏦👩‍👩‍👧 e\u0301',
      'half a letter': '\ud83d and \ude00',
      'a text like JSON': '{"a":"\\"}\n{"hash":"0"}',
      'ten kilobytes': 'Zustimmung — '.repeat(800),
      'a line longer than one read': 'é\u2028'.repeat(50_000),
    };
    for (const [what, text] of Object.entries(texts)) {
      it(`keeps ${what}`, async () => {
        const store = await open();
        const { notice } = sampleConsent('jane');
        const entry = sampleConsent(text, { about: text, notice: { ...notice!, text }, origin: text });
        await store.append(entry);
        await store.append(sampleConsent('after it'));
        assert.deepEqual(await store.entries(text), [entry]);
      });
    }
  });
}
