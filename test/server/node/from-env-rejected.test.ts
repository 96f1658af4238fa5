import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { databaseAt } from '../../../src/server/node/database.js';
import { checkLocation } from '../../../src/server/node/location.js';
import { KEY } from '../setup.js';
import { good, live, pairs, rejectionOf, staging, widget, type Variables } from './env-samples.js';

/** Adds the prefix to the names of variables, and to the expected message. */
const named = (variables: Variables) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name.replace(/^(?!NODE)/, 'LENDING_'), value]));
const about = ({ source }: RegExp) => new RegExp(`LENDING_${source}`);

const PRODUCTION = { ENVIRONMENT: 'production' };
const LONG = 'canary'.repeat(6);
const EASY = /SESSION_SECRET is easy to guess/;
const HERE = /BASE_URL contains a URL on this machine.* → LENDING_BASE_URL: .*set LENDING_ENVIRONMENT=sandbox/;
const NO_BASE_URL = /BASE_URL must be an https URL without a query or password\./;
const NO_TOKEN =
  /WIDGET contains YOUR_TOKEN instead of \{access_token\}\. → LENDING_WIDGET: Write \{access_token\} instead of YOUR_TOKEN/;
const UNLIKE = /WIDGET does not match LENDING_BASE_URL: only one of them looks like a URL of (staging|production)/;
const BESIDE = /SECRET_KEY is set, but so are variables that begin with LENDING_STAGING_/;
const SAME_KEY = /PRODUCTION_SECRET_KEY is the same as LENDING_STAGING_SECRET_KEY/;
const STAGING = pairs.LENDING_STAGING_BASE_URL;
const embed = (attribute: string) => JSON.stringify({ embedCode: `<script ${attribute}></script>` });
const other = (name: string) => new RegExp(`${name} looks like a URL of the other environment`);

/** Texts that name no database, and the rest of the sentence about them. */
const NO_LOCATIONS: Record<string, string> = {
  ' lending.db | lending.db\n | postgres://a:canary@db.test/lend\r': 'begins or ends with a blank',
  '"lending.db" | \'postgres://a:canary@db.test\' | `lending.db`': 'is in quotes',
  'undefined | null | [object Object] | true': 'is a word that a program writes',
  '${DATABASE_URL} | $DATABASE_URL | {{ url }} | %DATABASE_URL% | <path> | ${DATA}/lending.db | $HOME/lending.db | postgres://$USER:canary@db.test/a | postgres://<user>:canary@db.test/a':
    'contains the name of a variable',
  ':memory: | file::memory:?mode=memory': 'is a database in memory',
  'sqlite:lending.db | file:./lending.db | sqlite3:///canary.db | libsql://canary.test': 'has a prefix before its path',
  'jdbc:postgresql://db.test/lend?user=a': 'begins with jdbc:',
  'mysql://a:canary@db.test/lend | postgres:lending | postgresql+psycopg://a@db.test | db.test:5432/lending.db | lending | /canary/lending | host=db.test dbname=lend | lending.db?mode=ro | .':
    'is (neither the URL|a folder)',
  'postgres://a:canary#1@db.test | postgres://a:1/canary@db.test/l | postgres://a:2?canary@db.test/l | postgres://a:3#canary@db.test/l | postgres://a:can/ary@db.test/l | POSTGRES://a:4/canary@db.test | postgres://a:%E0canary@db.test/l | postgres://a/b:1@db.test/l | postgres://':
    'is not a valid URL of a PostgreSQL',
};
/** URLs that the package `pg` reads as they are meant: with the user and the host. */
const POSTGRES = [
  ['postgres://u:p@/lend?host=/cloudsql/project:region:canary', 'u', '/cloudsql/project:region:canary'],
  ['postgresql://u:p%40s%2Fs@db.test:6432/lend?sslmode=disable', 'u', 'db.test'],
  ['POSTGRES://u:p@db.test/lend', 'u', 'db.test'],
  ['postgres://u:p@ss@db.test/lend', 'u', 'db.test'],
  ['postgres://u:a%b c@db.test/lend', 'u', 'db.test'],
  ['postgres://u%40tenant:p@[::1]:5432/lend', 'u@tenant', '::1'],
  ['postgres://u:p@db.test/lend?application_name=a@b', 'u', 'db.test'],
] as const;

