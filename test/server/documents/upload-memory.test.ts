import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
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
  it('waits where there are more at once than there is room for, and arrives', async () => {
    const bodies = Array.from({ length: 8 }, () => inPieces(90));
    let [most, over] = [0, 0];
    const service = faultAt('/documents', async (real) => {
      most = Math.max(most, bodies.reduce((sum, { told }) => sum + told.sent, 0) - over * 90_000);
      const response = await real();
      over++;
      return response;
    });
    const { another, received } = await jane({ service, uploadMemory: 150_000 });
    const people = await Promise.all(bodies.map((_, index) => another(`person ${index}`)));
    const answers = await Promise.all(bodies.map(({ body }, index) => people[index]!.upload(body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(8).fill(200),
    );
    assert.equal(received('uploadDocument').length, 8);
    assert.ok(most > 90_000 && most < 150_000 + LIMIT, String(most));
  });

  it('whose page goes away while it waits is let go, and the first goes on', async () => {
    const gate = later();
    const service = faultAt('/documents', async (real) => (await gate.promise, real()));
    const { upload, another } = await jane({ service, uploadMemory: 15_000 });
    const first = upload(FORM);
    const stop = new AbortController();
    const waiting = inPieces(90);
    const second = (await another('bob')).upload(waiting.body, { signal: stop.signal });
    while (waiting.told.sent < 5000) await new Promise(setImmediate);
    stop.abort();
    assert.equal((await read(await second)).code, 'handler-invalid');
    assert.ok(waiting.told.sent < 20_000 && waiting.told.isLeft, JSON.stringify(waiting.told));
    gate.resolve();
    assert.equal((await first).status, 200);
  });
});

describe('uploads of one subject', () => {
  it('wait unread where more come at once than fill half the room, and leave the rest to others', async () => {
    const gate = later();
    const service = faultAt('', async (real, init) => {
      if (JSON.stringify([...((init?.body ?? []) as FormData)]).includes('accounts')) await gate.promise;
      return real();
    });
    const { upload, another, received } = await jane({ service, uploadMemory: 6 * LIMIT });
    const slow = Array.from({ length: 5 }, () => inPieces(90, 'accounts'));
    const answers = slow.map(({ body }) => upload(body));
    while (slow.filter(({ told }) => told.sent > 90_000).length < 2) await new Promise(setImmediate);
    assert.equal((await (await another('bob')).upload(inPieces(90).body)).status, 200);
    assert.deepEqual(
      slow.slice(2).map(({ told }) => told.sent),
      [0, 0, 0],
    );
    gate.resolve();
    assert.deepEqual(new Set((await Promise.all(answers)).map(({ status }) => status)), new Set([200]));
    assert.equal(received('uploadDocument').length, 6);
  });
});

describe('the room for uploads', () => {
  const never = new AbortController().signal;
  async function isWaiting(taking: Promise<void>) {
    let isIn = false;
    void taking.then(() => (isIn = true));
    await new Promise(setImmediate);
    return !isIn;
  }

  it('is given back by who leaves, and goes to whoever comes, in any order', async () => {
    const enter = createUploadMemory(100, 3);
    const places = Array.from({ length: 3 }, () => enter('jane', never));
    await places[0]!.take(60);
    const second = places[1]!.take(60);
    assert.ok(await isWaiting(second));
    places[0]!.end();
    await second;
    await places[2]!.take(10);
  });

  it('lets in so many of a subject, and the next ones as others leave, or are gone', async () => {
    const enter = createUploadMemory(1000, 2);
    const gone = new AbortController();
    const [first, second, third, fourth] = [never, never, gone.signal, never].map((signal) => enter('jane', signal));
    const turns = [first, second, third, fourth].map((place) => place!.take(0));
    await Promise.all(turns.slice(0, 2));
    assert.ok((await isWaiting(turns[2]!.catch(() => new Promise<void>(() => {})))) && (await isWaiting(turns[3]!)));
    await enter('bob', never).take(1);
    const left = assert.rejects(turns[2]!);
    gone.abort();
    await left;
    third!.end();
    assert.ok(await isWaiting(turns[3]!));
    second!.end();
    await turns[3];
  });

  it('has a part that only small uploads fill', async () => {
    const enter = createUploadMemory(640, 3);
    const [large, other, small] = [enter('jane', never), enter('bob', never), enter('ann', never, 10)];
    await large.take(400);
    const waiting = other.take(100);
    assert.ok(await isWaiting(waiting));
    await small.take(10);
    large.end();
    await waiting;
  });
});

describe('the room for uploads, while somebody waits', () => {
  const never = new AbortController().signal;
  beforeEach(() => mock.timers.enable({ apis: ['Date', 'setInterval'] }));
  afterEach(() => mock.timers.reset());
  const settle = () => new Promise(setImmediate);

  /** Uploads of these sizes, each of another subject, that wait for bytes; answers which were given up. */
  async function slowOnes(room: ReturnType<typeof createUploadMemory>, sizes: number[]) {
    const given: number[] = [];
    const places = sizes.map((_, index) => room(`slow ${index}`, never));
    for (const [index, size] of sizes.entries()) {
      await places[index]!.take(size);
      places[index]!.onDropped(() => {
        given.push(index);
        places[index]!.end();
      });
    }
    return { given, places };
  }

  it('is made by giving up the slowest ones, and no more of them than it needs', async () => {
    const enter = createUploadMemory(40e6, 3);
    const { given, places } = await slowOnes(enter, [10e6, 10e6, 9e6]);
    const honest = enter('jane', never).take(2e6);
    for (let seconds = 0; seconds < 9; seconds++) {
      void places[0]!.take(seconds < 3 ? 70_000 : 10).catch(() => undefined);
      mock.timers.tick(1000);
    }
    await settle();
    assert.deepEqual(given, []);
    mock.timers.tick(1000);
    await honest;
    assert.deepEqual(given, [1]);
    mock.timers.tick(60_000);
    await settle();
    assert.deepEqual(given, [1]);
  });

  it('is not made by giving up one that comes fast, or that is on its way to the service', async () => {
    const enter = createUploadMemory(40e6, 3);
    const { given, places } = await slowOnes(enter, [14e6, 15e6]);
    places[0]!.onDropped(undefined);
    const honest = enter('jane', never).take(2e6);
    for (let seconds = 0; seconds < 60; seconds++) {
      void places[1]!.take(70_000).catch(() => undefined);
      mock.timers.tick(1000);
      await settle();
    }
    assert.deepEqual(given, []);
    assert.ok(await Promise.race([honest.then(() => false), settle().then(() => true)]));
  });

  it('goes to no second upload of somebody who has one already', async () => {
    const enter = createUploadMemory(100, 3);
    const first = enter('greedy', never);
    await first.take(70);
    const honest = enter('jane', never);
    const taken = honest.take(20);
    await settle();
    const second = enter('greedy', never).take(0);
    await settle();
    assert.ok(await Promise.race([second.then(() => false), settle().then(() => true)]));
    first.end();
    await Promise.all([taken, second]);
  });
});
