// `lending-elements rehearse`: twelve services that differ from the assumptions. Its printed settings lead to the token in each.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DIST, ensureBuilt } from '../../support/dist.mjs';
import { cli, serve } from '../../support/doctor.mjs';

const ID = '<uuid>';
const created = (body, settings = {}, more = {}) => ({
  calls: { createApplication: { status: 201, milliseconds: 5, body, ...more } },
  settings,
});
const paths = (responsePaths) => ({ responsePaths });
const done = (more) => ({ status: 201, milliseconds: 5, body: null, ...more });

/** Each service as a rehearsal describes it, and the settings that must be printed. */
const SERVICES = {
  'has the company id under another name': created(
    { data: { application_id: ID, company: { uuid: ID } } },
    paths({ company_id: 'data.company.uuid', application_id: 'data.application_id' }),
  ),
  'has both ids at the top': created(
    { company_id: ID, application_id: ID },
    paths({ company_id: 'company_id', application_id: 'application_id' }),
  ),
  'has the company in a list': created({ companies: [{ id: ID }] }, paths({ company_id: 'companies.0.id' })),
  'has deep ids, and other names': created(
    { result: { created: { business: { ref: ID } }, when: '<date>' } },
    paths({ company_id: 'result.created.business.ref' }),
  ),
  'responds with 202': created(
    { success: '<boolean true>', data: { application_id: ID, company: { id: ID } } },
    {},
    { status: 202 },
  ),
  'responds with 200 and more fields': created(
    { id: 'x', data: { application_id: ID, company: { id: ID, name: '<text of 5>', contact: '<email>' } } },
    {},
    { status: 200 },
  ),
  'responds to documents with text': {
    calls: { uploadDocument: done({ isText: true }) },
    settings: { textResponses: true },
  },
  'responds to figures and offers with text': {
    calls: { prequalify: done({ isText: true }), requestOffers: done({ isText: true, status: 202 }) },
    settings: { textResponses: true },
  },
  'responds to documents, figures and offers with 204': {
    calls: {
      uploadDocument: done({ status: 204 }),
      prequalify: done({ status: 204 }),
      requestOffers: done({ status: 204 }),
    },
    settings: {},
  },
  'has the token in another place': {
    calls: { authenticate: done({ body: { widget: { auth: { token: '<text of 40>' } } } }) },
    settings: paths({ access_token: 'widget.auth.token' }),
  },
  'has another name for the file part': { calls: {}, settings: { filePart: 'document' } },
  'takes four seconds to create an application': created(
    { data: { application_id: ID, company: { id: ID } } },
    { timeoutMs: 13_000 },
    { milliseconds: 4100 },
  ),
};

