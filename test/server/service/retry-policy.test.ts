import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { LendingError } from '../../../src/errors.js';
import { createRetryPolicy } from '../../../src/server/service/retry-policy.js';

describe('the circuit breaker after its pause', () => {
  const down = new LendingError('upstream-failed', '');
  const rejected = new LendingError('upstream-rejected', '');

  for (const [outcome, error, expected] of [
    ['succeeds', undefined, ['fulfilled', 'fulfilled', 'fulfilled']],
    ['is rejected', rejected, ['upstream-rejected', 'upstream-rejected', 'upstream-rejected']],
    ['fails', down, ['upstream-failed', 'upstream-unavailable', 'upstream-unavailable']],
  ] as const)
    it(`makes one call, and keeps the others waiting until that call ${outcome}`, async (test) => {
      const execute = createRetryPolicy();
      for (let user = 0; user < 10; user++) await assert.rejects(execute(user, () => Promise.reject(down)));
      test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11_000 });
      const ends: (() => void)[] = [];
      const work = () => new Promise<void>((resolve, reject) => ends.push(() => (error ? reject(error) : resolve())));
      const calls = Promise.allSettled(['jane', 'joe', 'jim'].map((subject) => execute(subject, work)));
      await nextTask();
      assert.equal(ends.length, 1);
      ends[0]!();
      await nextTask();
      assert.equal(ends.length, error === down ? 1 : 3);
      ends.forEach((end) => end());
      const results = (await calls).map((call) =>
        'reason' in call ? (call.reason as LendingError).code : call.status,
      );
      assert.deepEqual(results, expected);
    });
});
