import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkConsents } from '../../src/server/audit.js';
import { fileConsents } from '../../src/server/node.js';
import { sampleConsent } from './consent-samples.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-consents-'));
after(() => fs.rmSync(folder, { recursive: true }));

const linux = { skip: process.platform === 'linux' ? false : 'it needs Linux' };
const REFUSED = { name: 'LendingError', code: 'handler-consent-not-stored' };

/** A file in a folder of its own, and what stands there. */
function setup() {
  const place = fs.mkdtempSync(path.join(folder, 'one-'));
  const file = path.join(place, 'consents.jsonl');
  const text = () => fs.readFileSync(file, 'utf8');
  const check = () => checkConsents(text().split('\n').slice(0, -1));
  const others = () => fs.readdirSync(place).filter((name) => name !== 'consents.jsonl');
  return { place, file, text, check, others };
}

const numbers = async (file: string, subject: string) =>
  (await fileConsents(file).about(`subject:${subject}`)).map(({ served_id }) => Number(served_id));

const script = (name: string) => ['--import', 'tsx', fileURLToPath(new URL(name, import.meta.url))];

/** A process that appends; `acknowledged` grows as it goes. */
function startWriter(test: TestContext, file: string, subject: string, count: number) {
  const args = [...script('consent-writer.ts'), file, subject, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number]>;
  test.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const acknowledged = () => output.split('\n').slice(0, -1).map(Number);
  const reach = async (wanted: number) => {
    while (acknowledged().length < wanted) await once(child.stdout, 'data');
  };
  const kill = () => (child.kill('SIGKILL'), closed);
  return { child, closed, acknowledged, reach, kill };
}

/** The class of file handles, for a disk that misbehaves. */
async function fileHandle() {
  const handle = await fs.promises.open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as fs.promises.FileHandle;
}

