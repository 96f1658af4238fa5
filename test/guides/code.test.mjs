// Runs the code of the guides, as a reader copies it, against the handler and the sandbox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { runInNewContext } from 'node:vm';
import { metrics } from '@opentelemetry/api';
import { noticeText } from 'lending-elements/adapter';
import { createSandbox } from 'lending-elements/sandbox';
import { startSandbox } from 'lending-elements/sandbox/node';
import { createHandler, createPartnerClient, memoryStore } from 'lending-elements/server';
import { fromEnv } from 'lending-elements/server/node';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { handOff } from '../../dist/schema/widget/widget-settings.js';
import { ensureBuilt, ROOT } from '../support/dist.mjs';
import { openGuide } from '../support/guide-code.mjs';
import { ORIGIN, pageOf } from '../support/partner-page.mjs';

before(ensureBuilt);

const opened = [];
afterEach(() => opened.splice(0).forEach((guide) => guide.close()));

function open(name, others) {
  const guide = openGuide(name, others);
  opened.push(guide);
  return guide;
}

/** A sandbox, and the options of a handler for it. The user of a request is in its cookie. */
function sandboxOptions() {
  const sandbox = createSandbox({ origin: 'http://127.0.0.1' });
  const options = {
    environment: 'sandbox',
    baseUrl: sandbox.baseUrl,
    secretKey: sandbox.secretKey,
    fetch: sandbox.fetch,
    authorize: (request) => {
      const [, subject] = /user=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
      return subject ? { subject } : null;
    },
    secret: 'a-secret-for-this-test-with-40-characters',
    store: memoryStore(),
    widget: sandbox.widget,
  };
  return { sandbox, options };
}

const quiet = (test) => test.mock.method(console, 'warn', () => {});

