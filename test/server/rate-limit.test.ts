import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goodBodies, read, setup } from './setup.js';

describe('the rate limit', () => {
  it('rejects too many requests of one subject, calls nothing, and does not affect other subjects', async () => {
    const { browser, received } = setup({ limits: { requests: { requests: 3, seconds: 60 } } });
    const [jane, tom] = [browser(), browser('tom')];
    await jane.create();
    for (let time = 0; time < 2; time++) await jane.get('session');
    const { status, code, message } = await read(await jane.post('prequalification', goodBodies().prequalification));
    assert.deepEqual([status, code], [429, 'handler-too-many']);
    assert.match(message!, /Wait \d+ seconds/);
    assert.deepEqual(received('prequalify'), []);
    await tom.create();
  });

  it('allows a whole journey by default, but not an unlimited number of requests', async () => {
    const { browser } = setup();
    const page = browser();
    const statuses = new Set<number>();
    for (let time = 0; time < 121; time++) statuses.add((await page.get('session')).status);
    assert.deepEqual([...statuses], [200, 429]);
  });

  it('does not count a request that was rejected before it', async () => {
    const { browser } = setup({ limits: { requests: { requests: 1, seconds: 60 } } });
    await browser('').get('session');
    await browser().send('applications', { headers: { origin: 'https://evil.example' } });
    const statuses = [await browser().get('session'), await browser().get('session')].map(({ status }) => status);
    assert.deepEqual(statuses, [200, 429]);
  });
});
