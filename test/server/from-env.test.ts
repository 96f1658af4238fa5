import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { LendingError } from '../../src/errors.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createHandler } from '../../src/server/index.js';
import { fromEnv, nodeFetch } from '../../src/server/node.js';
import { KEY, SECRET } from './setup.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-env-'));
after(() => fs.rmSync(folder, { recursive: true }));

const HAND_OFF = { global: 'Widget', calls: [{ method: 'init' }] };
const widget = (script_url: string, more: object = {}) => JSON.stringify({ script_url, hand_off: HAND_OFF, ...more });

const good = {
  LENDING_BASE_URL: 'https://api.lender.example',
  LENDING_SECRET_KEY: KEY,
  LENDING_SESSION_SECRET: SECRET,
  LENDING_WIDGET: widget('https://cdn.lender.example/widget.js'),
};
/** The same once for each environment. */
const pairs = {
  LENDING_SESSION_SECRET: SECRET,
  LENDING_STAGING_BASE_URL: 'https://api.staging.lender.example',
  LENDING_STAGING_SECRET_KEY: `${KEY}-staging`,
  LENDING_STAGING_WIDGET: widget('https://cdn.staging.lender.example/widget.js'),
  LENDING_PRODUCTION_BASE_URL: 'https://api.lender.example',
  LENDING_PRODUCTION_SECRET_KEY: `${KEY}-production`,
  LENDING_PRODUCTION_WIDGET: widget('https://cdn.lender.example/widget.js'),
};
type Variables = Record<string, string | undefined>;

/** What `fromEnv` says of an environment that cannot work: nothing of the key, a secret or an address. */
function refusalOf(env: Variables): string {
  try {
    fromEnv(env);
  } catch (error) {
    assert.ok(error instanceof LendingError, String(error));
    assert.equal(error.code, 'config-invalid');
    assert.ok(error.issues.length > 0 && error.remedy);
    assert.doesNotMatch(
      inspect(error, { depth: Infinity, showHidden: true }),
      /canary|a-sample-secret|lender\.example|127\.0\.0\.1/,
    );
    return error.message;
  }
  return 'not refused';
}

