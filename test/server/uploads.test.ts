import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send } from 'node:http';
import { describe, it, mock } from 'node:test';
import { memoryLimiter } from '../../src/server/index.js';
import { toNodeListener } from '../../src/server/node.js';
import { bytes, pdf } from './files.js';
import { createRoom } from '../../src/server/upload-room.js';
import { MOUNT, ORIGIN, read, serve, setup, type Fetch } from './setup.js';

const LIMIT = 100_000;
const BOUNDARY = 'sample-boundary';
const disposition = (name: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const START = disposition('file', '; filename="a.pdf"');
const FORM = bytes(START, pdf(), `\r\n${disposition('type')}bank-statement\r\n--${BOUNDARY}--\r\n`);

/** A promise, and what settles it. */
function later<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Jane, with an application: what a request of hers needs, and the calls that the service saw begin and end. */
async function jane(service?: (real: Fetch) => Fetch, uploadMemory?: number) {
  const limiter = memoryLimiter({ requests: 1000 });
  const made = setup({ limiter, uploadMemory, settings: { max_document_bytes: LIMIT }, ...(service && { service }) });
  const page = made.browser();
  await page.create();
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    origin: ORIGIN,
    'x-lending-elements': '1',
    cookie: [...page.cookies].map((pair) => pair.join('=')).join('; '),
  };
  const upload = (body: ReadableStream<Uint8Array> | Uint8Array, init: RequestInit = {}) =>
    made.handle(
      new Request(`${ORIGIN}${MOUNT}/documents`, {
        method: 'POST',
        body,
        duplex: 'half',
        ...init,
        headers: { ...headers, ...init.headers },
      } as RequestInit),
    );
  return { ...made, headers, upload };
}

/** A body that comes a little at a time, and knows how much of it was read and whether the reader let go. */
function slowly(start: Uint8Array, next: () => Uint8Array | undefined) {
  const told = { sent: 0, isLeft: false };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(start),
      pull(controller) {
        const more = next();
        if (more) controller.enqueue(more);
        else controller.close();
        told.sent += more?.length ?? 0;
      },
      cancel: () => void (told.isLeft = true),
    },
    { highWaterMark: 0 },
  );
  return { body, told };
}

