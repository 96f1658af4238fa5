import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftPage, typed } from '../drafts/draft-page.js';
import { evidenceOf, faultAt, read, sampleApplication, samplePrequalification, setup } from '../setup.js';
import { changeWaiting } from '../stores.js';
import { engines } from '../records/engines.js';

const JANE = { subject: 'jane' };
/** The strings and numbers in answers. */
const valuesIn = (answers: unknown): string[] =>
  typeof answers === 'object' && answers ? Object.values(answers).flatMap(valuesIn) : [String(answers)];

for (const { name, skip, create } of engines)
  describe(`the status of an applicant in ${name}`, { skip }, () => {
    it('has the calls, decisions, events and errors with their times, and nothing that the applicant typed', async () => {
      const database = await create();
      const onProgress = () => Promise.reject(new Error('down'));
      const { browser, handle } = setup({ store: database.open(), onProgress, canApplyAgain: () => true });
      const page = browser();
      await (await draftPage(page)).save();
      for (const path of ['applications', 'documents', 'prequalification', 'request-offers'])
        assert.equal((await page.post(path, await page.good(path))).status, 200, path);
      await page.post('consent', { decision: 'withdrawn' });
      await page.post('consent', { decision: 'declined', evidence: await evidenceOf(await page.get('consent')) });
      const { code, requestId } = await read(await page.post('prequalification', { funding_amount: 'jane@x.example' }));
      await changeWaiting(database.open(), ({ tries }) => (tries > 0 ? { tries: 75, due_at: null } : {}));
      const status = await handle.status(JANE);
      const [{ done, consents, events, ...application }] = status.applications as [(typeof status.applications)[0]];
      assert.match(application.company_id!, /^[0-9a-f-]{36}$/);
      assert.deepEqual([application.number, application.closedAt, application.creation], [1, undefined, undefined]);
      assert.deepEqual(Object.keys(done).sort(), [
        'createApplication',
        'prequalify',
        'requestOffers',
        'uploadDocument',
      ]);
      for (const at of [...Object.values(done), application.createdAt!, ...consents.map((one) => one.at)])
        assert.equal(new Date(at).toISOString(), at);
      const decided = consents.map(({ event }) => event).filter((event) => /given|declined|withdrawn/.test(event));
      assert.deepEqual(decided, ['given', 'withdrawn', 'declined']);
      const steps = ['created', 'document-sent', 'figures-sent', 'offers-requested', 'withdrawn', 'declined'];
      assert.deepEqual(
        events.map(({ step, isParked }) => [step, isParked]),
        steps.map((step, at) => [step, at === 0]),
      );
      const { at: _, ...error } = status.errors.at(-1)!;
      assert.deepEqual(error, { route: 'POST prequalification', code, requestId });
      const text = JSON.stringify(status);
      const all = [sampleApplication(), samplePrequalification(), typed(), 'jane@x.example', 'statement june.pdf'];
      for (const value of all.flatMap(valuesIn).filter((one) => !/^(|true|false|\d{1,3}|UK|GB)$/.test(one)))
        assert.ok(!text.includes(value), value);
    });

    it('has the closed applications, an unknown outcome with its reference, and after an erasure nothing', async () => {
      const store = (await create()).open();
      const first = setup({ store });
      await first.browser().create();
      await first.handle.closeApplication(JANE);
      const { browser, handle } = setup({
        store,
        service: faultAt('', async (real) => (await real(), new Response('<h1>'))),
      });
      const { requestId } = await read(await browser().post('applications', sampleApplication()));
      const [closed, current] = (await handle.status(JANE)).applications;
      assert.ok(closed!.company_id && closed!.closedAt);
      assert.equal(current!.creation!.requestId, requestId);
      await browser('tom').post('applications', {});
      await handle.erase({ subject: 'tom' });
      assert.deepEqual((await handle.status({ subject: 'tom' })).errors, []);
    });

    it('has the last ten errors, and none of another applicant', async () => {
      const { browser, handle } = setup({ store: (await create()).open() });
      const ids = [];
      for (let time = 0; time < 12; time++) ids.push((await read(await browser().post('widget-token', {}))).requestId);
      const { errors } = await handle.status(JANE);
      assert.deepEqual(
        errors.map((one) => one.requestId),
        ids.slice(-10),
      );
      assert.deepEqual((await handle.status({ subject: 'tom' })).errors, []);
      await assert.rejects(handle.status({} as never), /status\(\) needs \{ subject/);
    });
  });
