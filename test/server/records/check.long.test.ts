// What somebody who can write to the database can do to the records, and what the check says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hashOfEntry } from '../../../src/server/records/change.js';
import { createProof, proofKeys } from '../../../src/server/records/proof.js';
import type { Database, NoticeRow, Store } from '../../../src/server/records/records.js';
import { newFolder } from '../folder.js';
import { engines, type TestDatabase } from './engines.js';
import { adding, CONSENTS_KEY as KEY, entry, notice, STORE_KEY } from '../../../src/server/testing/samples.js';

const LATER = KEY.toUpperCase();
const FIRST = '0'.repeat(64);
const [GENERAL, ONLY] = [notice('Everywhere.'), notice('Only here.', { version: '2' })];
const about = (subject: string) => `applicant:["${subject}","bakery",1]`;
const [JANE, TOM, JOAN] = [about('jane'), about('tom'), about('joan')];
const owner = (subject: string) => ({ subject, business: 'bakery' });

type Query = TestDatabase['query'];
/** Updates entries of Jane. */
const update = (set: string, where = 'place = 2') => [
  `UPDATE consents SET ${set} WHERE subject = 'jane' AND ${where} RETURNING id`,
];
const remove = (place: number) => [`DELETE FROM consents WHERE subject = 'jane' AND place = ${place} RETURNING id`];
const move = (from: number, to: number) => update(`place = ${to}`, `place = ${from}`);
const TAKEN = `entry = replace(entry, 'method', 'means')`;

const folder = newFolder();
const { filesOfGuide } = (await import(new URL('../../support/guide-code.mjs', import.meta.url).href)) as {
  filesOfGuide(guide: string): Map<string, string>;
};
fs.writeFileSync(`${folder}/verify.py`, filesOfGuide('proof-of-consent.md').get('verify.py')!);
const python = spawnSync('python3', ['--version']).error ? 'Python is not installed' : false;

