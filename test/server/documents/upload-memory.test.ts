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

  /** Opens the memory of an upload, and takes so many of its bytes. */
  async function opened(open: ReturnType<typeof createUploadMemory>, subject: string, most: number, bytes: number) {
    const memory = await open(subject, most, never);
    await memory.take(bytes);
    return memory;
  }

  /** Returns true if an upload still waits. */
  async function isWaiting(waiting: unknown) {
    let waits = true;
    const end = () => (waits = false);
    Promise.resolve(waiting).then(end, end);
    await new Promise(setImmediate);
    return waits;
  }

  it('counts the bytes that have arrived, not those that may arrive', async () => {
    const open = createUploadMemory(400);
    const slow = await Promise.all(Array.from({ length: 50 }, (_, at) => opened(open, `slow ${at}`, 100, 1)));
    const fast = await open('jane', 100, never);
    for (let part = 0; part < 10; part++) assert.equal(fast.take(10), undefined, `part ${part}`);
    for (const one of [...slow, fast]) one.free();
    await opened(open, 'bob', 300, 300);
  });

  it('lets the oldest upload become whole when many fill it together, and then the next', async () => {
    const open = createUploadMemory(400);
    const uploads = await Promise.all(Array.from({ length: 8 }, (_, at) => open(`person ${at}`, 100, never)));
    const order: number[] = [];
    let [taken, most] = [0, 0];
    const arrive = async (at: number) => {
      for (let part = 0; part < 10; part++) {
        await uploads[at]!.take(10);
        most = Math.max(most, (taken += 10));
        await new Promise(setImmediate);
      }
      order.push(at);
      uploads[at]!.isWhole();
      taken -= 100;
      uploads[at]!.free();
    };
    await Promise.all([7, 6, 5, 4, 3, 2, 1, 0].map(arrive));
    assert.equal(order[0], 0);
    assert.deepEqual(
      order.toSorted((one, other) => one - other),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
    assert.ok(most <= 300, String(most));
  });

  it('is given to one upload of a subject at a time, also if a waiting one is aborted', async () => {
    const open = createUploadMemory(400);
    const gone = new AbortController();
    const first = await open('jane', 20, never);
    const second = open('jane', 20, gone.signal);
    const third = open('jane', 20, never);
    (await open('bob', 20, never)).free();
    const left = assert.rejects(second);
    gone.abort();
    await left;
    assert.ok(await isWaiting(third));
    first.free();
    await third;
  });

  it('is freed by an upload that is aborted while it waits', async () => {
    const open = createUploadMemory(400);
    const gone = new AbortController();
    const first = await opened(open, 'jane', 300, 200);
    const second = await open('bob', 300, gone.signal);
    const waiting = second.take(200);
    assert.ok(await isWaiting(waiting));
    const left = assert.rejects(waiting!);
    gone.abort();
    await left;
    first.free();
    await opened(open, 'eve', 300, 300);
  });

  it('has a part for small uploads only, and holds one document that is larger than all of it', async () => {
    const open = createUploadMemory(640);
    const huge = await opened(open, 'jane', 1000, 1000);
    const large = await open('bob', 100, never);
    const waiting = large.take(100);
    (await opened(open, 'ann', 10, 10)).free();
    assert.ok(await isWaiting(waiting));
    huge.free();
    await waiting;
  });

  it('rejects a waiting upload with 429 after more than a minute, and is then free for others', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const open = createUploadMemory(400);
    const first = await opened(open, 'jane', 200, 200);
    const large = await open('bob', 200, never);
    const waiting = large.take(200);
    test.mock.timers.tick(60_000);
    assert.ok(await isWaiting(waiting));
    assert.equal(large.waitedMs(), 60_000);
    const rejected = assert.rejects(waiting!, { code: 'handler-too-many', recoverable: true, retryAfter: 30 });
    test.mock.timers.tick(20_000);
    await rejected;
    await opened(open, 'eve', 100, 100);
    first.free();
  });
});
