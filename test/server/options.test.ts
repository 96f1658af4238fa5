import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { LendingError } from '../../src/errors.js';
import { defaultNotice, NOTICE_POINTS } from '../../src/schema/index.js';
import { createHandler, type HandlerOptions } from '../../src/server/index.js';
import { KEY, SECRET, setup } from './setup.js';

const good = {
  baseUrl: 'https://api.lender.example',
  secretKey: KEY,
  authorize: () => null,
  sessions: { secret: SECRET },
} satisfies HandlerOptions;

const widget = {
  script_url: 'https://lender.example/widget.js',
  hand_off: { global: 'Widget', calls: [{ method: 'init', arguments: ['{access_token}'] }] },
};
const without = (id: string) => ({ ...defaultNotice, points: defaultNotice.points.filter((point) => point.id !== id) });

/** What `createHandler` says of wrong options: a `config-invalid` that never holds the key or a secret. */
function refusalOf(wrong: object): string {
  try {
    createHandler({ ...good, ...wrong } as HandlerOptions);
  } catch (error) {
    assert.ok(error instanceof LendingError, String(error));
    assert.equal(error.code, 'config-invalid');
    assert.doesNotMatch(inspect(error, { depth: Infinity, showHidden: true }), /canary-key|sample-secret/);
    return error.message;
  }
  return 'not refused';
}

