// Tricks with tokens, cookies and proxies against `lending-elements serve`. None of them reaches the service.
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { exportJWK, generateSecret, EncryptJWT } from 'jose';
import { sampleApplication } from '../../../stories/support/samples.mjs';
import { ORIGIN, send, serve, signToken, startWorld, USER_KEY } from './process.mjs';

const now = () => Math.floor(Date.now() / 1000);
const encode = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const CLAIMS = () => ({ sub: 'jane', aud: ORIGIN, exp: now() + 600 });

/** A token with any header and payload, signed as HMAC with any key, or not at all. */
function forge(header, payload = CLAIMS(), key = USER_KEY, hash = 'sha256') {
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${key === undefined ? '' : createHmac(hash, key).update(content).digest('base64url')}`;
}

const HS = { alg: 'HS256' };
const cookie = (token) => ({ cookie: `__Host-lending-user=${token}` });
const [{ publicKey, privateKey }, next, other] = Array.from({ length: 3 }, () => generateKeyPairSync('ed25519'));
const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
const pem = publicKey.export({ type: 'spki', format: 'pem' });
const good = () => signToken();

/** Each trick returns what the request has: the token of the header, other headers, another route, or a host of its own. */
const SECRET_TRICKS = {
  'no token': () => ({}),
  'an empty token': () => ({ headers: { authorization: 'Bearer' } }),
  'any text': () => ({ token: 'jane' }),
  'three parts of text': () => ({ token: 'a.b.c' }),
  'two tokens in one header': async () => ({ token: `${await good()}, ${await good()}` }),
  'a token for Basic': async () => ({ headers: { authorization: `Basic ${await good()}` } }),
  'an expired token': async () => ({ token: await signToken({ exp: now() - 60 }) }),
  'a token without an end': () => ({ token: forge(HS, { ...CLAIMS(), exp: undefined }) }),
  'a token for 20 minutes': async () => ({ token: await signToken({ exp: now() + 1200 }) }),
  'an end in milliseconds': async () => ({ token: await signToken({ exp: Date.now() + 600_000 }) }),
  'an end as text': () => ({ token: forge(HS, { ...CLAIMS(), exp: `${now() + 600}` }) }),
  'a token from the future': async () => ({ token: await signToken({ nbf: now() + 300 }) }),
  'no sub': () => ({ token: forge(HS, { ...CLAIMS(), sub: undefined }) }),
  'a blank sub': async () => ({ token: await signToken({ sub: '' }) }),
  'a sub of spaces': async () => ({ token: await signToken({ sub: ' ' }) }),
  'a sub that is a number': () => ({ token: forge(HS, { ...CLAIMS(), sub: 7 }) }),
  'a sub that is a list': () => ({ token: forge(HS, { ...CLAIMS(), sub: ['jane'] }) }),
  'a sub that code writes for a missing value': async () => ({ token: await signToken({ sub: 'undefined' }) }),
  'a sub with a line break': async () => ({ token: await signToken({ sub: 'jane\nadmin' }) }),
  'no audience': () => ({ token: forge(HS, { ...CLAIMS(), aud: undefined }) }),
  'another audience': async () => ({ token: await signToken({ aud: 'https://other.example' }) }),
  'the audience with a slash': async () => ({ token: await signToken({ aud: `${ORIGIN}/` }) }),
  'the audience over http': async () => ({ token: await signToken({ aud: ORIGIN.replace('https', 'http') }) }),
  'a list of other audiences': async () => ({ token: await signToken({ aud: ['https://other.example'] }) }),
  'alg none': () => ({ token: forge({ alg: 'none' }, CLAIMS(), undefined) }),
  'alg nOnE with a signature': () => ({ token: forge({ alg: 'nOnE' }) }),
  'alg HS512 with the right key': () => ({ token: forge({ alg: 'HS512' }, CLAIMS(), USER_KEY, 'sha512') }),
  'no alg': () => ({ token: forge({}) }),
  'no signature': async () => ({ token: (await good()).replace(/[^.]+$/, '') }),
  'another key': async () => ({ token: await signToken({}, { key: 'x'.repeat(32) }) }),
  'a changed payload': async () => {
    const [header, , signature] = (await good()).split('.');
    return { token: `${header}.${encode({ ...CLAIMS(), sub: 'joe' })}.${signature}` };
  },
  'an unknown critical header': () => ({ token: forge({ ...HS, crit: ['x'], x: 1 }) }),
  'a payload that is not encoded': () => ({ token: forge({ ...HS, crit: ['b64'], b64: false }) }),
  'an encrypted token': async () => {
    const encrypted = new EncryptJWT(CLAIMS()).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' });
    return { token: await encrypted.encrypt(await generateSecret('A256GCM')) };
  },
  'a token of 10 kB': async () => ({ token: await signToken({ more: 'x'.repeat(10_000) }) }),
  'a token in the URL': async () => ({ route: `applications?token=${await good()}` }),
  'a cookie without the prefix': async () => ({ headers: { cookie: `lending-user=${await good()}` } }),
  'the cookie twice': async () => ({
    headers: { cookie: `__Host-lending-user=${await good()}; __Host-lending-user=${await good()}` },
  }),
  'a cookie of another user': async () => ({ token: await good(), headers: cookie(await signToken({ sub: 'joe' })) }),
  'a good cookie next to a bad header': async () => ({ token: 'a.b.c', headers: cookie(await good()) }),
  'a business that is not in the list': async () => ({
    token: await signToken({ businesses: ['one'] }),
    headers: { 'x-lending-business': 'two' },
  }),
  'a business in other letters': async () => ({
    token: await signToken({ businesses: ['one'] }),
    headers: { 'x-lending-business': 'ONE' },
  }),
  'a business without a list': async () => ({ token: await good(), headers: { 'x-lending-business': 'one' } }),
  'a list of businesses that is a text': async () => ({
    token: await signToken({ businesses: 'one' }),
    headers: { 'x-lending-business': 'one' },
  }),
  'a form of another site, with the cookie': async () => ({
    headers: { ...cookie(await good()), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  }),
  'a page of a sibling site, with the cookie': async () => ({
    headers: { ...cookie(await good()), origin: 'https://blog.partner.example', 'sec-fetch-site': 'same-site' },
  }),
  'a form without our header': async () => ({
    headers: { ...cookie(await good()), 'x-lending-elements': '' },
    without: 'x-lending-elements',
  }),
  'a forwarded host of the attacker': async () => ({
    headers: {
      ...cookie(await good()),
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    },
  }),
  'a Host of the attacker': async () => ({
    headers: { ...cookie(await good()), host: 'evil.example', origin: 'http://evil.example' },
  }),
  'an absolute address of the attacker': async () => ({
    headers: { ...cookie(await good()), origin: 'http://evil.example' },
    path: 'http://evil.example/api/lending/applications',
  }),
  'a second slash before the path': async () => ({ token: await good(), path: '//api/lending/applications' }),
};

const PUBLIC_TRICKS = {
  'the public key as a secret': () => ({ token: forge(HS, CLAIMS(), pem) }),
  'the public key without its frame as a secret': () => ({
    token: forge(HS, CLAIMS(), publicKey.export({ type: 'spki', format: 'der' })),
  }),
  'the number of the public key as a secret': async () => ({
    token: forge(HS, CLAIMS(), Buffer.from((await exportJWK(publicKey)).x, 'base64url')),
  }),
  'another private key': async () => ({ token: await signToken({}, { key: other.privateKey, alg: 'EdDSA' }) }),
  'a key in the header': async () => {
    const header = { jwk: await exportJWK(createPublicKey(other.privateKey)) };
    return { token: await signToken({}, { key: other.privateKey, alg: 'EdDSA', header }) };
  },
  'an address of keys in the header': async () => {
    const header = { jku: 'https://evil.example/keys', kid: '../../key' };
    return { token: await signToken({}, { key: other.privateKey, alg: 'EdDSA', header }) };
  },
  'alg none': () => ({ token: forge({ alg: 'none' }, CLAIMS(), undefined) }),
};

/** Sends the call that creates an application. `node:http` lets the test choose the Host header and the path. */
function attack(url, { token, headers = {}, route = 'applications', path = `/api/lending/${route}`, without }) {
  const body = JSON.stringify(sampleApplication());
  const all = {
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    'x-lending-elements': '1',
    'content-type': 'application/json',
    'idempotency-key': 'one',
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  if (without) delete all[without];
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = httpRequest({ hostname, port, path, method: 'POST', headers: all }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject).end(body);
  });
}

const GROUPS = {
  'a secret': [{}, SECRET_TRICKS, good],
  'a public key': [
    // The key is being changed: the token is from the previous one.
    {
      LENDING_USER_KEY: '',
      LENDING_USER_PUBLIC_KEY: next.publicKey.export({ type: 'spki', format: 'pem' }),
      LENDING_USER_PUBLIC_KEY_PREVIOUS: jwk,
    },
    PUBLIC_TRICKS,
    () => signToken({}, { key: privateKey, alg: 'EdDSA' }),
  ],
};

for (const [name, [env, tricks, valid]] of Object.entries(GROUPS))
  describe(`a handler that verifies tokens with ${name}`, { timeout: 120_000 }, () => {
    let world;
    let running;
    before(async () => {
      world = await startWorld();
      running = await serve(world, { ...world.env, ...env });
    });
    after(async () => {
      await running?.stop();
      await world?.close();
    });

    for (const [trick, make] of Object.entries(tricks))
      it(`calls the service for nobody: ${trick}`, async () => {
        const before = world.calls;
        const status = await attack(running.url, await make());
        assert.ok(status >= 400, `status ${status}`);
        assert.equal(world.calls, before);
      });

    it('accepts a valid token in the header, in the cookie, and in both', async () => {
      const token = await valid();
      for (const one of [{ token }, { headers: cookie(token) }, { token, headers: cookie(token) }])
        assert.equal((await send(running.url, 'session', one)).status, 200);
      const spoilt = [
        cookie(await signToken({ exp: now() - 60 })),
        cookie('a.b.c'),
        { cookie: `${cookie(token).cookie}; ${cookie('').cookie}` },
      ];
      for (const headers of spoilt) assert.equal((await send(running.url, 'session', { token, headers })).status, 200);
      assert.equal(await attack(running.url, { token }), 200, 'the attacks are rejected for their trick alone');
    });
  });
