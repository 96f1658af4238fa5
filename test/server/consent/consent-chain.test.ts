import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import { checkConsents, exportConsents, type ChainCheck } from '../../../src/server/audit.js';
import { canonical } from '../../../src/server/consent/chain.js';
import { sampleConsent } from './consent-samples.js';

const ZEROS = '0'.repeat(64);

async function chain(entries: Iterable<object>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportConsents(entries)) lines.push(line);
  return lines;
}

const ten = () => chain(Array.from({ length: 10 }, (_, number) => sampleConsent('jane', { note: `no. ${number}` })));

const read = (line: string) =>
  JSON.parse(line) as { entry: ConsentEntry; hash: string; line: number; previous: string };

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Gives a changed line a correct hash, as a skilled forger would. */
function rehashed(line: object): string {
  const { hash: _, ...rest } = line as Record<string, unknown>;
  return canonical({ ...rest, hash: hashOf(canonical(rest)) });
}

/** Rewrites the lines from an index on, so that each refers to the line before it. */
function rewritten(lines: string[], from: number): string[] {
  const fresh = lines.slice(0, from);
  for (const text of lines.slice(from)) {
    const previous = fresh.length ? read(fresh.at(-1)!).hash : ZEROS;
    fresh.push(rehashed({ ...read(text), line: fresh.length + 1, previous }));
  }
  return fresh;
}

describe('exportConsents', () => {
  it('writes lines that follow each other, and that others can check', async () => {
    let previous = ZEROS;
    for (const [index, text] of (await ten()).entries()) {
      const { hash, ...rest } = read(text);
      assert.deepEqual([rest.line, rest.previous], [index + 1, previous]);
      assert.equal(hash, hashOf(canonical(rest)));
      assert.doesNotMatch(text, /[\r\n]/);
      previous = hash;
    }
  });

  it('keeps the times of a row that a driver gives as dates, and refuses a number that JSON has no form for', async () => {
    const at = '2026-11-21T14:05:09.123Z';
    const [text] = await chain([{ ...sampleConsent('jane'), at: new Date(at) }]);
    assert.equal(read(text!).entry.at, at);
    assert.equal((await checkConsents([text!])).broken, undefined);
    await assert.rejects(chain([{ ...sampleConsent('jane'), line: 1n }]), TypeError);
  });

  it('takes entries as they come, and waits for nobody’s last one', async () => {
    let taken = 0;
    async function* endless() {
      for (;;) yield sampleConsent(`user ${(taken += 1)}`);
    }
    for await (const line of exportConsents(endless())) if (read(line).line === 3) break;
    assert.equal(taken, 3);
  });
});