describe('Quick start', () => {
  /** Starts a program of Node, and returns the first match of a pattern in its output. */
  async function startProgram(test, args, { cwd, wanted, env = {} }) {
    const program = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    test.after(() => program.kill());
    let output = '';
    for await (const piece of program.stdout) {
      output += piece;
      if (wanted.test(output)) return { output, found: wanted.exec(output)[1] };
    }
    throw new Error(`The program ended: ${output}`);
  }

  it('makes a page with the elements from the environment of the sandbox', { timeout: 60_000 }, async (test) => {
    const guide = open('quick-start.md');
    for (const file of ['lending-partner.mjs', 'node/lending.mjs', 'node/server.mjs', 'funding.html'])
      fs.copyFileSync(path.join(ROOT, 'examples/start', file), path.join(guide.folder, path.basename(file)));
    const command = path.join(ROOT, 'dist/cli.js');
    const wanted = /LENDING_WIDGET=(.*)\n/;
    const { output } = await startProgram(test, [command, 'sandbox', '--port', '0'], { cwd: guide.folder, wanted });
    fs.writeFileSync(path.join(guide.folder, '.env'), output);
    const { found: url } = await startProgram(test, ['--env-file=.env', 'server.mjs'], {
      cwd: guide.folder,
      wanted: /Open (http\S+)/,
      env: { PORT: '0' },
    });
    const statusOf = async (address) => (await fetch(new URL(address, url))).status;
    const html = await (await fetch(url)).text();
    for (const [, address] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      assert.equal(await statusOf(address), 200, address);
    const session = await fetch(new URL('/api/lending/session', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-lending-elements': '1' },
      body: '{}',
    });
    assert.equal(session.status, 200);
  });

  it('lists registration numbers that make the sandbox fail', async () => {
    const { options } = sandboxOptions();
    const numbers = fs.readFileSync(path.join(ROOT, 'docs/quick-start.md'), 'utf8').match(/SANDBOX-\w+/g);
    assert.deepEqual(numbers, ['SANDBOX-REJECTED', 'SANDBOX-500']);
    for (const registered_number of numbers) {
      const application = sampleApplication();
      Object.assign(application.company, { registered_number });
      const page = pageOf(createHandler({ ...options, log() {} }), `user=${registered_number.replace('-', '')}`);
      await assert.rejects(page.createApplication(application), { name: 'LendingError' });
    }
  });
});

describe('Going to production', () => {
  /** The variables of the guide, with a partner's own values in the places of its examples. */
  const environment = (guide) => {
    const ownText = (file) => guide.read(file).replaceAll('lender.example', 'lender.test');
    const LENDING_EMBED_CODE_FILE = path.join(guide.folder, 'own.html');
    fs.writeFileSync(LENDING_EMBED_CODE_FILE, ownText('widget.html'));
    return {
      ...parseEnv(ownText('production.env')),
      LENDING_SECRET_KEY: randomBytes(24).toString('base64url'),
      LENDING_SESSION_SECRET: randomBytes(32).toString('base64'),
      LENDING_CONSENTS_KEY: randomBytes(32).toString('base64'),
      LENDING_DATABASE: path.join(guide.folder, 'lending.db'),
      LENDING_EMBED_CODE_FILE,
    };
  };
  const start = (env) => createHandler({ ...fromEnv(env), authorize: () => ({ subject: 'jane' }), log() {} });

  it('has an environment with which a handler for production starts', async (test) => {
    quiet(test);
    const env = environment(open('production.md'));
    assert.equal(env.LENDING_ENVIRONMENT, 'production');
    const { widget } = await pageOf(start(env)).session();
    assert.match(widget.embedCode, /data-token="\{access_token\}"/);
  });
});

describe('Monitoring', () => {
  /** The requests of a visitor, and of an applicant whom the lender rejects once. */
  async function visit(log) {
    const { sandbox, options } = sandboxOptions();
    let isRejected = false;
    const fetch = (...call) => (isRejected ? new Response(null, { status: 401 }) : sandbox.fetch(...call));
    const handler = createHandler({ ...options, fetch: async (...call) => fetch(...call), log });
    await assert.rejects(pageOf(handler, '').session(), { code: 'handler-signed-out' });
    const page = pageOf(handler);
    await page.createApplication(sampleApplication());
    isRejected = true;
    await assert.rejects(page.prequalify(samplePrequalification()), { code: 'upstream-denied' });
  }

  it('counts requests and calls for Prometheus', async (test) => {
    const lines = test.mock.method(console, 'log', () => {});
    const { log, sendMetrics } = await open('monitoring.md').import('metrics.mjs');
    await visit(log);
    const server = createServer(sendMetrics).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const text = await (await fetch(`http://127.0.0.1:${server.address().port}`)).text();
    server.close();
    server.closeAllConnections();
    for (const line of [
      'lending_requests_total{route="POST /api/lending/session",code="handler-signed-out"} 1',
      'lending_requests_total{route="POST /api/lending/applications",code="ok"} 1',
      'lending_requests_total{route="POST /api/lending/prequalification",code="upstream-denied"} 1',
      'lending_service_call_seconds_count{call="createApplication",status="201"} 1',
      'lending_service_call_seconds_count{call="prequalify",status="401"} 1',
    ])
      assert.ok(text.includes(line), `${line} is not in\n${text}`);
    const codes = lines.mock.calls.map(({ arguments: [line] }) => JSON.parse(line).code);
    assert.deepEqual(codes, ['handler-signed-out', 'upstream-denied']);
  });

  it('counts requests and calls for OpenTelemetry', async () => {
    const requests = [];
    const calls = [];
    const counter = {
      add: (value, attributes) => requests.push([attributes['http.route'], attributes['error.type'], value]),
    };
    const histogram = {
      record: (seconds, attributes) => calls.push([attributes['lending.call'], seconds >= 0 && seconds < 60]),
    };
    metrics.setGlobalMeterProvider({
      getMeter: () => ({ createCounter: () => counter, createHistogram: () => histogram }),
    });
    const { log } = await open('monitoring.md').import('telemetry.mjs');
    await visit(log);
    assert.deepEqual(requests, [
      ['POST /api/lending/session', 'handler-signed-out', 1],
      ['POST /api/lending/applications', undefined, 1],
      ['POST /api/lending/prequalification', 'upstream-denied', 1],
    ]);
    assert.deepEqual(calls, [
      ['createApplication', true],
      ['prequalify', true],
    ]);
  });
});

describe('Security', () => {
  const SESSIONS = `const all = new Map([
    ['good', { userId: '7', clients: ['bakery'], expires: Infinity }],
    ['old', { userId: '8', clients: ['bakery'], expires: 0 }],
  ]);
  export const sessions = { find: async (id) => all.get(id) };`;

  it('accepts the user of a session with each of the user’s clients, and nobody else', async () => {
    const { authorize } = await open('security.md', { 'sessions.mjs': SESSIONS }).import('authorize.mjs');
    const userOf = (cookie, business) =>
      authorize(new Request(ORIGIN, { headers: cookie ? { cookie } : {} }), { business });
    for (const [named, business] of [
      [undefined, undefined],
      ['bakery', 'bakery'],
      ['garage', undefined],
    ])
      assert.deepEqual(await userOf('theme=dark; session=good', named), { subject: '7', business });
    for (const cookie of ['session=old', 'session=unknown', 'mysession=good', ''])
      assert.equal(await userOf(cookie, 'bakery'), null);
  });
});

describe('Several machines', () => {
  const SESSIONS = `export const sessions = { find: async (prefix, id) => (id === prefix.slice(0, -1) ? { userId: 'jane' } : undefined) };`;

  /** The three brands of the guide, with a sandbox each. */
  async function openBrands(test) {
    const guide = open('several-machines.md', { 'sessions.mjs': SESSIONS });
    const wanted = Object.entries(parseEnv(guide.read('brands.env')));
    const env = { ...Object.fromEntries(wanted), LENDING_DATABASE: path.join(guide.folder, 'lending.db') };
    const sandboxes = {};
    for (const prefix of ['NORTH_', 'SOUTH_', 'TRIAL_']) {
      const { environment, sandbox, close } = await startSandbox();
      test.after(close);
      for (const [name, value] of Object.entries(environment)) env[prefix + name] = value;
      sandboxes[prefix] = sandbox;
    }
    Object.assign(process.env, env);
    test.after(() => Object.keys(env).forEach((name) => delete process.env[name]));
    const { lending } = await guide.import('brands.mjs');
    return { sandboxes, lending };
  }

  /** The codes of two calls of a page. `test/server/ownership/brands.test.ts` has all calls. */
  async function codesOf(page) {
    const calls = [page.session(), page.createApplication(sampleApplication())];
    return (await Promise.allSettled(calls)).map(({ reason }) => reason?.code);
  }

  it('serves each brand and staging by host, and rejects the cookies and pages of the others', async (test) => {
    quiet(test);
    const { sandboxes, lending } = await openBrands(test);
    const adapterOf = (host, cookie, headers) => pageOf(lending, cookie, { origin: `https://${host}`, ...headers });
    let token;
    const north = async (request) => {
      const response = await lending(request);
      token = response.headers.get('x-lending-applicant');
      return response;
    };
    const own = pageOf(north, '__Host-north=NORTH', { origin: 'https://apply.north.example' });
    await own.createApplication(sampleApplication());
    for (const [host, prefix, cookie] of [
      ['apply.south.example', 'SOUTH_', '__Host-south=SOUTH'],
      ['trial.north.example', 'TRIAL_', '__Host-north-trial=TRIAL'],
    ]) {
      for (const wrong of ['__Host-north=NORTH', cookie.replace(/=.*/, '=NORTH')])
        assert.deepEqual(await codesOf(adapterOf(host, wrong)), Array(2).fill('handler-signed-out'));
      const both = `__Host-north=NORTH; ${cookie}`;
      const foreign = adapterOf(host, both, { 'x-lending-applicant': token });
      assert.deepEqual(await codesOf(foreign), Array(2).fill('handler-other-applicant'));
      assert.deepEqual(sandboxes[prefix].calls, []);
      const page = adapterOf(host, both);
      assert.deepEqual((await page.session()).progress.done, []);
      await page.createApplication(sampleApplication());
      await page.prequalify(samplePrequalification());
      assert.equal(sandboxes[prefix].calls.length, 2);
      assert.ok(!JSON.stringify(sandboxes[prefix].calls).includes(sandboxes.NORTH_.applications[0].company_id));
    }
    assert.equal(sandboxes.NORTH_.calls.length, 1);
    assert.equal((await lending(new Request('https://other.example/api/lending/session'))).status, 404);
  });
});

describe('Proof of consent', () => {
  it('shows the notice of the guide, and gives a receipt with its facts', async () => {
    const { consentOptions } = await open('proof-of-consent.md').import('notice.mjs');
    const { options } = sandboxOptions();
    const page = pageOf(createHandler({ ...options, ...consentOptions, log() {} }));
    await page.createApplication(sampleApplication());
    const { notice, servedId } = await page.consent();
    assert.match(notice.version, /^2027-01/);
    const text = noticeText(notice);
    for (const words of [
      'Offers come from two lenders',
      'asks these lenders',
      'The lenders are:',
      'North Ltd',
      'South Ltd',
    ])
      assert.ok(text.includes(words), words);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const { receipt } = await page.decide({ decision: 'given', evidence: { servedId, sha256, translated: false } });
    assert.equal(receipt.pii_processing.privacy_notice.text, text);
    const record = JSON.stringify(receipt);
    for (const fact of ['Ledgerly Ltd', 'London', 'six years', 'England and Wales'])
      assert.ok(record.includes(fact), fact);
  });
});

describe('The five calls from your backend', () => {
  it('leads to a token for the offers in five calls, with the variables of the environment', async (test) => {
    const { environment, sandbox, close } = await startSandbox();
    test.after(close);
    Object.assign(process.env, environment);
    test.after(() => Object.keys(environment).forEach((name) => delete process.env[name]));
    const { apply } = await open('five-calls.md').import('offers.mjs');
    const saved = [];
    const { access_token } = await apply(
      { save: async (one) => void saved.push(one) },
      {
        application: sampleApplication(),
        statement: new File(['%PDF-1.7'], 'statement.pdf', { type: 'application/pdf' }),
        figures: samplePrequalification(),
      },
    );
    assert.match(access_token, /^sandbox_/);
    assert.deepEqual(
      sandbox.calls.map(({ name, status }) => `${name} ${status}`),
      ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'].map(
        (name) => `${name} 201`,
      ),
    );
    assert.deepEqual(Object.keys(saved[0]).toSorted(), ['application_id', 'company_id']);
  });

  it('names the problems of a body, and writes a line for the log without personal data', async () => {
    const guide = open('five-calls.md');
    const { problemsOf } = await guide.import('check.mjs');
    const application = sampleApplication();
    application.company.formation_date = '2020-02-30 00:00:00.000';
    const client = createPartnerClient(createSandbox());
    const found = problemsOf(client, application).map(({ path, reason }) => `${path} ${reason}`);
    assert.deepEqual(found.toSorted(), ['company.address.postcode empty', 'company.formation_date not-real']);
    const { report } = await guide.import('report.mjs');
    const { baseUrl, secretKey } = createSandbox();
    const fetch = async () => Response.json({ message: 'Jane is too young' }, { status: 422 });
    const error = await createPartnerClient({ baseUrl, secretKey, fetch })
      .prequalify(randomUUID(), samplePrequalification())
      .catch((error) => error);
    assert.match(report(error), /"upstream-rejected","status":422,"said":"… is too young"/);
  });
});

