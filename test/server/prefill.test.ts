import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Settings } from '../../src/schema/index.js';
import { created, read, sampleApplication, samplePrequalification, setup } from './setup.js';

const known = {
  company: { registered_name: 'Known Ltd', address: { line_1: 'Known Street' } },
  applicant: { email: 'known@example.com', addresses: [{ city: 'Knownton' }] },
};
const prefill = ({ subject }: { subject: string }) => (subject === 'jane' ? known : undefined);

describe('the partner’s prefill', () => {
  it('is returned only to its own subject, until the application is created', async () => {
    const { browser } = setup({ prefill });
    const page = browser();
    const { applicant, ...rest } = known;
    const addresses = [{ city: 'Knownton', current: 'true' }];
    assert.deepEqual((await read(await page.get('session'))).prefill, {
      ...rest,
      applicant: { ...applicant, addresses },
    });
    assert.equal((await read(await browser('tom').get('session'))).prefill, undefined);
    await page.create();
    assert.equal((await read(await page.get('session'))).prefill, undefined);
  });

  it('is the page’s value in fields that the applicant may change', async () => {
    const { browser, received } = setup({ prefill });
    await browser().create();
    assert.deepEqual(received('createApplication'), [sampleApplication()]);
  });

  it('is the partner’s value in read-only fields, with any value of the page', async () => {
    const readOnly = [
      'company.registered_name',
      'company.address.line_1',
      'company.registered_number',
      'applicant.email',
      'applicant.addresses.city',
    ];
    const { page, received } = await created({ prefill, settings: { readOnly } });
    const [sent] = received('createApplication') as [ReturnType<typeof sampleApplication>];
    assert.equal(sent.company.registered_name, 'Known Ltd');
    assert.equal(sent.company.address.line_1, 'Known Street');
    assert.equal(
      sent.company.registered_number,
      sampleApplication().company.registered_number,
      'nothing was prefilled',
    );
    assert.equal(sent.applicant.addresses[0]!.city, 'Knownton');
    await page.post('widget-token', {});
    assert.equal((received('authenticate')[0] as { email: string }).email, 'known@example.com');
  });

  it('has its postal addresses in the order of the form', async () => {
    const addresses = [
      { city: 'Earlier', start_date: '01/02/2001' },
      { city: 'Current', start_date: '01/02/2012', current: 'true' as const },
    ];
    const readOnly = ['applicant.addresses.city'];
    const { browser, received } = setup({ prefill: () => ({ applicant: { addresses } }), settings: { readOnly } });
    await browser().create();
    const [sent] = received('createApplication') as [ReturnType<typeof sampleApplication>];
    assert.equal(sent.applicant.addresses[0]!.city, 'Current');
  });

  it('has figures for the page after the creation too, and replaces read-only ones', async () => {
    const figures = { funding_amount: 500, monthly_revenue: 700 };
    const readOnly = ['prequalification.monthly_revenue', 'company.registered_name'];
    const { page, browser, received } = await created({
      prefill: ({ subject }) => ({ ...known, figures: subject === 'jane' ? figures : undefined }),
      settings: { readOnly },
    });
    assert.deepEqual((await read(await page.get('session'))).prefill, { figures });
    assert.deepEqual(Object.keys((await read(await browser('tom').get('session'))).prefill as object), [
      'company',
      'applicant',
    ]);
    const sent = samplePrequalification();
    assert.equal((await page.post('prequalification', sent)).status, 200);
    assert.deepEqual(received('prequalify'), [{ ...sent, monthly_revenue: 700 }]);
    assert.equal((await page.post('prequalification', {})).status, 422);
  });

  it('does not make an invalid body valid', async () => {
    const { browser, received } = setup({ prefill, settings: { readOnly: ['company.registered_name'] } });
    for (const body of [null, [], 'text', {}, { company: null }, { company: [] }]) {
      assert.equal((await browser().post('applications', body)).status, 422, JSON.stringify(body));
    }
    assert.equal(received('createApplication').length, 0);
  });
});

describe('the settings of fields', () => {
  it('reach the page merged with the defaults', async () => {
    const { browser } = setup({ settings: { fields: { 'applicant.date_of_birth': 'hidden' } } });
    const { settings } = (await read(await browser().get('session'))) as unknown as {
      settings: { fields: Record<string, string> };
    };
    assert.equal(settings.fields['applicant.date_of_birth'], 'hidden');
    assert.equal(settings.fields['applicant.addresses.county'], 'optional');
  });

  it('follow from singleName, unless the partner has a rule', async () => {
    /** Whether the handler passes an application with these names on. */
    const isPassed = async (names: object, settings: Partial<Settings>) => {
      const { first_name: _first, last_name: _last, ...others } = sampleApplication().applicant;
      const { browser, received } = setup({ settings });
      await browser().post('applications', { ...sampleApplication(), applicant: { ...others, ...names } });
      return received('createApplication').length === 1;
    };
    const [first, last] = [{ first_name: 'Suryani' }, { last_name: 'Suryani' }];
    for (const [settings, taken, rejected] of [
      [{}, last, first],
      [{ singleName: 'last_name' }, last, first],
      [{ singleName: 'first_name' }, first, last],
      [{ singleName: 'both' }, { ...first, ...last }, last],
    ] as const) {
      assert.ok(await isPassed(taken, settings), JSON.stringify(settings));
      assert.ok(!(await isPassed(rejected, settings)), JSON.stringify(settings));
    }
    const fields = { 'applicant.first_name': 'optional' } as const;
    assert.ok(await isPassed(last, { singleName: 'first_name', fields }));
  });
});
