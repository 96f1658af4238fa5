import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Settings } from '../../src/schema/index.js';
import { created, read, sampleApplication, samplePrequalification, setup } from './setup.js';

const known = {
  company: { registered_name: 'Known Ltd', address: { line_1: 'Known Street' } },
  applicant: { email: 'known@example.com', addresses: [{ city: 'Knownton' }] },
};
const prefill = ({ subject }: { subject: string }) => (subject === 'jane' ? known : undefined);

/** The lines of all tests here: a process prints each once. */
const printed = new Set<string>();

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

  const applicant = (value: object) => ({ applicant: value });
  const address = (...values: unknown[]) => applicant({ addresses: values });
  /** What prefill() returns, what the page gets, and the lines in the log. */
  const MISTAKES: [name: string, given: unknown, kept: object | undefined, lines: string[]][] = [
    [
      'names in camelCase',
      { company: { registeredName: 'Secret 1', region: 'GB' }, applicant: { firstName: 'Secret 2' } },
      { company: { region: 'GB' }, applicant: {} },
      ['company.registeredName unknown registered_name', 'applicant.firstName unknown first_name'],
    ],
    [
      'other shapes of dates',
      applicant({ date_of_birth: '24/12/1985', email: 'a@b.test' }),
      applicant({ email: 'a@b.test' }),
      ['applicant.date_of_birth format'],
    ],
    [
      'a day that does not exist',
      { company: { formation_date: '2020-02-30 00:00:00.000' } },
      { company: {} },
      ['company.formation_date not-real'],
    ],
    ['a Date', { company: { trading_from_date: new Date(0) } }, { company: {} }, ['company.trading_from_date format']],
    [
      'amounts as people write them',
      { figures: { funding_amount: '25,000', monthly_revenue: 5, any_ccj: 'no' } },
      { figures: { monthly_revenue: 5 } },
      ['figures.funding_amount format', 'figures.any_ccj format'],
    ],
    [
      'fields without their part',
      { registered_name: 'Secret 3' },
      {},
      ['registered_name unknown company.registered_name'],
    ],
    [
      'a part by another name',
      { compny: {}, user: { password_hash: 'Secret 4' } },
      {},
      ['compny unknown company', 'user unknown'],
    ],
    ['a string', 'Secret 5', undefined, ['something other than an object format']],
    ['a list', [{ company: {} }], undefined, ['something other than an object format']],
    ['a part that is a string', { company: 'Secret 6' }, {}, ['company format']],
    ['a part that is a Map', { company: new Map([['a', 'Secret 7']]) }, {}, ['company format']],
    [
      'keys that no form has, in every object',
      {
        company: { password_hash: 'Secret 8', address: { geo: { lat: 1 } } },
        ...address({ id: 'Secret 9', city: 'Leeds' }),
      },
      { company: { address: {} }, ...address({ city: 'Leeds', current: 'true' }) },
      ['company.password_hash unknown', 'company.address.geo unknown', 'applicant.addresses.id unknown'],
    ],
    [
      'one address in place of a list',
      applicant({ addresses: { city: 'Leeds' } }),
      applicant({}),
      ['applicant.addresses format'],
    ],
    [
      'an address that is a text',
      address('Secret 10', { city: 'York', current: 'true' }),
      address({ city: 'York', current: 'true' }, {}),
      ['applicant.addresses format'],
    ],
    [
      'a flag that is a boolean',
      address({ city: 'Bath', current: true }),
      address({ city: 'Bath', current: 'true' }),
      ['applicant.addresses.current format'],
    ],
    [
      'nothing in many ways',
      { company: undefined, applicant: { first_name: null, last_name: ' ' }, figures: null },
      { applicant: {} },
      [],
    ],
  ];
  it('keeps only values that the forms know, and logs each path and reason once, without a value', async (test) => {
    const warn = test.mock.method(console, 'warn', () => undefined);
    for (const [name, given, kept, lines] of MISTAKES) {
      const { browser } = setup({ prefill: () => given as never });
      const before = warn.mock.callCount();
      for (const user of ['jane', 'tom']) {
        const { status, prefill: got } = await read(await browser(user).get('session'));
        assert.deepEqual([status, got], [200, kept], name);
      }
      const logged = warn.mock.calls.slice(before).map(({ arguments: [line] }) => String(line));
      const found = logged.map((line) => {
        const [, at, reason, meant] =
          /it returned "?(.*?)"?, which is left out \((.*?)\)\.(?: Did you mean "(.*?)"\?)? Return /.exec(line)!;
        return [at, reason, meant].filter(Boolean).join(' ');
      });
      // A line that another row has printed is not printed again.
      assert.deepEqual(
        found,
        lines.filter((line) => !printed.has(line)),
        name,
      );
      for (const line of lines) printed.add(line);
      assert.doesNotMatch(logged.join(), /Secret/, name);
    }
  });

  it('does not let the applicant answer a read-only field of which the partner has a wrong value', async (test) => {
    test.mock.method(console, 'warn', () => undefined);
    for (const [given, path] of [
      [{ company: { registered_name: 5 } }, 'company.registered_name'],
      [{ company: 'Known Ltd' }, 'company'],
      [address({ city: 'Leeds' }, { city: ['York'] }), 'applicant.addresses.1.city'],
    ] as const) {
      const readOnly = ['company.registered_name', 'applicant.addresses.city'];
      const { browser, received, log } = setup({ prefill: () => given as never, settings: { readOnly } });
      assert.equal((await browser().post('applications', sampleApplication())).status, 500);
      assert.equal(log.at(-1)!.error!.message, `prefill() returned a value for "${path}" that is not valid.`);
      assert.equal(received('createApplication').length, 0);
    }
    const others = { company: { registered_number: 5 }, figures: { any_ccj: 'no' } };
    const settings = { readOnly: ['company.registered_name', 'prequalification.any_ccj'] };
    const { page } = await created({ prefill: () => others as never, settings });
    assert.equal((await page.post('prequalification', samplePrequalification())).status, 500);
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