describe('createHandler', () => {
  const refused: [string, object, RegExp][] = [
    ['no authorize', { authorize: undefined }, /authorize\(request\).*\{ subject \}/],
    ['an authorize that is no function', { authorize: { subject: 'jane' } }, /authorize/],
    ['no sessions', { sessions: undefined }, /sessions\.secret is missing/],
    ['sessions: null', { sessions: null }, /sessions\.secret is missing/],
    ['a session secret that the environment lacks', { sessions: { secret: undefined } }, /sessions\.secret is missing/],
    ['no session secret at all', { sessions: { secret: [] } }, /sessions\.secret is missing/],
    ['a rule for no field', { settings: { fields: { 'company.registred_name': 'hidden' } } }, /registred_name/],
    ['a rule for the e-mail', { settings: { fields: { 'applicant.email': 'hidden' } } }, /applicant\.email/],
    ['a rule for a region', { settings: { fields: { 'company.region': 'hidden' } } }, /company\.region/],
    ['an unknown rule', { settings: { fields: { 'company.type': 'maybe' } } }, /"fields"/],
    ['a read-only field that is none', { settings: { read_only: ['company.name'] } }, /company\.name/],
    ['no years', { settings: { address_history_years: -1 } }, /address_history_years/],
    ['a store without a secret', { sessions: { store: new Map() } }, /sessions\.secret is missing/],
    ['a store in place of the options', { sessions: new Map() }, /sessions\.secret is missing/],
    ['a short secret beside a store', { sessions: { secret: 'sample-secret', store: new Map() } }, /shorter than 32/],
    ['a short session secret', { sessions: { secret: 'sample-secret' } }, /shorter than 32/],
    ['a short second secret', { sessions: { secret: [SECRET, 'sample-secret'] } }, /shorter than 32/],
    ['a session secret of spaces', { sessions: { secret: ' '.repeat(40) } }, /sessions\.secret is missing/],
    ['a misspelt option', { orgins: [] }, /"orgins" is not an option\. Did you mean "origins"\?$/],
    ['an option of another case', { secretkey: KEY }, /"secretkey" is not an option\. Did you mean "secretKey"\?$/],
    ['an option that nothing is near', { banana: 1 }, /"banana" is not an option\. The options are baseUrl, /],
    [
      'a misspelt option of the sessions',
      { sessions: { secret: SECRET, maxage: 60 } },
      /"sessions\.maxage" is not an option\. Did you mean "maxAge"\?$/,
    ],
    ['an option by the name of a method', { toString: 1 }, /"toString" is not an option/],
    ['a path without a slash', { path: 'api/lending' }, /path/],
    ['an origin with a slash behind it', { origins: ['https://shop.example/'] }, /origins/],
    ['every origin', { origins: ['*'] }, /origins/],
    ['an origin that is no list', { origins: 'https://shop.example' }, /origins/],
    ...['timeout', 'uploadTimeout', 'hookTimeout', 'uploadMemory', 'consentMaxAge'].map(
      (name): [string, object, RegExp] => [`a ${name} that is no number`, { [name]: NaN }, new RegExp(name)],
    ),
    ['a maxAge that is no number', { sessions: { secret: SECRET, maxAge: NaN } }, /maxAge/],
    ['drafts that are a text', { drafts: 'true' }, /drafts.*no store.*\{ store \}/],
    ['drafts that are null', { drafts: null }, /drafts.*no store/],
    ['a misspelt store of drafts', { drafts: { sotre: new Map() } }, /drafts.*no store/],
    ['a store of drafts in place of the options', { drafts: new Map() }, /drafts.*no store/],
    ['a store of drafts that deletes nothing', { drafts: { store: { get() {}, set() {} } } }, /no delete\(\)/],
    ['no baseUrl', { baseUrl: undefined }, /^baseUrl/],
    ['an empty baseUrl', { baseUrl: '' }, /^baseUrl/],
    ['a baseUrl that is a path', { baseUrl: '/partner-api' }, /^baseUrl/],
    ['an http baseUrl', { baseUrl: 'http://api.lender.example' }, /^baseUrl.*https/],
    ['an http baseUrl that looks like loopback', { baseUrl: 'http://127.0.0.1.evil.example' }, /^baseUrl/],
    ['another http baseUrl that looks like loopback', { baseUrl: 'http://localhost.evil.example' }, /^baseUrl/],
    ['a baseUrl of another scheme', { baseUrl: 'ftp://api.lender.example' }, /^baseUrl/],
    ['a baseUrl with a query', { baseUrl: 'https://api.lender.example/?a=1' }, /^baseUrl.*query/],
    ['a baseUrl with an empty query', { baseUrl: 'https://api.lender.example/?' }, /^baseUrl/],
    ['a baseUrl with a fragment', { baseUrl: 'https://api.lender.example/#a' }, /^baseUrl/],
    ['a baseUrl with an empty fragment', { baseUrl: 'https://api.lender.example/#' }, /^baseUrl/],
    ['a baseUrl with a user', { baseUrl: 'https://me@api.lender.example' }, /^baseUrl/],
    ['a baseUrl with a password alone', { baseUrl: `https://:${KEY}@api.lender.example` }, /^baseUrl/],
    ['no key', { secretKey: undefined }, /^secretKey is missing/],
    ['an empty key', { secretKey: '' }, /^secretKey/],
    ['a key with a newline', { secretKey: `${KEY}\n` }, /^secretKey.*line break/],
    ['a key with a header in it', { secretKey: `${KEY}\r\nx-other: 1` }, /^secretKey/],
    ['a key with a space', { secretKey: ` ${KEY}` }, /^secretKey.*space/],
    ['a key with a letter that no header takes', { secretKey: `${KEY}é` }, /^secretKey/],
    ['a key that is a number', { secretKey: 5 }, /^secretKey/],
    ['settings of the wrong shape', { settings: { calling_code: '44' } }, /settings.*"calling_code"/],
    ['settings without a choice', { settings: { company_types: [] } }, /settings.*"company_types"/],
    ['settings with a limit of nothing', { settings: { max_document_bytes: 0 } }, /settings.*"max_document_bytes"/],
    [
      'a widget with an unknown hand-off',
      { widget: { ...widget, hand_off: { magic: true } as never } },
      /widget.*"hand_off.magic"/,
    ],
    ['a widget setting that is misspelt', { widget: { ...widget, embedcode: 'x' } }, /"embedcode".*mean "embed_code"/],
    [
      'a widget setting that nobody knows',
      { widget: { ...widget, colour: 'x' } },
      /widget.*"colour" is not a setting\./,
    ],
    ['an isolation that is none', { widget: { ...widget, isolation: 'iframe' } }, /widget.*"isolation"/],
    [
      'an origin of the widget with a path',
      { widget: { ...widget, origins: ['https://a.example/b'] } },
      /"origins\.0"/,
    ],
    ['a widget that gets no token', { widget: { ...widget, hand_off: {} } }, /no \{access_token\}.*tokenless/],
    ['another placeholder', { widget: { embed_code: '<i id="{{access_token}}">' } }, /\{\{access_token\}\}.*Write/],
    ['a setting that is misspelt', { settings: { currencySign: '€' } }, /"currencySign".*mean "currency_sign"/],
    [
      'a setting of an entry that nobody knows',
      { settings: { company_types: [{ valeu: 'ltd' }] } },
      /company_types\.0/,
    ],
    ['a widget without a script', { widget: { ...widget, script_url: '' } }, /widget.*"script_url"/],
    ['a notice without text', { notice: { ...defaultNotice, statement: ' ' } }, /notice.*"statement"/],
    [
      'a notice with a name that nobody has',
      { notice: { ...defaultNotice, heading: 'Before {Partner} asks' } },
      /notice.*\{Partner\}/,
    ],
    [
      'a notice in another language without the names that it shows',
      { notice: [defaultNotice, { ...defaultNotice, locale: 'cy' }] },
      /notice.*"credit-check" \(cy\).*\{partner\}/,
    ],
    ['a notice without points', { notice: { ...defaultNotice, points: undefined } }, /notice.*"selected-providers"/],
    ...NOTICE_POINTS.map((id): [string, object, RegExp] => [
      `a notice without ${id}`,
      { notice: without(id) },
      new RegExp(`notice.*the point "${id}" is missing`),
    ]),
  ];
  for (const [name, wrong, expected] of refused) {
    it(`refuses ${name}, and says which option it is`, () => assert.match(refusalOf(wrong), expected));
  }

  const taken: [string, object][] = [
    ['https with a path and a slash at its end', { baseUrl: 'https://api.lender.example/staging/' }],
    ['http on loopback', { baseUrl: 'http://127.0.0.1:4010' }],
    ['http on a name of loopback', { baseUrl: 'http://lender.localhost' }],
    ['a key that a function answers', { secretKey: () => KEY }],
    ['two secrets', { sessions: { secret: [SECRET, SECRET] } }],
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
    ['a widget', { widget }],
    ['a widget that needs no token', { widget: { ...widget, hand_off: {}, tokenless: true } }],
  ];
  for (const [name, options] of taken) it(`takes ${name}`, () => assert.equal(refusalOf(options), 'not refused'));

  it('puts the path of the base address before the paths of the service', async () => {
    const asked: string[] = [];
    const { browser } = setup({
      baseUrl: 'https://api.lender.example/staging/',
      fetch: async (url) => (asked.push(url), new Response('{}', { status: 500 })),
    });
    await browser().post('applications', (await import('../schema/samples.js')).sampleApplication());
    assert.deepEqual(asked, ['https://api.lender.example/staging/partner-api/v1/applications']);
  });
});
