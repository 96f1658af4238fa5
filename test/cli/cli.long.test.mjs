// The command line, as it is built.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ensureBuilt, manifest } from '../support/dist.mjs';
import { cli as run } from '../support/doctor.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-cli-'));
const JANE = 'jane.doe@partner.example';

const NO_FILE = 'A file could not be read or written (ENOENT). Check its path and its permissions.\n';

const cli = (...args) => run(args);

before(ensureBuilt);
after(() => fs.rmSync(folder, { recursive: true }));

const GROUPS = {
  Begin: ['init', 'sandbox', 'snippet'],
  Check: ['doctor', 'rehearse', 'database check', 'consents check'],
  Run: ['serve', ...['migrate', 'backup', 'restored', 'copy'].map((name) => `database ${name}`)],
  'Look after applicants': [
    'status',
    ...['list', 'settle', 'erase'].map((name) => `applications ${name}`),
    ...['export', 'erase'].map((name) => `consents ${name}`),
    'database events retry',
  ],
};
const COMMANDS = Object.values(GROUPS).flat();

describe('lending-elements', () => {
  it('lists each command with one line, in groups, in the order in which a partner needs them', async () => {
    for (const option of ['--help', '-h']) {
      const { status, stdout, stderr } = await cli(option);
      assert.deepEqual([status, stderr], [0, '']);
      const groups = [...stdout.matchAll(/^(\w[\w ]+):\n((?: {2}.*\n)+)/gm)].map(([, group, lines]) => [
        group,
        [...lines.matchAll(/^ {2}([a-z]+(?: [a-z]+){0,2}) {2,}\S/gm)].map(([, name]) => name),
      ]);
      assert.deepEqual(Object.fromEntries(groups), GROUPS);
    }
  });

  it('explains one command, and not the others', async () => {
    for (const command of COMMANDS) {
      const { status, stdout, stderr } = await cli(...command.split(' '), '--help');
      assert.deepEqual([status, stderr], [0, '']);
      for (const [, name] of stdout.matchAll(
        /^lending-elements ((?:(?:applications|consents|database(?: events)?) )?[a-z]+)/gm,
      ))
        assert.equal(name, command);
      assert.ok(stdout.startsWith(`lending-elements ${command} `), stdout);
    }
    assert.match(
      (await cli('consents', '--help')).stdout,
      /^lending-elements consents check [^]*\nlending-elements consents export /,
    );
  });

  it('prints its version', async () => {
    assert.deepEqual(await cli('--version'), { status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  const UNKNOWN = /^Unknown command\./;
  const OPTION = /^Unknown option, or an option without its value\./;
  const wrong = [
    [[], UNKNOWN],
    [['consents'], UNKNOWN],
    [['consents', 'burn', JANE], UNKNOWN],
    [['consents', 'check'], /^LENDING_DATABASE is not set\. Set it, or name a file with it: --env \.env/],
    [['consents', 'check', JANE], /^This command takes options only, and no file\./],
    [['consents', 'check', '--expect'], OPTION],
    [['consents', 'check', '--expect', JANE], /^--expect must be a digest that an earlier check printed\./],
    [['consents', 'check', '--subject', JANE], OPTION],
    [['consents', 'export', `--${JANE}`], OPTION],
    [['constructor'], UNKNOWN],
  ];
  for (const [args, expected] of wrong) {
    it(`rejects “${args.join(' ')}”, and repeats nothing of it`, async () => {
      const { status, stdout, stderr } = await cli(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, expected);
      const help =
        args.length > 1 && args[1] !== 'burn'
          ? `consents ${args[1]} [--`
          : args[0] === 'consents'
            ? 'consents check'
            : '<command>';
      assert.ok(stderr.includes(`\n\nlending-elements ${help}`), stderr);
      assert.doesNotMatch(stderr, /jane/);
    });
  }
});

describe('lending-elements doctor --bundle', () => {
  it('reports that it could not write its file', async () => {
    const { status, stderr } = await cli('doctor', '--no-calls', '--bundle', path.join(folder, 'none', 'bundle.json'));
    assert.deepEqual([status, stderr], [2, NO_FILE]);
  });
});

describe('lending-elements sandbox', () => {
  it('reports that its port is in use, and does not use another one', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { status, stdout, stderr } = await cli('sandbox', '--port', String(server.address().port));
    server.close();
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /cannot listen on port \d+ \(EADDRINUSE\)\. Choose another port: --port/);
    for (const port of ['65536', 'a', '-1']) assert.equal((await cli('sandbox', '--port', port)).status, 2);
  });
});