/** Values that belong into another variable, or into none: the variable, the values, and the sentence. */
const MISPLACED: [name: string, values: string, expected: string][] = [
  [
    'WIDGET',
    '<script id=canary></script> |  <!doctype html>',
    'is HTML, not JSON. → LENDING_WIDGET: Save .*EMBED_CODE_FILE',
  ],
  [
    'WIDGET',
    './canary.html | /etc/canary.json | C:\\canary.txt',
    'is the path of a file, not JSON. → .*EMBED_CODE_FILE',
  ],
  ['WIDGET', 'https://canary.test/w.js | //canary.test', 'is a URL, not JSON. → .*SCRIPT_URL to the URL'],
  ['WIDGET', '"canary"', 'is in quotes'],
  ['EMBED_CODE_FILE', '<script>canary</script>', 'is HTML, not the path of a file. → .*Save the embed code in a file'],
  ['EMBED_CODE_FILE', 'https://canary.test/embed.html', 'is a URL, not the path of a file. → .*SCRIPT_URL'],
  ['EMBED_CODE_FILE', '{"embedCode":"canary"}', 'is JSON, not the path of a file. → .*: Set LENDING_WIDGET to'],
  ['EMBED_CODE_FILE', os.tmpdir(), 'names a folder'],
  ['EMBED_CODE_FILE', '/dev/null', 'names a file that is empty'],
  [
    'WIDGET_SCRIPT_URL',
    '/canary.js?t={access_token} | canary.js | //canary.test/w.js',
    'is not a whole URL. → .*https://',
  ],
  ['WIDGET_SCRIPT_URL', '<script src=canary>', 'is HTML, not a URL. → .*EMBED_CODE_FILE'],
  ['ENVIRONMENT', 'prod | Production | SANDBOX', 'is not production, staging or sandbox. → .*: Set it to one of them'],
  ['DRAFTS', 'false | 0 | no | OFF', 'is neither on nor off. → .*: Set it to off, in small letters'],
];
/** Every variable that any process reads, with values that nobody meant. */
const NOBODY_MEANT = [
  ['undefined | null | NaN | [object Object]', 'is a word that a program writes for a missing value'],
  [
    '${CANARY} | $CANARY | $(canary) | {{ canary }} | %CANARY% | <your canary>',
    'is the name of a variable that nothing has replaced',
  ],
  ['"canary" | \'canary\' | `canary`', 'is in quotes'],
] as const;
const ANY =
  'BASE_URL SECRET_KEY WIDGET WIDGET_SCRIPT_URL EMBED_CODE_FILE SESSION_SECRET CONSENTS_KEY NAMESPACE DRAFTS ENVIRONMENT';

