import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { LendingError } from '../../../src/errors.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { defaultNotice } from '../../../src/schema/index.js';
import { createHandler, createPartnerClient, memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { messageAndRemedy } from '../../support/message-and-remedy.js';
import { Browser, KEY, ORIGIN, SECRET, setup } from '../setup.js';

const STRONG = 'canary-key-9dTq2LwXf7RkZ0pVbM3sHuYe';

const good = {
  baseUrl: 'https://api.lender.example',
  secretKey: KEY,
  authorize: () => null,
  // A copy of a store in memory is one of the partner's, for all that the handler knows.
  store: { ...memoryStore() },
  secret: STRONG,
} satisfies HandlerOptions;

const widget = {
  scriptUrl: 'https://lender.example/widget.js',
  handOff: { global: 'Widget', calls: [{ method: 'init', arguments: ['{access_token}'] }] },
};
/** A partner whose broker discloses a fee. */
const withFee = (text: unknown) => ({
  settings: { partner: { name: 'Books', broker: { name: 'Sample Ltd', disclosures: [{ id: 'fee', text }] } } },
});
const inWelsh = { notice: [defaultNotice, { ...defaultNotice, locale: 'cy' }] };
const without = (id: string) => ({ ...defaultNotice, points: defaultNotice.points.filter((point) => point.id !== id) });

/** Options with one of these values. */
const of = (name: string, ...values: unknown[]) => values.map((value) => ({ [name]: value }));
const fields = (rules: Record<string, string>) => ({ settings: { fields: rules } });
const typed = (rules: object) => ({ settings: { companyTypes: [{ value: 'ltd', ...rules }] } });
const WRONG_BASE_URLS = [
  undefined,
  '',
  '/partner-api',
  'http://api.lender.example',
  'ftp://api.lender.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'https://me@api.lender.example',
  `https://:${KEY}@api.lender.example`,
  ...['/?a=1', '/?', '/#a', '/#'].map((end) => `https://api.lender.example${end}`),
];
/** Ways to write the origin `https://shop.example` that no browser uses. */
const SPELLINGS = {
  'with capital letters': 'https://Shop.example',
  'with the default port': 'https://shop.example:443',
  'without a scheme': 'shop.example',
  'in quotes': '"https://shop.example"',
  'with a path': `https://shop:${KEY}@shop.example/apply?a=1`,
  'of an app with a slash behind it': 'Capacitor://localhost/',
  'that is a file': 'file:///android_asset',
  'that is an object': {},
};
const embed = (embedCode: string) => ({ widget: { embedCode } });
const contact = (support: unknown) => ({ settings: { partner: { support } } });
const FIVE = { orgins: [], timeoutMs: '10s', baseUrl: undefined, secret: 'short', settings: { callingCode: '44' } };

/** The `config-invalid` of `createHandler` for wrong options. Checks that it contains neither the key nor a secret. */
function messageOf(wrong: object): string {
  try {
    createHandler({ ...good, ...wrong } as HandlerOptions);
  } catch (error) {
    assert.ok(error instanceof LendingError, String(error));
    assert.equal(error.code, 'config-invalid');
    assert.doesNotMatch(inspect(error, { depth: Infinity, showHidden: true }), /canary-key|sample-secret/);
    // Node prints an error that nobody caught like this.
    if (error.remedy) assert.equal(inspect(error).split(error.remedy).length, 2);
    return messageAndRemedy(error);
  }
  return 'accepted';
}

/** The message and remedy for each row of the table below, by its name. */
const MESSAGES = new Map(
  fs
    .readFileSync(new URL('messages.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]),
);

describe('createHandler', () => {
  const rows: [name: string, ...wrong: object[]][] = [
    ['a missing authorize', { authorize: undefined }],
    ['an authorize that is no function', { authorize: { subject: 'jane' } }],
    [
      'a missing or short secret',
      ...of('secret', undefined, null, [], () => undefined, 'sample-secret', [STRONG, 'sample-secret'], ' '.repeat(40)),
    ],
    ['a rule for no field', fields({ 'company.registred_name': 'hidden' })],
    ['a rule for the e-mail', fields({ 'applicant.email': 'hidden' })],
    ['a rule for a region', fields({ 'company.region': 'hidden' })],
    ['a rule of a type for no field', typed({ fields: { 'company.registred_number': 'hidden' } })],
    ['a rule of a type for the applicant', typed({ fields: { 'applicant.first_name': 'hidden' } })],
    ['a label of a type for no field', typed({ labels: { 'company.name': 'Name' } })],
    ['an unknown rule of a type', typed({ fields: { 'company.registered_number': 'maybe' } })],
    ['an unknown tenure', { settings: { residentialStatuses: [{ value: 'tenant', tenure: 'lets' }] } }],
    ['an unknown rule', fields({ 'company.type': 'maybe' })],
    ['a rule that is misspelt', fields({ 'company.registered_name': 'requird' })],
    ['rules that are a string', { settings: { fields: 'requird' } }],
    ['a read-only field that is none', { settings: { readOnly: ['company.name'] } }],
    ['no years', { settings: { addressHistoryYears: -1 } }],
    ['a misspelt option', { orgins: [] }],
    ['an option of another case', { secretkey: KEY }],
    ['an option like no other', { banana: 1 }],
    ['an option by the name of a method', { toString: 1 }],
    ['a misspelt limit', { limits: { lookup: 5 } }],
    ['a limit that is a number', { limits: { requests: 5 } }],
    ['a limit of nothing', { limits: { consents: { requests: 0, seconds: 60 } } }],
    ['a limit without an end', { limits: { lookups: { requests: 1 } } }],
    ['limits that are a number', { limits: 5 }],
    ['an option and a limit that are misspelt', { orgins: [], limits: { lookup: 5 } }],
    ['five options', FIVE],
    ['a path without a slash', { path: 'api/lending' }],
    ['a path with a query', { path: '/api/lending?a=1' }],
    ['an origin with a slash behind it', { origins: ['https://shop.example/'] }],
    ['every origin', { origins: ['*'] }],
    ['the origin of files', { origins: ['null'] }],
    ['a second origin that is none', { origins: ['https://shop.example', 'a b'] }],
    ...Object.entries(SPELLINGS).map(([name, origin]): [string, object] => [
      `an origin ${name}`,
      { origins: [origin] },
    ]),
    ['an origin that is no list', { origins: 'https://shop.example' }],
    ...['timeoutMs', 'uploadTimeoutMs', 'hookTimeoutMs', 'uploadMemoryBytes', 'consentMaxAgeSeconds'].map(
      (name): [string, object] => [`a ${name} that is no number`, { [name]: NaN }],
    ),
    ['a timeoutMs of no time', { timeoutMs: 0 }],
    ['a timeoutMs that is a text', { timeoutMs: '10s' }],
    ['a frame that is a string', { frame: '/frame.js' }],
    ['a misspelt script of the frame', { frame: { scripturl: '/frame.js' } }],
    ['a feature of the frame that is none', { frame: { allow: ["camera 'src'"] } }],
    ['an origin of the frame that is a URL', { frame: { origin: 'https://frames.example/path' } }],
    ['files of the elements that are true', { serveFiles: true }],
    ['drafts that are a text', { drafts: 'true' }],
    ['drafts with a store', { drafts: { store: new Map() } }],
    ['a store that lacks methods', ...of('store', new Map(), { ...memoryStore(), open: undefined })],
    ['a store that is a string', { store: 'x' }],
    ['a canApplyAgain that is no function', { canApplyAgain: true }],
    ['a lookup that is an address', { lookupCompany: 'https://register.example' }],
    ['a lookup that is a list', { lookupAddress: [] }],
    ['lookups among the settings', { settings: { lookups: ['company'] } }],
    ['a baseUrl that is not an https URL', ...of('baseUrl', ...WRONG_BASE_URLS)],
    ['a base URL with the calls’ path', { baseUrl: 'https://api.lender.example/partner-api/v1/' }],
    [
      'a key that no header can carry',
      ...of('secretKey', undefined, '', 5, `${KEY}\n`, `${KEY}\r\nx-other: 1`, ` ${KEY}`, `${KEY}é`),
    ],
    ['a key that nobody meant', ...of('secretKey', 'undefined', 'null')],
    ['a key in quotes', { secretKey: `"${KEY}"` }],
    ['a key that is the name of a variable', ...of('secretKey', '${LENDING_SECRET_KEY}', '$SECRET_KEY', '<key>')],
    ['a contact that is a string', contact('help@shop.example')],
    [
      'a page of a contact that is no https URL',
      ...['mailto:help@shop.example', 'http://shop.example', '/help'].map((url) => contact({ url })),
    ],
    ['an email that is a link', contact({ email: 'mailto:help@shop.example' })],
    ['a telephone number without digits', contact({ phone: 'call us' })],
    ['a name of a contact that is too long', contact({ name: 'x'.repeat(300) })],
    ['a statement that is one word', ...of('authority', 'yes', 'true').map((settings) => ({ settings }))],
    ['a choice of lenders that is none', { settings: { partner: { broker: { name: 'Ltd', lenders: 'all' } } } }],
    ['settings that are a text', { settings: 'x' }],
    ['settings of the wrong shape', { settings: { callingCode: '44' } }],
    ['two settings of the wrong shape', { settings: { callingCode: '44', region: 1 } }],
    ['settings without a choice', { settings: { companyTypes: [] } }],
    ['settings with a limit of nothing', { settings: { maxDocumentBytes: 0 } }],
    ['a setting that is misspelt', { settings: { currency_sign: '€' } }],
    ['a setting of an entry that nobody knows', { settings: { companyTypes: [{ valeu: 'ltd' }] } }],
    ['a widget that is a string', { widget: 'x' }],
    ['an unknown hand-off', { widget: { ...widget, handOff: { magic: true } } }],
    ['a widget setting that is misspelt', { widget: { ...widget, embedcode: 'x' } }],
    ['an unknown widget setting', { widget: { ...widget, colour: 'x' } }],
    ['an isolation that is none', { widget: { ...widget, isolation: 'iframe' } }],
    ['embed code that is a path', ...['./widget.html', '/etc/lender/w.js'].map((code) => embed(code))],
    ['embed code that is a URL', embed('https://lender.test/w.js?t={access_token}')],
    ['embed code that is JSON', embed('{"embedCode": "<i id={access_token}>"}')],
    [
      'a script URL that is not whole',
      ...['/w.js?t={access_token}', 'w.js', '//cdn.test/w.js', '<script>'].map((scriptUrl) => ({
        widget: { scriptUrl },
      })),
    ],
    ['a global that is an expression', { widget: { ...widget, handOff: { global: 'new Lender()' } } }],
    ['a widget’s origin with a path', { widget: { ...widget, origins: ['https://a.example/b'] } }],
    ['a widget that gets no token', { widget: { ...widget, handOff: {} } }],
    ['another placeholder', { widget: { embedCode: '<i id="{{access_token}}">' } }],
    ['a widget without a script', { widget: { ...widget, scriptUrl: '' } }],
    ['an empty list of notices', { notice: [] }],
    ['a notice without text', { notice: { ...defaultNotice, statement: ' ' } }],
    ['a notice with an unknown name', { notice: { ...defaultNotice, heading: 'Before {Partner} asks' } }],
    ['a notice in another language without the names that it shows', inWelsh],
    ['a broker that is a string', { settings: { partner: { broker: 'Sample Ltd' } } }],
    ['a disclosure with a placeholder', withFee('{broker} is free.')],
    [
      'a disclosure without the language of a notice',
      { ...withFee('You pay no fee.'), ...inWelsh },
      { ...withFee({ en: 'You pay no fee.' }), ...inWelsh },
    ],
    [
      'a broker in a language that only the partner knows',
      { ...withFee('You pay no fee.'), notice: { ...defaultNotice, locale: 'uk' } },
    ],
    ['a notice without points', { notice: { ...defaultNotice, points: undefined } }],
    ...['selected-providers', 'shared-with-providers', 'credit-reference-soft-check', 'fraud-prevention'].map(
      (id): [string, object] => [`a notice without ${id}`, { notice: without(id) }],
    ),
    ['an environment that is none', { environment: 'prod' }],
    [
      'an environment that is none, and nothing that follows from it',
      { environment: 'prod', baseUrl: 'http://127.0.0.1:4010', store: undefined, secret: SECRET },
    ],
    ['a sandbox that is not on this machine', { environment: 'sandbox' }],
    ['this machine in production', { baseUrl: 'http://127.0.0.1:4010' }],
    ['this machine in staging', { environment: 'staging', baseUrl: 'https://localhost' }],
    [
      'production or staging without a store',
      ...of('environment', 'production', 'staging').map((one) => ({ ...one, store: undefined })),
    ],
    ['a store in memory', { store: memoryStore() }],
    ['a secret that can be guessed', ...of('secret', 'canary-key'.repeat(4), () => SECRET, SECRET)],
  ];
  for (const [name, ...wrong] of rows)
    it(`rejects ${name}, and says which option it is`, () => {
      for (const options of wrong) assert.equal(messageOf(options), MESSAGES.get(name), JSON.stringify(options));
    });

  it('has exactly one message in the list for each row', () =>
    assert.deepEqual(
      [...MESSAGES.keys()].filter(Boolean),
      rows.map(([name]) => name),
    ));

  it('has a remedy for each row that says what to write', () => {
    for (const [name, message] of MESSAGES) assert.doesNotMatch(message ?? '', /lists the options/, name);
  });

  it('needs an object with options, and so does a client', () => {
    for (const nothing of [undefined, null, 'options', () => good])
      for (const [create, example] of [
        [createHandler, 'createHandler({ ...fromEnv(), authorize })'],
        [createPartnerClient, 'createPartnerClient(fromEnv())'],
      ] as const)
        assert.throws(() => create(nothing as never), {
          code: 'config-invalid',
          message: `${create.name}() needs an object with options.`,
          remedy: `On Node: ${example}.`,
        });
  });

  const taken: [string, object][] = [
    ['origins of apps', { origins: ['capacitor://localhost', 'ionic://localhost', 'http://localhost:8100'] }],
    ['embed code of a script without a tag', embed('lender.start("{access_token}")')],
    ['contacts as people write them', contact({ phone: '+44 (0)20 7946 0000 ext. 5', url: 'HTTPS://shop.example' })],
    ['a statement of the partner', { settings: { authority: 'I may apply for this business.' } }],
    ['a statement in a script without spaces', { settings: { authority: '我有权代表公司申请' } }],
    ['https with a path and a slash at its end', { baseUrl: 'https://api.lender.example/staging/' }],
    ['http on loopback', { environment: 'sandbox', baseUrl: 'http://127.0.0.1:4010' }],
    ['http on a name of loopback', { environment: 'sandbox', baseUrl: 'http://lender.localhost' }],
    ['a key that a function answers', { secretKey: () => KEY }],
    ['two secrets', { secret: [STRONG, STRONG] }],
    ['a function that returns a secret', { secret: () => STRONG }],
    [
      'a notice in other words, with one point more',
      {
        notice: {
          ...defaultNotice,
          heading: 'Avant',
          points: [...defaultNotice.points, { id: 'more', text: 'More.' }],
        },
      },
    ],
    ['options that are null', { timeoutMs: null, limits: null, frame: null, drafts: undefined, log: null }],
    ['a widget', { widget }],
    ['a widget that needs no token', { widget: { ...widget, handOff: {}, withoutToken: true } }],
  ];
  for (const [name, options] of taken) it(`takes ${name}`, () => assert.equal(messageOf(options), 'accepted'));

  it('accepts a missing store for a sandbox on this machine, and reports that once', async () => {
    const warn = mock.method(console, 'warn', () => undefined);
    try {
      const sandbox = createSandbox({ secretKey: KEY });
      const { baseUrl, fetch } = sandbox;
      const more = { environment: 'sandbox', baseUrl, fetch, secret: SECRET, store: undefined } as const;
      const handlers = [1, 2].map(() => createHandler({ ...good, ...more, authorize: () => ({ subject: 'jane' }) }));
      const answer = await new Browser(handlers[0]!, undefined, ORIGIN).get('consent');
      assert.equal(answer.status, 200);
      const said = warn.mock.calls.map(({ arguments: [words] }) => String(words));
      const isWarning = /the store is in memory\. A restart loses everything\./;
      assert.equal(said.filter((words) => isWarning.test(words)).length, 1);
    } finally {
      warn.mock.restore();
    }
  });

  it('puts the path of the base URL before the paths of the service', async () => {
    const asked: string[] = [];
    const { browser } = setup({
      environment: 'staging',
      store: { ...memoryStore() },
      secret: STRONG,
      baseUrl: 'https://api.lender.example/staging/',
      fetch: async (url) => (asked.push(url), new Response('{}', { status: 500 })),
    });
    await browser().post('applications', (await import('../../schema/samples.js')).sampleApplication());
    assert.deepEqual(asked, ['https://api.lender.example/staging/partner-api/v1/applications']);
  });
});
