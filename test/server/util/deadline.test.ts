import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { describe, it } from 'node:test';
import { startDeadline } from '../../../src/server/util/deadline.js';

describe('a deadline', () => {
  it('aborts when its time is over, and says so', async () => {
    const deadline = startDeadline(1, undefined);
    await once(deadline.signal, 'abort');
    assert.equal((deadline.signal.reason as Error).name, 'TimeoutError');
    assert.equal(deadline.isOver, true);
  });

  it('aborts with its caller, whose time is not over, and leaves no listener', () => {
    const controller = new AbortController();
    const { signal } = controller;
    const deadline = startDeadline(60_000, signal);
    controller.abort(new Error('gone'));
    assert.match(String(deadline.signal.reason), /gone/);
    assert.equal(deadline.isOver, false);
    deadline.clear();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('of a caller that has aborted before is over at once', () => {
    const deadline = startDeadline(60_000, AbortSignal.abort(new Error('gone')));
    assert.equal(deadline.signal.aborted, true);
    assert.equal(deadline.isOver, false);
    deadline.clear();
  });
});