describe('Which way is mine?', () => {
  it('has an example of each key of a hand-off that the settings accept', () => {
    const [, table] = fs.readFileSync(path.join(ROOT, 'docs/which-way.md'), 'utf8').split('<!-- hand-off -->');
    const rows = [...table.matchAll(/^\| `(\w+)` .* \| `(.+)` +\|$/gm)];
    assert.deepEqual(rows.map(([, key]) => key).toSorted(), Object.keys(handOff.shape).toSorted());
    for (const [, key, example] of rows)
      assert.ok(handOff.safeParse({ [key]: JSON.parse(example) }).success, `${key}: ${example}`);
  });
});

describe('Your own forms', () => {
  it('shows a reason next to each rejected field of the form', async () => {
    const { showProblems } = await open('own-forms.md').import('problems.js');
    const input = { setAttribute: (name, value) => (input[name] = value), nextElementSibling: {} };
    const form = { elements: { namedItem: (name) => (name === 'applicant.email' ? input : null) } };
    const issues = [
      { path: 'applicant.email', reason: 'format' },
      { path: 'company.type', reason: 'choice' },
    ];
    assert.deepEqual(showProblems(form, { issues }), [issues[1]]);
    assert.deepEqual([input['aria-invalid'], input.nextElementSibling.textContent], ['true', 'format']);
  });
});

