import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProgressEntry } from '../../../src/server/index.js';
import {
  created,
  EMAIL,
  gate,
  progressOf,
  read,
  sampleApplication,
  setup,
  UNLIMITED,
  withApplication,
  type Browser,
} from '../setup.js';
import type { Session } from '../../../src/schema/calls/session.js';

const sessionOf = async (page: Browser) => (await (await page.get('session')).json()) as Session;
const changed = (email: string) => ({ ...sampleApplication(), applicant: { ...sampleApplication().applicant, email } });

describe('an application', () => {
  for (const processes of [1, 2])
    it(`is created once for 200 requests at the same time, in ${processes} process${processes > 1 ? 'es' : ''}: each gets the same one`, async () => {
      const { service, open } = gate();
      const created: ProgressEntry[] = [];
      const onProgress = (one: ProgressEntry) => void created.push(one);
      const options = { limits: UNLIMITED, service, onProgress };
      const first = setup(options);
      const { store, sandbox, received } = first;
      const second = setup({ ...options, store, service: () => service(sandbox.fetch) });
      const handlers = [first, second].slice(0, processes);
      const tabs = Array.from({ length: 200 }, (_, at) => handlers[at % processes]!.browser());
      const asked = Promise.all(tabs.map(async (tab) => read(await tab.post('applications', sampleApplication()))));
      open();
      for (const answer of await asked) assert.deepEqual(answer, { done: ['createApplication'], status: 200 });
      assert.equal(received('createApplication').length, 1);
      await first.handle.deliverProgress();
      assert.equal(created.length, 1);
      for (const { browser } of handlers) await browser().post('widget-token', {});
      assert.deepEqual(
        received('authenticate'),
        handlers.map(() => ({ company_id: created[0]!.company_id, email: EMAIL })),
      );
    });

  it('keeps the e-mail that was sent with it, also if a second tab sends another', async () => {
    const { service, open } = gate();
    const { browser, received } = setup({ service });
    const [first, second] = [browser(), browser()];
    const one = first.post('applications', sampleApplication());
    const other = second.post('applications', changed('somebody.else@example.com'));
    open();
    await Promise.all([one, other]);
    for (const tab of [first, second]) assert.equal((await tab.post('widget-token', {})).status, 200);
    const [{ applicant }] = received('createApplication') as [ReturnType<typeof sampleApplication>];
    assert.deepEqual(
      received('authenticate').map((body) => (body as { email: string }).email),
      [applicant.email, applicant.email],
    );
  });

  it('that the service rejected can be requested again', async () => {
    for (const number of ['SANDBOX-REJECTED', 'SANDBOX-500']) {
      const { browser, received } = setup({ notCreatedStatuses: [500] });
      const page = browser();
      const application = sampleApplication();
      application.company.registered_number = number;
      assert.notEqual((await page.post('applications', application)).status, 200);
      assert.deepEqual(await progressOf(page), []);
      await page.create();
      assert.equal(received('createApplication').length, 2);
    }
  });
});

describe('a creation with other answers than those of the application', () => {
  const OTHER_ANSWERS = changed('somebody.else@example.com');

  it('is reported to the second tab, whether it comes later or at the same time, and not to a tab with the same answers', async () => {
    const { service, open } = gate();
    const { browser, received } = setup({ service });
    const asked = [sampleApplication(), OTHER_ANSWERS, sampleApplication()].map((body) =>
      browser().post('applications', body),
    );
    open();
    const answers = await Promise.all(asked.map(async (one) => read(await one)));
    answers.push(await read(await browser().post('applications', OTHER_ANSWERS)));
    const same = { done: ['createApplication'], status: 200 };
    assert.deepEqual(answers, [same, { ...same, createdWith: 'other' }, same, { ...same, createdWith: 'other' }]);
    assert.deepEqual(received('createApplication'), [sampleApplication()]);
  });

  it('does not depend on the order of the fields', async () => {
    const { page } = await created();
    const { applicant, ...rest } = sampleApplication();
    const turned = { applicant: Object.fromEntries(Object.entries(applicant).toReversed()), ...rest };
    assert.equal((await read(await page.post('applications', turned))).createdWith, undefined);
  });

  it('leaves the answers of the other tab neither as a draft nor for the next application', async () => {
    const { service, open } = gate();
    const { browser, handle } = setup({ service, canApplyAgain: () => true });
    const asked = [sampleApplication(), OTHER_ANSWERS].map((body) => browser().post('applications', body));
    open();
    await Promise.all(asked);
    await handle.closeApplication({ subject: 'jane' });
    assert.equal((await sessionOf(browser())).prefill?.applicant?.email, EMAIL);
  });

  it('is unknown for an application that was settled, or that an earlier version created', async () => {
    const { browser } = await withApplication();
    const { createdWith } = await read(await browser().post('applications', OTHER_ANSWERS));
    assert.equal(createdWith, 'unknown');
  });
});
