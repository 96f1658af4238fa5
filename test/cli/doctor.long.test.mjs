import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkVersions } from '../../src/cli/doctor.ts';
import { redact } from '../../src/cli/doctor/findings.ts';
import { allowsAddress } from '../../src/cli/doctor/policy.ts';
import { ANY, doctor, folder, handler, JS, policy, widget, world, useWorld } from '../support/doctor-world.mjs';
import { cli, KEY, SECRET } from '../support/doctor.mjs';

describe('lending-elements doctor', () => {
  useWorld();

  it('reports no problem in a correct setup', async () => {
    const { status, stdout, stderr } = await doctor([...handler().args, ...policy().args]);
    assert.deepEqual([status, stderr], [0, ''], stdout);
    assert.doesNotMatch(stdout, /^[✗!]/m);
    for (const found of [
      /✓ the versions: Node /,
      /✓ the configuration: it is complete and consistent, for sandbox/,
      /✓ the service: http:\/\/127\.0\.0\.1:\d+ responds/,
      /✓ the clock: it agrees/,
      /✓ the key: endpoint 5 \(authenticate\) answered 404 to the key, and answered 401 to a made-up key\.\n.*The service accepts the key/,
      /✓ the widget script: .* responds with a script/,
      /✓ the script’s integrity: the hash is sha384-[\w+/]{64}\./,
      /✓ the handler: it rejects users who are not signed in, with 401/,
      /✓ the handler: it rejects requests from other sites, with 403/,
      /✓ the handler: it serves the files of the elements/,
      /✓ the page: its Content-Security-Policy allows everything/,
    ])
      assert.match(stdout, found);
  });

  it('creates nothing, and sends the key to one endpoint only', async () => {
    await doctor();
    const names = world.sandbox.calls.map(({ name, authorized }) => `${name} ${authorized}`);
    assert.deepEqual(names.sort(), ['authenticate false', 'authenticate true', 'undefined false']);
    assert.deepEqual(
      world.heard.filter(({ key }) => key === KEY).map((one) => one.path),
      ['/partner-api/v1/applications/auth'],
    );
  });

  it('sends the key nowhere with --no-calls', async () => {
    const { status, stdout } = await doctor(['--no-calls']);
    assert.equal(status, 0);
    assert.match(stdout, /! the key: it was not tried/);
    assert.ok(world.heard.every(({ key }) => key === undefined));
  });

  it('reads a file of variables, which the variables of the process override', async () => {
    const file = path.join(folder, 'lender.env');
    fs.writeFileSync(file, `LENDING_SECRET_KEY=${KEY}\nLENDING_ENVIRONMENT=nonsense\n`);
    const { status, stdout } = await doctor(['--env', file], { LENDING_SECRET_KEY: undefined });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /for sandbox/);
  });

  it('reads the .env and .env.local of its folder if the process has no variable, and reports that', async () => {
    const here = fs.mkdtempSync(path.join(folder, 'here-'));
    fs.writeFileSync(path.join(here, '.env'), 'LENDING_ENVIRONMENT=nonsense\nLENDING_SECRET_KEY=mine\n');
    fs.writeFileSync(path.join(here, '.env.local'), 'LENDING_ENVIRONMENT=sandbox\n');
    const { stdout } = await cli(['doctor', '--no-calls'], {}, here);
    assert.match(stdout, /✓ the variables: they were read from \.env and \.env\.local\./);
    assert.doesNotMatch(stdout, /LENDING_(SECRET_KEY|ENVIRONMENT) is/);
    const own = await cli(['doctor', '--no-calls'], { LENDING_ENVIRONMENT: 'sandbox' }, here);
    assert.match(own.stdout, /✓ the variables: this folder also has \.env and \.env\.local, which was not read\./);
    assert.match(own.stdout, /LENDING_SECRET_KEY is missing/);
  });

  it('suggests the variable for a misspelt name', async () => {
    for (const [name, meant] of [
      ['LENDING_SESION_SECRET', 'LENDING_SESSION_SECRET'],
      ['LENDNG_DATABASE', 'LENDING_DATABASE'],
      ['LENDING_STAGING_SECRETKY', 'LENDING_STAGING_SECRET_KEY'],
    ]) {
      const { stdout } = await doctor(['--no-calls'], { [name]: 'a', LENDING_SESSION_SECRET: undefined });
      assert.ok(stdout.includes(`! the variables: nothing reads ${name}. Did you mean "${meant}"?`), stdout);
    }
    const others = { LENDING_ROOM: 'a', LEND: 'b', LENDING_SERVE: 'http://127.0.0.1:4020', LENDING_SESION_SECRET: 'c' };
    assert.doesNotMatch((await doctor(['--no-calls'], others)).stdout, /Did you mean/);
  });

  it('reports an unknown environment once, and not also as one that is not set', async () => {
    const { stdout } = await doctor(['--no-calls'], { LENDING_ENVIRONMENT: 'prod' });
    assert.deepEqual(stdout.match(/^[✗!].*ENVIRONMENT.*$/gm), [
      '✗ the configuration: LENDING_ENVIRONMENT is not production, staging or sandbox.',
    ]);
  });

  it('does not redact a part of a word that equals a short secret', () => {
    assert.equal(redact(['lend', undefined], 'the lender, lend, "lend".'), 'the lender, [removed], "[removed]".');
    assert.equal(redact(['a+b(c)'], 'key a+b(c)!'), 'key [removed]!');
    assert.equal(redact([SECRET], `https://x${SECRET}x`), 'https://x[removed]x');
  });

  it('reports a file that it cannot read, and rejects unknown arguments', async () => {
    assert.equal((await doctor(['--env', path.join(folder, 'none')])).status, 2);
    for (const [args, expected] of [
      [['--page', 'canary'], /^--page must be an http or https URL\./],
      [['--timeout', '0'], /^--timeout must be a whole number of seconds from 1 to 999\./],
      [['--canary'], /^Unknown option/],
      [['canary'], /^This command takes options only, and no file\./],
      [['--handler', 'ftp://canary'], /^--handler must be an http or https URL\./],
    ]) {
      const { status, stdout, stderr } = await doctor(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /canary/);
    }
  });

  it('prints no secret, even if another variable contains it', async () => {
    const file = path.join(folder, 'mixed-up.json');
    const args = ['--bundle', file, '--page', `https://${SECRET}.invalid`];
    const env = { LENDING_BASE_URL: `https://${KEY}.invalid`, LENDING_WIDGET: '' };
    const { status, stdout } = await doctor(args, env);
    assert.equal(status, 1);
    assert.equal(stdout.split('[removed]').length, 3);
    assert.doesNotMatch(fs.readFileSync(file, 'utf8'), /canary/);
  });

  it('lists every variable that is wrong, not only the first', async () => {
    const { status, stdout } = await cli(['doctor', '--no-calls'], { LENDING_SESSION_SECRET: 'canary' });
    assert.equal(status, 1);
    for (const name of ['BASE_URL is missing', 'SECRET_KEY is missing', 'SESSION_SECRET is shorter'])
      assert.match(stdout, new RegExp(`✗ the configuration: LENDING_${name}`));
  });

  it('reports a Node that is too old', () => {
    for (const [node, level] of [
      ['18.20.8', 'wrong'],
      ['20.18.3', 'wrong'],
      ['20.19.0', 'fine'],
      ['24.0.0', 'fine'],
    ])
      assert.deepEqual([node, checkVersions(node).level], [node, level]);
  });
});

