import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { createSandbox } from '../../../src/sandbox/index.js';
import { defaultNotice, defaultSettings } from '../../../src/schema/index.js';
import { createHandler, memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { plainNotice } from '../../../stories/support/notices.js';
import { authorize, KEY, read, sampleApplication, SECRET, setup } from '../setup.js';

const PRODUCTION = 'https://api.lender.example/v1';
const { companyTypes, countriesOfResidence, residentialStatuses, documentTypes } = defaultSettings;
const lists = { companyTypes, countriesOfResidence, residentialStatuses, documentTypes };

const partner = { broker: { name: 'Sample Ltd', disclosures: [{ id: 'fee' as const, text: 'You pay no fee.' }] } };

const named = { ...defaultNotice, providers: [{ name: 'North Ltd' }] };

function warningsOf(options: Partial<HandlerOptions>): string[] {
  const warn = mock.method(console, 'warn', () => undefined);
  try {
    const { fetch } = createSandbox({ secretKey: KEY });
    createHandler({
      environment: options.baseUrl ? 'sandbox' : 'production',
      baseUrl: PRODUCTION,
      secretKey: KEY,
      fetch,
      authorize,
      secret: 'Kp3vXq9ZtL0wRf7bYc2mNs8hJd5gUa1e',
      store: { ...memoryStore() },
      notice: named,
      ...options,
      settings: { partner, ...options.settings },
    });
    return warn.mock.calls.map(({ arguments: words }) => words.join(' '));
  } finally {
    warn.mock.restore();
  }
}

describe('createHandler, if its lists are still the samples of the specification', () => {
  it('warns once, and names each setting', () => {
    const [warning, ...more] = warningsOf({});
    assert.deepEqual(more, []);
    for (const name of Object.keys(lists)) assert.match(warning!, new RegExp(`settings\\.${name}\\b`));
    assert.match(warning!, /^createHandler\(\): .* are not set. The forms use the sample values/);
    assert.ok(!warning!.includes(KEY) && !warning!.includes(SECRET));
  });

  it('names only the lists that are not set', () => {
    const { residentialStatuses: _, ...rest } = lists;
    const [warning] = warningsOf({ settings: rest });
    assert.match(warning!, /^createHandler\(\): settings\.residentialStatuses is not set/);
  });

  it('does not warn about lists that are set, even to the samples', () => {
    assert.deepEqual(warningsOf({ settings: lists }), []);
  });

  it('does not warn if the service is on this machine', () => {
    for (const baseUrl of ['http://127.0.0.1:4010', 'http://lender.localhost', 'https://localhost/api']) {
      assert.deepEqual(warningsOf({ baseUrl, notice: undefined, settings: { partner: {} } }), []);
    }
  });
});

describe('createHandler without a broker, disclosures or lenders', () => {
  const rest =
    'Before applicants are introduced to lenders, they must read the name of the credit broker, its disclosures, ' +
    'and the names of the lenders. Set them with your compliance officer. The guide "For your compliance officer" has the rules.';
  const german = { ...plainNotice, locale: 'de' };
  const fee = [{ id: 'fee' as const, text: { en: 'No fee.', de: 'Keine Gebühr.' } }];
  const both = 'settings.partner.broker.name, settings.partner.broker.disclosures';
  for (const environment of ['staging', 'production'] as const)
    for (const [missing, notice, broker] of [
      [`${both}, notice.providers are`, undefined, undefined],
      ['settings.partner.broker.disclosures is', named, { name: 'Sample Ltd' }],
      ['notice.providers is', [named, german], { name: 'Sample Ltd', disclosures: fee }],
    ] as const)
      it(`warns that ${missing} not set, word for word: ${environment}`, () => {
        const settings = { ...lists, partner: { broker } };
        assert.deepEqual(warningsOf({ environment, notice: notice as never, settings }), [
          `createHandler(): ${missing} not set. ${rest}`,
        ]);
      });
});

describe('createHandler, if an applicant may live in a country without codes', () => {
  const countriesOfResidence = ['United Kingdom', 'Ireland', 'France'].map((value) => ({ value }));
  const countries = [{ name: 'France', countryCode: 'FR', region: 'EU' }];
  const settings = { ...lists, countriesOfResidence, countries };

  it('warns, and names the country', () => {
    assert.deepEqual(warningsOf({ settings }), [
      'createHandler(): settings.countries has no codes for Ireland. An address there is sent without country_code and region. ' +
        'Add the codes that the service accepts from you: { name, countryCode, region }.',
    ]);
  });

  it('does not warn about the country of the settings, however it is named, or with a sandbox', () => {
    const ireland = { ...lists, countryCode: 'IE', countriesOfResidence: [{ value: 'Ireland' }] };
    const coded = { ...lists, countriesOfResidence: [{ value: 'GB', label: 'United Kingdom' }] };
    const entry = { name: 'Britain', countryCode: 'UK' };
    const named = { ...lists, countriesOfResidence: [{ value: 'Britain' }], countries: [entry] };
    for (const one of [ireland, coded, named]) assert.deepEqual(warningsOf({ settings: one }), []);
    assert.deepEqual(warningsOf({ settings, baseUrl: 'http://lender.localhost' }), []);
  });
});

describe('a homeowner’s application', () => {
  const withoutStatus = () => {
    const application = sampleApplication();
    delete application.applicant.addresses[0]!.status;
    return application;
  };

  it('is accepted without a status, and sent without one', async () => {
    for (const status of [undefined, null, ' ']) {
      const { browser, received } = setup();
      const application = withoutStatus();
      Object.assign(application.applicant.addresses[0]!, { status });
      await browser().create(application);
      assert.deepEqual(received('createApplication'), [withoutStatus()]);
    }
  });

  it('is rejected if the backend requires the status', async () => {
    const { browser, received } = setup({ settings: { fields: { 'applicant.addresses.status': 'required' } } });
    const answer = await read(await browser().post('applications', withoutStatus()));
    assert.deepEqual(
      [answer.status, answer.issues],
      [422, [{ path: 'applicant.addresses.0.status', reason: 'empty' }]],
    );
    assert.deepEqual(received('createApplication'), []);
  });

  it('is asked about in the words of the backend', async () => {
    const residentialStatuses = [{ value: 'owner', question: 'Do you own it?', pastQuestion: 'Did you own it?' }];
    const { browser } = setup({ settings: { residentialStatuses } });
    const { settings } = (await read(await browser().get('session'))) as unknown as { settings: object };
    assert.deepEqual((settings as { residentialStatuses: object }).residentialStatuses, residentialStatuses);
  });
});

describe('the text behind "Not right?"', () => {
  it('is a sentence, and the https URL of a page', () => {
    const reportError = { text: 'Call us.', url: 'https://partner.example/help' };
    assert.doesNotThrow(() => setup({ settings: { reportError } }));
    for (const url of ['javascript:alert(1)', 'http://partner.example', 'partner.example/help', 'https://']) {
      assert.throws(() => setup({ settings: { reportError: { url } } }), /settings\.reportError\.url/);
    }
  });
});

describe('the type of the business', () => {
  const number = 'company.registered_number';
  const companyTypes = [{ value: 'ltd' }, { value: 'sole-trader', fields: { [number]: 'hidden' } as const }];
  /** Sends an application as a business of this type, and returns the rejected fields, or the company that the service got. */
  async function send(type: string, registered_number: string | undefined, more: Parameters<typeof setup>[0] = {}) {
    const sandbox = createSandbox({ secretKey: KEY, companyTypes });
    const { browser } = setup({ fetch: sandbox.fetch, settings: { companyTypes }, ...more });
    const { company, ...rest } = sampleApplication();
    const body = { ...rest, company: { ...company, type, registered_number } };
    const { issues } = await read(await browser().post('applications', body));
    const sent = sandbox.calls.map(({ body }) => (body as typeof rest & { company: object }).company);
    return issues ?? sent;
  }
  const company = (type: string, registered_number?: string) => {
    const { registered_number: _, ...others } = sampleApplication().company;
    return { ...others, type, ...(registered_number && { registered_number }) };
  };

  it('decides which fields the handler requires', async () => {
    assert.deepEqual(await send('ltd', '12345'), [company('ltd', '12345')]);
    assert.deepEqual(await send('ltd', undefined), [{ path: number, reason: 'empty' }]);
    assert.deepEqual(await send('sole-trader', undefined), [company('sole-trader')]);
  });

  it('hides a field that the handler never sends, whether a page sends it or the partner has filled it in', async () => {
    assert.deepEqual(await send('sole-trader', '12345'), [company('sole-trader')]);
    const prefill = () => ({ company: { registered_number: '54321' } });
    const settings = { companyTypes, readOnly: [number] };
    assert.deepEqual(await send('sole-trader', undefined, { prefill, settings }), [company('sole-trader')]);
    assert.deepEqual(await send('ltd', '12345', { prefill, settings }), [company('ltd', '54321')]);
  });
});