describe('fromEnv', () => {
  it('answers the options of a handler that works', async () => {
    const env: Variables = { ...good, LENDING_CONSENTS: path.join(folder, 'consents.jsonl') };
    const { baseUrl, secretKey, sessions, consents, ...options } = fromEnv(env);
    const others = { widget: JSON.parse(good.LENDING_WIDGET), fetch: nodeFetch };
    assert.deepEqual([baseUrl, options], ['https://api.lender.example', others]);
    assert.deepEqual(sessions, { secret: [SECRET], loopback: true });
    assert.deepEqual(await consents!.about('subject:nobody'), []);
    const sandbox = createSandbox({ secretKey: KEY });
    const authorize = () => ({ subject: 'jane' });
    const handle = createHandler({ ...fromEnv(env), baseUrl: sandbox.baseUrl, fetch: sandbox.fetch, authorize });
    assert.equal((await handle(new Request('https://partner.example/api/lending/session'))).status, 200);
    assert.equal(typeof secretKey, 'function');
  });

  it('reads the key anew for each request', () => {
    const env = { ...good };
    const { secretKey } = fromEnv(env);
    env.LENDING_SECRET_KEY = 'another-key';
    assert.equal((secretKey as () => string)(), 'another-key');
  });

  it('goes from staging to production by one variable', () => {
    const of = (LENDING_ENVIRONMENT: string) => {
      const { baseUrl, secretKey, widget: settings, sessions } = fromEnv({ ...pairs, LENDING_ENVIRONMENT });
      return [baseUrl, (secretKey as () => string)(), settings?.script_url, sessions.loopback];
    };
    assert.deepEqual(of('staging'), [
      'https://api.staging.lender.example',
      `${KEY}-staging`,
      'https://cdn.staging.lender.example/widget.js',
      true,
    ]);
    assert.deepEqual(of('production'), [
      'https://api.lender.example',
      `${KEY}-production`,
      'https://cdn.lender.example/widget.js',
      false,
    ]);
  });

  it('takes the address of the script, or the embed code from a file, beside the settings', () => {
    const { LENDING_WIDGET: _, ...rest } = good;
    const LENDING_WIDGET = JSON.stringify({ hand_off: HAND_OFF });
    const LENDING_WIDGET_SCRIPT_URL = 'https://cdn.lender.example/widget.js';
    assert.deepEqual(fromEnv({ ...rest, LENDING_WIDGET, LENDING_WIDGET_SCRIPT_URL }).widget, {
      hand_off: HAND_OFF,
      script_url: LENDING_WIDGET_SCRIPT_URL,
    });
    const embed_code = '<svg xmlns="http://www.w3.org/2000/svg"></svg><script>start("{access_token}")</script>';
    const LENDING_EMBED_CODE_FILE = path.join(folder, 'embed.html');
    fs.writeFileSync(LENDING_EMBED_CODE_FILE, embed_code);
    assert.deepEqual(fromEnv({ ...rest, LENDING_EMBED_CODE_FILE }).widget, { embed_code });
  });

  it('opens with the earlier secret, too, while it is being changed', () => {
    const LENDING_SESSION_SECRET_PREVIOUS = SECRET.toUpperCase();
    const { sessions } = fromEnv({ ...good, LENDING_SESSION_SECRET_PREVIOUS });
    assert.deepEqual(sessions.secret, [SECRET, SECRET.toUpperCase()]);
  });

  it('allows cookies over plain http only where this is not production', () => {
    const loopback = (more: Variables) => fromEnv({ ...good, ...more }).sessions.loopback;
    assert.deepEqual([loopback({}), loopback({ NODE_ENV: 'production' })], [true, false]);
    assert.equal(loopback({ LENDING_ENVIRONMENT: 'production' }), false);
  });

  it('names everything that is missing in one error', () => {
    const said = refusalOf({ LENDING_WIDGET: '' });
    for (const name of ['BASE_URL', 'SECRET_KEY', 'SESSION_SECRET'])
      assert.match(said, new RegExp(`LENDING_${name} is`));
  });

  const [staging, live] = ['https://cdn.staging.lender.example/w.js', 'https://cdn.lender.example/live/w.js'];
  const refused: [string, Variables, RegExp][] = [
    ['no base address', { LENDING_BASE_URL: undefined }, /LENDING_BASE_URL is missing/],
    ['an empty key', { LENDING_SECRET_KEY: '' }, /LENDING_SECRET_KEY is missing/],
    ['no session secret', { LENDING_SESSION_SECRET: undefined }, /LENDING_SESSION_SECRET is missing/],
    ['an http address', { LENDING_BASE_URL: 'http://api.lender.example' }, /LENDING_BASE_URL is not an https/],
    ['an address with a query', { LENDING_BASE_URL: 'https://lender.example/?canary' }, /LENDING_BASE_URL is not/],
    ['an address with a password', { LENDING_BASE_URL: `https://:${KEY}@lender.example` }, /LENDING_BASE_URL is not/],
    ['an address with a line break', { LENDING_BASE_URL: 'https://api.lender.example\n' }, /LENDING_BASE_URL is not/],
    ['a key with a line break', { LENDING_SECRET_KEY: `${KEY}\n` }, /LENDING_SECRET_KEY has a space, a line break/],
    ['a key with a space', { LENDING_SECRET_KEY: `${KEY} ` }, /LENDING_SECRET_KEY has a space/],
    ['a key in quotes', { LENDING_SECRET_KEY: `"${KEY}"` }, /LENDING_SECRET_KEY has .* a quote/],
    ['the place for a key', { LENDING_SECRET_KEY: '<API_KEY>' }, /LENDING_SECRET_KEY has /],
    ['a key with a letter that no header takes', { LENDING_SECRET_KEY: `${KEY}é` }, /LENDING_SECRET_KEY has /],
    ['a short session secret', { LENDING_SESSION_SECRET: 'canary' }, /LENDING_SESSION_SECRET is shorter than 32/],
    ['a short earlier secret', { LENDING_SESSION_SECRET_PREVIOUS: 'canary' }, /SECRET_PREVIOUS is shorter than 32/],
    [
      'a session secret that is the key',
      { LENDING_SECRET_KEY: `${KEY}${KEY}`, LENDING_SESSION_SECRET: `${KEY}${KEY}` },
      /LENDING_SESSION_SECRET is the secret key/,
    ],
    ['a widget that is no JSON', { LENDING_WIDGET: `{canary` }, /LENDING_WIDGET is not a JSON object/],
    ['a widget that is a list', { LENDING_WIDGET: '["canary"]' }, /LENDING_WIDGET is not a JSON object/],
    ['a widget of the wrong shape', { LENDING_WIDGET: '{"hand_off":{"canary":1}}' }, /LENDING_WIDGET is not what/],
    [
      'a widget over http',
      { LENDING_WIDGET: widget('http://cdn.lender.example/w.js') },
      /LENDING_WIDGET names an http/,
    ],
    [
      'a file of embed code that is not there',
      { LENDING_WIDGET: '', LENDING_EMBED_CODE_FILE: '/canary' },
      /CODE_FILE names a file/,
    ],
    ['a folder for consents that is not there', { LENDING_CONSENTS: '/canary/consents' }, /LENDING_CONSENTS is in a/],
    ['an unknown environment', { LENDING_ENVIRONMENT: 'canary' }, /LENDING_ENVIRONMENT is neither/],
    [
      'a sandbox in production',
      { NODE_ENV: 'production', LENDING_BASE_URL: 'http://127.0.0.1:4010' },
      /LENDING_BASE_URL is an address of this machine/,
    ],
    [
      'a sandbox for the service’s production',
      { LENDING_ENVIRONMENT: 'production', LENDING_BASE_URL: 'http://lender.localhost' },
      /LENDING_BASE_URL is an address of this machine/,
    ],
    [
      'a widget of a sandbox in production',
      { NODE_ENV: 'production', LENDING_WIDGET: widget('http://127.0.0.1/w.js') },
      /LENDING_WIDGET names an address of this machine/,
    ],
    [
      'a staging widget beside another base address',
      { LENDING_WIDGET: widget(staging) },
      /LENDING_WIDGET does not fit/,
    ],
    [
      'a production widget beside a staging address',
      { LENDING_BASE_URL: 'https://api-uat.lender.example', LENDING_WIDGET: widget(live) },
      /LENDING_WIDGET does not fit LENDING_BASE_URL/,
    ],
    [
      'embed code of staging beside another base address',
      { LENDING_WIDGET: JSON.stringify({ embed_code: `<script src="${staging}"></script>` }) },
      /LENDING_WIDGET does not fit/,
    ],
    [
      'a staging address for production',
      { LENDING_ENVIRONMENT: 'production', LENDING_BASE_URL: 'https://lender.example/sandbox' },
      /LENDING_BASE_URL has an address of the other environment/,
    ],
    [
      'a staging widget for production',
      { LENDING_ENVIRONMENT: 'production', LENDING_WIDGET: widget(staging) },
      /LENDING_WIDGET has an address of the other environment/,
    ],
    [
      'a production widget for staging',
      { LENDING_ENVIRONMENT: 'staging', LENDING_WIDGET: widget(live) },
      /LENDING_WIDGET has an address of the other environment/,
    ],
  ];
  for (const [name, wrong, expected] of refused) {
    it(`refuses ${name}, names the variable and says nothing of its value`, () =>
      assert.match(refusalOf({ ...good, ...wrong }), expected));
  }

  const refusedPairs: [string, Variables, RegExp][] = [
    ['with nothing that chooses', {}, /LENDING_ENVIRONMENT is missing/],
    [
      'beside a variable without environment',
      { LENDING_ENVIRONMENT: 'staging', LENDING_SECRET_KEY: KEY },
      /LENDING_SECRET_KEY stands beside LENDING_STAGING_/,
    ],
    [
      'of which one lacks its key, which is not taken from the other',
      { LENDING_ENVIRONMENT: 'production', LENDING_PRODUCTION_SECRET_KEY: '' },
      /LENDING_PRODUCTION_SECRET_KEY is missing/,
    ],
    [
      'with one key',
      { LENDING_ENVIRONMENT: 'production', LENDING_PRODUCTION_SECRET_KEY: `${KEY}-staging` },
      /LENDING_PRODUCTION_SECRET_KEY is the same as LENDING_STAGING_SECRET_KEY/,
    ],
    [
      'with one base address',
      { LENDING_ENVIRONMENT: 'staging', LENDING_PRODUCTION_BASE_URL: 'https://api.staging.lender.example' },
      /LENDING_PRODUCTION_BASE_URL is the same/,
    ],
  ];
  for (const [name, wrong, expected] of refusedPairs) {
    it(`refuses two sets ${name}`, () => assert.match(refusalOf({ ...pairs, ...wrong }), expected));
  }

  const taken: [string, Variables][] = [
    ['addresses that say nothing', {}],
    ['no widget', { LENDING_WIDGET: undefined }],
    [
      'a sandbox where this is not production',
      { LENDING_BASE_URL: 'http://127.0.0.1:4010', LENDING_WIDGET: undefined },
    ],
    [
      'staging addresses in a process of production',
      {
        NODE_ENV: 'production',
        LENDING_BASE_URL: 'https://api.staging.lender.example',
        LENDING_WIDGET: widget(staging),
      },
    ],
    [
      'a widget that says staging beside a base address that says nothing, where the partner says it, too',
      { LENDING_ENVIRONMENT: 'staging', LENDING_WIDGET: widget(staging) },
    ],
    [
      'a name that only looks like it says something',
      { LENDING_ENVIRONMENT: 'production', LENDING_BASE_URL: 'https://contest.lender.dev' },
    ],
  ];
  for (const [name, more] of taken) {
    it(`takes ${name}`, () => assert.equal(refusalOf({ ...good, ...more }), 'not refused'));
  }
});