describe('a source of a policy', () => {
  const page = 'https://partner.example';
  const script = 'https://cdn.lender.test/v1/widget.js';
  const cases = [
    ['*', script, true],
    ["'self'", script, false],
    ["'self'", `${page}/a.js`, true],
    ['https:', script, true],
    ['http:', script, false],
    ['https://cdn.lender.test', script, true],
    ['cdn.lender.test', script, true],
    ['http://cdn.lender.test', script, true],
    ['lender.test', script, false],
    ['*.lender.test', script, true],
    ['*.lender.test', 'https://lender.test/', false],
    ['*.ender.example', script, false],
    ['https://cdn.lender.test/v1/', script, true],
    ['https://cdn.lender.test/v2/', script, false],
    ['https://cdn.lender.test/v1', script, false],
    ['https://cdn.lender.test/v1/widget.js', script, true],
    ['https://cdn.lender.test:8443', script, false],
    ['https://cdn.lender.test:*', script, true],
    ['https://cdn.lender.test', 'https://cdn.lender.test:8443/', false],
    ["'nonce-cdn.lender.test'", script, false],
  ];
  for (const [source, address, expected] of cases) {
    it(`${source} ${expected ? 'lets' : 'does not let'} ${address} through`, () =>
      assert.equal(allowsAddress([source], address, page), expected));
  }

  it('allows every URL if the directive is absent', () => {
    assert.equal(allowsAddress(undefined, script, page), true);
    assert.equal(allowsAddress([], script, page), false);
  });
});

