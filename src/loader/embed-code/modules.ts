import { LendingError } from '../../errors.js';
import { parseUrl } from '../../schema/widget/parse-url.js';
import { pause, withTimeLimit } from '../../time-limit.js';
import { freshAddress, usedAddresses } from '../policy.js';
import { scriptTimedOut } from '../script-errors.js';
import { runRestAs, type EmbedRun } from './run.js';

let modules = 0;
/** The attribute by which a module finds its own tag, because `document.currentScript` is null in modules. */
const MARK = 'data-lending-module';
/** Dispatched to the tag of a module when it begins, because not every browser has an event for that. */
export const BEGUN = 'lending-begun';

/** Runs an inline module: `put` inserts its tag with a text. */
export async function runModule(script: HTMLScriptElement, text: string, run: EmbedRun, put: (text: string) => void) {
  const { signal, clock } = run.start;
  const whole = withFreshImports(text, run);
  const done = new AbortController();
  run.modules++;
  const begun = new Promise<void>((resolve, reject) => {
    const until = { signal: done.signal };
    script.addEventListener(BEGUN, () => resolve(), until);
    script.addEventListener('error', () => reject(noImport()), until);
    // A module with a syntax error, or with an import that throws, does not begin.
    addEventListener('error', (event) => event instanceof ErrorEvent && setTimeout(resolve), until);
  });
  const begin = () => {
    run.lastThrew = false;
    runRestAs(run);
  };
  script.addEventListener(BEGUN, begin, { once: true });
  script.setAttribute(MARK, `${++modules}`);
  put(`document.querySelector('script[${MARK}="${modules}"]').dispatchEvent(new Event('${BEGUN}'));${whole}`);
  const late = () => {
    throw scriptTimedOut([...run.origins][0] ?? origin, clock.limit);
  };
  try {
    await withTimeLimit(begun, { limit: clock.left, late, signal });
    // The browser reports its errors in a task of their own.
    await pause();
  } catch (error) {
    if (!signal.aborted) run.failures.push(error as LendingError);
  } finally {
    done.abort();
    run.modules--;
  }
  signal.throwIfAborted();
}

/**
 * Gives a new address to imports that have failed before, or that only run a module: the browser runs a module once for each
 * address, and remembers failures. Resolves names of import maps, because some browsers ignore a map after the first module.
 */
export const withFreshImports = (text: string, run: EmbedRun): string =>
  text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\2/g,
    (found, lead: string, quote: string, name: string) => {
      const known = mapped(name, run.importMap);
      if (!parseUrl(known)) return found;
      const address = freshAddress(known);
      run.imports.add(address);
      if (/^import\s*$/.test(lead)) usedAddresses.add(address);
      return lead + quote + address + quote;
    },
  );

/** Reads an import map of the embed code. */
export function readMap(text: string, { importMap }: EmbedRun): void {
  try {
    const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
    for (const [name, address] of Object.entries(imports)) importMap.set(name, address);
  } catch {
    // The browser reports invalid JSON.
  }
}

function mapped(name: string, map: ReadonlyMap<string, string>): string {
  const isKey = (key: string) => key === name || (key.endsWith('/') && name.startsWith(key));
  const [longest] = [...map.keys()].filter(isKey).sort((one, other) => other.length - one.length);
  if (longest === undefined) return name;
  return new URL(name.slice(longest.length), new URL(map.get(longest)!, document.baseURI)).href;
}

const noImport = () =>
  new LendingError('script-failed', 'A module of the embed code, or one of its imports, did not load.', {
    remedy: 'Check the addresses that it imports, the network, and ad blockers.',
    recoverable: true,
  });
