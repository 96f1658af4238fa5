// The limit on one applicant's records, and their effect on other applicants.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created, documentForm, evidenceOf, goodBodies, read } from '../setup.js';

const changes = (events: string[]) => events.filter((event) => event === 'changed').length;

describe('a change of the application', () => {
  it('by several documents in a row is recorded once', async () => {
    const { page, store, sandbox } = await created();
    const events = () => store.entries.filter(({ subject }) => subject === 'jane').map(({ event }) => event);
    for (const _ of [1, 2, 3]) {
      assert.equal((await page.post('documents', documentForm())).status, 200);
      await page.get('consent');
      assert.deepEqual(events(), ['changed']);
    }
    assert.equal(sandbox.calls.filter(({ name }) => name === 'uploadDocument').length, 3);
  });

  it('ends a notice that was served after an earlier recorded change', async () => {
    const { page } = await created();
    await page.post('documents', documentForm());
    const evidence = await evidenceOf(await page.get('consent'));
    await page.post('documents', documentForm());
    const answer = await read(await page.post('request-offers', { credit_score_check_consent: true, evidence }));
    assert.equal(answer.code, 'handler-consent-stale');
  });

  it('by figures is recorded each time', async () => {
    const { page, events } = await created();
    for (const _ of [1, 2, 3]) await page.post('prequalification', goodBodies()['prequalification']);
    assert.equal(changes(events()), 3);
  });
});

describe('one applicant', () => {
  it('causes at most sixty entries in ten minutes, and can still withdraw', async () => {
    const { page, agree, store, browser } = await created({ limits: { requests: { requests: 1000, seconds: 60 } } });
    assert.equal((await agree()).status, 200);
    let rejected: Awaited<ReturnType<typeof read>> | undefined;
    for (let count = 0; count < 200 && !rejected; count++) {
      const answer = await read(await page.post('prequalification', goodBodies()['prequalification']));
      if (answer.status !== 200) rejected = answer;
    }
    assert.deepEqual([rejected?.status, rejected?.code, rejected?.recoverable], [429, 'handler-too-many', true]);
    assert.ok(rejected!.retryAfter! > 0 && rejected!.retryAfter! <= 600);
    assert.equal(store.entries.length, 60);
    assert.equal((await read(await page.post('consent', { decision: 'withdrawn' }))).status, 200);
    const other = browser('tom');
    await other.create();
    assert.equal((await other.post('prequalification', goodBodies()['prequalification'])).status, 200);
  });
});
