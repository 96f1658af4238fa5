import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { LendingError } from '../../../src/errors.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { defaultNotice, NOTICE_POINTS } from '../../../src/schema/index.js';
import { createHandler, memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { messageAndRemedy } from '../../support/message-and-remedy.js';
import { KEY, SECRET, setup } from '../setup.js';

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
const without = (id: string) => ({ ...defaultNotice, points: defaultNotice.points.filter((point) => point.id !== id) });

/** The `config-invalid` of `createHandler` for wrong options. Checks that it contains neither the key nor a secret. */
function refusalOf(wrong: object): string {
  try {
    createHandler({ ...good, ...wrong } as HandlerOptions);
  } catch (error) {
    assert.ok(error instanceof LendingError, String(error));
    assert.equal(error.code, 'config-invalid');
    assert.doesNotMatch(inspect(error, { depth: Infinity, showHidden: true }), /canary-key|sample-secret/);
    return messageAndRemedy(error);
  }
  return 'not refused';
}

describe('createHandler', () => {
  const refused: [string, object, RegExp][] = [
    [
      'no authorize',
      { authorize: undefined },
      /\{ authorize \}\) is missing\. → It must be a function that returns \{ subject \}/,
    ],
    ['an authorize that is no function', { authorize: { subject: 'jane' } }, /authorize/],
    ['no secret', { secret: undefined }, /\{ secret \}\): it is missing/],
    ['a secret that is null', { secret: null }, /\{ secret \}\): it is missing/],
    ['no secret in a list', { secret: [] }, /\{ secret \}\): it is missing/],
    ['a secret that a function does not return', { secret: () => undefined }, /\{ secret \}\): it is missing/],
    ['a rule for no field', { settings: { fields: { 'company.registred_name': 'hidden' } } }, /registred_name/],
    ['a rule for the e-mail', { settings: { fields: { 'applicant.email': 'hidden' } } }, /applicant\.email/],
    ['a rule for a region', { settings: { fields: { 'company.region': 'hidden' } } }, /company\.region/],
    ['an unknown rule', { settings: { fields: { 'company.type': 'maybe' } } }, /"fields"/],
    ['a read-only field that is none', { settings: { readOnly: ['company.name'] } }, /company\.name/],
    ['no years', { settings: { addressHistoryYears: -1 } }, /addressHistoryYears/],
    ['a short secret', { secret: 'sample-secret' }, /shorter than 32/],
    ['a short second secret', { secret: [STRONG, 'sample-secret'] }, /shorter than 32/],
    ['a secret of spaces', { secret: ' '.repeat(40) }, /\{ secret \}\): it is missing/],
    ['a misspelt option', { orgins: [] }, /"orgins" is not an option\. Did you mean "origins"\?$/],
    ['an option of another case', { secretkey: KEY }, /"secretkey" is not an option\. Did you mean "secretKey"\?$/],
    ['an option like no other', { banana: 1 }, /"banana" is not an option\. The options are environment, baseUrl, /],
    ['a misspelt limit', { limits: { lookup: 5 } }, /"limits\.lookup" is not an option\. Did you mean "lookups"\?$/],
    [
      'a limit that is a number',
      { limits: { requests: 5 } },
      /limits\.requests.*like \{ requests: 60, seconds: 600 \}/,
    ],
    ['a limit of nothing', { limits: { consents: { requests: 0, seconds: 60 } } }, /limits\.consents/],
    ['a limit without an end', { limits: { lookups: { requests: 1 } } }, /limits\.lookups/],
    ['an option by the name of a method', { toString: 1 }, /"toString" is not an option/],
    ['a path without a slash', { path: 'api/lending' }, /path/],
    ['an origin with a slash behind it', { origins: ['https://shop.example/'] }, /origins/],
    ['every origin', { origins: ['*'] }, /origins/],
    ['an origin that is no list', { origins: 'https://shop.example' }, /origins/],
    ...['timeout', 'uploadTimeout', 'hookTimeout', 'uploadMemory', 'consentMaxAge'].map(
      (name): [string, object, RegExp] => [`a ${name} that is no number`, { [name]: NaN }, new RegExp(name)],
    ),
    ['a timeout of no time', { timeout: 0 }, /\{ timeout \}\) is 0\..*milliseconds above 0/],
    ['drafts that are a text', { drafts: 'true' }, /\{ drafts \}\) is "true"\..*true or false/],
    ['drafts with a store', { drafts: { store: new Map() } }, /drafts.*true or false/],
    ['a store that is a map', { store: new Map() }, /\{ store \}.*methods get, set, replace, count, append, entries/],
    ['a store that appends nothing', { store: { ...memoryStore(), append: undefined } }, /\{ store \}.*methods get/],
    ['a canApplyAgain that is no function', { canApplyAgain: true }, /canApplyAgain.*a function/],
    ['a lookup that is an address', { lookupCompany: 'https://register.example' }, /lookupCompany.*a function/],
    ['a lookup that is a list', { lookupAddress: [] }, /lookupAddress.*a function/],
    ['lookups among the settings', { settings: { lookups: ['company'] } }, /"lookups" is not a setting/],
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
    ['settings of the wrong shape', { settings: { callingCode: '44' } }, /settings.*"callingCode"/],
    ['settings without a choice', { settings: { companyTypes: [] } }, /settings.*"companyTypes"/],
    ['settings with a limit of nothing', { settings: { maxDocumentBytes: 0 } }, /settings.*"maxDocumentBytes"/],
    ['an unknown hand-off', { widget: { ...widget, handOff: { magic: true } as never } }, /widget.*"handOff.magic"/],
    ['a widget setting that is misspelt', { widget: { ...widget, embedcode: 'x' } }, /"embedcode".*mean "embedCode"/],
    ['an unknown widget setting', { widget: { ...widget, colour: 'x' } }, /widget.*"colour" is not a setting\./],
    ['an isolation that is none', { widget: { ...widget, isolation: 'iframe' } }, /widget.*"isolation"/],
    ['a widget’s origin with a path', { widget: { ...widget, origins: ['https://a.example/b'] } }, /"origins\.0"/],
    ['a widget that gets no token', { widget: { ...widget, handOff: {} } }, /no \{access_token\}.*tokenless/],
    ['another placeholder', { widget: { embedCode: '<i id="{{access_token}}">' } }, /\{\{access_token\}\}.*Write/],
    ['a setting that is misspelt', { settings: { currency_sign: '€' } }, /"currency_sign".*mean "currencySign"/],
    ['a setting of an entry that nobody knows', { settings: { companyTypes: [{ valeu: 'ltd' }] } }, /companyTypes\.0/],
    ['a widget without a script', { widget: { ...widget, scriptUrl: '' } }, /widget.*"scriptUrl"/],
    ['a notice without text', { notice: { ...defaultNotice, statement: ' ' } }, /notice.*"statement"/],
    [
      'a notice with an unknown name',
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
  const guarded: [string, object, RegExp][] = [
    [
      'an environment that is none',
      { environment: 'prod' },
      /\{ environment \}.*is not "production", "staging" or "sandbox"/,
    ],
    ['a sandbox that is not on this machine', { environment: 'sandbox' }, /\{ environment \}.*not on this machine/],
    [
      'this machine in production',
      { baseUrl: 'http://127.0.0.1:4010' },
      /baseUrl.*environment is "production".*set environment to "sandbox"/,
    ],
    [
      'this machine in staging',
      { environment: 'staging', baseUrl: 'https://localhost' },
      /this machine, but environment is "staging"/,
    ],
    ['production without a store', { store: undefined }, /\{ store \}.*missing.*LENDING_DATABASE/],
    ['staging without a store', { environment: 'staging', store: undefined }, /\{ store \}.*missing/],
    ['a store in memory', { store: memoryStore() }, /\{ store \}.*loses everything.*sandbox on this machine only/],
    ['a secret that repeats a word', { secret: 'canary-key'.repeat(4) }, /\{ secret \}.*guess/],
    ['a function that returns the secret of an example', { secret: () => SECRET }, /\{ secret \}.*guess/],
    ['the secret of an example', { secret: SECRET }, /\{ secret \}.*guess/],
    [
      'a base address with the calls’ path',
      { baseUrl: 'https://api.lender.example/partner-api/v1/' },
      /^baseUrl ends in \/partner-api\/v1/,
    ],
    [
      'a path with a query',
      { path: '/api/lending?a=1' },
      /\{ path \}\) is "\/api\/lending\?a=1"\. → It must be a path/,
    ],
  ];
  for (const [name, wrong, expected] of [...refused, ...guarded]) {
    it(`refuses ${name}, and says which option it is`, () => assert.match(refusalOf(wrong), expected));
  }

  const taken: [string, object][] = [
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
    ['options that are null', { timeout: null, limits: null, frame: null, drafts: undefined, log: null }],
    ['a widget', { widget }],
    ['a widget that needs no token', { widget: { ...widget, handOff: {}, tokenless: true } }],
  ];
  for (const [name, options] of taken) it(`takes ${name}`, () => assert.equal(refusalOf(options), 'not refused'));

  it('lists all that is wrong at once', () => {
    const [message, remedy] = refusalOf({
      orgins: [],
      timeout: '10s',
      baseUrl: undefined,
      secret: 'short',
      settings: { callingCode: '44' },
    }).split(' → ') as [string, string];
    assert.match(message, /^createHandler\(\) has 5 wrong options\. 1\. /);
    for (const part of [/1\. .*"orgins" is not an option/, /baseUrl/, /shorter than 32/, /callingCode/])
      assert.match(message, part);
    // A remedy has the number of its option.
    const [, number] = /(\d)\. createHandler\(\{ timeout \}\) is "10s"\./.exec(message)!;
    assert.ok(remedy.includes(`${number}. It must be a number of milliseconds above 0.`), remedy);
    assert.doesNotMatch(remedy, /1\. /);
  });

  it('of one wrong option says its message and its remedy, without a number', () =>
    assert.equal(
      refusalOf({ timeout: '10s' }),
      'createHandler({ timeout }) is "10s". → It must be a number of milliseconds above 0.',
    ));

  it('goes with memory alone for a sandbox on this machine, and says so once', async () => {
    const warn = mock.method(console, 'warn', () => undefined);
    try {
      const sandbox = createSandbox({ secretKey: KEY });
      const more = {
        environment: 'sandbox',
        baseUrl: sandbox.baseUrl,
        fetch: sandbox.fetch,
        secret: SECRET,
      } as const;
      const handlers = [1, 2].map(() =>
        createHandler({
          ...good,
          ...more,
          store: undefined,
          authorize: () => ({ subject: 'jane' }),
        }),
      );
      const answer = await handlers[0]!(new Request('https://partner.example/api/lending/consent'));
      assert.equal(answer.status, 200);
      const said = warn.mock.calls.map(({ arguments: [words] }) => String(words));
      assert.equal(
        said.filter((words) =>
          /environment is "sandbox", and the store is in memory: it loses everything when this process ends/.test(
            words,
          ),
        ).length,
        1,
      );
    } finally {
      warn.mock.restore();
    }
  });

  it('puts the path of the base address before the paths of the service', async () => {
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