describe('Testing against the sandbox', () => {
  it('tests a backend in one process, with faults and a clock', async () => {
    const { folder } = open('testing-against-the-sandbox.md');
    // A test runner inside of a test runner must not inherit its context.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(process.execPath, ['--test', '--test-reporter=tap', 'backend.test.mjs', 'faults.test.mjs'], {
      cwd: folder,
      env,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    assert.equal(code, 0, output);
    assert.match(output, /^# pass 3$/m);
  });
});

describe('Backend', () => {
  /** Runs code that calls `createHandler` with a part of its options. */
  async function handlerOf(guideName, file, prelude) {
    const { options } = sandboxOptions();
    globalThis.optionsOfTheTest = { ...options, log() {} };
    after(() => delete globalThis.optionsOfTheTest);
    const guide = open(guideName);
    const start = `import { createHandler as create } from 'lending-elements/server';
      export let made;
      const createHandler = (options) => (made = create({ ...globalThis.optionsOfTheTest, ...options }));\n${prelude}\n`;
    fs.writeFileSync(path.join(guide.folder, file), start + guide.read(file));
    return (await guide.import(file)).made;
  }

  it('configures lists, rules, the notice and the prefill', async () => {
    const prelude = "import { defaultNotice } from 'lending-elements/server';";
    const page = pageOf(await handlerOf('backend.md', 'forms.mjs', prelude));
    const { settings, prefill } = await page.session();
    assert.deepEqual(
      settings.residentialStatuses.map(({ value }) => value),
      ['tenant', 'homeowner'],
    );
    assert.equal(settings.fields['company.address.postcode'], 'required');
    assert.deepEqual(prefill, { company: { registered_name: 'Acme LTD' } });
  });

  it('prefills figures, and sends the platform’s statements', async () => {
    const prelude = `const revenueOf = async (business) => business.length;
      const statementsOf = async (business) => [{ id: business, fileName: 'march-2026.pdf', bytes: 50 }];
      const readStatement = async () => new Blob(['%PDF-1.7 %%EOF']);`;
    const page = pageOf(await handlerOf('backend.md', 'known.mjs', prelude));
    const { prefill, documents } = await page.session();
    assert.deepEqual([prefill.figures.monthly_revenue, documents[0].label], [4, 'January to March 2026']);
    await page.createApplication(sampleApplication());
    assert.deepEqual((await page.attachDocument({ id: documents[0].id })).done, [
      'createApplication',
      'uploadDocument',
    ]);
  });

  it('looks up companies and addresses', async () => {
    const item = {
      name: 'Acme LTD',
      number: '12345',
      formed: '2020-07-10',
      address: { building: '1', street: 'Sample Street' },
    };
    const prelude = `const fetch = async (url) => Response.json({ items: url.endsWith('?name=acme%20ltd') ? [${JSON.stringify(item)}] : [] });
      const findAddresses = (query, countryCode) => [{ line_1: query, city: countryCode }];`;
    const page = pageOf(await handlerOf('backend.md', 'lookups.mjs', prelude));
    assert.deepEqual((await page.session()).settings.lookups, ['company', 'address']);
    const { registered_name, registered_number, type, formation_date, address } = sampleApplication().company;
    const midnight = formation_date.replace(/ .*/, ' 00:00:00.000');
    const { country_code: _, ...lines } = address;
    assert.deepEqual(await page.lookupCompany('acme ltd'), [
      { registered_name, registered_number, type, formation_date: midnight, address: lines },
    ]);
    assert.deepEqual(await page.lookupAddress('Sample Road'), [{ line_1: 'Sample Road', city: 'UK' }]);
  });

  describe('other servers', () => {
    const LENDING = `import { createHandler } from 'lending-elements/server';
      export const lending = createHandler({ ...globalThis.optionsOfTheTest, log() {} });`;

    function openServers() {
      globalThis.optionsOfTheTest = sandboxOptions().options;
      after(() => delete globalThis.optionsOfTheTest);
      return open('backend.md', { 'lending.mjs': LENDING });
    }

    for (const [framework, place, get, post] of [
      ['Astro', 'src/lending', 'ALL', 'ALL'],
      ['React Router', 'lending', 'loader', 'action'],
    ])
      it(`has the route of ${framework}, with the place of lending.ts`, async () => {
        const guide = openServers();
        const text = fs.readFileSync(path.join(ROOT, 'docs/backend.md'), 'utf8');
        const [row] = new RegExp(`^\\| ${framework} .*`, 'm').exec(text);
        const [, route] = /`([^`]+\.ts)`/.exec(row);
        const [, imported] = /from '([^']+)'/.exec(row);
        assert.equal(path.posix.join(path.posix.dirname(route), imported), place);
        const code = [...row.matchAll(/`((?:import|export) [^`]+)`/g)].map(([, line]) => line).join('\n');
        const javaScript = code.replace(imported, './lending.mjs').replaceAll(': { request: Request }', '');
        fs.writeFileSync(path.join(guide.folder, 'route.mjs'), javaScript);
        const functions = await guide.import('route.mjs');
        const page = pageOf((request) => functions[post]({ request }));
        // The files of the elements and the frame are read with GET.
        assert.equal(typeof functions[get], 'function');
        await page.createApplication(sampleApplication());
        assert.deepEqual((await page.session()).progress.done, ['createApplication']);
      });

    it('mounts the handler in Koa, and leaves other paths to the next function', async (test) => {
      const guide = openServers();
      const code = guide.read('koa.mjs').replace(/^app\.listen\(.*/m, 'export { app };');
      fs.writeFileSync(path.join(guide.folder, 'koa.mjs'), code);
      const { app } = await guide.import('koa.mjs');
      const server = createServer(app.callback()).listen(0, '127.0.0.1');
      test.after(() => server.close());
      await once(server, 'listening');
      const origin = `http://127.0.0.1:${server.address().port}`;
      const page = pageOf((request) => {
        request.headers.set('origin', origin);
        return fetch(new Request(request.url.replace(ORIGIN, origin), request));
      });
      await page.createApplication(sampleApplication());
      assert.deepEqual((await page.session()).progress.done, ['createApplication']);
      assert.equal(await (await fetch(`${origin}/funding`)).text(), 'Not Found');
    });
  });
});