describe('checkConsents', () => {
  it('answers how many lines there are, and with the closing hash', async () => {
    const lines = await ten();
    const last = '2026-11-21T14:05:09.123Z';
    const found = { lines: 10, hash: read(lines[9]!).hash, broken: undefined, last, backwards: [], marked: 0 };
    assert.deepEqual(await checkConsents(lines), found);
    const nothing = { lines: 0, hash: ZEROS, broken: undefined, last: undefined, backwards: [], marked: 0 };
    assert.deepEqual(await checkConsents([]), nothing);
  });

  it('is content where lines were added since the expected end', async () => {
    const lines = await ten();
    const { lines: count, hash } = await checkConsents(lines.slice(0, 6));
    for (const expected of [{ lines: count, hash }, { hash }]) {
      assert.equal((await checkConsents(lines, expected)).broken, undefined);
      assert.equal((await checkConsents(lines.slice(0, 6), expected)).broken, undefined);
    }
  });

  type Why = NonNullable<ChainCheck['broken']>['why'];
  const at5 = (change: (line: string) => string) => (lines: string[]) => lines.with(4, change(lines[4]!));
  const inEntry = (facts: object) =>
    at5((text) => canonical({ ...read(text), entry: { ...read(text).entry, ...facts } }));
  const inNotice = (facts: object) =>
    at5((text) => {
      const { entry, ...rest } = read(text);
      return canonical({ ...rest, entry: { ...entry, notice: { ...entry.notice, ...facts } } });
    });
  const changes: [string, number, Why, (lines: string[]) => string[]][] = [
    ['another subject', 5, 'changed', inEntry({ about: 'subject:joan' })],
    ['another id', 5, 'changed', inEntry({ entryId: crypto.randomUUID() })],
    ['another time', 5, 'changed', inEntry({ at: '2026-11-21T14:05:09.124Z' })],
    ['another decision', 5, 'changed', inEntry({ event: 'declined' })],
    ['another application', 5, 'changed', inEntry({ company_id: crypto.randomUUID() })],
    ['another serving', 5, 'changed', inEntry({ servedId: crypto.randomUUID() })],
    ['another time of serving', 5, 'changed', inEntry({ servedAt: '2026-11-21T14:00:00.000Z' })],
    ['another method', 5, 'changed', inEntry({ method: 'button' })],
    ['that it was translated', 5, 'changed', inEntry({ translated: true })],
    ['another site', 5, 'changed', inEntry({ origin: 'https://evil.example' })],
    ['a fact more', 5, 'changed', inEntry({ more: null })],
    ['a fact less', 5, 'changed', inEntry({ origin: undefined })],
    ['another text', 5, 'changed', inNotice({ text: 'I agree to everything.' })],
    ['another version', 5, 'changed', inNotice({ version: '2' })],
    ['another hash of the text', 5, 'changed', inNotice({ sha256: ZEROS })],
    ['other providers', 5, 'changed', inNotice({ providers: [] })],
    ['another hash', 5, 'changed', at5((text) => canonical({ ...read(text), hash: ZEROS }))],
    ['another previous hash', 5, 'changed', at5((text) => canonical({ ...read(text), previous: ZEROS }))],
    ['another number', 5, 'changed', at5((text) => canonical({ ...read(text), line: 6 }))],
    ['a space', 5, 'changed', at5((text) => text.replace(',', ', '))],
    [
      'another order',
      5,
      'changed',
      at5((text) => JSON.stringify(Object.fromEntries(Object.entries(read(text)).reverse()))),
    ],
    [
      'a member twice',
      5,
      'changed',
      at5((text) => text.replace('{"entry":', '{"entry":{"event":"declined"},"entry":')),
    ],
    ['a member beside the entry', 5, 'changed', at5((text) => text.replace(/}$/, ',"z":1}'))],
    ['half a line', 5, 'changed', at5((text) => text.slice(0, 40))],
    ['an empty line', 5, 'changed', at5(() => '')],
    ['a line that is no object', 5, 'changed', at5(() => 'null')],
    [
      'the facts with a hash that fits',
      6,
      'changed',
      at5((text) => rehashed({ ...read(text), entry: sampleConsent('joan') })),
    ],
    ['the last line missing its end', 10, 'changed', (lines) => lines.with(9, lines[9]!.slice(0, -1))],
    ['the first line gone', 1, 'missing', (lines) => lines.slice(1)],
    ['a line gone', 5, 'missing', (lines) => lines.toSpliced(4, 1)],
    ['three lines gone', 5, 'missing', (lines) => lines.toSpliced(4, 3)],
    ['two lines swapped', 5, 'moved', (lines) => lines.with(4, lines[5]!).with(5, lines[4]!)],
    ['a line moved to the end', 5, 'moved', (lines) => [...lines.toSpliced(4, 1), lines[4]!]],
    ['all lines backwards', 1, 'moved', (lines) => lines.toReversed()],
    ['a line moved to the front', 1, 'moved', (lines) => [lines[9]!, ...lines.slice(0, 9)]],
    ['a line twice', 6, 'added', (lines) => lines.toSpliced(5, 0, lines[4]!)],
    ['the first line again at the end', 11, 'added', (lines) => [...lines, lines[0]!]],
    ['the chain twice', 11, 'added', (lines) => [...lines, ...lines]],
    [
      'a line that fits in between',
      6,
      'added',
      (lines) => [...lines.slice(0, 4), ...rewritten([...lines.slice(0, 4), lines[7]!], 4).slice(4), ...lines.slice(4)],
    ],
  ];
  for (const [name, line, why, change] of changes) {
    it(`sees ${name}: line ${line} is ${why}`, async () => {
      const lines = await ten();
      assert.deepEqual((await checkConsents(change(lines))).broken, { line, why });
      const end = { lines: 10, hash: read(lines[9]!).hash };
      assert.deepEqual((await checkConsents(change(lines), end)).broken, { line, why });
    });
  }

  const whole: [string, number, Why, Why, (lines: string[]) => string[]][] = [
    ['the last line gone', 10, 'cut-off', 'cut-off', (lines) => lines.slice(0, 9)],
    ['half of the lines gone', 6, 'cut-off', 'cut-off', (lines) => lines.slice(0, 5)],
    ['all lines gone', 1, 'cut-off', 'cut-off', () => []],
    ['a chain written anew', 10, 'changed', 'cut-off', (lines) => rewritten(lines.with(4, lines[5]!), 4)],
    ['a chain written anew without its first line', 10, 'cut-off', 'cut-off', (lines) => rewritten(lines.slice(1), 0)],
  ];
  for (const [name, line, why, whyByHash, change] of whole) {
    it(`sees ${name} by the end that it expects, and only by that`, async () => {
      const lines = await ten();
      const hash = read(lines[9]!).hash;
      const changed = change(lines);
      assert.equal((await checkConsents(changed)).broken, undefined);
      assert.deepEqual((await checkConsents(changed, { lines: 10, hash })).broken, { line, why });
      assert.deepEqual((await checkConsents(changed, { hash })).broken, { line: changed.length + 1, why: whyByHash });
    });
  }

  it('sees any character that is changed, taken away or added', async () => {
    const lines = await chain([sampleConsent('jane'), sampleConsent('joan'), sampleConsent('jane')]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2),
        fc.nat(2000),
        fc.constantFrom('', 'x', '0', ' '),
        fc.nat(1),
        async (at, place, put, cut) => {
          const line = lines[at]!;
          const index = place % line.length;
          const other = line.slice(0, index) + put + line.slice(index + cut);
          fc.pre(other !== line);
          const { broken } = await checkConsents(lines.with(at, other));
          assert.equal(broken?.line, at + 1);
        },
      ),
      { numRuns: 500 },
    );
  });
});