describe('lending-elements rehearse', { timeout: 180_000 }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-rehearse-'));
  let lib;
  const servers = [];
  before(async () => {
    await ensureBuilt();
    lib = {
      ...(await import('lending-elements/sandbox')),
      ...(await import('lending-elements/server')),
      ...(await import('lending-elements/server/node')),
    };
    lib.likeRehearsal = (await import(path.join(DIST, 'cli/rehearse/shapes.js'))).likeRehearsal;
  });
  after(() => {
    for (const server of servers) server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a service like this, and returns its environment. */
  async function start(service) {
    const bodies = [];
    let listener;
    const server = await serve((...call) => listener(...call));
    servers.push(server);
    const { origin } = server;
    const { filePart } = service.settings;
    const sandbox = lib.createSandbox({ origin, behaviour: filePart ? { filePart } : {} });
    const fetch = lib.likeRehearsal(service, sandbox.fetch);
    listener = lib.toNodeListener(async (request) => {
      const response = await fetch(request);
      bodies.push(await response.clone().text());
      return response;
    });
    const env = {
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_BASE_URL: sandbox.baseUrl,
      LENDING_SECRET_KEY: sandbox.secretKey,
      LENDING_SESSION_SECRET: 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa',
      LENDING_WIDGET: JSON.stringify(sandbox.widget),
    };
    return { sandbox, env, bodies };
  }

  for (const [name, service] of Object.entries(SERVICES))
    it(`prints the settings for a service that ${name}`, async () => {
      const { sandbox, env, bodies } = await start(service);
      const { status, stdout, stderr } = await cli(['rehearse', '--yes', '--file', 'rehearsal.json'], env, folder);
      assert.equal(status, 0, stdout + stderr);
      const report = fs.readFileSync(path.join(folder, 'rehearsal.json'), 'utf8');
      const printed = /LENDING_SETTINGS:\n([^]*?\n})/.exec(stdout)?.[1] ?? '{}';
      const { timeoutMs, ...settings } = JSON.parse(printed);
      const { timeoutMs: expected, ...others } = service.settings;
      assert.deepEqual(settings, others);
      assert.ok(expected ? timeoutMs >= 12_000 && timeoutMs <= 30_000 : timeoutMs === undefined, `${timeoutMs}`);
      const secrets = [
        sandbox.secretKey,
        'Rehearsal',
        'rehearsal.test',
        'EC2A',
        ...bodies.flatMap((body) => body.match(/[0-9a-f-]{36}|[\w-]{30,}/g) ?? []),
      ];
      for (const secret of secrets) assert.ok(!report.includes(secret), `the report contains ${secret}`);

      // The printed settings alone lead to the token.
      const client = lib.createPartnerClient({ ...lib.fromEnv(env), ...JSON.parse(printed) });
      const { application, document, figures } = (await import(path.join(DIST, 'cli/rehearse/calls.js'))).SAMPLE;
      const { company_id } = await client.createApplication(application);
      await client.uploadDocument(company_id, document);
      await client.prequalify(company_id, figures);
      await client.requestOffers(company_id, { credit_score_check_consent: true });
      const { access_token } = await client.authenticate({ company_id, email: application.applicant.email });
      assert.ok(access_token.length > 10);

      // A sandbox like this report differs in the same way.
      const again = await start(JSON.parse(report));
      const second = await cli(['rehearse', '--yes', '--file', 'second.json'], again.env, folder);
      assert.equal(second.status, 0, second.stdout);
      const { timeoutMs: _, ...same } = JSON.parse(fs.readFileSync(path.join(folder, 'second.json'), 'utf8')).settings;
      assert.deepEqual(same, others);
    });

  it('lists everything that the specification does not show, with its setting', async () => {
    const { env } = await start({ calls: {}, settings: {} });
    const { stdout } = await cli(['rehearse', '--yes'], env, folder);
    assert.match(stdout, /The service responds as the library assumes\. It needs no setting\./);
    assert.match(stdout, /Name of the file part: file\. Setting: filePart\. Seen: 201\./);
    assert.match(stdout, /The widget’s script sets: SampleFundingWidget/);
  });

  const REFUSED = {
    'production that was not named': [
      {
        LENDING_ENVIRONMENT: 'production',
        LENDING_BASE_URL: 'https://api.lender.test',
        LENDING_SECRET_KEY: 'sk_live_7hJ2kQ9xT4mW',
        LENDING_WIDGET: '',
      },
      ['--yes'],
      /add --production/,
    ],
    'no terminal to answer': [{}, [], /Add --yes/],
    'a company that does not fit': [{}, ['--yes', '--company', 'company.json'], /--company: /],
  };
  for (const [name, [change, args, message]] of Object.entries(REFUSED))
    it(`sends nothing for ${name}`, async () => {
      fs.writeFileSync(path.join(folder, 'company.json'), '{ "company": {} }');
      const { env, sandbox } = await start({ calls: {}, settings: {} });
      const { status, stderr } = await cli(['rehearse', ...args], { ...env, ...change }, folder);
      assert.deepEqual([status, sandbox.calls.length], [2, 0], stderr);
      assert.match(stderr, message);
    });
});