describe('fileConsents', () => {
  it('makes a file for its owner alone, when the first consent comes, and leaves nothing beside it', async () => {
    const { file, text, check, others } = setup();
    const before = process.umask(0);
    try {
      const store = fileConsents(file);
      assert.deepEqual(await store.about('subject:jane'), []);
      assert.ok(!fs.existsSync(file));
      await store.append(sampleConsent('jane'));
    } finally {
      process.umask(before);
    }
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    assert.ok(text().endsWith('\n'));
    assert.deepEqual(others(), []);
    assert.deepEqual([(await check()).lines, (await check()).broken], [1, undefined]);
  });

  it('resolves when the file is on the disk, and the folder that names it', async (test) => {
    const { file } = setup();
    const sync = test.mock.method(await fileHandle(), 'sync');
    const store = fileConsents(file);
    await store.append(sampleConsent('jane'));
    assert.equal(sync.mock.callCount(), 2);
    await store.append(sampleConsent('jane'));
    assert.equal(sync.mock.callCount(), 3);
  });

  it('stays with its file when the process changes its folder', async () => {
    const { place, file } = setup();
    const before = process.cwd();
    process.chdir(place);
    const store = fileConsents('consents.jsonl');
    process.chdir(before);
    await store.append(sampleConsent('jane'));
    assert.ok(fs.existsSync(file));
  });

  it('takes up what another store has written to the file', async () => {
    const { file, check } = setup();
    const [one, other] = [fileConsents(file), fileConsents(file)];
    const entries = ['a', 'b', 'c', 'd'].map((served_id) => sampleConsent('jane', { served_id }));
    await one.append(entries[0]!);
    await other.append(entries[1]!);
    await one.append(entries[2]!);
    assert.deepEqual(await other.about('subject:jane'), entries.slice(0, 3));
    await other.append(entries[3]!);
    assert.deepEqual(await one.about('subject:jane'), entries);
    assert.equal((await check()).broken, undefined);
  });

  it('answers with what another process has written only when that is on the disk', async (test) => {
    const { file } = setup();
    const store = fileConsents(file);
    await fileConsents(file).append(sampleConsent('jane'));
    const sync = test.mock.method(await fileHandle(), 'sync');
    sync.mock.mockImplementationOnce(async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    await assert.rejects(store.about('subject:jane'), { code: 'EIO' });
    for (const _ of [1, 2]) assert.equal((await store.about('subject:jane')).length, 1);
    assert.equal(sync.mock.callCount(), 2);
  });

  it('refuses a file that was altered, and names the line, not what it says', async () => {
    const { file, text } = setup();
    const store = fileConsents(file);
    for (const name of ['jane', 'joan', 'jane']) await store.append(sampleConsent(name));
    fs.writeFileSync(file, text().replace('subject:joan', 'subject:jean'));
    const before = text();
    for (const work of [
      () => fileConsents(file).about('subject:jane'),
      () => fileConsents(file).append(sampleConsent('jane')),
    ]) {
      await assert.rejects(work, (error: Error) => {
        assert.match(error.message, /^consents\.jsonl was altered: line 2 is changed\. .*consents check/);
        assert.doesNotMatch(error.message, /jane|jean|joan/);
        return true;
      });
    }
    assert.equal(text(), before);
  });

  const losses: [string, (file: string) => void | Promise<void>][] = [
    ['was cut off', (file) => fs.truncateSync(file, fs.statSync(file).size / 2 + 1)],
    ['was emptied', (file) => fs.truncateSync(file)],
    ['was deleted', (file) => fs.rmSync(file)],
    ['was replaced by a shorter one', (file) => fs.copyFileSync(`${file}.1`, file)],
    [
      'was written anew',
      async (file) => {
        fs.rmSync(file);
        for (const name of ['joan', 'joan', 'joan']) await fileConsents(file).append(sampleConsent(name));
      },
    ],
  ];
  for (const [what, change] of losses) {
    it(`refuses to go on where the file ${what}, until it is put back`, async () => {
      const { file, check } = setup();
      const store = fileConsents(file);
      await store.append(sampleConsent('jane'));
      fs.copyFileSync(file, `${file}.1`);
      await store.append(sampleConsent('jane'));
      fs.copyFileSync(file, `${file}.2`);
      await change(file);
      for (const _ of [1, 2]) {
        await assert.rejects(store.about('subject:jane'), {
          ...REFUSED,
          message: /has lost lines.* Put the file back/,
        });
        await assert.rejects(store.append(sampleConsent('jane')), REFUSED);
      }
      fs.copyFileSync(`${file}.2`, file);
      await store.append(sampleConsent('jane'));
      assert.deepEqual([(await check()).lines, (await check()).broken], [3, undefined]);
    });
  }

  it('forgets a line that another process took away again, because it could not be brought to the disk', async () => {
    const { file, check } = setup();
    const store = fileConsents(file);
    const [first, second, third] = ['a', 'b', 'c'].map((served_id) => sampleConsent('jane', { served_id }));
    await store.append(first!);
    const { size } = fs.statSync(file);
    await fileConsents(file).append(second!);
    assert.deepEqual(await store.about('subject:jane'), [first, second]);
    fs.truncateSync(file, size);
    // As long as the one that is gone.
    await fileConsents(file).append(third!);
    assert.deepEqual(await store.about('subject:jane'), [first, third]);
    await store.append(second!);
    assert.deepEqual([(await check()).lines, (await check()).broken], [3, undefined]);
  });
});

describe('fileConsents, after a crash', () => {
  const cuts: [string, (length: number) => number][] = [
    ['one character', () => 1],
    ['half', (length) => Math.floor(length / 2)],
    ['all but the line feed', (length) => length - 1],
  ];
  for (const [what, cut] of cuts) {
    it(`sets aside a line of which ${what} was written, and goes on`, async () => {
      const { place, file, text, check, others } = setup();
      const entries = ['a', 'b', 'c'].map((served_id) => sampleConsent('jane', { served_id }));
      await fileConsents(file).append(entries[0]!);
      const { size } = fs.statSync(file);
      await fileConsents(file).append(entries[1]!);
      fs.truncateSync(file, size + cut(fs.statSync(file).size - size));
      const torn = text().slice(text().indexOf('\n') + 1);
      const store = fileConsents(file);
      assert.deepEqual(await store.about('subject:jane'), [entries[0]]);
      assert.deepEqual(others(), []);
      await store.append(entries[2]!);
      assert.deepEqual(await store.about('subject:jane'), [entries[0], entries[2]]);
      const [name] = others();
      assert.match(name!, /^consents\.jsonl\.torn-\d{4}-\d\d-\d\dT[\d-]+Z$/);
      assert.equal(fs.readFileSync(path.join(place, name!), 'utf8'), torn);
      assert.equal(fs.statSync(path.join(place, name!)).mode & 0o777, 0o600);
      assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
    });
  }

  it('has every consent that was acknowledged, however often the process is killed', async (test) => {
    const { file, text, check } = setup();
    const acknowledged: number[] = [];
    for (const round of [1, 2, 3, 4, 5]) {
      const writer = startWriter(test, file, `round ${round}`, 5000);
      await writer.reach(40 * round);
      await writer.kill();
      const found = await numbers(file, `round ${round}`);
      acknowledged.push(writer.acknowledged().length);
      for (const number of writer.acknowledged()) assert.equal(found[number], number);
      // The one that was killed may hold the lock, and may have left a part of a line.
      await fileConsents(file).append(sampleConsent('after', { served_id: `${round}` }));
      assert.equal((await check()).broken, undefined);
    }
    assert.deepEqual(await numbers(file, 'after'), [1, 2, 3, 4, 5]);
    assert.ok(text().split('\n').length > acknowledged.reduce((sum, one) => sum + one, 0));
  });
});

describe('fileConsents, with two processes', () => {
  it('loses nothing of either, and keeps one chain', async (test) => {
    const { file, check, others } = setup();
    const writers = ['jane', 'joan'].map((name) => startWriter(test, file, name, 150));
    const store = fileConsents(file);
    for (const served_id of ['0', '1', '2']) {
      await Promise.all(writers.map(({ reach }) => reach(30)));
      await store.append(sampleConsent('june', { served_id }));
    }
    const codes = await Promise.all(writers.map(async ({ closed }) => (await closed)[0]));
    assert.deepEqual(codes, [0, 0]);
    const all = Array.from({ length: 150 }, (_, number) => number);
    for (const name of ['jane', 'joan']) assert.deepEqual(await numbers(file, name), all);
    assert.deepEqual((await store.about('subject:jane')).length, 150);
    assert.deepEqual([(await check()).lines, (await check()).broken], [303, undefined]);
    assert.deepEqual(others(), []);
  });

  it(
    'waits for one that has stopped in the middle of writing, then refuses, and goes on after it',
    linux,
    async (test) => {
      const { file, check } = setup();
      const writer = startWriter(test, file, 'jane', 5000);
      await writer.reach(1);
      const isHeld = () => fs.lstatSync(`${file}.lock`, { throwIfNoEntry: false }) !== undefined;
      do {
        writer.child.kill('SIGCONT');
        while (!isHeld()) await new Promise(setImmediate);
        writer.child.kill('SIGSTOP');
        while (stateOf(writer.child) !== 'T') await new Promise(setImmediate);
      } while (!isHeld());
      const refusal = { ...REFUSED, recoverable: true, message: /^consents\.jsonl\.lock is held .* delete that link/ };
      await assert.rejects(fileConsents(file, { patience: 50 }).append(sampleConsent('joan')), refusal);
      writer.child.kill('SIGCONT');
      await fileConsents(file).append(sampleConsent('joan', { served_id: '7' }));
      await writer.kill();
      assert.deepEqual(await numbers(file, 'joan'), [7]);
      await fileConsents(file).append(sampleConsent('joan', { served_id: '8' }));
      assert.equal((await check()).broken, undefined);
    },
  );

  const stateOf = (child: ChildProcess) => fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]![0];
  const space = () => fs.readlinkSync('/proc/self/ns/pid');
  const held = (pid: number, facts: { host?: string; space?: string; started?: string } = {}) => {
    const { host = os.hostname(), started = '1' } = facts;
    return [host, facts.space ?? space(), pid, started, crypto.randomUUID()].join('|');
  };

  it('takes the lock of a process that is gone, or whose id was given again', linux, async () => {
    const { file, others } = setup();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    for (const pid of [child.pid!, process.pid]) {
      fs.symlinkSync(held(pid), `${file}.lock`);
      await Promise.all([1, 2, 3].map(() => fileConsents(file, { patience: 2000 }).append(sampleConsent('jane'))));
      assert.deepEqual(others(), []);
    }
  });

  it('leaves the lock to a process that it cannot see, and to what is no lock of its own', linux, async () => {
    const { file, others } = setup();
    const dead = 2 ** 22 + 1;
    const targets = [
      held(dead, { host: 'elsewhere' }),
      held(dead, { space: 'pid:[1]' }),
      'nobody',
      held(process.pid, { started: '' }),
    ];
    for (const target of targets) {
      fs.symlinkSync(target, `${file}.lock`);
      await assert.rejects(fileConsents(file, { patience: 30 }).append(sampleConsent('jane')), REFUSED);
      assert.equal(fs.readlinkSync(`${file}.lock`), target);
      assert.deepEqual(others(), ['consents.jsonl.lock']);
      fs.unlinkSync(`${file}.lock`);
    }
    assert.ok(!fs.existsSync(file));
  });

  it('lets only one take away a dead process’s lock: who comes second leaves the new one', linux, async () => {
    const { file } = setup();
    const dead = held(2 ** 22 + 1);
    fs.symlinkSync(dead, `${file}.lock`);
    fs.symlinkSync('somebody', `${file}.lock.${dead.split('|').at(-1)}`);
    await assert.rejects(fileConsents(file, { patience: 30 }).append(sampleConsent('jane')), REFUSED);
    assert.equal(fs.readlinkSync(`${file}.lock`), dead);
  });
});

