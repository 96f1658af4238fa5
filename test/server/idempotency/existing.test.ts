import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApplicationToKeep, HandlerOptions } from '../../../src/server/index.js';
import { EMAIL, goodBodies, read, sampleApplication, samplePrequalification, setup } from '../setup.js';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const answers = (found: unknown) => setup({ existingApplication: () => found as never });

describe('what onApplicationCreated gets', () => {
  it('is what existingApplication returns: stored as JSON, it lets the applicant go on with another device', async () => {
    const rows = new Map<string, string>();
    const options: Partial<HandlerOptions> = {
      onApplicationCreated: (created) => void rows.set(created.subject, JSON.stringify(created)),
      existingApplication: ({ subject }) => JSON.parse(rows.get(subject) ?? 'null') as ApplicationToKeep,
    };
    const { browser, received } = setup(options);
    await browser().create();
    const phone = browser();
    assert.deepEqual((await read(await phone.post('applications', sampleApplication()))).done, ['createApplication']);
    assert.equal((await phone.post('prequalification', samplePrequalification())).status, 200);
    assert.equal((await phone.post('widget-token', {})).status, 200);
    assert.equal(received('createApplication').length, 1);
    const { company_id } = JSON.parse(rows.get('jane')!) as ApplicationToKeep;
    assert.deepEqual(received('authenticate'), [{ company_id, email: EMAIL }]);
    assert.equal((await read(await browser('tom').post('widget-token', {}))).code, 'handler-not-created');
  });
});

describe('what existingApplication answers', () => {
  for (const [what, found] of [
    ['nothing', undefined],
    ['null, as a database has it', null],
  ] as const) {
    it(`is no application where it is ${what}`, async () => {
      const { code } = await read(await answers(found).browser().post('prequalification', samplePrequalification()));
      assert.equal(code, 'handler-not-created');
    });
  }

  for (const application_id of [undefined, null, COMPANY.toUpperCase()]) {
    it(`is an application where its application_id is ${application_id}`, async () => {
      const { browser } = answers({ company_id: COMPANY, email: EMAIL, application_id, region: 'UK', more: [1] });
      assert.deepEqual((await read(await browser().post('applications', sampleApplication()))).done, [
        'createApplication',
      ]);
    });
  }

  for (const [what, found, field] of [
    ['no email', { company_id: COMPANY }, 'email is missing'],
    ['null for the email', { company_id: COMPANY, email: null }, 'email is missing'],
    ['an empty email', { company_id: COMPANY, email: '' }, 'email must be the applicant’s email address'],
    ['an email without an @', { company_id: COMPANY, email: 'jane' }, 'email must be the applicant’s email address'],
    ['a list of emails', { company_id: COMPANY, email: [EMAIL] }, 'email must be the applicant’s email address'],
    ['no company id', { email: EMAIL }, 'company_id is missing'],
    ['a number for the company id', { company_id: 12345, email: EMAIL }, 'company_id must be a UUID'],
    ['an address in the company id', { company_id: '../auth?', email: EMAIL }, 'company_id must be a UUID'],
    [
      'an application id that is none',
      { company_id: COMPANY, email: EMAIL, application_id: '12345' },
      'application_id must be a UUID, or be left out',
    ],
    ['a misspelt key', { companyId: COMPANY, email: EMAIL }, 'company_id is missing'],
    ['a list', [{ company_id: COMPANY, email: EMAIL }], 'it returned a value of the type array'],
    ['a text', COMPANY, 'it returned a value of the type string'],
    ['false', false, 'it returned a value of the type boolean'],
  ] as const) {
    it(`is config-invalid with ${what}: the field is named, its value is not, and nothing is called`, async () => {
      const { browser, sandbox, log } = answers(found);
      const page = browser();
      for (const [path, body] of Object.entries(goodBodies())) {
        const answer = await read(await page.post(path, body));
        assert.deepEqual([answer.status, answer.code], [500, 'config-invalid'], path);
        assert.ok(answer.message!.endsWith(`: ${field}.`), answer.message);
        assert.match(answer.remedy!, /onApplicationCreated/);
        assert.doesNotMatch(JSON.stringify(answer), /jane|12345|\.\.\/auth|3f2504e0/);
      }
      assert.equal((await page.get('session')).status, 500);
      assert.ok(log.every(({ code, error, status }) => code === 'config-invalid' && error && status === 500));
      assert.equal(sandbox.calls.length, 0);
    });
  }
});
