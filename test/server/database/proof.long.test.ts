// What somebody who can write to the database can do to the records, and what the check says.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { createProof, FIRST } from '../../../src/server/database/proof.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { engines } from './engines.js';
import type { TestDatabase } from './sqlite-engine.js';

const KEY = 'a key of chance for the marks of consents';
const LATER = KEY.toUpperCase();
const [JANE, TOM, JOAN] = await Promise.all(['jane', 'tom', 'joan'].map((name) => sha256(`subject:${name}`)));
const FORGED = JSON.stringify(sampleConsent('jane', { notice: undefined, event: 'declined' }));

type Query = TestDatabase['query'];
/** Updates entries of Jane. */
const update = (set: string, where = 'place = 2') => [
  (t: string) => `UPDATE ${t}consents SET ${set} WHERE about_sha256 = '${JANE}' AND ${where} RETURNING number`,
];
const remove = (place: number) => [
  (t: string) => `DELETE FROM ${t}consents WHERE about_sha256 = '${JANE}' AND place = ${place} RETURNING number`,
];
const move = (from: number, to: number) => update(`place = ${to}`, `place = ${from}`);

/** Changes an entry of Jane, and replaces all hashes by some that fit, made without the key. */
async function rewrite(query: Query): Promise<void> {
  for (const one of update(`entry = replace(entry, 'given', 'taken')`)) await query(one);
  const proof = createProof();
  let previous = FIRST;
  const rows = await query((t) => `SELECT * FROM ${t}consents WHERE about_sha256 = '${JANE}' ORDER BY place`);
  for (const [at, { entry, notice_sha256 }] of rows.entries()) {
    const proven = { place: at + 1, previous, entry: entry as string, notice: notice_sha256 as string | null };
    previous = await proof.hashOf(proven);
    for (const one of update(`hash = '${previous}'`, `place = ${at + 1}`)) await query(one);
  }
}

/** Adds an entry with a hash that fits, made without the key. */
async function add(query: Query): Promise<void> {
  const rows = await query((t) => `SELECT hash FROM ${t}consents WHERE about_sha256 = '${JANE}' ORDER BY place`);
  const proven = { place: 4, previous: rows[2]!['hash'] as string, entry: FORGED, notice: null };
  const hash = await createProof().hashOf(proven);
  await query(
    (t) => `INSERT INTO ${t}consents (namespace, about_sha256, place, entry, hash)
      VALUES ('default', '${JANE}', 4, '${FORGED}', '${hash}') RETURNING number`,
  );
}

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

type Store = ReturnType<TestDatabase['open']>;
type Manipulation =
  readonly ((t: string) => string)[] | ((query: Query, store: Pick<Store, 'append' | 'erase'>) => Promise<unknown>);
