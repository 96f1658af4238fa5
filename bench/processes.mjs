// The processes of `npm run bench:server` and `bench/capacity.mjs`: the service, and handlers with applicants who send requests.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { Page } from './applicant.mjs';

async function start(file, ...args) {
  const child = fork(new URL(file, import.meta.url), args, { execArgv: ['--expose-gc'] });
  const [{ port }] = await once(child, 'message');
  const usage = async (question = 'time') => {
    child.send(question);
    return (await once(child, 'message'))[0];
  };
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { origin: `http://127.0.0.1:${port}`, usage, stop };
}

export const startService = () => start('service.mjs');

/**
 * Starts a contender of contenders.mjs with applicants who have an application. `places` has the origin of the service, and where the
 * stores are. `sign(user, origin)` returns the token of an applicant. `newPage()` makes another applicant.
 */
export async function startContender(name, places, { connections, applicants, sign }) {
  const child = await start('contenders.mjs', name, JSON.stringify(places));
  const client = new Pool(child.origin, { connections });
  const newPage = () => new Page(client, child.origin, sign && ((user) => sign(user, child.origin)));
  const pages = Array.from({ length: applicants }, newPage);
  for (let at = 0; at < pages.length; at += connections)
    await Promise.all(pages.slice(at, at + connections).map((page) => page.create()));
  const stop = async () => {
    await client.close();
    await child.stop();
  };
  return { ...child, name, stop, pages, newPage };
}

/**
 * Runs `work` for each applicant in turn, a few at the same time, until the time is over or enough calls were made. Returns the rate,
 * the p99 in milliseconds, and the processor time of each call in microseconds.
 */
export async function load(contender, atOnce, work, seconds, most = Infinity) {
  const { pages } = contender;
  const before = await contender.usage();
  const times = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      let now = performance.now();
      for (let at = first; now < until && times.length < most; at += atOnce) {
        await work(pages[at % pages.length]);
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = performance.now() - started;
  const after = await contender.usage();
  times.sort((a, b) => a - b);
  return {
    rate: (times.length / elapsed) * 1000,
    p99: times[Math.floor(times.length * 0.99)],
    cpu: (after.cpu - before.cpu) / times.length,
  };
}
