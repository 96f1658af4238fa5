import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { bytes } from './files.js';
import { read } from '../setup.js';
import { BOUNDARY, disposition, FORM, jane, START } from './slow-uploads.js';

const MB = 2 ** 20;
/** Time that no test stops. */
const { setTimeout: later } = globalThis;
const realTime = (milliseconds: number) => new Promise<void>((resolve) => later(resolve, milliseconds));
const END = bytes(`\n%%EOF\n\r\n${disposition('type')}bank-statement\r\n--${BOUNDARY}--\r\n`);

/** A document that brings so many bytes at once, and then so many each second until it is whole. */
function dripping(size: number, first: number, each: number, signal?: AbortSignal) {
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes(START, '%PDF-1.7\n')),
      async pull(controller) {
        if (sent >= size) {
          controller.enqueue(END);
          return controller.close();
        }
        if (sent >= first) await new Promise((come) => setTimeout(come, 1000));
        signal?.throwIfAborted();
        const chunk = new Uint8Array(sent < first ? 65_536 : each).fill(65);
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

describe('accounts that send large documents as slowly as they may', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] }));
  afterEach(() => mock.timers.reset());

  /** Lets seconds pass until something is done, at most so many, with time for work in each; answers how many passed. */
  async function secondsUntil(done: Promise<unknown>, most: number): Promise<number> {
    let isDone = false;
    const end = () => (isDone = true);
    void done.then(end, end);
    for (let seconds = 0; seconds <= most; seconds++) {
      await realTime(150);
      if (isDone) return seconds;
      mock.timers.tick(1000);
    }
    return Infinity;
  }

  /** Three uploads of each attacker, and how somebody else sends a document there. `first` bytes of each arrive immediately. */
  async function attacked(names = ['mallory', 'trudy', 'eve'], first = 9 * MB) {
    const { upload, another } = await jane({ settings: {}, uploadTimeoutMs: 600_000 });
    const stop = new AbortController();
    const attackers = await Promise.all(names.map(another));
    const attacks = attackers.flatMap((one) =>
      [1, 2, 3].map(async () => {
        const { signal } = stop;
        return read(await one.upload(dripping(10 * MB, first, 4600, signal), { signal }));
      }),
    );
    const honest = async (body: ReadableStream<Uint8Array> | Uint8Array, headers = {}) =>
      read(await upload(body, { headers }));
    await realTime(1000);
    return { honest, attacks, stop };
  }

  it('delay nobody if nothing of their documents has arrived: five of them, and seven', async () => {
    for (const count of [5, 7]) {
      const { honest, stop } = await attacked(
        Array.from({ length: count }, (_, at) => `attacker ${at}`),
        0,
      );
      const large = honest(dripping(8 * MB, 8 * MB, 0));
      assert.ok((await secondsUntil(large, 3)) <= 3, String(count));
      assert.equal((await large).status, 200);
      stop.abort();
    }
  });

  it('do not stop another’s document: a small one is sent immediately, a large one within a minute', async () => {
    const { honest, attacks, stop } = await attacked();
    const small = honest(FORM, { 'content-length': String(FORM.byteLength) });
    assert.ok((await secondsUntil(small, 1)) <= 1);
    assert.equal((await small).status, 200);
    const large = honest(dripping(8 * MB, 8 * MB, 0));
    assert.ok((await secondsUntil(large, 60)) <= 60);
    assert.equal((await large).status, 200);
    const answers = Promise.all(attacks);
    assert.ok((await secondsUntil(answers, 200)) <= 200);
    stop.abort();
    const [incomplete, waited] = ['handler-invalid', 'handler-too-many'].map((wanted) =>
      answers.then((all) => all.filter(({ code }) => code === wanted)),
    );
    assert.equal((await incomplete!).length, 3);
    assert.equal((await waited!).length, 6);
    assert.ok(
      (await waited!).every(({ status, recoverable, retryAfter }) => status === 429 && recoverable && retryAfter),
    );
  });
});