type Key = string | string[] | undefined;
/** A manipulation, the fault that the check finds, and the keys before and after. Whose chain it is, and its first wrong entry. */
const manipulations: [string, Manipulation, string | undefined, Key?, Key?][] = [
  ['an entry was changed', update(`entry = replace(entry, 'given', 'taken')`), 'subject:jane: 2 was changed'],
  ['two entries are no JSON now', update(`entry = 'x'`, 'place <> 2'), 'subject:jane: 1 was changed'],
  ['an entry lost its notice', update('notice_sha256 = NULL'), 'subject:jane: 2 was changed'],
  [
    'the text of a notice was changed',
    [
      (t) =>
        `UPDATE ${t}notices SET notice = replace(notice, 'Only', 'All') WHERE notice LIKE '%Only%' RETURNING sha256`,
    ],
    'subject:jane: 2 was changed',
  ],
  ['the first entry was deleted', remove(1), 'subject:jane: 1 is missing'],
  ['an entry in the middle was deleted', remove(2), 'subject:jane: 2 is missing'],
  ['the last entry was deleted', remove(3), undefined],
  [
    'all entries of an application were deleted',
    [(t) => `DELETE FROM ${t}consents WHERE about_sha256 = '${JANE}' RETURNING number`],
    undefined,
  ],
  ['an older backup was restored', [(t) => `DELETE FROM ${t}consents WHERE number > 4 RETURNING number`], undefined],
  [
    'an entry newer than the digest was deleted',
    async (query, { append }) => {
      await append(sampleConsent('jane'));
      for (const one of remove(4)) assert.equal((await query(one)).length, 1);
    },
    undefined,
  ],
  [
    'consents were erased by a command',
    async (_query, { append, erase }) => {
      // They are newer than the digest.
      await append(sampleConsent('joan'));
      assert.equal(await erase(['subject:joan'], 'A test.'), 1);
    },
    undefined,
  ],
  ['the row about erased consents was deleted', [(t) => `DELETE FROM ${t}erasures RETURNING number`], undefined],
  ['the applications were changed or deleted', [(t) => `DELETE FROM ${t}records RETURNING name`], undefined],
  ['two entries were swapped', [...move(1, 9), ...move(2, 1), ...move(9, 2)], 'subject:jane: 1 was changed'],
  [
    'an entry was moved to another subject',
    update(`about_sha256 = '${TOM}'`, 'place = 3'),
    'subject:tom: 3 was changed',
  ],
  [
    'all were moved to another subject',
    update(`about_sha256 = '${JOAN}'`, 'place > 0'),
    `${JOAN}: 1 was changed`,
    KEY,
    KEY,
  ],
  ['an entry was added without the key', add, 'subject:jane: 4 has no valid mark', KEY, KEY],
  ['a mark was made up', update(`hash = substr(hash, 1, 9) || '${FIRST}'`), 'subject:jane: 2 was changed', KEY, KEY],
  ['the chain was written again without the key', rewrite, 'subject:jane: 1 has no valid mark', KEY, KEY],
  ['the chain was written again, with no key set', rewrite, undefined],
  ['the entries are older than the key', [], 'subject:jane: 1 has no valid mark', undefined, KEY],
  ['the marks are looked at without the key', [], undefined, KEY, undefined],
];

/** Six entries about two subjects and a notice, after one that was erased. One of Jane's entries has a separate notice. */
async function begin({ open }: TestDatabase, consentsKey: Key) {
  const store = open({ consentsKey });
  const { notice } = sampleConsent('jane');
  for (const entry of [
    sampleConsent('', { about: 'notice:default', event: 'served' }),
    sampleConsent('jane'),
    sampleConsent('tom'),
    sampleConsent('jane', { notice: { ...notice!, text: 'Only here.' } }),
    sampleConsent('tom', { notice: undefined, event: 'withdrawn' }),
    sampleConsent('jane', { notice: undefined, event: 'withdrawn' }),
  ])
    await store.append(entry);
  await store.append(sampleConsent('joan'));
  await store.erase(['subject:joan'], 'A test.');
  await store.set('application/jane', 'sealed');
  return store;
}

