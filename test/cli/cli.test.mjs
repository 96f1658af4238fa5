// The command line, as it is built.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { ensureBuilt, manifest, ROOT } from '../support/dist.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-cli-'));
const file = path.join(folder, 'consents.jsonl');
const JANE = 'jane.doe@partner.example';

const NO_FILE = 'A file could not be read or written (ENOENT). Check its path and its permissions.\n';

const cli = (...args) => cliWith({}, ...args);
const cliWith = (variables, ...args) => {
  const program = path.join(ROOT, manifest.bin['lending-elements']);
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
};

function altered(change) {
  const copy = path.join(folder, crypto.randomUUID());
  fs.writeFileSync(copy, change(fs.readFileSync(file, 'utf8')));
  return copy;
}

const entry = (subject, event, facts = {}) => ({
  entryId: crypto.randomUUID(),
  about: `subject:${subject}`,
  at: new Date().toISOString(),
  event,
  notice: {
    id: 'default',
    version: '1',
    locale: 'en',
    providers: [{ name: 'A Lender' }],
    links: [],
    text: 'What\u2028was shown.',
    sha256: 'a'.repeat(64),
  },
  ...facts,
});

/** Files whose last line has no end. */
const UNENDED = {
  'what a crash has left of a line': (text) => `${text}{"entry":`,
  'a whole line without its line feed': (text) => text.slice(0, -1),
  'half a line': (text) => text.slice(0, -300),
  'a file of stray bytes': () => 'x',
};

let checkConsents;
before(async () => {
  await ensureBuilt();
  ({ checkConsents } = await import('lending-elements/server/audit'));
  const { fileConsents } = await import('lending-elements/server/node');
  const store = fileConsents(file);
  const given = entry(JANE, 'given');
  await store.append({ ...entry('', 'served'), about: 'notice:default' });
  await store.append(given);
  await store.append(entry('joan', 'declined'));
  await store.append(entry(JANE, 'withdrawn', { notice: undefined, withdraws: given.entryId }));
});
after(() => fs.rmSync(folder, { recursive: true }));

