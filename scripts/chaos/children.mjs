// Starts processes of `npm run test:chaos`, each with a channel to this one, and random numbers. They end with this process.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The characters of a process's error output that are kept. */
const MOST = 4000;
const fileOf = (name) => new URL(name, import.meta.url);

/**
 * Starts a script. Returns the process, its first message, `ask()` for an answer to a message, and `ended` with its exit code or signal.
 * Resolves to `first: undefined` if the process ended before its first message.
 */
export async function startChild(name, env, execArgv = []) {
  const child = fork(fileOf(name), {
    env: { ...process.env, ...env },
    execArgv,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.stderr.on('data', (piece) => (complaints = (complaints + piece).slice(-MOST)));
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  const first = await Promise.race([once(child, 'message').then(([message]) => message), ended.then(() => undefined)]);
  const ask = async (question) => {
    child.send(question);
    return (await once(child, 'message'))[0];
  };
  return { child, first, ended, ask, complaints: () => complaints };
}

/** Ends a process with a signal, and waits for its end. */
export async function end({ child, ended }, signal = 'SIGKILL') {
  child.kill(signal);
  return ended;
}

/** Makes this process end with its parent. */
export const endWithParent = () => process.on('disconnect', () => process.exit());

/** Random numbers that a seed repeats (mulberry32). */
export function chance(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return { below, one: (list) => list[below(list.length)], isOne: (of) => below(of) === 0 };
}
