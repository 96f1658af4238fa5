// From what a form reads, through JSON and the handler, to what the lender gets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSandbox } from '../../src/sandbox/index.js';
import { anyAnswers, anyRules, sent } from '../schema/fields/typed-anything.js';
import { KEY, read, sampleApplication, setup } from './setup.js';

const runs = { numRuns: 60, seed: 20200710 };

describe('the values of a form', () => {
  it('reach the service unchanged, under any rules', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRules.chain((fields) => fc.tuple(fc.constant(fields), anyAnswers(fields))),
        async ([fields, { application, figures }]) => {
          const sandbox = createSandbox({ secretKey: KEY, fields });
          const page = setup({ fetch: sandbox.fetch, settings: { fields } }).browser();
          assert.deepEqual((await read(await page.post('applications', application))).issues, undefined);
          assert.deepEqual((await read(await page.post('prequalification', figures))).issues, undefined);
          assert.deepEqual(
            sandbox.calls.map(({ status, body }) => [status, body]),
            [application, figures].map((body) => [201, sent(body)]),
          );
        },
      ),
      runs,
    );
  });
});

describe('a key that may be left out', () => {
  for (const nothing of [null, '', ' \u200b']) {
    it(`is left out of the call if a page sends ${JSON.stringify(nothing)}`, async () => {
      const { browser, received } = setup({ settings: { fields: { 'prequalification.monthly_revenue': 'optional' } } });
      const page = browser();
      const { company, applicant, region } = sampleApplication();
      const [home] = applicant.addresses;
      const codes = { country_code: nothing, region: nothing };
      const addresses = [home!, { ...home!, county: nothing, current: nothing, ...codes }];
      const answer = await read(
        await page.post('applications', { company, applicant: { ...applicant, addresses }, region }),
      );
      assert.deepEqual([answer.status, answer.issues], [200, undefined]);
      const { county: _, current: __, country_code: ___, region: ____, ...earlier } = home!;
      assert.deepEqual(received('createApplication'), [
        { company, applicant: { ...applicant, addresses: [home, earlier] }, region },
      ]);
    });
  }

  it('is named by its path if it is required', async () => {
    const { browser, received } = setup();
    for (const nothing of [undefined, null, '', ' ']) {
      const body = sampleApplication() as unknown as { applicant: { addresses: Record<string, unknown>[] } };
      body.applicant.addresses.push({ ...body.applicant.addresses[0], city: nothing, start_date: nothing });
      const { status, issues } = await read(await browser().post('applications', body));
      assert.equal(status, 422);
      assert.deepEqual(issues, [
        { path: 'applicant.addresses.1.city', reason: 'empty' },
        { path: 'applicant.addresses.1.start_date', reason: 'empty' },
      ]);
    }
    assert.deepEqual(received('createApplication'), []);
  });
});

describe('a read-only value from the partner', () => {
  const readOnly = { settings: { readOnly: ['company.registered_name', 'applicant.date_of_birth'] } };

  it('comes from the applicant if the partner has none', async () => {
    for (const nothing of [null, '', undefined]) {
      const prefill = () => ({ company: { registered_name: nothing as undefined } });
      const { browser, received } = setup({ ...readOnly, prefill });
      await browser().create();
      assert.deepEqual(received('createApplication'), [sampleApplication()]);
    }
  });

  it('causes a configuration error if it is not valid, not a problem of the field', async () => {
    const prefill = () => ({ applicant: { date_of_birth: '10/07/2000' } });
    const { browser, received, log } = setup({ ...readOnly, prefill });
    const { code, message, issues } = await read(await browser().post('applications', sampleApplication()));
    assert.deepEqual([code, issues], ['config-invalid', undefined]);
    assert.match(message!, /prefill.*"applicant\.date_of_birth"/);
    assert.doesNotMatch(JSON.stringify(log), /10\/07\/2000/);
    assert.deepEqual(received('createApplication'), []);
  });
});
