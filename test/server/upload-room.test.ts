import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRoom } from '../../src/server/upload-room.js';
import { bytes } from './files.js';
import { read } from './setup.js';
import { BOUNDARY, disposition, FORM, jane, later, LIMIT, slowly, START } from './slow-uploads.js';

/** A document of so many kB, a kB at a time. */
function inPieces(count: number) {
  const pieces = [bytes(START, '%PDF-1.7\n'), ...Array.from({ length: count }, () => new Uint8Array(1024).fill(65))];
  pieces.push(bytes(`\n%%EOF\n\r\n${disposition('type')}bank-statement\r\n--${BOUNDARY}--\r\n`));
  return slowly(pieces.shift()!, () => pieces.shift());
}

describe('an upload', () => {
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