describe('lending-elements', () => {
  it('lists each command with one line, in the order in which a partner needs them', () => {
    for (const option of ['--help', '-h']) {
      const { status, stdout, stderr } = cli(option);
      assert.deepEqual([status, stderr], [0, '']);
      const names = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}\S/gm)].map(([, name]) => name);
      assert.deepEqual(names, ['init', 'sandbox', 'doctor', 'snippet', 'consents check', 'consents export']);
    }
  });

  it('explains one command, and not the others', () => {
    for (const command of ['init', 'sandbox', 'doctor', 'snippet', 'consents check', 'consents export']) {
      const { status, stdout, stderr } = cli(...command.split(' '), '--help');
      assert.deepEqual([status, stderr], [0, '']);
      for (const [, name] of stdout.matchAll(/^lending-elements ((?:consents )?[a-z]+)/gm)) assert.equal(name, command);
      assert.ok(stdout.startsWith(`lending-elements ${command} `), stdout);
    }
    assert.match(
      cli('consents', '--help').stdout,
      /^lending-elements consents check [^]*\nlending-elements consents export /,
    );
  });

  it('prints its version', () => {
    assert.deepEqual(cli('--version'), { status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  const UNKNOWN = /^Unknown command\./;
  const OPTION = /^Unknown option, or an option without its value\./;
  const FILE = /^This command needs exactly one file\./;
  const wrong = [
    [[], UNKNOWN],
    [['consents'], UNKNOWN],
    [['consents', 'burn', file], UNKNOWN],
    [['consents', 'check'], FILE],
    [['consents', 'check', file, JANE], FILE],
    [['consents', 'check', file, '--expect'], OPTION],
    [['consents', 'check', file, '--expect', JANE], /^--expect must be a closing hash of 64 hexadecimal digits\./],
    [['consents', 'check', file, '--subject', JANE], OPTION],
    [['consents', 'export', file, `--${JANE}`], OPTION],
    [['constructor'], UNKNOWN],
  ];
  for (const [args, expected] of wrong) {
    it(`does not take “${args.map((one) => path.basename(one)).join(' ')}”, and repeats nothing of it`, () => {
      const { status, stdout, stderr } = cli(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, expected);
      const help =
        args.length > 1 && args[1] !== 'burn'
          ? `consents ${args[1]} <file>`
          : args[0] === 'consents'
            ? 'consents check'
            : '<command>';
      assert.ok(stderr.includes(`\n\nlending-elements ${help}`), stderr);
      assert.doesNotMatch(stderr, /jane/);
    });
  }

  for (const command of ['check', 'export']) {
    it(`says that consents ${command} could not read a file`, () => {
      const { status, stdout, stderr } = cli('consents', command, path.join(folder, JANE));
      assert.deepEqual([status, stdout, stderr], [2, '', NO_FILE]);
    });
  }
});

describe('lending-elements doctor --bundle', () => {
  it('says that it could not write its file', () => {
    const { status, stderr } = cli('doctor', '--no-calls', '--bundle', path.join(folder, 'none', 'bundle.json'));
    assert.deepEqual([status, stderr], [2, NO_FILE]);
  });
});

describe('lending-elements consents check', () => {
  it('counts the lines, and prints a closing hash that it takes again', () => {
    const { status, stdout, stderr } = cli('consents', 'check', file);
    assert.deepEqual([status, stderr], [0, '']);
    const [, hash] = stdout.match(/^4 lines, none was changed\.\nClosing hash: ([0-9a-f]{64})\nLast time: 2\S+Z\n$/);
    assert.equal(cli('consents', 'check', file, '--expect', hash).status, 0);
    const shorter = altered((text) => text.split('\n').slice(0, 3).join('\n').concat('\n'));
    assert.equal(cli('consents', 'check', shorter).status, 0);
    const { status: other, stdout: nothing, stderr: why } = cli('consents', 'check', shorter, '--expect', hash);
    assert.deepEqual([other, nothing], [1, '']);
    assert.match(
      why,
      /^Line 4 is missing: the file was cut off or rewritten, or the expected hash is of another file\.\n$/,
    );
  });

  it('names the line that is not as it was written, and nothing that it says', () => {
    const changed = altered((text) => text.replace('subject:joan', 'subject:jean'));
    const { status, stdout, stderr } = cli('consents', 'check', changed);
    assert.deepEqual([status, stdout, stderr], [1, '', 'Line 3 was changed, or the line before it was changed.\n']);
  });

  it('fails for a record that was written by hand with a time of the past, behind the hash that was kept', async () => {
    const { exportConsents } = await import('lending-elements/server/audit');
    const entries = fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).entry);
    const { hash } = JSON.parse(fs.readFileSync(file, 'utf8').split('\n')[3]);
    const lines = [];
    const forged = { ...entry('tom', 'given'), at: '2024-01-01T09:00:00.000Z' };
    for await (const line of exportConsents([...entries, forged])) lines.push(line);
    const written = altered(() => `${lines.join('\n')}\n`);
    const { status, stdout, stderr } = cli('consents', 'check', written, '--expect', hash);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^Line 5 has the time 2024-01-01T09:00:00\.000Z, but an earlier line has the later time 2.*\nEither a clock was set back, or/,
    );
    const [, closing] = stdout.match(/Closing hash: ([0-9a-f]{64})\nLast time: 2024-01-01T09:00:00\.000Z\n$/);
    assert.equal(cli('consents', 'check', written, '--expect', closing).status, 0);
  });

  it('checks the marks of the key that the environment has, and shows it to nobody', async () => {
    const { fileConsents } = await import('lending-elements/server/node');
    const [LENDING_CONSENTS_KEY, other] = [
      'a-key-of-chance-for-the-marks-of-lines',
      'another-key-for-the-marks-of-all-lines',
    ];
    const marked = path.join(folder, 'marked.jsonl');
    await fileConsents(marked, { key: LENDING_CONSENTS_KEY }).append(entry(JANE, 'given'));
    const good = cliWith({ LENDING_CONSENTS_KEY }, 'consents', 'check', marked);
    assert.deepEqual([good.status, good.stderr], [0, '']);
    assert.match(good.stdout, /\nLines with a valid mark: 1\n$/);
    assert.match(cli('consents', 'check', marked).stdout, /a mark that was not verified.*: 1\n$/);
    for (const [key, name] of [
      [other, marked],
      [LENDING_CONSENTS_KEY, file],
    ]) {
      const { status, stdout, stderr } = cliWith({ LENDING_CONSENTS_KEY: key }, 'consents', 'check', name);
      assert.equal(status, 1);
      assert.match(
        stderr,
        /^Line 1 has no valid mark \(HMAC\): it was written without LENDING_CONSENTS_KEY or with another key\.\n$/,
      );
      for (const secret of [LENDING_CONSENTS_KEY, other]) assert.ok(!`${stdout}${stderr}`.includes(secret));
    }
    assert.equal(cliWith({ LENDING_CONSENTS_KEY }, 'consents', 'export', marked).status, 0);
  });

  for (const [what, cut] of Object.entries(UNENDED)) {
    it(`says that ${what} has no end, whatever hash is expected`, () => {
      const { hash } = JSON.parse(fs.readFileSync(file, 'utf8').split('\n')[2]);
      for (const expected of [[], ['--expect', hash]]) {
        const { status, stdout, stderr } = cli('consents', 'check', altered(cut), ...expected);
        assert.deepEqual([status, stdout], [1, '']);
        assert.match(stderr, /^Line \d has no line feed at its end\. Either/);
        assert.doesNotMatch(stderr, /jane|joan/);
      }
    });
  }

  it('names a line that was changed before one that has no end', () => {
    const changed = altered((text) => text.replace('subject:joan', 'subject:jean').slice(0, -1));
    const { status, stderr } = cli('consents', 'check', changed);
    assert.equal(status, 1);
    assert.match(stderr, /^Line 3 was changed, or the line before it was changed\.\nLine 4 has no line feed/);
  });
});