for (const { name, skip, create } of engines) {
  describe(`the check of consents in ${name}`, { skip }, () => {
    for (const [what, manipulate, fault, before, consentsKey] of manipulations) {
      it(`reports ${fault ?? 'nothing'} when ${what}`, async () => {
        const database = await create();
        const old = await begin(database, before);
        const earlier = await old.consents.check();
        assert.deepEqual([earlier.entries, earlier.chains, earlier.broken], [6, 3, []]);
        if (typeof manipulate === 'function') await manipulate(database.query, old);
        else for (const one of manipulate) assert.ok((await database.query(one)).length > 0);

        const store = database.open({ consentsKey });
        const { broken, isExpected } = await store.consents.check(earlier.digest);
        const found = broken.map(({ about, place, why }) => `${about}: ${place} ${why}`);
        // Another key is one for all subjects.
        const others =
          before !== consentsKey && fault
            ? ['notice:default: 1 has no valid mark', 'subject:tom: 1 has no valid mark']
            : [];
        assert.deepEqual(found.sort(), [...others, ...(fault ? [fault] : [])].sort());
        const row = [fault?.replace(/^.*: \d+ /, '') ?? 'nothing', isExpected ? 'nothing' : 'not all are there'];
        assert.deepEqual(row, guide.get(what) ?? [row[0], fault ? row[1] : 'nothing']);

        const [name, wrong] = fault?.split(': ') ?? [];
        const bad = name === JOAN ? 'subject:joan' : name;
        if (bad)
          await assert.rejects(store.entries(bad), {
            code: 'handler-consent-not-stored',
            message: `The records of this applicant were altered: entry ${wrong}.`,
            remedy: /consents check/,
          });
        if (others.length > 0) return;
        const good = bad === 'subject:tom' ? 'notice:default' : 'subject:tom';
        const count = (await store.entries(good)).length;
        await store.append(sampleConsent('', { about: good }));
        assert.equal((await store.entries(good)).length, count + 1);
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
        for (const { append, entries, consents } of machines) {
          await append(sampleConsent('jane'));
          const { broken, entries: count } = await consents.check();
          assert.deepEqual([broken, (await entries('subject:jane')).length], [[], count - 3]);
        }
      }
      const only = open([KEY]);
      await assert.rejects(only.entries('subject:jane'), { code: 'handler-consent-not-stored' });
      assert.equal((await only.entries('subject:tom')).length, 2);
      // Without the former key, only what the new one has marked is right.
      await machines[0]!.append(sampleConsent('joan'));
      const { broken } = await open([LATER]).consents.check();
      assert.deepEqual(broken.map(({ about }) => about).sort(), ['notice:default', 'subject:jane', 'subject:tom']);
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
      const { append, consents } = await begin(database, KEY);
      const { digest, last } = await consents.check();
      assert.match(digest, /^6\.[0-9a-f]{64}$/);
      assert.equal(last, sampleConsent('jane').at);
      const expects = async (expected?: string) => (await consents.check(expected)).isExpected;
      assert.deepEqual([await expects(), await expects(digest), await expects(`6.${FIRST}`)], [true, true, false]);
      for (const subject of ['jane', 'joan']) await append(sampleConsent(subject));
      assert.equal(await expects(digest), true);
      const grown = (await consents.check()).digest;
      for (const one of remove(4)) await database.query(one);
      assert.deepEqual([await expects(digest), await expects(grown)], [true, false]);
      for (const one of remove(3)) await database.query(one);
      assert.equal(await expects(digest), false);
      // Nor is it there if another one takes its place, which a process adds that has not seen it.
      const later = database.open({ consentsKey: KEY });
      await later.append(sampleConsent('jane', { notice: undefined, event: 'withdrawn' }));
      assert.deepEqual([await expects(digest), (await consents.check()).broken], [false, []]);
      const empty = (await create()).open().consents;
      assert.deepEqual(await empty.check(), {
        entries: 0,
        chains: 0,
        broken: [],
        erased: [],
        digest: `0.${FIRST}`,
        last: undefined,
        isExpected: true,
      });
      assert.equal((await empty.check(digest)).isExpected, false);
    });

    it('accepts the digest of an earlier check that ran while entries were added', async () => {
      const { append, consents } = await begin(await create(), KEY);
      const subjects = Array.from({ length: 1100 }, (_, at) => `subject ${at}`);
      const addAll = () => Promise.all(subjects.map((subject) => append(sampleConsent(subject))));
      await addAll();
      const [{ digest }] = await Promise.all([consents.check(), addAll()]);
      const { entries, broken, isExpected } = await consents.check(digest);
      assert.deepEqual([entries, broken, isExpected], [2206, [], true]);
    });

    it('needs a key of 32 characters or more, which is not in the database', async () => {
      const database = await create();
      assert.throws(() => database.open({ consentsKey: 'short' }), { code: 'config-invalid' });
      await begin(database, KEY);
      for (const table of ['consents', 'notices', 'records', 'leases'])
        assert.ok(!JSON.stringify(await database.query((t) => `SELECT * FROM ${t}${table}`)).includes(KEY));
    });
  });
}
