import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read, setup } from './setup.js';

describe('log', () => {
  it('gets a line for each request: its id, its route, its status, its code', async () => {
    const { browser, log } = setup();
    const page = browser();
    await page.create();
    const { request_id } = await read(await page.send('prequalification?secret=1', { body: {} }));
    const [first, second] = log as [(typeof log)[0], (typeof log)[0]];
    assert.deepEqual(
      { ...first, request_id: '', calls: first.calls.map(({ call, status, said }) => [call, status, said]) },
      {
        request_id: '',
        route: 'POST /api/lending/applications',
        status: 200,
        calls: [['createApplication', 201, 'The application has been successfully created.']],
      },
    );
    assert.deepEqual(
      [second.request_id, second.route, second.status, second.code, second.error?.code],
      [request_id, 'POST /api/lending/prequalification', 422, 'handler-invalid', 'handler-invalid'],
    );
  });

  for (const [name, log] of [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ] as [string, () => void][]) {
    it(`that ${name} changes no answer`, async (test) => {
      const complaint = test.mock.method(console, 'error', () => {});
      const { browser, received } = setup({ log });
      const page = browser();
      await page.create();
      await page.create();
      assert.equal((await read(await page.post('prequalification', {}))).code, 'handler-invalid');
      assert.equal(received('createApplication').length, 1);
      assert.equal(complaint.mock.callCount(), 3);
    });
  }
});
