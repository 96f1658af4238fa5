import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileIdempotency, fromEnv } from '../../../../src/server/node/index.js';
import { fileHandle } from '../../consent/consent-files.js';
import { EMAIL, newFolder, SECRET } from '../../setup.js';
import { good } from '../env-samples.js';

const DAY = 24 * 3600;

function setup() {
  const place = newFolder();
  const file = path.join(place, 'idempotency');
  const open = (options: { secret?: string | string[]; lasting?: number } = {}) =>
    fileIdempotency(file, { secret: SECRET, ...options });
  const lines = () => fs.readFileSync(file, 'utf8').split('\n').length - 1;
  return { place, file, open, lines };
}

describe('fileIdempotency', () => {
  it('remembers after a restart what was begun, done and deleted', async () => {
    const { open } = setup();
    const store = open();
    assert.equal(await store.get('create/jane'), undefined);
    assert.equal(await store.add('create/jane', 'begun', DAY), true);
    await store.set('create/joan', 'done', DAY);
    await store.set('prequalify/jane/key', 'answer', 60);
    await store.add('create/tom', 'begun', DAY);
    await store.delete('create/tom');
    const again = open();
    assert.equal(await again.add('create/jane', 'begun again', DAY), false);
    const found = ['create/jane', 'create/joan', 'prequalify/jane/key', 'create/tom'].map((key) => again.get(key));
    assert.deepEqual(await Promise.all(found), ['begun', 'done', 'answer', undefined]);
    assert.equal(await again.add('create/tom', 'begun', DAY), true);
  });

  it('lets one of all who ask at once begin, in two processes too', async () => {
    const { open } = setup();
    const stores = [open(), open(), open()];
    const asked = Array.from({ length: 30 }, (_, at) => stores[at % 3]!.add('create/jane', `${at}`, DAY));
    assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
    const values = await Promise.all(stores.map((store) => store.get('create/jane')));
    assert.equal(new Set(values).size, 1);
  });

  it('resolves when it is on the disk, and keeps nothing that could not be brought there', async (test) => {
    const { open } = setup();
    const store = open();
    await store.set('create/jane', '1', DAY);
    const sync = test.mock.method(await fileHandle(), 'sync');
    await Promise.all(Array.from({ length: 32 }, (_, at) => store.add(`create/${at}`, 'begun', DAY)));
    assert.ok(sync.mock.callCount() >= 1 && sync.mock.callCount() <= 5);
    sync.mock.mockImplementationOnce(() => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })));
    await assert.rejects(async () => store.add('create/joan', 'begun', DAY), { code: 'EIO' });
    for (const one of [store, open()]) assert.equal(await one.get('create/joan'), undefined);
    assert.equal(await store.add('create/joan', 'begun', DAY), true);
  });

  it('forgets what is over, and writes the file again without it', async () => {
    const { open, lines, place } = setup();
    const store = open();
    await store.set('create/jane', 'done', DAY);
    await store.set('create/joan', 'done', 0.001);
    for (let round = 0; round < 40; round++)
      await Promise.all(Array.from({ length: 100 }, (_, at) => store.set(`prequalify/jane/${at % 7}`, `${round}`, 60)));
    assert.ok(lines() < 2200, `${lines()} lines`);
    for (const one of [store, open()]) {
      assert.deepEqual([await one.get('create/jane'), await one.get('create/joan')], ['done', undefined]);
      assert.equal(await one.get('prequalify/jane/3'), '39');
    }
    assert.deepEqual(fs.readdirSync(place), ['idempotency']);
  });

  it('takes no more than it may hold of what must not be done twice, and forgets none of it', async () => {
    const { open } = setup();
    const store = open({ lasting: 3 });
    for (const name of ['a', 'b', 'c']) await store.add(`create/${name}`, 'begun', DAY);
    await assert.rejects(async () => store.add('create/d', 'begun', DAY), { code: 'upstream-unavailable' });
    assert.equal(await store.add('create/a', 'begun', DAY), false);
    assert.equal(await store.add('documents/jane/key', 'begun', 60), true);
  });

  it('is for its owner alone, and says neither who it knows of nor what', async () => {
    const { open, file } = setup();
    const before = process.umask(0);
    try {
      await open().set('create/jane@partner.example', JSON.stringify({ email: EMAIL }), DAY);
    } finally {
      process.umask(before);
    }
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    const text = fs.readFileSync(file, 'latin1');
    for (const word of ['jane', EMAIL, 'create', SECRET, Buffer.from(EMAIL).toString('base64url').slice(2, 12)])
      assert.ok(!text.includes(word), word);
  });

  it('sets aside what a crash has left of a line', async () => {
    const { open, file } = setup();
    await open().set('create/jane', 'done', DAY);
    const whole = fs.readFileSync(file, 'utf8');
    fs.appendFileSync(file, whole.split('\n')[1]!.slice(0, 40));
    const store = open();
    assert.equal(await store.get('create/jane'), 'done');
    await store.set('create/joan', 'done', DAY);
    assert.equal(await open().get('create/joan'), 'done');
  });

  it('opens with an earlier secret, and with no other', async () => {
    const { open } = setup();
    await open().set('create/jane', 'done', DAY);
    const other = SECRET.toUpperCase();
    assert.equal(await open({ secret: [other, SECRET] }).get('create/jane'), 'done');
    const refusal = { code: 'config-invalid', message: /none of the secrets opens the file/ };
    await assert.rejects(async () => open({ secret: other }).get('create/jane'), refusal);
    await assert.rejects(async () => open({ secret: other }).add('create/jane', 'begun', DAY), refusal);
  });

  it('begins nothing where a line was altered: what it said may have been that it was done', async () => {
    const { open, file } = setup();
    const store = open();
    await store.set('create/jane', 'done', DAY);
    await store.set('create/joan', 'done', DAY);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    // The last letter is not changed, because base64url ignores some of its bits.
    const letter = lines[1]!.at(-9) === 'A' ? 'B' : 'A';
    const altered = lines[1]!.slice(0, -9) + letter + lines[1]!.slice(-8);
    for (const changed of ['', altered, lines[1]!.replace(/ \d+ /, ' 1 '), lines[2]!.slice(4)]) {
      fs.writeFileSync(file, lines.with(1, changed).join('\n'));
      await assert.rejects(async () => open().add('create/tom', 'begun', DAY), { message: /line 2 is changed/ });
    }
  });

  it('writes the file again where that was deleted under it', async () => {
    const { open, file } = setup();
    const store = open();
    await store.set('create/jane', 'done', DAY);
    fs.rmSync(file);
    assert.equal(await store.add('create/jane', 'begun', DAY), false);
    assert.equal(await open().get('create/jane'), 'done');
  });

  it('is what fromEnv() gives, next to the consents', async () => {
    const { place } = setup();
    const env = { ...good, LENDING_CONSENTS: path.join(place, 'consents.jsonl') };
    await fromEnv(env).idempotency!.set('create/jane', 'done', DAY);
    assert.equal(await fromEnv(env).idempotency!.get('create/jane'), 'done');
    assert.deepEqual(fs.readdirSync(place), ['consents.jsonl.idempotency']);
    assert.equal(fromEnv(good).idempotency, undefined);
  });
});