describe('Recipes', () => {
  const MAIL = `export const sent = [];
    export const mailTomorrow = async (subject, mail) => void sent.push([subject, mail]);
    export const cancelMail = async (subject) => void sent.push([subject]);`;

  it('has an email that links back without a token, an id or an answer, until the offers are requested', async () => {
    const guide = open('recipes.md', { 'mail.mjs': MAIL });
    const [{ onProgress }, { sent }] = [await guide.import('reminder.mjs'), await guide.import('mail.mjs')];
    const lending = createHandler({ ...sandboxOptions().options, store: { ...memoryStore() }, onProgress });
    const page = pageOf(lending);
    await page.createApplication(sampleApplication());
    await page.prequalify(samplePrequalification());
    await lending.deliverProgress();
    const [subject, mail] = sent.at(-1);
    assert.deepEqual([subject, mail.text.match(/https:\S+/g)], ['jane', ['https://books.example/funding']]);

    const { notice, servedId } = await page.consent();
    const sha256 = createHash('sha256').update(noticeText(notice)).digest('hex');
    const evidence = { servedId, sha256, translated: false };
    await page.requestOffers({ credit_score_check_consent: true, evidence });
    await lending.deliverProgress();
    assert.deepEqual(sent.at(-1), ['jane']);
  });
});

