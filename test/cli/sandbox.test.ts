import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runSandbox } from '../../src/cli/sandbox.js';

it('stops the sandbox by itself after the eight hours that it names, and no earlier', async (test) => {
  const [said, warned]: string[][] = [[], []];
  test.mock.method(console, 'log', (line: string) => void said!.push(line));
  test.mock.method(console, 'error', (line: string) => void warned!.push(line));
  const listeners = process.listenerCount('SIGTERM');
  const timers: { end: () => void; limit: number }[] = [];
  let isSet = () => {};
  const set = new Promise<void>((resolve) => (isSet = resolve));
  const setTimer = ((end: () => void, limit: number) => {
    timers.push({ end, limit });
    isSet();
    return undefined;
  }) as unknown as typeof setTimeout;

  const running = runSandbox(['--port', '0'], setTimer);
  test.after(() => timers[0]?.end());
  await set;
  assert.equal(said![0], 'LENDING_ENVIRONMENT=sandbox');
  assert.match(warned!.join(''), /It stops by itself after 8 hours/);
  assert.deepEqual(
    timers.map(({ limit }) => limit),
    [8 * 60 * 60 * 1000],
  );
  const address = /^LENDING_BASE_URL=(.*)$/m.exec(said!.join('\n'))![1]!;
  assert.equal((await fetch(`${address}/widget.js`)).status, 200);
  timers[0]!.end();
  assert.equal(await running, true);
  await assert.rejects(fetch(`${address}/widget.js`), { name: 'TypeError' });
  assert.equal(process.listenerCount('SIGTERM'), listeners);
});
