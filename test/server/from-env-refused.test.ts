import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { good, live, pairs, refusalOf, staging, widget, type Variables } from './env-samples.js';
import { KEY } from './setup.js';

describe('fromEnv', () => {
  it('names everything that is missing in one error', () => {
    const said = refusalOf({ LENDING_WIDGET: '' });
    for (const name of ['BASE_URL', 'SECRET_KEY', 'SESSION_SECRET'])
      assert.match(said, new RegExp(`LENDING_${name} is`));
  });

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
    [
      'a widget that gets no token',
      { LENDING_WIDGET: '{"embed_code":"<script data-token=YOUR_TOKEN></script>"}' },
      /LENDING_WIDGET has no \{access_token\}, but YOUR_TOKEN\. Write \{access_token\} instead of YOUR_TOKEN/,
    ],
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
    ['a short key for consents', { LENDING_CONSENTS_KEY: 'canary' }, /LENDING_CONSENTS_KEY is shorter than 32/],
    [
      'a key for consents that is the session secret',
      { LENDING_SESSION_SECRET: 'canary'.repeat(6), LENDING_CONSENTS_KEY: 'canary'.repeat(6) },
      /LENDING_CONSENTS_KEY is another secret as well/,
    ],
    ['a folder for consents that is not there', { LENDING_CONSENTS: '/canary/consents' }, /LENDING_CONSENTS is in a/],
    [
      'a session secret that is easy to guess',
      { LENDING_SESSION_SECRET: 'canary12'.repeat(5) },
      /LENDING_SESSION_SECRET can be guessed/,
    ],
    [
      'the session secret of an example',
      { LENDING_SESSION_SECRET: 'change-me-canary-1f8Zk2Lq9Tn4Vx7Bd' },
      /SESSION_SECRET can be/,
    ],
    [
      'a base address with the path of the calls',
      { LENDING_BASE_URL: 'https://api.lender.example/partner-api/v1/' },
      /LENDING_BASE_URL ends in \/partner-api\/v1/,
    ],
    ['an unknown environment', { LENDING_ENVIRONMENT: 'canary' }, /LENDING_ENVIRONMENT is none of/],
    [
      'a sandbox where no environment is named',
      { NODE_ENV: 'development', LENDING_BASE_URL: 'http://127.0.0.1:4010' },
      /LENDING_BASE_URL is an address of this machine.*set LENDING_ENVIRONMENT=sandbox/,
    ],
    [
      'a sandbox for the service’s production',
      { LENDING_ENVIRONMENT: 'production', LENDING_BASE_URL: 'http://lender.localhost' },
      /LENDING_BASE_URL is an address of this machine/,
    ],
    [
      'a widget of a sandbox in production',
      { LENDING_WIDGET: widget('http://127.0.0.1/w.js') },
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
      { LENDING_WIDGET: JSON.stringify({ embed_code: `<script src="${staging}?t={access_token}"></script>` }) },
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
});