describe('lending-elements doctor --csp', () => {
  useWorld();

  const csp = async (more, ...args) => {
    const LENDING_WIDGET = JSON.stringify({ ...world.sandbox.widget, ...more });
    const { status, stdout, stderr } = await doctor(['--csp', ...args], { LENDING_WIDGET });
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  };

  it('prints the strictest possible policy for a widget in the page', async () => {
    const expected = [
      "default-src 'none'",
      "script-src 'nonce-{nonce}' 'strict-dynamic'",
      "style-src 'self'",
      `connect-src 'self' ${world.lender.origin}`,
      "img-src 'self' data:",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html lending-elements',
    ].join('; ');
    assert.equal(await csp(), `${expected}\n`);
  });

  it('needs only the variable of the widget, and reports a wrong value', async () => {
    const alone = await cli(['doctor', '--csp'], {
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_WIDGET: world.env.LENDING_WIDGET,
    });
    assert.deepEqual([alone.status, alone.stderr], [0, '']);
    const wrong = await cli(['doctor', '--csp'], { LENDING_WIDGET: '{canary' });
    assert.equal(wrong.status, 1);
    assert.match(
      wrong.stderr,
      /^LENDING_WIDGET is not a JSON object\. Set LENDING_WIDGET to an object: \{"embedCode": .+\.\n$/,
    );
  });

  it('allows no origin of the service for a widget in a frame', async () => {
    const printed = await csp({ isolation: 'frame' });
    assert.match(printed, /connect-src 'self';.*frame-src 'self';/);
    assert.ok(!printed.includes(world.lender.origin));
  });

  it('allows the host of the frame document', async () => {
    const printed = await csp({ isolation: 'frame' }, '--frame', 'https://frames.example');
    assert.match(printed, /frame-src 'self' https:\/\/frames\.example;/);
  });

  it('allows a handler of another origin', async () => {
    const args = ['--handler', 'https://api.partner.example/x', '--page', 'https://partner.example'];
    const printed = await csp({ isolation: 'frame' }, ...args);
    for (const kind of ['connect-src', 'style-src'])
      assert.match(printed, new RegExp(`${kind} 'self' https://api\\.partner\\.example;`));
  });

  it('prints a policy that the doctor’s check of the page accepts', async () => {
    const printed = (await csp()).trim();
    world.set({
      page: () => ({ 'content-security-policy': printed.replace('{nonce}', crypto.randomUUID()) }),
    });
    const { stdout } = await doctor(['--page', world.partner.origin]);
    assert.match(stdout, /✓ the page/);
  });
});

describe('the support bundle', () => {
  useWorld();

  it('contains the findings, but no key, no secret and no query string', async () => {
    const file = path.join(folder, 'bundle.json');
    const args = ['--bundle', file, ...handler().args, '--page', `${world.partner.origin}/?canary=1`];
    const { status } = await doctor(args, { LENDING_SESSION_SECRET_PREVIOUS: SECRET.toUpperCase() });
    assert.equal(status, 0);
    const text = fs.readFileSync(file, 'utf8');
    assert.doesNotMatch(text, /canary|\?\w/i);
    assert.equal(fs.statSync(file).mode & 0o077, 0);
    const { findings, variables, policy: printed } = JSON.parse(text);
    assert.ok(findings.length > 8 && printed.startsWith("default-src 'none'"));
    assert.ok(variables.some(({ name }) => name === 'LENDING_SECRET_KEY'));
  });

  it('contains the hash of the script as browsers compute it', async () => {
    const file = path.join(folder, 'hash.json');
    await doctor(['--bundle', file], widget(200, { ...JS, ...ANY }, 'a()').env);
    const hash = createHash('sha384').update('a()').digest('base64');
    assert.ok(fs.readFileSync(file, 'utf8').includes(`sha384-${hash}`));
  });
});