describe('What else is on your page?', () => {
  it('has a service worker that leaves all requests to the handler alone', () => {
    const answered = [];
    let listener;
    const addEventListener = (_type, added) => (listener = added);
    runInNewContext(open('neighbours.md').read('worker.js'), { URL, addEventListener, answer() {} });
    for (const file of ['/api/lending/session', '/api/lending/draft', '/api/lending/elements/journey.js', '/site.css'])
      listener({ request: new Request(`${ORIGIN}${file}`), respondWith: () => answered.push(file) });
    assert.deepEqual(answered, ['/site.css']);
  });
});

describe('The sandbox', () => {
  const post = async (sandbox, path, body) => {
    const headers = { 'content-type': 'application/json', 'x-bs-sk': sandbox.secretKey };
    const address = `${sandbox.baseUrl}/partner-api/v1/${path}`;
    return sandbox.fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  };

  it('selects behaviours', async () => {
    const { unusual } = await open('sandbox.md').import('sandbox.mjs');
    assert.match(await (await post(unusual, 'applications', {})).text(), /^<!doctype html>/);
    const created = await post(unusual, 'applications', sampleApplication());
    assert.equal(created.status, 200);
    const { id } = (await created.json()).data.company;
    const { email } = sampleApplication().applicant;
    const { data } = await (await post(unusual, 'applications/auth', { company_id: id, email })).json();
    assert.match(data.access_token, /^sandbox_/);
  });

  it('makes offers arrive over time', async () => {
    const { sandbox, statusesAfter } = await open('sandbox.md').import('over-time.mjs');
    const { id } = (await (await post(sandbox, 'applications', sampleApplication())).json()).data.company;
    await post(sandbox, `companies/${id}/prequalification`, samplePrequalification());
    await post(sandbox, `applications/${id}/request-offers`, { credit_score_check_consent: true });
    assert.deepEqual(statusesAfter(0), ['OFFERED', 'PENDING', 'PENDING']);
    assert.deepEqual(statusesAfter(10), ['OFFERED', 'OFFERED', 'PENDING']);
    assert.deepEqual(statusesAfter(50), ['OFFERED', 'OFFERED', 'OFFERED']);
    sandbox.reset();
    assert.deepEqual(sandbox.applications, []);
  });
});
