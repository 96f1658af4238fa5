import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import { runSandbox } from '../../src/cli/sandbox.js';
import { readOptions, UsageError } from '../../src/cli/usage.js';
import { goodCalls } from '../sandbox/setup.js';
import { sampleApplication } from '../schema/samples.js';
import { newFolder } from '../server/setup.js';

const DAY = 24 * 3600 * 1000;
const folder = newFolder();
const newFile = () => path.join(folder, `${crypto.randomUUID()}.json`);

const run = async (args: string[], timeLimit: (ms: number) => AbortSignal) =>
  runSandbox(readOptions('sandbox', ['--port', '0', ...args]), timeLimit);

/** Starts the command in this process. `stop()` ends it like its own time limit. */
async function start(test: TestContext, ...args: string[]) {
  const [said, warned, limits]: [string[], string[], number[]] = [[], [], []];
  const ended = new AbortController();
  let running: Promise<boolean> = Promise.resolve(true);
  test.mock.method(console, 'log', (line: string) => void said.push(line));
  await new Promise<void>((resolve) => {
    test.mock.method(console, 'error', (line: string) => {
      warned.push(line);
      if (/dashboard is at|other machines/i.test(line)) resolve();
    });
    running = run(args, (ms) => (limits.push(ms), ended.signal));
    running.catch(() => resolve());
  });
  const stop = async () => {
    ended.abort();
    return running;
  };
  test.after(() => stop().catch(() => undefined));
  const env = parseEnv(said.join('\n')) as Record<'LENDING_BASE_URL' | 'LENDING_SECRET_KEY', string>;
  const post = (address: string, body: unknown) =>
    fetch(`${env.LENDING_BASE_URL}/partner-api/v1${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-bs-sk': env.LENDING_SECRET_KEY },
      body: JSON.stringify(body),
    });
  const create = async () => {
    const created = (await (await post('/applications', sampleApplication())).json()) as {
      data: { company: { id: string } };
    };
    return created.data.company.id;
  };
  return { env, warned, limits, post, create, stop };
}
/** Runs a command that should be rejected. Otherwise it ends immediately. */
const rejected = (...args: string[]) => run(args, () => AbortSignal.abort());

/** The status of an answer to a request with this Host header. */
async function statusFor(origin: string, host: string, path = '/widget.js'): Promise<number | undefined> {
  const { port } = new URL(origin);
  const sent = request({ host: '127.0.0.1', port, path, headers: { host } }).end();
  const [answer] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

describe('lending-elements sandbox, on this machine', () => {
  it('stops automatically after the eight hours that it announces, and not earlier', async (test) => {
    const listeners = process.listenerCount('SIGTERM');
    const { env, warned, limits, stop } = await start(test);
    assert.match(warned.join(''), /It stops by itself after 8 hours/);
    assert.deepEqual(limits, [8 * 60 * 60 * 1000]);
    assert.equal((await fetch(`${env.LENDING_BASE_URL}/widget.js`)).status, 200);
    assert.equal(await stop(), true);
    await assert.rejects(fetch(`${env.LENDING_BASE_URL}/widget.js`), { name: 'TypeError' });
    assert.equal(process.listenerCount('SIGTERM'), listeners);
  });

  it('responds only to the host names of this machine, so that no page on the internet can read it', async (test) => {
    const { env, warned, stop } = await start(test);
    const { port } = new URL(env.LENDING_BASE_URL);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'lender.localhost'])
      assert.equal(await statusFor(env.LENDING_BASE_URL, host), 200, host);
    for (const host of [`attacker.example:${port}`, `127.0.0.1.attacker.example`, '192.168.0.1', 'localhost.example'])
      for (const path of ['/widget.js', '/dashboard', '/dashboard/data'])
        assert.equal(await statusFor(env.LENDING_BASE_URL, host, path), 421, host);
    assert.equal(await statusFor(env.LENDING_BASE_URL, `127.0.0.1:${port}`, '/dashboard'), 200);
    assert.equal(await statusFor(env.LENDING_BASE_URL, `localhost:${port}`, '/dashboard'), 307);
    assert.match(warned.join(''), /Its dashboard is at http:\/\/127\.0\.0\.1:\d+\/dashboard\./);
    await stop();
  });

  it('rejects a host that others can reach, without the flag for it', async (test) => {
    for (const host of ['0.0.0.0', '::', '192.168.0.1', 'lender.example', ''])
      await assert.rejects(
        rejected('--host', host),
        (error: Error) => error instanceof UsageError && /--expose-to-network/.test(error.message),
      );
    // An address of this machine that stands for one in a network.
    const { env, warned, create, stop } = await start(test, '--host', '127.0.0.2', '--expose-to-network');
    assert.match(env.LENDING_BASE_URL, /^http:\/\/127\.0\.0\.2:\d+$/);
    assert.match(env.LENDING_SECRET_KEY, /^sandbox_[\w-]{32}$/);
    assert.match(warned.join('\n'), /Other machines can reach it\. Never enter real data\./);
    await create();
    await stop();
  });

  it('reads the behaviours, the token’s lifetime and the lenient mode from the command line', async (test) => {
    const options = ['--lenient', '--error-body', 'html', '--success-status', '200', '--token-position', 'data'];
    const { post, stop } = await start(test, ...options, '--token-lifetime', '60', '--offers-after', '5,20');
    const created = await post('/applications', { extra: 1 });
    assert.equal(created.status, 200);
    const { id } = ((await created.json()) as { data: { company: { id: string } } }).data.company;
    assert.match(await (await post('/applications', [])).text(), /^<!doctype html>/);
    const { data } = (await (await post('/applications/auth', { company_id: id })).json()) as {
      data: { access_token: string };
    };
    assert.match(data.access_token, /^sandbox_/);
    await stop();
    for (const wrong of [
      ['--error-body', 'canary'],
      ['--success-status', '204'],
      ['--token-lifetime', 'canary'],
      ['--offers-after', '1,canary'],
    ]) {
      await assert.rejects(
        rejected(...wrong),
        ({ code, message }: { code: string; message: string }) => code === 'config-invalid' && !/canary/.test(message),
      );
    }
    await assert.rejects(rejected('--lenientt'), UsageError);
  });
});

describe('lending-elements sandbox --file', () => {
  it('keeps applications, calls and decisions for the next start, readable only by this user', async (test) => {
    const file = newFile();
    const first = await start(test, '--file', file, '--offers-after', '0');
    const id = await first.create();
    const good = goodCalls(id);
    await first.post(good.prequalify.path, good.prequalify.body);
    await first.post(good.requestOffers.path, good.requestOffers.body);
    const answer = await first.post(good.authenticate.path, good.authenticate.body);
    const { access_token } = (await answer.json()) as { access_token: string };
    await first.stop();
    const text = fs.readFileSync(file, 'utf8');
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    assert.match(text, /^\{\n "note": "Test data of the lending-elements sandbox\. /);
    assert.ok(!text.includes(access_token) && !text.includes(first.env.LENDING_SECRET_KEY));
    const saved = JSON.parse(text) as { companies: { company_id: string; offers: object[] }[]; calls: object[] };
    assert.deepEqual([saved.companies[0]!.company_id, saved.companies[0]!.offers.length], [id, 3]);
    assert.equal(saved.calls.length, 4);
    assert.deepEqual(
      fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(file))),
      [path.basename(file)],
    );

    const second = await start(test, '--file', file);
    const token = await second.post(good.authenticate.path, good.authenticate.body);
    const bearer = ((await token.json()) as { access_token: string }).access_token;
    const offers = (address: string) =>
      fetch(`${second.env.LENDING_BASE_URL}/widget/offers${address}`, {
        method: address ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${bearer}` },
      });
    const { offers: list } = (await (await offers('')).json()) as { offers: { id: string }[] };
    assert.equal(list.length, 3);
    assert.equal((await offers(`/${list[0]!.id}/accept`)).status, 200);
    await second.stop();
    const { companies } = JSON.parse(fs.readFileSync(file, 'utf8')) as { companies: { chosen: { offer: string } }[] };
    assert.equal(companies[0]!.chosen.offer, list[0]!.id);
  });

  it('deletes entries after seven days', async (test) => {
    const file = newFile();
    const first = await start(test, '--file', file);
    const [old, recent] = [await first.create(), await first.create()];
    await first.stop();
    type Saved = { companies: { createdAt: number }[]; calls: { at: number }[] };
    const saved = JSON.parse(fs.readFileSync(file, 'utf8')) as Saved;
    saved.companies[0]!.createdAt -= 7 * DAY;
    saved.calls[0]!.at -= 7 * DAY;
    saved.companies[1]!.createdAt -= 7 * DAY - 60_000;
    fs.writeFileSync(file, JSON.stringify(saved));
    const second = await start(test, '--file', file);
    assert.equal((await second.post(goodCalls(old).prequalify.path, goodCalls(old).prequalify.body)).status, 404);
    assert.equal((await second.post(goodCalls(recent).prequalify.path, goodCalls(recent).prequalify.body)).status, 201);
    await second.stop();
    const left = JSON.parse(fs.readFileSync(file, 'utf8')) as Saved;
    assert.deepEqual([left.companies.length, left.calls.length], [1, 3]);
  });

  it('rejects a damaged file and a file of another kind with a message, and does not change them', async () => {
    for (const text of ['{"note":"Test data', '', '{}', '{"name":"a-package"}', '[]', 'null', 'canary']) {
      const file = newFile();
      fs.writeFileSync(file, text);
      await assert.rejects(
        rejected('--file', file),
        ({ code, message, remedy }: { code: string; message: string; remedy: string }) =>
          code === 'config-invalid' &&
          message === 'The file is damaged, or the sandbox did not write it.' &&
          remedy.startsWith('Delete it'),
      );
      assert.equal(fs.readFileSync(file, 'utf8'), text);
    }
  });

  it('continues in memory if the file cannot be written, and prints a warning', async (test) => {
    const { create, warned, stop } = await start(test, '--file', path.join(folder, 'no-such-folder', 'file.json'));
    await create();
    await stop();
    assert.match(warned.join('\n'), /could not write its file \(ENOENT\)\. It goes on in memory\./);
  });
});