describe('lending-elements consents export', () => {
  const records = (stdout) =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).entry);

  it('prints a record of each decision, with what came of it, as a chain that can be checked', async () => {
    const { status, stdout, stderr } = cli('consents', 'export', file);
    assert.deepEqual([status, stderr], [0, '']);
    const { lines, broken } = await checkConsents(stdout.split('\n').slice(0, -1));
    assert.deepEqual([lines, broken], [2, undefined]);
    const [jane, joan] = records(stdout);
    assert.deepEqual([jane.pii_principal_id, joan.pii_principal_id], [JANE, 'joan']);
    assert.deepEqual(
      jane.events.map(({ event_state }) => event_state),
      ['given', 'withdrawn'],
    );
    assert.deepEqual(
      joan.events.map(({ event_state }) => event_state),
      ['refused'],
    );
    assert.equal(jane.pii_processing.privacy_notice.text, 'What\u2028was shown.');
  });

  it('prints only what one subject has decided', () => {
    const subjects = (...args) =>
      records(cli('consents', 'export', file, '--subject', ...args).stdout).map((record) => record.pii_principal_id);
    assert.deepEqual(subjects('joan'), ['joan']);
    assert.deepEqual(subjects('nobody'), []);
  });

  it('prints nothing of a file that is not as it was written', () => {
    const changed = altered((text) => text.replace('subject:joan', 'subject:jean'));
    const { status, stdout, stderr } = cli('consents', 'export', changed);
    assert.deepEqual([status, stdout], [1, '']);
    assert.doesNotMatch(stderr, /jean/);
  });

  for (const [what, cut] of Object.entries(UNENDED)) {
    it(`prints nothing of a file where ${what} has no end, and leaves it as it is`, () => {
      const cutOff = altered(cut);
      const before = fs.readFileSync(cutOff, 'utf8');
      const { status, stdout, stderr } = cli('consents', 'export', cutOff);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^Line \d has no line feed at its end\. Either/);
      assert.equal(fs.readFileSync(cutOff, 'utf8'), before);
    });
  }

  it('changes nothing', () => {
    const before = fs.readFileSync(file);
    cli('consents', 'export', file);
    cli('consents', 'check', file);
    assert.ok(before.equals(fs.readFileSync(file)));
    assert.ok(!fs.existsSync(`${file}.lock`));
  });
});

describe('lending-elements sandbox', () => {
  it('says that its port is in use, and takes no other one', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { status, stdout, stderr } = cli('sandbox', '--port', String(server.address().port));
    server.close();
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /cannot listen on port \d+ \(EADDRINUSE\)\. Choose another port: --port/);
    for (const port of ['65536', 'a', '-1']) assert.equal(cli('sandbox', '--port', port).status, 2);
  });
});
