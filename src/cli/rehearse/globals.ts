// Runs the widget's script once, and lists the names that it sets on `window`.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Runs in a separate process, without variables, files or other processes. Whatever the script asks of a page, it gets an object that can do anything. */
const PROGRAM = `
const vm = require('node:vm');
const anything = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === Symbol.iterator ? () => [][Symbol.iterator]() : anything),
  apply: () => anything,
  construct: () => anything,
});
const page = vm.createContext({ HTMLElement: class {}, console: anything });
for (const name of ['window', 'self', 'top', 'parent']) page[name] = vm.runInContext('globalThis', page);
const before = new Set(Object.getOwnPropertyNames(page));
const script = require('node:fs').readFileSync(0, 'utf8');
for (let tries = 0; tries < 50; tries++) {
  try {
    vm.runInContext(script, page, { timeout: 5000 });
    break;
  } catch (error) {
    const [, name] = /^(\\w+) is not defined$/.exec(error.message) ?? [];
    if (!name) break;
    page[name] = anything;
    before.add(name);
  }
}
console.log(JSON.stringify(Object.getOwnPropertyNames(page).filter((name) => !before.has(name))));
`;

/** Returns the names; `undefined` if the script cannot be loaded. */
export async function globalsOf(url: string): Promise<string[] | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const flag = ['--permission', '--experimental-permission'].find((one) =>
    process.allowedNodeEnvironmentFlags.has(one),
  );
  const args = [...(flag ? [flag, '--no-warnings'] : []), '-e', PROGRAM];
  const { stdout } = spawnSync(process.execPath, args, {
    env: {},
    input: await response.text(),
    encoding: 'utf8',
    timeout: 10_000,
  });
  try {
    return JSON.parse(stdout) as string[];
  } catch {
    return [];
  }
}
