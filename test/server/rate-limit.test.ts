import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryLimiter } from '../../src/server/index.js';
import { goodBodies, read, setup } from './setup.js';

describe('the rate limit', () => {
  it('refuses a subject who asks too often, calls nothing, and leaves the others alone', async () => {
    const { browser, received } = setup({ limiter: memoryLimiter({ requests: 3 }) });
    const [jane, tom] = [browser(), browser('tom')];
    await jane.create();
    for (let time = 0; time < 2; time++) await jane.get('session');
    const { status, code, message } = await read(await jane.post('prequalification', goodBodies().prequalification));
    assert.deepEqual([status, code], [429, 'handler-too-many']);
    assert.match(message!, /Wait \d+ seconds/);
    assert.deepEqual(received('prequalify'), []);
    await tom.create();
  });

  it('has room for a journey by default, and is not endless', async () => {
    const { browser } = setup();
    const page = browser();
    const statuses = new Set<number>();
    for (let time = 0; time < 121; time++) statuses.add((await page.get('session')).status);
    assert.deepEqual([...statuses], [200, 429]);
  });

  it('gives room again when its time is over', async () => {
    const limiter = memoryLimiter({ requests: 1, seconds: 0 });
    assert.deepEqual([limiter.take('jane'), limiter.take('jane')], [0, 0]);
  });

  it('can be the partner’s own', async () => {
    const asked: string[] = [];
    const { browser } = setup({ limiter: { take: async (subject) => (asked.push(subject), 7) } });
    assert.match((await read(await browser().get('session'))).message!, /Wait 7 seconds/);
    assert.deepEqual(asked, ['jane']);
  });

  it('asks nothing about a request that is refused before it', async () => {
    const asked: string[] = [];
    const { browser } = setup({ limiter: { take: (subject) => (asked.push(subject), 0) }, authorize: () => null });
    await browser().get('session');
    await browser().send('applications', { headers: { origin: 'https://evil.example' } });
    assert.deepEqual(asked, []);
  });
});