/** The lines of the guide's program in Python about the rows of a database. */
async function verified({ consents }: Database, digest: string, keys: Key): Promise<string[]> {
  const lines = (await listOf(consents.rows())).map((row) => JSON.stringify(row));
  fs.writeFileSync(`${folder}/chains.jsonl`, lines.join('\n'));
  const [current = '', ...previous] = [keys ?? []].flat();
  const env = {
    PATH: process.env['PATH'],
    LENDING_CONSENTS_KEY: current,
    LENDING_CONSENTS_KEY_PREVIOUS: previous.join(),
  };
  const { stdout, stderr } = spawnSync('python3', [`${folder}/verify.py`, `${folder}/chains.jsonl`, digest], {
    env,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.trimEnd().split('\n');
}

async function listOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

const proof = createProof(proofKeys(''));
const key = { namespace: 'default', ...owner('jane') };
const rowsOfJane = (query: Query) => query(`SELECT * FROM consents WHERE subject = 'jane' ORDER BY place`);

/** Changes an entry of Jane, and replaces all hashes by some that fit, made without the key. */
async function rewrite(query: Query): Promise<void> {
  for (const one of update(TAKEN)) await query(one);
  let previous = FIRST;
  for (const [at, row] of (await rowsOfJane(query)).entries()) {
    const numbers = { ...row, application: 1, at: Number(row['at']) };
    previous = hashOfEntry(key, numbers, at + 1, previous, proof);
    for (const one of update(`hash = '${previous}', mark = ''`, `place = ${at + 1}`)) await query(one);
  }
}

/** Adds an entry with a hash that fits, made without the key. */
async function add(query: Query): Promise<void> {
  const at = Date.now() + 60_000;
  const row = { id: 'forged', application: 1, event: 'declined', at, notice: null, entry: '{}' };
  const hash = hashOfEntry(key, row, 4, (await rowsOfJane(query))[2]!['hash'], proof);
  await query(`INSERT INTO consents (namespace, subject, business, id, application, event, at, entry, place, hash, mark)
    VALUES ('default', 'jane', 'bakery', 'forged', 1, 'declined', ${at}, '{}', 4, '${hash}', '')`);
}

const addTo = (store: Store, subject: string, event: Parameters<typeof entry>[0], shown?: NoticeRow) =>
  store.change(
    owner(subject),
    adding((now) => ({
      consents: [entry(event, now, { notice: shown?.sha256 ?? null, entry: '{"method":"checkbox"}' })],
    })),
  );
const erase = (store: Store, subject: string, count: number) =>
  store.eraseEntries([{ ...owner(subject), number: 1 }], 'A test.', count);

/** The rows of the table in the guide: what the check says, by itself and with the digest of before. */
const guide = new Map(
  [
    ...fs
      .readFileSync(new URL('../../../docs/proof-of-consent.md', import.meta.url), 'utf8')
      .matchAll(/^\| (\w[^|]*?) +\| ([^|]*?) +\| ([^|]*?) +\|$/gm),
  ]
    .slice(1)
    .map(([, what, ...says]) => [what!, says]),
);

type Manipulation = readonly string[] | ((query: Query, store: Store) => Promise<unknown>);
type Key = string | string[] | undefined;
/** A manipulation, the first faults that the check finds in each chain, and the keys before and after. */
const manipulations: [string, Manipulation, string[], Key?, Key?][] = [
  ['an entry was changed', update(TAKEN), [`${JANE}: 2 was changed`]],
  ['two entries are no JSON now', update(`entry = 'x'`, 'place <> 2'), [`${JANE}: 1 was changed`]],
  ['an entry lost its notice', update('notice = NULL'), [`${JANE}: 2 was changed`]],
  [
    'the text of a notice was changed',
    [`UPDATE notices SET notice = replace(notice, 'Only', 'All') WHERE notice LIKE '%Only%' RETURNING sha256`],
    [`${JANE}: 2 was changed`, 'notice:["default","2","en"]: 1 was changed'],
  ],
  [
    'a notice was deleted',
    [`DELETE FROM notices WHERE notice LIKE '%Only%' RETURNING sha256`],
    [`${JANE}: 2 was changed`],
  ],
  ['the first entry was deleted', remove(1), [`${JANE}: 1 is missing`]],
  ['an entry in the middle was deleted', remove(2), [`${JANE}: 2 is missing`]],
  ['the last entry was deleted', remove(3), []],
  ['all entries of an application were deleted', [`DELETE FROM consents WHERE subject = 'jane' RETURNING id`], []],
  [
    'an older backup was restored',
    [`DELETE FROM consents WHERE (subject = 'jane' AND place = 3) OR (subject = 'tom' AND place = 2) RETURNING id`],
    [],
  ],
  [
    'an entry newer than the digest was deleted',
    async (query, store) => {
      await addTo(store, 'jane', 'given');
      for (const one of remove(4)) assert.equal((await query(one)).length, 1);
    },
    [],
  ],
  [
    'consents were erased by a command',
    async (_query, store) => {
      // They are newer than the digest.
      await addTo(store, 'joan', 'given');
      assert.equal(await erase(store, 'joan', 1), 1);
    },
    [],
  ],
  ['the row about erased consents was deleted', ['DELETE FROM erasures RETURNING id'], []],
  ['the applications were changed or deleted', ['DELETE FROM applications RETURNING id'], []],
  ['two entries were swapped', [...move(1, 9), ...move(2, 1), ...move(9, 2)], [`${JANE}: 1 was changed`]],
  ['an entry was moved to another subject', update(`subject = 'tom'`, 'place = 3'), [`${TOM}: 3 was changed`]],
  ['all were moved to another subject', update(`subject = 'joan'`, 'place > 0'), [`${JOAN}: 1 was changed`], KEY, KEY],
  ['an entry was added without the key', add, [`${JANE}: 4 has no valid mark`], KEY, KEY],
  ['a mark was made up', update(`mark = substr(mark, 1, 9) || '${FIRST}'`), [`${JANE}: 2 was changed`], KEY, KEY],
  ['the chain was written again without the key', rewrite, [`${JANE}: 1 has no valid mark`], KEY, KEY],
  ['the chain was written again, with no key set', rewrite, []],
  ['the entries are older than the key', [], [`${JANE}: 1 has no valid mark`], undefined, KEY],
  ['the marks are looked at without the key', [], [], KEY, undefined],
];

/** Five entries about two subjects, after one that was erased, and two notices. */
async function begin({ open }: TestDatabase, consentsKey: Key): Promise<[Database, Store]> {
  const database = open({ consentsKey });
  const store = database.open(STORE_KEY);
  for (const one of [GENERAL, ONLY]) await store.record(one);
  for (const [subject, event, shown] of [
    ['jane', 'given', GENERAL],
    ['tom', 'given', GENERAL],
    ['jane', 'given', ONLY],
    ['tom', 'withdrawn'],
    ['jane', 'withdrawn'],
    ['joan', 'given', GENERAL],
  ] as const)
    await addTo(store, subject, event, shown);
  assert.equal(await erase(store, 'joan', 1), 1);
  return [database, store];
}

for (const { name, skip, create } of engines) {
  describe(`the check of consents in ${name}`, { skip }, () => {
    for (const [what, manipulate, faults, before, consentsKey] of manipulations) {
      it(`reports ${faults[0] ?? 'nothing'} when ${what}`, async () => {
        const database = await create();
        const [{ consents }, old] = await begin(database, before);
        const earlier = await consents.check();
        assert.deepEqual([earlier.entries, earlier.chains, earlier.broken], [5, 4, []]);
        if (typeof manipulate === 'function') await manipulate(database.query, old);
        else for (const one of manipulate) assert.ok((await database.query(one)).length > 0);

        const now = database.open({ consentsKey });
        const { broken, isExpected } = await now.consents.check(earlier.digest);
        const found = broken.map(({ about, place, why }) => `${about}: ${place} ${why}`);
        // Another key is one for all chains.
        const isOther = before !== consentsKey && faults.length > 0;
        const all = [TOM, 'notice:["default","1","en"]', 'notice:["default","2","en"]'];
        const others = isOther ? all.map((about) => `${about}: 1 has no valid mark`) : [];
        assert.deepEqual(found.sort(), [...others, ...faults].sort());
        if (!python) {
          const lines = broken.map(({ about, place, why }) => `${about}: entry ${place} ${why}.`);
          if (!isExpected) lines.push('The entries of the expected digest are not all there.');
          const wanted = lines.length > 0 ? lines.sort() : ['Nothing was changed.'];
          assert.deepEqual((await verified(now, earlier.digest, consentsKey)).sort(), wanted);
        }
        const row = [faults[0]?.replace(/^.*: \d+ /, '') ?? 'nothing', isExpected ? 'nothing' : 'not all are there'];
        assert.deepEqual(row, guide.get(what) ?? [row[0], faults.length > 0 ? row[1] : 'nothing']);

        const store = now.open(STORE_KEY);
        const [bad] = faults.map((fault) => /\["(\w+)/.exec(fault)![1]!);
        const isNotice = what.includes('notice was');
        if (bad && !isNotice)
          await assert.rejects(store.read(owner(bad), { all: ['consents'] }), { code: 'handler-consent-not-stored' });
        if (isOther || bad === 'tom') return;
        const { counts } = await store.read(owner('tom'));
        if (counts.entries === 0) return;
        await addTo(store, 'tom', 'changed');
        assert.equal((await store.read(owner('tom'))).counts.entries, counts.entries + 1);
      });
    }

    it('passes on both machines during a change of the key, if each has the new key before one uses it', async () => {
      const database = await create();
      const open = (consentsKey: string[]) => database.open({ consentsKey });
      await begin(database, KEY);
      const machines = [open([KEY]), open([KEY])];
      const known = [KEY, LATER];
      const used = known.toReversed();
      for (const [at, keys] of [known, known, used, used].entries()) {
        machines[at % 2] = open(keys);
        for (const machine of machines) {
          const store = machine.open(STORE_KEY);
          await addTo(store, 'jane', 'changed');
          const { broken, entries } = await machine.consents.check();
          assert.deepEqual([broken, (await store.read(owner('jane'))).counts.entries], [[], entries - 2]);
        }
      }
      const only = open([KEY]).open(STORE_KEY);
      await assert.rejects(only.read(owner('jane')), { code: 'handler-consent-not-stored' });
      assert.equal((await only.read(owner('tom'))).counts.entries, 2);
      // Without the former key, only what the new one has marked is right.
      await addTo(machines[0]!.open(STORE_KEY), 'joan', 'changed');
      const { broken } = await open([LATER]).consents.check();
      assert.deepEqual(
        broken.map(({ about }) => about),
        [JANE, TOM, 'notice:["default","1","en"]', 'notice:["default","2","en"]'],
      );
    });

    it('is described in the guide for 16 manipulations, each with a test above', () => {
      const names = manipulations.map(([what]) => what);
      assert.deepEqual(
        [...guide.keys()].filter((what) => !names.includes(what)),
        [],
      );
      assert.equal(guide.size, 16);
    });

    it('requires every entry of an earlier check, and accepts newer entries', async () => {
      const database = await create();
      const [{ consents }, store] = await begin(database, KEY);
      const { digest, last } = await consents.check();
      assert.match(digest, /^\d{13}\.[0-9a-f]{64}$/);
      assert.ok(Math.abs(Date.parse(last!) - Date.now()) < 60_000);
      const expects = async (expected?: string) => (await consents.check(expected)).isExpected;
      const wrong = `${digest.split('.')[0]}.${FIRST}`;
      assert.deepEqual([await expects(), await expects(digest), await expects(wrong)], [true, true, false]);
      for (const subject of ['jane', 'joan']) await addTo(store, subject, 'given');
      assert.equal(await expects(digest), true);
      const grown = (await consents.check()).digest;
      for (const one of remove(4)) await database.query(one);
      assert.deepEqual([await expects(digest), await expects(grown)], [true, false]);
      for (const one of remove(3)) await database.query(one);
      assert.equal(await expects(digest), false);
      // Nor is it there if another one takes its place, which a process adds that has not seen it.
      await addTo(database.open({ consentsKey: KEY }).open(STORE_KEY), 'jane', 'withdrawn');
      assert.deepEqual([await expects(digest), (await consents.check()).broken], [false, []]);
      const empty = (await create()).open().consents;
      const { digest: first, ...rest } = await empty.check();
      assert.match(first, /^\d{13}\.0{64}$/);
      const none = { entries: 0, chains: 0, broken: [], erased: [], last: undefined, isExpected: true };
      assert.deepEqual(rest, none);
      assert.equal((await empty.check(digest)).isExpected, false);
    });

    it('accepts the digest of an earlier check that ran while entries were added, and lets other work go on', async () => {
      const [{ consents }, store] = await begin(await create(), KEY);
      const addAll = () =>
        Promise.all(Array.from({ length: 1100 }, (_, at) => addTo(store, `subject ${at % 550}`, 'changed')));
      await addAll();
      let turns = 0;
      const counting = setInterval(() => turns++);
      const [{ digest }] = await Promise.all([consents.check(), addAll()]);
      clearInterval(counting);
      assert.ok(turns > 1);
      const { entries, broken, isExpected } = await consents.check(digest);
      assert.deepEqual([entries, broken, isExpected], [2205, [], true]);
    });

    it('needs a key of 32 characters or more, which is not in the database', async () => {
      const database = await create();
      assert.throws(() => database.open({ consentsKey: 'short' }), { code: 'config-invalid' });
      await begin(database, KEY);
      for (const table of ['consents', 'notices', 'applications', 'erasures', 'owners', 'keys'])
        assert.ok(!JSON.stringify(await database.query(`SELECT * FROM ${table}`)).includes(KEY));
    });
  });

  describe(`the chains of consents in ${name}`, { skip }, () => {
    it('have each entry with its notice, in the order of their applications', async () => {
      const database = await create();
      const [{ consents }] = await begin(database, KEY);
      const found = [];
      for await (const chain of consents.chains())
        found.push(chain.map(({ about, event, notice: shown }) => [about, event, shown && { ...shown }]));
      const [one, two, ...rest] = await listOf(consents.rows());
      assert.deepEqual([one!['previous'], two!['previous']], [FIRST, one!['hash']]);
      assert.deepEqual(rest.map(({ table }) => table).join(), 'consents,consents,consents,notices,notices,erasures');
      const [general, only] = [{ text: 'Everywhere.' }, { text: 'Only here.' }];
      assert.deepEqual(found, [
        [
          [JANE, 'given', general],
          [JANE, 'given', only],
          [JANE, 'withdrawn', undefined],
        ],
        [
          [TOM, 'given', general],
          [TOM, 'withdrawn', undefined],
        ],
      ]);
    });

    it('are those of a namespace or of all, also of those with strange names, and each has its own rows', async () => {
      const database = await create();
      const [north, south] = ['north', 'Ü'.repeat(200)].map((namespace) => database.open({ namespace })) as [
        Database,
        Database,
      ];
      const subjects = [
        'jane',
        'Jane',
        'jane ',
        'jane%',
        "jane' OR 1=1 --",
        '$1',
        '__proto__',
        'jané',
        'jane\u0301',
        '"',
      ];
      const store = north.open(STORE_KEY);
      for (const subject of subjects) await addTo(store, subject, 'given');
      await addTo(south.open(STORE_KEY), 'jane', 'declined');
      const listed = async (of: 'all' | 'this', { consents } = north) => {
        const all = [];
        for await (const [first] of consents.chains(of)) all.push(first!.subject);
        return all;
      };
      assert.deepEqual(new Set(await listed('this')), new Set(subjects));
      assert.equal((await listed('all')).length, subjects.length + 1);
      assert.deepEqual(await listed('this', south), ['jane']);
      for (const subject of subjects) assert.equal((await store.read(owner(subject))).counts.entries, 1);
      // The check is one of the whole database.
      const { chains, broken, digest } = await south.consents.check();
      assert.deepEqual([chains, broken], [subjects.length + 1, []]);
      if (!python) assert.deepEqual(await verified(south, digest, undefined), ['Nothing was changed.']);
      assert.equal(await erase(south.open(STORE_KEY), 'Jane', 1), 0);
      for (const namespace of ['', 'x'.repeat(201), 'a\nb', 7 as unknown as string])
        assert.throws(() => database.open({ namespace }), { code: 'config-invalid', message: /namespace/ });
    });

    it('keep texts of all kinds', async () => {
      const store = (await create()).open().open(STORE_KEY);
      const texts = [
        'a\nb\r\u2028d\u0085f\v',
        '\u0000\u001b\u200b\ufeff',
        '漢字 🏦👩‍👩‍👧 e\u0301',
        '\ud83d',
        '{"a":"\\"}\'',
        'é\u2028'.repeat(50_000),
      ];
      for (const [at, text] of texts.entries()) {
        const row = entry('given', at, { entry: JSON.stringify({ origin: text }) });
        await store.change(owner(`${at}`), adding({ consents: [row] }));
        const { consents } = await store.read(owner(`${at}`));
        assert.deepEqual(consents, [row]);
      }
      const shown = notice('Ä'.repeat(50_000));
      assert.equal(
        shown.sha256,
        createHash('sha256')
          .update((await store.record(shown)).notice)
          .digest('hex'),
      );
    });

    it('lose no new entry, however often they are erased while processes write', async () => {
      const { open } = await create();
      const [{ consents }, erasing] = [open(), open().open(STORE_KEY)];
      const ended = new AbortController();
      const write = async (subject: string, store = open().open(STORE_KEY)) => {
        for (let number = 0; number < 200; number++) {
          await addTo(store, subject, 'changed');
          await pause(2);
        }
      };
      const writing = Promise.all(['jane', 'tom'].map((one) => write(one))).finally(() => ended.abort());
      let erased = 0;
      // On a busy machine, the number of entries may have changed each time until the writers have ended.
      do {
        const counts = await Promise.all(['jane', 'tom'].map(async (one) => (await erasing.read(owner(one))).counts));
        const both = ['jane', 'tom'].map((one) => ({ ...owner(one), number: 1 }));
        const expected = counts.reduce((sum, { entries }) => sum + entries, 0);
        for (const more of [0, 1, 2]) erased += await erasing.eraseEntries(both, 'A test.', expected + more);
      } while (!ended.signal.aborted || erased === 0);
      await writing;
      const { entries, broken } = await consents.check();
      assert.ok(erased > 0 && erased + entries === 400, `${erased} and ${entries}`);
      assert.deepEqual(broken, []);
    });
  });
}