describe('an upload', () => {
  it('that never ends is read no further than the limit, and let go', async () => {
    const { upload, received } = await jane();
    const { body, told } = slowly(bytes(START, '%PDF-1.7'), () => new Uint8Array(1024));
    const { status, code, issues } = await read(await upload(body));
    assert.deepEqual([status, code, issues], [413, 'handler-too-large', [{ path: 'file', reason: 'file-large' }]]);
    assert.ok(told.sent <= LIMIT + 2048, String(told.sent));
    assert.ok(told.isLeft);
    assert.equal(received('uploadDocument').length, 0);
  });

  it('that goes on behind its end is read no further than the limit', async () => {
    const { upload } = await jane();
    const { body, told } = slowly(FORM, () => new Uint8Array(1024));
    assert.equal((await read(await upload(body))).code, 'handler-too-large');
    assert.ok(told.sent <= LIMIT + 32 * 1024, String(told.sent));
    assert.ok(told.isLeft);
  });

  it('that says it is over the limit is not read at all', async () => {
    const { upload } = await jane();
    const { body, told } = slowly(bytes(START), () => new Uint8Array(1024));
    const answer = await read(await upload(body, { headers: { 'content-length': String(LIMIT + 30_000) } }));
    assert.equal(answer.code, 'handler-too-large');
    assert.deepEqual(told, { sent: 0, isLeft: true });
  });

  it('is the same wherever it is cut into pieces', async () => {
    const { upload, received } = await jane();
    for (let at = 1; at < FORM.length; at++) {
      const pieces = [FORM.subarray(at)];
      const { body } = slowly(FORM.subarray(0, at), () => pieces.shift());
      assert.equal((await upload(body)).status, 200, `cut at ${at} of ${FORM.length}`);
    }
    assert.equal(received('uploadDocument').length, FORM.length - 1);
  });

  it('that the page gives up is given up at the service too', async () => {
    const { promise: begun, resolve: begin } = later<AbortSignal>();
    const { upload } = await jane((real) => (url, init) => {
      if (!String(url).endsWith('/documents')) return real(url, init);
      begin(init!.signal!);
      return new Promise((_, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      );
    });
    const stop = new AbortController();
    const answer = upload(FORM, { signal: stop.signal });
    const signal = await begun;
    assert.equal(signal.aborted, false);
    stop.abort();
    assert.equal(signal.aborted, true);
    assert.equal((await answer).status, 502);
  });

  it('whose connection breaks is given up at the service too', async () => {
    const { promise: begun, resolve: begin } = later<AbortSignal>();
    const { handle, headers } = await jane((real) => (url, init) => {
      if (!String(url).endsWith('/documents')) return real(url, init);
      begin(init!.signal!);
      return new Promise((_, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      );
    });
    const { origin, close } = await serve(toNodeListener(handle));
    const request = send(`${origin}${MOUNT}/documents`, { method: 'POST', headers: { ...headers, origin } });
    request.on('error', () => undefined);
    request.end(FORM);
    const signal = await begun;
    const given = once(signal, 'abort');
    request.destroy();
    await given;
    await close();
  });

  it('whose connection breaks in the middle makes no call', async () => {
    const { handle, headers, received } = await jane();
    const answers = later<number>();
    const listener = toNodeListener(async (request) => {
      const response = await handle(request);
      answers.resolve(response.status);
      return response;
    });
    const { origin, close } = await serve(listener);
    const whole = { ...headers, origin, 'content-length': FORM.length };
    const request = send(`${origin}${MOUNT}/documents`, { method: 'POST', headers: whole });
    request.on('error', () => undefined);
    request.write(FORM.subarray(0, 100), () => request.destroy());
    assert.equal(await answers.promise, 422);
    await close();
    assert.equal(received('uploadDocument').length, 0);
  });

  it('gets its answer when the service is gone', async () => {
    const { upload } = await jane(
      (real) => (url, init) =>
        String(url).endsWith('/documents') ? Promise.reject(new TypeError('fetch failed')) : real(url, init),
    );
    assert.equal((await read(await upload(FORM))).code, 'upstream-unreachable');
  });

  /** A document of so many kB, a kB at a time. */
  function inPieces(count: number) {
    const pieces = [bytes(START, '%PDF-1.7\n'), ...Array.from({ length: count }, () => new Uint8Array(1024).fill(65))];
    pieces.push(bytes(`\n%%EOF\n\r\n${disposition('type')}bank-statement\r\n--${BOUNDARY}--\r\n`));
    return slowly(pieces.shift()!, () => pieces.shift());
  }

  it('waits where there are more at once than there is room for, and arrives', async () => {
    const bodies = Array.from({ length: 8 }, () => inPieces(90));
    let [most, over] = [0, 0];
    const { upload, received } = await jane(
      (real) => async (url, init) => {
        if (!String(url).endsWith('/documents')) return real(url, init);
        most = Math.max(most, bodies.reduce((sum, { told }) => sum + told.sent, 0) - over * 90_000);
        const response = await real(url, init);
        over++;
        return response;
      },
      150_000,
    );
    const answers = await Promise.all(bodies.map(({ body }) => upload(body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(8).fill(200),
    );
    assert.equal(received('uploadDocument').length, 8);
    assert.ok(most > 90_000 && most < 150_000 + LIMIT, String(most));
  });

  it('whose page goes away while it waits is let go, and the first goes on', async () => {
    const gate = later<void>();
    const { upload } = await jane(
      (real) => async (url, init) => {
        if (String(url).endsWith('/documents')) await gate.promise;
        return real(url, init);
      },
      10_000,
    );
    const first = upload(FORM);
    const stop = new AbortController();
    const waiting = inPieces(90);
    const second = upload(waiting.body, { signal: stop.signal });
    while (waiting.told.sent < 10_000) await new Promise(setImmediate);
    stop.abort();
    assert.equal((await read(await second)).code, 'handler-invalid');
    assert.ok(waiting.told.sent < 20_000 && waiting.told.isLeft, JSON.stringify(waiting.told));
    gate.resolve();
    assert.equal((await first).status, 200);
  });

  const lazy: [string, (at: number) => Promise<Uint8Array>][] = [
    ['brings nothing more', () => new Promise(() => {})],
    [
      'brings a byte every ten seconds',
      (at) => new Promise((come) => setTimeout(() => come(new Uint8Array([at])), 10_000)),
    ],
  ];
  for (const [what, next] of lazy) {
    it(`that ${what} is given up within a minute`, { timeout: 20_000 }, async () => {
      const { upload, received } = await jane();
      mock.timers.enable({ apis: ['Date', 'setTimeout'] });
      const clock = setInterval(() => mock.timers.tick(500), 1);
      try {
        let begun = 0;
        let isLeft = false;
        const body = new ReadableStream<Uint8Array>(
          {
            start: (controller) => controller.enqueue(bytes(START, '%PDF-1.7')),
            async pull(controller) {
              begun ||= Date.now();
              controller.enqueue(await next(65));
            },
            cancel: () => void (isLeft = true),
          },
          { highWaterMark: 0 },
        );
        const { code } = await read(await upload(body));
        assert.equal(code, 'handler-invalid');
        assert.ok(Date.now() - begun < 60_000);
        assert.ok(isLeft);
        assert.equal(received('uploadDocument').length, 0);
      } finally {
        clearInterval(clock);
        mock.timers.reset();
      }
    });
  }
});

describe('the room for uploads', () => {
  it('is given back by who leaves, and goes to whoever comes, in any order', async () => {
    const enter = createRoom(100);
    const places = Array.from({ length: 3 }, () => enter(new AbortController().signal));
    await places[0]!.take(90);
    let isIn = false;
    const second = places[1]!.take(90).then(() => (isIn = true));
    await new Promise(setImmediate);
    assert.equal(isIn, false);
    places[0]!.leave();
    await second;
    await places[2]!.take(10);
  });
});
