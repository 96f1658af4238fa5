// Starts an example in a separate process, on a loopback port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A process that is left over ends soon after its tests. */
export const BOUNDED = { timeout: 180_000, killSignal: 'SIGKILL' };

/**
 * Starts a program, and waits until it has printed the loopback ports that it listens on. `complaints()` returns its error output,
 * and whether it has ended by itself. `close()` sends it the signal: a program that has started others must end those.
 */
export async function run(command, args, env, count = 1, cwd = ROOT, signal = 'SIGKILL') {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { ...BOUNDED, cwd, env: { PATH, HOME, PORT: '0', ...env } });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk.toString()));
  const ended = once(child, 'close');
  const ports = await Promise.race([
    portsOf(child.stdout, count),
    ended.then(() => Promise.reject(new Error(`${args.join(' ')} ended before it listened.\n${complaints}`))),
  ]);
  const [origin, ...others] = ports.map((port) => `http://127.0.0.1:${port}`);
  return {
    origin,
    others,
    complaints: () => (isRunning(child) ? complaints : `It has ended. ${complaints}`),
    async close() {
      child.kill(signal);
      await ended;
    },
  };
}

const isRunning = ({ exitCode, signalCode }) => exitCode === null && signalCode === null;

function portsOf(output, count) {
  let text = '';
  return new Promise((resolve) => {
    output.on('data', (chunk) => {
      text += chunk.toString();
      const ports = [...text.matchAll(/(?:127\.0\.0\.1|localhost|"port"):(\d+)\D/g)].map(([, port]) => port);
      if (ports.length >= count) resolve(ports);
    });
  });
}
