import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { inspect } from 'node:util';
import { describe, it } from 'node:test';
import { createSandbox } from '../../../src/sandbox/index.js';
import { createHandler } from '../../../src/server/index.js';
import { fromEnv, nodeFetch } from '../../../src/server/node/index.js';
import { adding, entry, newOwner, raising, STORE_KEY } from '../../../src/server/testing/samples.js';
import { Browser, KEY, newFolder, ORIGIN } from '../setup.js';
import { good, HAND_OFF, pairs, rejectionOf, staging, STRONG, widget, type Variables } from './env-samples.js';

const folder = newFolder();
const SANDBOX = {
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_BASE_URL: 'http://127.0.0.1:4010',
  LENDING_WIDGET: undefined,
};

describe('fromEnv', () => {
  it('returns the options of a working handler', async () => {
    const env: Variables = { ...good, LENDING_DATABASE: path.join(folder, 'lending.db') };
    const { baseUrl, secretKey, secret, store, serveFiles, ...options } = fromEnv(env);
    const others = {
      environment: 'production',
      widget: JSON.parse(good.LENDING_WIDGET),
      fetch: nodeFetch,
      drafts: true,
    };
    assert.deepEqual([baseUrl, options], ['https://api.lender.test', others]);
    assert.deepEqual((secret as () => string[])(), [STRONG]);
    assert.equal(typeof serveFiles!.find, 'function');
    assert.deepEqual((await store!.open(STORE_KEY).read(newOwner())).applications, []);
    const sandbox = createSandbox({ secretKey: KEY });
    const authorize = () => ({ subject: 'jane' });
    const given = fromEnv({ ...env, LENDING_ENVIRONMENT: 'sandbox', LENDING_BASE_URL: sandbox.baseUrl });
    const handle = createHandler({ ...given, fetch: sandbox.fetch, authorize });
    assert.equal((await new Browser(handle, undefined, ORIGIN).get('session')).status, 200);
    assert.equal(typeof secretKey, 'function');
  });

  it('opens one database, and adds HMACs to consents with the key', async () => {
    const [LENDING_DATABASE, LENDING_CONSENTS_KEY] = [path.join(folder, 'one.db'), STRONG.toUpperCase()];
    const env = { ...good, LENDING_DATABASE, LENDING_CONSENTS_KEY };
    const [owner, consents] = [newOwner(), [entry('changed', 5)]];
    await fromEnv(env).store!.open(STORE_KEY).change(owner, adding({ consents }));
    assert.deepEqual((await fromEnv(env).store!.open(STORE_KEY).read(owner)).consents, consents);
    const brokenOf = async (variables: Variables) => (await fromEnv(variables).store!.consents.check()).broken.length;
    assert.equal(await brokenOf(env), 0);
    const later = { ...env, LENDING_CONSENTS_KEY: LENDING_CONSENTS_KEY.repeat(2) };
    assert.equal(await brokenOf(later), 1);
    assert.equal(
      await brokenOf({ ...later, LENDING_CONSENTS_KEY_PREVIOUS: `${STRONG.repeat(2)},${LENDING_CONSENTS_KEY}` }),
      0,
    );
    assert.equal(fromEnv(good).store, undefined);
  });

  it('has a namespace for each environment and origin of the service, or the given one', async () => {
    const LENDING_DATABASE = path.join(folder, 'namespaces.db');
    const env = { ...good, LENDING_ENVIRONMENT: 'production', LENDING_DATABASE };
    const owner = newOwner();
    await fromEnv(env).store!.open(STORE_KEY).change(owner, raising);
    const found = async (more: Variables) =>
      (
        await fromEnv({ ...env, ...more })
          .store!.open(STORE_KEY)
          .read(owner)
      ).applications.length;
    assert.equal(await found({ LENDING_BASE_URL: 'https://api.lender.test/v2' }), 1);
    assert.equal(await found({ LENDING_NAMESPACE: 'production https://api.lender.test' }), 1);
    const others = [
      { LENDING_ENVIRONMENT: 'staging' },
      { LENDING_BASE_URL: 'https://api2.lender.test' },
      { LENDING_NAMESPACE: 'another brand' },
    ];
    for (const more of others) assert.equal(await found(more), 0, JSON.stringify(more));
  });

  it('has a default database only for the sandbox, and writes no file before its first use', async () => {
    const before = process.cwd();
    const empty = newFolder();
    process.chdir(empty);
    try {
      const { store } = fromEnv({ ...good, ...SANDBOX });
      assert.deepEqual(fs.readdirSync(empty), []);
      await store!.open(STORE_KEY).change(newOwner(), raising);
      await store!.close();
      assert.ok(fs.readdirSync(empty).includes('lending-sandbox.db'));
    } finally {
      process.chdir(before);
    }
  });

  it('turns drafts off', () =>
    assert.deepEqual(
      ['off', 'on', '', undefined].map((LENDING_DRAFTS) => fromEnv({ ...good, LENDING_DRAFTS }).drafts),
      [false, true, true, true],
    ));

  it('hides the key and the secrets when its result is printed, and keeps the secret in a copy', () => {
    const options = fromEnv({ ...good, LENDING_DATABASE: 'postgres://lender:canary-password@db.test/lending' });
    const printed = inspect(options, { depth: Infinity, showHidden: true });
    const json = JSON.stringify(options);
    for (const secret of [KEY, STRONG, 'canary-password'])
      assert.ok(!printed.includes(secret) && !json.includes(secret), printed + json);
    assert.deepEqual(({ ...options }.secret as () => string[])(), [STRONG]);
  });

  it('reads the key again for each request', () => {
    const env = { ...good };
    const { secretKey } = fromEnv(env);
    env.LENDING_SECRET_KEY = 'another-key';
    assert.equal((secretKey as () => string)(), 'another-key');
  });

  it('changes from staging to production with one variable', () => {
    const of = (LENDING_ENVIRONMENT: string) => {
      const { baseUrl, secretKey, widget: settings } = fromEnv({ ...pairs, LENDING_ENVIRONMENT });
      return [baseUrl, (secretKey as () => string)(), settings?.scriptUrl];
    };
    assert.deepEqual(of('staging'), [
      'https://api.staging.lender.test',
      `${KEY}-staging`,
      'https://cdn.staging.lender.test/widget.js',
    ]);
    assert.deepEqual(of('production'), [
      'https://api.lender.test',
      `${KEY}-production`,
      'https://cdn.lender.test/widget.js',
    ]);
  });

  it('reads the URL of the script, or the embed code from a file, in addition to the settings', () => {
    const { LENDING_WIDGET: _, ...rest } = good;
    const LENDING_WIDGET = JSON.stringify({ handOff: HAND_OFF });
    const LENDING_WIDGET_SCRIPT_URL = 'https://cdn.lender.test/widget.js';
    assert.deepEqual(fromEnv({ ...rest, LENDING_WIDGET, LENDING_WIDGET_SCRIPT_URL }).widget, {
      handOff: HAND_OFF,
      scriptUrl: LENDING_WIDGET_SCRIPT_URL,
    });
    const embedCode = '<svg xmlns="http://www.w3.org/2000/svg"></svg><script>start("{access_token}")</script>';
    const LENDING_EMBED_CODE_FILE = path.join(folder, 'embed.html');
    fs.writeFileSync(LENDING_EMBED_CODE_FILE, embedCode);
    assert.deepEqual(fromEnv({ ...rest, LENDING_EMBED_CODE_FILE }).widget, { embedCode });
  });

  it('accepts the earlier secret, too, during a change', () => {
    const LENDING_SESSION_SECRET_PREVIOUS = STRONG.toUpperCase();
    const { secret } = fromEnv({ ...good, LENDING_SESSION_SECRET_PREVIOUS });
    assert.deepEqual((secret as () => string[])(), [STRONG, STRONG.toUpperCase()]);
  });

  const PROCESS = { NODE_ENV: 'production' };
  const taken: [string, Variables][] = [
    ['addresses that say nothing', {}],
    ['no widget', { LENDING_WIDGET: undefined }],
    ['a sandbox, beside the pairs of the service, in a process of production', { ...pairs, ...PROCESS, ...SANDBOX }],
    [
      'staging addresses in a process of production',
      { ...PROCESS, LENDING_BASE_URL: 'https://api.staging.lender.test', LENDING_WIDGET: widget(staging) },
    ],
    [
      'a widget that says staging beside a base URL that says nothing, where the partner says it, too',
      { LENDING_ENVIRONMENT: 'staging', LENDING_WIDGET: widget(staging) },
    ],
    [
      'a name that only looks like it says something',
      { LENDING_ENVIRONMENT: 'production', LENDING_BASE_URL: 'https://contest.lender.dev' },
    ],
  ];
  for (const [name, more] of taken) {
    it(`takes ${name}`, () => assert.equal(rejectionOf({ ...good, ...more }), 'not rejected'));
  }
});
