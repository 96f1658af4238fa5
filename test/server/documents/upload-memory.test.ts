import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUploadMemory } from '../../../src/server/documents/upload-memory.js';
import { bytes } from './files.js';
import { faultAt, later, read } from '../setup.js';
import { BOUNDARY, disposition, FORM, jane, LIMIT, slowly, START } from './slow-uploads.js';

/** A document of so many kB, a kB at a time. */
function inPieces(count: number, type = 'bank-statement') {
  const pieces = [bytes(START, '%PDF-1.7\n'), ...Array.from({ length: count }, () => new Uint8Array(1024).fill(65))];
  pieces.push(bytes(`\n%%EOF\n\r\n${disposition('type')}${type}\r\n--${BOUNDARY}--\r\n`));
  return slowly(pieces.shift()!, () => pieces.shift());
}

describe('an upload', () => {
  it('waits while the memory for uploads is full, and is then read', async () => {
    const bodies = Array.from({ length: 8 }, () => inPieces(90));
    let [most, over] = [0, 0];
    const service = faultAt('/documents', async (real) => {
      most = Math.max(most, bodies.reduce((sum, { told }) => sum + told.sent, 0) - over * 90_000);
      const response = await real();
      over++;
      return response;
    });
    const { another, received } = await jane({ service, uploadMemoryBytes: 150_000 });
    const people = await Promise.all(bodies.map((_, index) => another(`person ${index}`)));
    const answers = await Promise.all(bodies.map(({ body }, index) => people[index]!.upload(body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(8).fill(200),
    );
    assert.equal(received('uploadDocument').length, 8);
    assert.ok(most > 90_000 && most < 150_000 + LIMIT, String(most));
  });

  it('is released if its page closes while it waits, and the first upload continues', async () => {
    const gate = later();
    const service = faultAt('/documents', async (real) => (await gate.promise, real()));
    const { upload, another } = await jane({ service, uploadMemoryBytes: 15_000 });
    const first = upload(FORM);
    const stop = new AbortController();
    const waiting = inPieces(90);
    const second = (await another('bob')).upload(waiting.body, { signal: stop.signal });
    for (let turns = 0; turns < 1000; turns++) await new Promise(setImmediate);
    assert.equal(waiting.told.sent, 0);
    stop.abort();
    assert.equal((await read(await second)).code, 'handler-invalid');
    gate.resolve();
    assert.equal((await first).status, 200);
  });
});

describe('uploads of one subject', () => {
  it('wait unread for the previous upload, and take no memory meanwhile', async () => {
    const gate = later();
    const service = faultAt('', async (real, init) => {
      if (JSON.stringify([...((init?.body ?? []) as FormData)]).includes('accounts')) await gate.promise;
      return real();
    });
    const { upload, another, received } = await jane({ service, uploadMemoryBytes: 6 * LIMIT });
    const slow = Array.from({ length: 5 }, () => inPieces(90, 'accounts'));
    const answers = slow.map(({ body }) => upload(body));
    const sent = () => slow.map(({ told }) => told.sent).toSorted((one, other) => one - other);
    while (sent().at(-1)! < 90_000) await new Promise(setImmediate);
    assert.equal((await (await another('bob')).upload(inPieces(90).body)).status, 200);
    assert.deepEqual(sent().slice(0, -1), [0, 0, 0, 0]);
    gate.resolve();
    assert.deepEqual(new Set((await Promise.all(answers)).map(({ status }) => status)), new Set([200]));
    assert.equal(received('uploadDocument').length, 6);
  });
});

describe('the memory for uploads', () => {
  const never = new AbortController().signal;
  const nothing = () => undefined;

  /** Returns true if an upload still waits. */
  async function isWaiting(reserving: Promise<unknown>) {
    let waits = true;
    reserving.then(() => (waits = false), nothing);
    await new Promise(setImmediate);
    return waits;
  }

  it('is freed for the next uploads in their order, a large one before smaller ones', async () => {
    const reserve = createUploadMemory(400);
    const [free, other] = await Promise.all(['jane', 'ann'].map((subject) => reserve(subject, 110, never)));
    const large = reserve('bob', 280, never);
    const last = reserve('eve', 30, never);
    free!();
    assert.ok((await isWaiting(large)) && (await isWaiting(last)));
    other!();
    const freeLarge = await large;
    assert.ok(await isWaiting(last));
    freeLarge();
    await last;
  });

  it('is given to one upload of a subject at a time, also if a waiting one is aborted', async () => {
    const reserve = createUploadMemory(400);
    const gone = new AbortController();
    const free = await reserve('jane', 20, never);
    const second = reserve('jane', 20, gone.signal);
    const third = reserve('jane', 20, never);
    (await reserve('bob', 20, never))();
    const left = assert.rejects(second);
    gone.abort();
    await left;
    assert.ok(await isWaiting(third));
    free();
    await third;
  });

  it('is freed by an upload that is aborted as it begins', async () => {
    const reserve = createUploadMemory(400);
    const gone = new AbortController();
    const free = await reserve('jane', 300, never);
    const second = reserve('bob', 300, gone.signal);
    free();
    gone.abort();
    await second.catch(nothing);
    await reserve('eve', 300, never);
  });

  it('has a part for small uploads only, and holds one document that is larger than all of it', async () => {
    const reserve = createUploadMemory(640);
    const free = await reserve('jane', 1000, never);
    const large = reserve('bob', 100, never);
    (await reserve('ann', 10, never))();
    assert.ok(await isWaiting(large));
    free();
    await large;
  });

  it('rejects a waiting upload with 429 after more than a minute, and is then free for others', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const reserve = createUploadMemory(400);
    const free = await reserve('jane', 200, never);
    const large = reserve('bob', 200, never);
    test.mock.timers.tick(60_000);
    assert.ok(await isWaiting(large));
    const rejected = assert.rejects(large, { code: 'handler-too-many', recoverable: true, retryAfter: 30 });
    test.mock.timers.tick(20_000);
    await rejected;
    await reserve('eve', 100, never);
    free();
  });
});
