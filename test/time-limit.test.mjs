import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import process from 'node:process';
import { describe, it } from 'node:test';
import { withTimeLimit } from '../src/time-limit.ts';

const never = new Promise(() => undefined);
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('withTimeLimit()', () => {
  it('returns the result of the promise, or its error', async () => {
    assert.equal(await withTimeLimit(Promise.resolve(1), { limit: 60_000 }), 1);
    await assert.rejects(withTimeLimit(Promise.reject(new Error('no')), { limit: 60_000 }), /^Error: no$/);
  });

  it('returns undefined after the limit, or the result of late()', async () => {
    assert.equal(await withTimeLimit(never, { limit: 1 }), undefined);
    assert.equal(await withTimeLimit(never, { limit: 1, late: () => 2 }), 2);
  });

  it('rejects with the error that late() throws', async () => {
    const late = () => {
      throw new Error('late');
    };
    await assert.rejects(withTimeLimit(never, { limit: 1, late }), /^Error: late$/);
  });

  it('rejects with the reason of the signal, also if it has aborted before', async () => {
    const controller = new AbortController();
    const waiting = withTimeLimit(never, { signal: controller.signal });
    controller.abort(new Error('stopped'));
    await assert.rejects(waiting, /^Error: stopped$/);
    await assert.rejects(withTimeLimit(never, { signal: controller.signal }), /^Error: stopped$/);
  });

  it('leaves neither a timer nor a listener', async () => {
    const before = timers();
    const { signal } = new AbortController();
    await withTimeLimit(Promise.resolve(), { limit: 60_000, signal });
    await withTimeLimit(never, { limit: 1, signal });
    assert.deepEqual([timers(), getEventListeners(signal, 'abort').length], [before, 0]);
  });
});
