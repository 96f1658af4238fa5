// Reads a profile of Node's (`--cpu-prof`) for `npm run bench:server -- --profile`: which part of the processor time goes where.
import fs from 'node:fs';

/** The groups of functions, by the address of their file. The first that fits counts. */
const GROUPS = [
  ['undici: the call to the service', /node_modules\/undici\/|^wasm:/],
  ['zod and other packages', /node_modules\//],
  ['the library’s own code', /\/dist\//],
  ['the contender’s own code', /\/bench\//],
  ['seals and random numbers', /^node:(?:internal\/)?crypto/],
  ['Request, Headers, URL and fetch', /^node:internal\/(?:deps\/undici|url|webidl)/],
  ['signals and timers', /^node:internal\/(?:abort_controller|event_target|timers)|^node:timers/],
  ['node:http, streams and sockets', /^node:/],
];
const BY_NAME = new Map([
  ...['writev', 'writeUtf8String', 'writeLatin1String'].map((name) => [name, 'the system’s writes to sockets']),
  ['runMicrotasks', 'promises'],
  ['(garbage collector)', 'garbage collection'],
]);
const REST = 'the rest of Node';

/** The file in `folder` that a process wrote when it ended. */
export const readProfile = (folder) =>
  JSON.parse(
    fs.readFileSync(`${folder}/${fs.readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))}`, 'utf8'),
  );

/** Returns the share of each group in the last seconds of a profile, without the time in which nothing was done. */
export function sharesOf({ nodes, samples, timeDeltas, startTime, endTime }, seconds) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;

  /** A function of the engine, like `JSON.parse`, counts as its caller. */
  function groupOf(node) {
    for (let at = node; at; at = at.parent) {
      const { functionName, url } = at.callFrame;
      const group = BY_NAME.get(functionName) ?? GROUPS.find(([, pattern]) => url && pattern.test(url))?.[0];
      if (group) return group;
    }
    return REST;
  }

  const times = new Map();
  let [now, total] = [startTime, 0];
  for (const [at, id] of samples.entries()) {
    const node = byId.get(id);
    now += timeDeltas[at];
    if (now < endTime - seconds * 1e6 || node.callFrame.functionName === '(idle)') continue;
    const group = groupOf(node);
    times.set(group, (times.get(group) ?? 0) + timeDeltas[at]);
    total += timeDeltas[at];
  }
  return new Map([...times].map(([group, time]) => [group, time / total]));
}