describe('fileConsents, when the disk misbehaves', () => {
  it('rejects while its folder is gone, and goes on when that is back', async () => {
    const { place, file, check } = setup();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane'));
    fs.renameSync(place, `${place}.away`);
    await assert.rejects(store.append(sampleConsent('jane')), REFUSED);
    await assert.rejects(fileConsents(file).append(sampleConsent('jane')), { code: 'ENOENT' });
    fs.renameSync(`${place}.away`, place);
    await store.append(sampleConsent('jane'));
    assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
  });

  it('rejects what could not be brought to the disk, counts nothing of it, and goes on', async (test) => {
    const { file, text, check } = setup();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane', { served_id: '1' }));
    const before = text();
    const sync = test.mock.method(await fileHandle(), 'sync');
    sync.mock.mockImplementationOnce(async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    await assert.rejects(store.append(sampleConsent('jane', { served_id: '2' })), { code: 'EIO' });
    assert.equal(text(), before);
    assert.deepEqual(await numbers(file, 'jane'), [1]);
    await store.append(sampleConsent('jane', { served_id: '3' }));
    assert.deepEqual(await numbers(file, 'jane'), [1, 3]);
    assert.equal((await check()).broken, undefined);
  });

  it('sets aside what it could not even take away', async (test) => {
    const { file, check, others } = setup();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane', { served_id: '1' }));
    const handle = await fileHandle();
    const failing = async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    const append = test.mock.method(handle, 'appendFile');
    append.mock.mockImplementationOnce(async () => {
      fs.appendFileSync(file, '{"entry":');
      return failing();
    });
    test.mock.method(handle, 'truncate').mock.mockImplementationOnce(failing);
    await assert.rejects(store.append(sampleConsent('jane', { served_id: '2' })), { code: 'EIO' });
    await store.append(sampleConsent('jane', { served_id: '3' }));
    assert.deepEqual(await numbers(file, 'jane'), [1, 3]);
    assert.equal(others().length, 1);
    assert.equal((await check()).broken, undefined);
  });

  it('takes a line away that the disk had room for in part only', linux, async (test) => {
    const { file, check, others } = setup();
    const [program, ...args] = [
      '-c',
      'ulimit -f 8 && exec "$0" "$@"',
      process.execPath,
      ...script('consent-full-disk.ts'),
      file,
    ];
    const child = spawn('sh', [program!, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    });
    test.after(() => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    assert.deepEqual(JSON.parse(output), ['EFBIG', 0, ['first', 'second']]);
    assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
    assert.deepEqual(others(), []);
  });
});
