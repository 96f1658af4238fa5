import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser, created, HOST, LOOPBACK, ORIGIN, progressOf, sampleApplication, SECRET, setup } from '../setup.js';

describe('the session cookie', () => {
  const cookieAt = async (origin: string, loopback?: boolean) => {
    const { browser } = setup({ sessions: { secret: SECRET, loopback } });
    const response = await browser('jane', origin).post('applications', sampleApplication());
    assert.equal(response.status, 200);
    const [cookie, ...more] = response.headers.getSetCookie();
    assert.deepEqual(more, []);
    const [pair, ...attributes] = cookie!.split('; ');
    return { name: pair!.split('=')[0], attributes: attributes.toSorted() };
  };
  const closed = { name: HOST, attributes: ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'] };
  const open = { name: 'lending', attributes: ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'] };

  const secure = [
    'https://partner.example',
    'https://localhost:8443',
    'http://partner.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://notlocalhost',
    'http://128.0.0.1',
  ];
  for (const origin of secure) {
    it(`is __Host-, Secure, HttpOnly and SameSite on ${origin}, whatever the options`, async () => {
      assert.deepEqual(await cookieAt(origin), closed);
      assert.deepEqual(await cookieAt(origin, true), closed);
    });
  }

  for (const origin of [
    'http://localhost:4173',
    'http://127.0.0.1:4173',
    'http://[::1]:4173',
    'http://shop.localhost',
  ]) {
    it(`is not Secure on ${origin} only where the option allows it`, async () => {
      assert.deepEqual(await cookieAt(origin), closed);
      assert.deepEqual(await cookieAt(origin, true), open);
    });
  }

  for (const [how, headers, origins] of [
    ['the page’s origin', { origin: 'https://partner.example' }, ['https://partner.example']],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }, []],
    ['the first of several proxies', { 'x-forwarded-proto': 'https, http' }, []],
    ['Forwarded', { forwarded: 'for=1.2.3.4;proto="https"' }, []],
    ['the configured origins', {}, ['https://partner.example']],
  ] as const) {
    it(`is Secure behind a proxy that calls the handler on localhost, where ${how} says https`, async () => {
      const { browser } = setup({ sessions: LOOPBACK, origins });
      const page = browser('jane', 'http://localhost:3000');
      const response = await page.send('applications', { body: sampleApplication(), headers });
      assert.equal(response.status, 200);
      const [cookie] = response.headers.getSetCookie();
      assert.match(cookie!, /^__Host-lending=.*; Secure$/);
      assert.deepEqual(await progressOf(page), ['createApplication'], 'a later request that says nothing finds it');
    });
  }

  it('is Partitioned where the page stands in a frame of another site', async () => {
    const { browser } = setup({ sessions: { secret: SECRET, framed: true } });
    const response = await browser().post('applications', sampleApplication());
    assert.match(response.headers.getSetCookie()[0]!, /; SameSite=None; Partitioned; Max-Age=604800; Secure$/);
  });

  it('of loopback is not read on https', async () => {
    const { sealed, handle } = await created({ sessions: LOOPBACK });
    const page = new Browser(handle, 'jane', ORIGIN);
    page.cookies.set('lending', sealed);
    assert.deepEqual(await progressOf(page), []);
  });

  it('is found among others, and not by a part of its name', async () => {
    const { sealed, handle } = await created();
    const page = new Browser(handle, 'jane', ORIGIN);
    page.cookies.set(`x${HOST}`, 'wrong').set(`${HOST}x`, 'wrong').set('a', 'b=c').set(HOST, sealed);
    assert.deepEqual(await progressOf(page), ['createApplication']);
  });
});
