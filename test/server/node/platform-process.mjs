// Starts an example in a process of its own, on a loopback port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A process that is left over ends soon after its tests. */
export const BOUNDED = { timeout: 180_000, killSignal: 'SIGKILL' };

/**
 * Starts a program, and waits until it prints the loopback port that it listens on. `complaints()` returns its error output, and
 * whether it has ended by itself.
 */
export async function run(command, args, env) {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { ...BOUNDED, cwd: ROOT, env: { PATH, HOME, PORT: '0', ...env } });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk.toString()));
  const ended = once(child, 'close');
  const port = await Promise.race([
    portOf(child.stdout),
    ended.then(() => Promise.reject(new Error(`${args.join(' ')} ended before it listened.\n${complaints}`))),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    complaints: () => (isRunning(child) ? complaints : `It has ended. ${complaints}`),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const isRunning = ({ exitCode, signalCode }) => exitCode === null && signalCode === null;

function portOf(output) {
  let text = '';
  return new Promise((resolve) => {
    output.on('data', (chunk) => {
      text += chunk.toString();
      const [, port] = /(?:127\.0\.0\.1|localhost|"port"):(\d+)\D/.exec(text) ?? [];
      if (port) resolve(port);
    });
  });
}
