// `lending-elements serve`: the handler as a process of its own, for an application in another language.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sampleApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { DIST } from '../../support/dist.mjs';
import { filesOfGuide } from '../../support/guide-code.mjs';
import { ORIGIN, send, serve, signToken, startWorld, WEBHOOK_SECRET } from './process.mjs';

const guide = filesOfGuide('any-backend.md');

/** Waits for something that happens in the other process. */
async function until(what) {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await what()) return;
  assert.fail(`never happened: ${what}`);
}

describe('lending-elements serve', { timeout: 120_000 }, () => {
  let world;
  let running;
  before(async () => {
    world = await startWorld();
    running = await serve(world, world.env);
  });
  after(async () => {
    await running?.stop();
    await world?.close();
  });

  it('is alive and ready', async () => {
    for (const path of ['/health', '/ready']) assert.equal((await fetch(running.url + path)).status, 200);
  });

  it('is not ready while its SQLite file is in another place', async () => {
    const statusOf = async (path) => (await fetch(running.url + path)).status;
    const file = world.env.LENDING_DATABASE;
    fs.renameSync(file, `${file}-moved`);
    assert.deepEqual([await statusOf('/health'), await statusOf('/ready')], [200, 503]);
    fs.renameSync(`${file}-moved`, file);
    assert.equal(await statusOf('/ready'), 200);
  });

  it('serves the files for browsers to everybody, compressed', async () => {
    const response = await fetch(`${running.url}/api/lending/elements/journey.js`, {
      headers: { 'accept-encoding': 'br' },
    });
    assert.deepEqual([response.status, response.headers.get('content-encoding')], [200, 'br']);
  });

  it('makes the calls for the user of the token, and reports each step once and in order', async () => {
    const token = await signToken({ sub: 'order' });
    assert.equal((await send(running.url, 'session', { token })).status, 200);
    const before = world.deliveries.length;
    const created = await send(running.url, 'applications', {
      token,
      body: sampleApplication(),
      headers: { 'idempotency-key': 'one' },
    });
    assert.equal(created.status, 200, JSON.stringify(created.body));
    assert.equal((await send(running.url, 'prequalification', { token, body: samplePrequalification() })).status, 200);
    await until(() => world.deliveries.length === before + 2);
    const events = world.deliveries
      .slice(before)
      .map(({ headers, body }) => new Webhook(WEBHOOK_SECRET).verify(body, headers));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.subject, data.step]),
      [
        ['application.created', 'order', 'created'],
        ['application.figures-sent', 'order', 'figures-sent'],
      ],
    );
    const example = JSON.parse(guide.get('event.json'));
    assert.deepEqual(events.map(Object.keys), [Object.keys(example), Object.keys(example)]);
    assert.deepEqual(Object.keys(events[0].data).toSorted(), Object.keys(example.data).toSorted());
    assert.equal(events[0].data.company_id, world.sandbox.applications.at(-1).company_id);
    const { applicant } = sampleApplication();
    assert.ok(!JSON.stringify(world.deliveries).includes(applicant.email), 'no personal data');
  });

  it('signs events with both secrets while one is changed', async () => {
    const next = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const changing = { ...world.env, LENDING_WEBHOOK_SECRET: next, LENDING_WEBHOOK_SECRET_PREVIOUS: WEBHOOK_SECRET };
    const one = await serve(world, changing);
    const headers = { 'idempotency-key': 'while-changing' };
    await send(one.url, 'applications', {
      token: await signToken({ sub: 'changing' }),
      body: sampleApplication(),
      headers,
    });
    const event = () => world.deliveries.find(({ body }) => body.includes('"changing"'));
    await until(event);
    await one.stop();
    for (const secret of [next, WEBHOOK_SECRET])
      assert.equal(new Webhook(secret).verify(event().body, event().headers).type, 'application.created');
    const other = new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    assert.throws(() => other.verify(event().body, event().headers));
  });

  it('prints one line of JSON for each request, without the user', async () => {
    const before = running.lines.length;
    await send(running.url, 'session', { token: await signToken({ sub: 'somebody-secret' }) });
    await until(() => running.lines.length > before);
    const [line] = running.lines.slice(before);
    assert.deepEqual([line.route, line.status], ['POST /api/lending/session', 200]);
    assert.ok(!JSON.stringify(running.lines).includes('somebody-secret'));
  });

  it('fills in the forms with the values that the application has sent', async () => {
    const post = async (token, body) =>
      (
        await fetch(`${running.url}/prefill`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
      ).status;
    const known = JSON.parse(guide.get('prefill.json'));
    const { business, company, figures } = known;
    const own = { sub: 'known', businesses: [business] };
    const backend = await signToken({ ...own, prefill: true });
    assert.equal(await post(backend, known), 200);
    assert.equal(await post(await signToken(own), known), 401, 'the token of a page');
    assert.equal(await post(backend, { ...known, business: 'other' }), 422, 'another business');
    assert.equal(
      await post(backend, { business, company: { ...company, password_hash: 'x' } }),
      422,
      'an unknown name',
    );
    assert.equal(await post(backend, { business, figures: { funding_amount: '25,000' } }), 422, 'a wrong format');
    const deep = `{"business":"${business}",${'"company":{'.repeat(4000)}${'}'.repeat(4001)}`;
    assert.equal(await post(backend, deep), 422, 'a deep body');
    const sessionOf = async (claims, business) =>
      (
        await send(running.url, 'session', {
          token: await signToken(claims),
          headers: { 'x-lending-business': business },
        })
      ).body;
    assert.deepEqual((await sessionOf(own, business)).prefill, { company, figures });
    assert.equal((await sessionOf({ ...own, sub: 'other' }, business)).prefill, undefined);
  });

  it('finishes a request that is under way before it stops, and keeps everything', async () => {
    const one = await serve(world, world.env);
    const token = await signToken({ sub: 'stopped' });
    const request = send(one.url, 'session', { token });
    const [{ status }, code] = await Promise.all([request, request.then(() => one.stop())]);
    assert.deepEqual([status, code], [200, 0]);
  });

  const REFUSED = {
    'no key for tokens': [
      { LENDING_USER_KEY: '' },
      /LENDING_USER_KEY or LENDING_USER_PUBLIC_KEY: one of them must be set/,
    ],
    'a short key for tokens': [{ LENDING_USER_KEY: 'short' }, /shorter than 32 bytes/],
    'a public key as the secret': [
      { LENDING_USER_KEY: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA' },
      /looks like a key for/,
    ],
    'an origin with a path': [
      { LENDING_PUBLIC_ORIGIN: `${ORIGIN}/app` },
      /LENDING_PUBLIC_ORIGIN: it has more than a scheme, a host and a port\. /,
    ],
    'an origin with a slash behind it': [
      { LENDING_PUBLIC_ORIGIN: `${ORIGIN}/` },
      /LENDING_PUBLIC_ORIGIN: it has a slash at its end\. /,
    ],
    'an origin over http': [
      { LENDING_PUBLIC_ORIGIN: 'http://partner.example' },
      /LENDING_PUBLIC_ORIGIN: it does not begin with https:/,
    ],
    'settings in place of their file': [
      { LENDING_SETTINGS: '{ "settings": {} }' },
      /LENDING_SETTINGS: it is JSON, not the path/,
    ],
    'a URL of settings': [
      { LENDING_SETTINGS: 'https://partner.example/s.json' },
      /it is a URL, not the path of a file/,
    ],
    'settings that nothing replaced': [{ LENDING_SETTINGS: '${SETTINGS}' }, /it is the name of a variable/],
    'a folder of settings': [{ LENDING_SETTINGS: '.' }, /LENDING_SETTINGS: it names a folder\. /],
    'a webhook over http': [
      { LENDING_WEBHOOK_URL: 'http://partner.example/hook' },
      /LENDING_WEBHOOK_URL: it is not a URL with https/,
    ],
    'a webhook without a secret': [
      { LENDING_WEBHOOK_SECRET: '' },
      /LENDING_WEBHOOK_SECRET: it is not 24 to 64 random bytes/,
    ],
    'no key of the service': [{ LENDING_SECRET_KEY: '' }, /LENDING_SECRET_KEY is missing/],
    'a database that cannot be opened': [{ LENDING_DATABASE: '/no/such/folder/lending.db' }, /could not be opened/],
    'settings with a wrong option': [
      { LENDING_SETTINGS: 'wrong.json' },
      /the option “setings” does not exist there. Did you mean “settings”/,
    ],
  };
  for (const [name, [change, message]] of Object.entries(REFUSED))
    it(`does not start with ${name}`, async () => {
      fs.writeFileSync(path.join(world.folder, 'wrong.json'), '{ "setings": {} }');
      const one = await serve(world, { ...world.env, ...change });
      assert.equal(one.url, undefined);
      assert.equal(await one.ended, 2);
      assert.match(one.errors(), message);
      for (const secret of [world.env.LENDING_SECRET_KEY, world.env.LENDING_USER_KEY])
        assert.ok(!one.errors().includes(secret));
    });

  it('has a JSON Schema for the file of settings, which editors complete', () => {
    const { properties, additionalProperties } = JSON.parse(
      fs.readFileSync(path.join(DIST, 'settings.schema.json'), 'utf8'),
    );
    assert.equal(additionalProperties, false);
    assert.deepEqual(Object.keys(properties.settings.properties.partner.properties), ['name', 'broker', 'support']);
    assert.ok(properties.notice && properties.$schema && !properties.authorize);
  });

  it('takes settings from a JSON file, and functions from a module', async () => {
    const settings = { $schema: 'x', settings: { partner: { name: 'Sample Books' } }, path: '/funding' };
    fs.writeFileSync(path.join(world.folder, 'settings.json'), JSON.stringify(settings));
    fs.writeFileSync(
      path.join(world.folder, 'lending.mjs'),
      "export default { lookupCompany: () => [{ registered_name: 'Acorn' }] };",
    );
    const one = await serve(world, { ...world.env, LENDING_SETTINGS: 'settings.json' }, '--config', 'lending.mjs');
    const { status, body } = await send(one.url, '../../funding/session', { token: await signToken() });
    assert.deepEqual([status, body.settings.partner.name, body.settings.lookups], [200, 'Sample Books', ['company']]);
    const files = path.join(DIST, 'cdn');
    const script = await send(one.url, '../../funding/elements/journey.js');
    assert.deepEqual([script.status, script.body], [200, fs.readFileSync(path.join(files, 'journey.js'), 'utf8')]);
    assert.equal(await one.stop(), 0);
  });

  for (const [title, route, headers, said] of [
    ['a call under a sub-path', '../../shop/api/lending/session', {}, /“path” in the file of LENDING_SETTINGS\.$/],
    ['a file under a sub-path', '../../shop/api/lending/elements/journey.js', {}, /“path” in the file of LENDING_/],
    [
      'another origin',
      'session',
      { origin: 'https://www.partner.example' },
      /^Set LENDING_PUBLIC_ORIGIN .*“origins” in/,
    ],
    ['a lookup', 'lookups/company', {}, /“lookupCompany” in the module of --config/],
  ])
    it(`has a remedy in its own words for ${String(title)}`, async () => {
      const body = route.startsWith('lookups') ? { query: 'Acorn' } : undefined;
      const { status, body: error } = await send(running.url, route, { token: await signToken(), headers, body });
      assert.ok(status === 404 || status === 403, String(status));
      assert.match(error.remedy, said);
      assert.doesNotMatch(error.message + error.remedy, /createHandler|Host header/);
      await until(() => running.lines.some(({ message }) => message?.includes(error.remedy)));
    });
});