describe('fromEnv', () => {
  for (const [name, values, expected] of MISPLACED)
    for (const value of values.split(' | '))
      it(`rejects ${value.slice(0, 30)} as ${name}, and names the right place`, () =>
        assert.match(
          rejectionOf({ ...good, LENDING_WIDGET: '', [`LENDING_${name}`]: value }),
          new RegExp(`^fromEnv\\(\\): LENDING_${name} ${expected}`),
        ));

  for (const name of ANY.split(' '))
    it(`rejects a value of ${name} that nobody meant, with one reason`, () => {
      for (const [values, expected] of NOBODY_MEANT)
        for (const value of values.split(' | ')) {
          const env = { ...good, LENDING_WIDGET: '', [`LENDING_${name}`]: value };
          assert.match(rejectionOf(env), new RegExp(`^fromEnv\\(\\): LENDING_${name} ${expected}\\. → `), value);
        }
    });

  for (const guide of ['production', 'keys']) {
    const text = fs.readFileSync(new URL(`../../../docs/${guide}.md`, import.meta.url), 'utf8');
    const values = [...text.matchAll(/^(LENDING_\w+(?:KEY|SECRET|SECRET_PREVIOUS|URL|WIDGET))='?(.+?)'?$/gm)];
    assert.ok(values.length > 0);
    for (const [, name, value] of values)
      it(`rejects the value of ${name} in ${guide}.md`, () =>
        assert.match(rejectionOf({ ...good, [name!]: value }), new RegExp(`${name} (is|contains) `)));
  }

  it('rejects the embed code in production.md', (test) => {
    const [, code] = /file: widget\.html -->\s+```html\n([^]*?)```/.exec(
      fs.readFileSync('docs/production.md', 'utf8'),
    )!;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-embed-'));
    test.after(() => fs.rmSync(folder, { recursive: true }));
    const LENDING_EMBED_CODE_FILE = path.join(folder, 'widget.html');
    fs.writeFileSync(LENDING_EMBED_CODE_FILE, code!);
    const message = rejectionOf({ ...good, LENDING_WIDGET: '', LENDING_EMBED_CODE_FILE });
    assert.match(message, /LENDING_EMBED_CODE_FILE contains a URL of an example/);
  });

  it('lists all missing variables in one error', () => {
    const [message, remedy] = rejectionOf({ LENDING_WIDGET: '' }).split(' → ') as [string, string];
    for (const name of ['BASE_URL', 'SECRET_KEY', 'SESSION_SECRET']) {
      assert.match(message, new RegExp(`LENDING_${name} is missing\\.`));
      assert.match(remedy, new RegExp(`LENDING_${name}: (Set|Copy) it `));
    }
    assert.match(remedy, / Then run `npx lending-elements doctor`\.$/);
  });

  const wrong: [string, Variables, RegExp][] = [
    ['no base URL', { BASE_URL: undefined }, /BASE_URL is missing/],
    ['an empty key', { SECRET_KEY: '' }, /SECRET_KEY is missing/],
    ['no session secret', { SESSION_SECRET: undefined }, /SESSION_SECRET is missing/],
    ['an http address', { BASE_URL: 'http://api.lender.test' }, NO_BASE_URL],
    ['an address with a query', { BASE_URL: 'https://lender.test/?canary' }, NO_BASE_URL],
    ['an address with a password', { BASE_URL: `https://:${KEY}@lender.test` }, NO_BASE_URL],
    ['an address with a line break', { BASE_URL: 'https://api.lender.test\n' }, NO_BASE_URL],
    ['a key with a line break', { SECRET_KEY: `${KEY}\n` }, /SECRET_KEY contains a space, a line break/],
    ['a key with a space', { SECRET_KEY: `${KEY} ` }, /SECRET_KEY contains a space/],
    ['a key with a quote', { SECRET_KEY: `${KEY}"` }, /SECRET_KEY contains .* a quote/],
    ['a key with a letter that no header takes', { SECRET_KEY: `${KEY}é` }, /SECRET_KEY contains /],
    ['a short session secret', { SESSION_SECRET: 'canary' }, /SESSION_SECRET is shorter than 32/],
    ['a short earlier secret', { SESSION_SECRET_PREVIOUS: 'canary' }, /SESSION_SECRET_PREVIOUS is shorter than 32/],
    ['a session secret that is the key', { SECRET_KEY: LONG, SESSION_SECRET: LONG }, /SESSION_SECRET is the same as/],
    [
      'a session secret that is a wrong key',
      { SECRET_KEY: ` ${LONG}`, SESSION_SECRET: ` ${LONG}` },
      /SESSION_SECRET is the same/,
    ],
    ['a widget that is no JSON', { WIDGET: `{canary` }, /WIDGET is not a JSON object/],
    ['a widget that is a list', { WIDGET: '["canary"]' }, /WIDGET is not a JSON object/],
    ['a widget that gets no token', { WIDGET: embed('data-token=YOUR_TOKEN') }, NO_TOKEN],
    [
      'a widget of the wrong shape',
      { WIDGET: '{"handOff":{"canary":1}}' },
      /WIDGET contains a setting that is unknown, at "handOff"\./,
    ],
    [
      'a misspelt setting of the widget',
      { WIDGET: '{"embedcode":"canary"}' },
      /WIDGET contains .* Did you mean "embedCode"\?/,
    ],
    [
      'an isolation of the widget that is none',
      { WIDGET: '{"embedCode":"<b>{access_token}","isolation":"iframe"}' },
      /WIDGET contains a value that is not valid, at "isolation"\. → .* "page" or "frame"\. Did you mean "frame"\?/,
    ],
    [
      'a path as embed code',
      { WIDGET: '{"embedCode":"./canary.html"}' },
      /WIDGET contains the path of a file instead of/,
    ],
    [
      'two problems of an environment',
      { ENVIRONMENT: 'canary', BASE_URL: 'http://127.0.0.1:1' },
      /ENVIRONMENT is not [^.]*\. → /,
    ],
    ['a widget over http', { WIDGET: widget('http://cdn.lender.test/w.js') }, /WIDGET contains an http URL/],
    ['a missing file of embed code', { WIDGET: '', EMBED_CODE_FILE: '/canary' }, /EMBED_CODE_FILE names a file/],
    ['a short key for consents', { CONSENTS_KEY: 'canary' }, /CONSENTS_KEY is shorter than 32/],
    ['a short former key', { CONSENTS_KEY_PREVIOUS: `${LONG},canary` }, /CONSENTS_KEY_PREVIOUS is shorter than 32/],
    ['one secret for two things', { SESSION_SECRET: LONG, CONSENTS_KEY: LONG }, /CONSENTS_KEY is the same as another/],
    ['a namespace with a line break', { NAMESPACE: 'canary\nbrand' }, /NAMESPACE is longer than 200 characters, or/],
    ['a long namespace', { NAMESPACE: 'canary'.repeat(40) }, /NAMESPACE is longer than 200 characters/],
    ['drafts that are neither on nor off', { DRAFTS: 'canary' }, /DRAFTS is neither on nor off/],
    ['a secret key of a guide', { SECRET_KEY: 'replace-me' }, /SECRET_KEY is the text of an example/],
    ['a key for consents of a guide', { CONSENTS_KEY: 'replace-me'.repeat(4) }, /CONSENTS_KEY is easy to guess/],
    ['a base URL of a guide', { BASE_URL: 'https://api.lender.example' }, /BASE_URL contains a URL of an example/],
    ['a widget of a guide', { WIDGET: widget('https://lender.example/w.js') }, /WIDGET contains a URL of an example/],
    ['a session secret that is easy to guess', { SESSION_SECRET: 'canary12'.repeat(5) }, EASY],
    ['the session secret of an example', { SESSION_SECRET: 'change-me-canary-1f8Zk2Lq9Tn4Vx7Bd' }, EASY],
    [
      'the path of the calls',
      { BASE_URL: `${good.LENDING_BASE_URL}/partner-api/v1/` },
      /BASE_URL ends in \/partner-api/,
    ],
    ['an unknown environment', { ENVIRONMENT: 'canary' }, /ENVIRONMENT is not production, staging or sandbox/],
    ['a sandbox without its environment', { NODE_ENV: 'development', BASE_URL: 'http://127.0.0.1:4010' }, HERE],
    ['a sandbox for the service’s production', { ...PRODUCTION, BASE_URL: 'http://lender.localhost' }, HERE],
    ['a widget of a sandbox in production', { WIDGET: widget('http://127.0.0.1/w.js') }, /WIDGET contains a URL on/],
    ['a staging widget beside another base URL', { WIDGET: widget(staging) }, UNLIKE],
    ['a production widget beside a staging address', { BASE_URL: 'https://a-uat.test', WIDGET: widget(live) }, UNLIKE],
    ['embed code of staging beside another base URL', { WIDGET: embed(`src="${staging}?t={access_token}"`) }, UNLIKE],
    ['a staging address for production', { ...PRODUCTION, BASE_URL: 'https://lender.test/sandbox' }, other('BASE_URL')],
    ['a staging widget for production', { ...PRODUCTION, WIDGET: widget(staging) }, other('WIDGET')],
    ['a production widget for staging', { ENVIRONMENT: 'staging', WIDGET: widget(live) }, other('WIDGET')],
  ];
  for (const [name, variables, expected] of wrong) {
    it(`rejects ${name}, names the variable without its value`, () =>
      assert.match(rejectionOf({ ...good, ...named(variables) }), about(expected)));
  }

  it('rejects a database file on a host without a persistent disk, except with the sandbox', () => {
    const LENDING_DATABASE = '/canary/lending.db';
    const hosts = ['AWS_LAMBDA_FUNCTION_NAME', 'VERCEL', 'NETLIFY', 'K_SERVICE', 'FUNCTIONS_WORKER_RUNTIME'];
    for (const host of hosts) {
      const env = { ...good, [host]: '1', LENDING_DATABASE };
      assert.match(rejectionOf(env), /LENDING_DATABASE is a file, and .* does not keep files\. → .*postgres:/, host);
      const sandbox = { LENDING_ENVIRONMENT: 'sandbox', LENDING_BASE_URL: 'http://127.0.0.1:4010', LENDING_WIDGET: '' };
      assert.equal(rejectionOf({ ...env, ...sandbox }), 'not rejected', host);
      assert.equal(rejectionOf({ ...env, LENDING_DATABASE: 'postgres://lender:canary@db.test' }), 'not rejected', host);
    }
  });

  for (const [locations, expected] of Object.entries(NO_LOCATIONS))
    for (const location of locations.split(' | '))
      it(`rejects ${JSON.stringify(location)} as the location of a database, in production and for the sandbox`, () => {
        const sandbox = {
          LENDING_ENVIRONMENT: 'sandbox',
          LENDING_BASE_URL: 'http://127.0.0.1:4010',
          LENDING_WIDGET: '',
        };
        for (const more of [{}, { LENDING_ENVIRONMENT: 'production' }, sandbox])
          assert.match(
            rejectionOf({ ...good, ...more, LENDING_DATABASE: location }),
            new RegExp(`DATABASE ${expected}`),
          );
        for (const open of [databaseAt, checkLocation])
          assert.throws(() => open(location), { code: 'config-invalid', message: new RegExp(`DATABASE ${expected}`) });
      });

  it('reads the URL of a PostgreSQL as the package pg does, and the path of any file that exists', (test) => {
    for (const [location, user, host] of POSTGRES) {
      assert.equal(rejectionOf({ ...good, LENDING_DATABASE: location }), 'not rejected', location);
      const read = new pg.Client({ connectionString: location });
      assert.deepEqual([read.user, read.host], [user, host], location);
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-'));
    test.after(() => fs.rmSync(folder, { recursive: true }));
    const names = ['lending', 'a b.dat', 'jdbc-lending', 'lending.DB', 'new.sqlite', 'new.sqlite3', 'C:lending.db'];
    for (const name of names) {
      const file = path.join(folder, name);
      if (!/db$|sqlite/i.test(name) || name.startsWith('jdbc')) fs.writeFileSync(file, '');
      assert.equal(rejectionOf({ ...good, LENDING_DATABASE: file }), 'not rejected', name);
    }
    for (const name of ['./lending.db', '../x/lending.db', 'C:\\data\\lending.db', '~/lending.db'])
      assert.equal(rejectionOf({ ...good, LENDING_DATABASE: name }), 'not rejected', name);
  });

  const wrongPairs: [string, Variables, RegExp][] = [
    ['with nothing that chooses', {}, /ENVIRONMENT is missing/],
    ['beside a variable without environment', { ENVIRONMENT: 'staging', SECRET_KEY: KEY }, BESIDE],
    ['of which one lacks its key', { ...PRODUCTION, PRODUCTION_SECRET_KEY: '' }, /PRODUCTION_SECRET_KEY is missing/],
    ['with one key', { ...PRODUCTION, PRODUCTION_SECRET_KEY: `${KEY}-staging` }, SAME_KEY],
    ['with one base URL', { ENVIRONMENT: 'staging', PRODUCTION_BASE_URL: STAGING }, /PRODUCTION_BASE_URL is the same/],
  ];
  for (const [name, wrong, expected] of wrongPairs) {
    it(`rejects two sets ${name}`, () => assert.match(rejectionOf({ ...pairs, ...named(wrong) }), about(expected)));
  }
});
