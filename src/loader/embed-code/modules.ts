import { LendingError } from '../../errors.js';
import { parseUrl } from '../../schema/widget/parse-url.js';
import { pause, withTimeLimit } from '../../time-limit.js';
import { freshAddress, usedAddresses } from '../policy.js';
import { inSeconds } from '../script-errors.js';
import { runRestAs } from './owners.js';
import type { EmbedRun } from './run.js';

let modules = 0;
/** The attribute by which a module finds its own tag, because `document.currentScript` is null in modules. */
const MARK = 'data-lending-module';
/** Dispatched to the tag of a module when it begins. Not every browser has an event for that. */
export const BEGUN = 'lending-begun';

/** Runs an inline module: `put` inserts its tag with a text. */
export async function runModule(
  script: HTMLScriptElement,
  text: string,
  run: EmbedRun,
  put: (whole: string) => void,
): Promise<void> {
  const { signal, clock } = run;
  const whole = withFreshImports(text, run);
  const done = new AbortController();
  run.modules++;
  const begun = new Promise<void>((resolve, reject) => {
    const until = { signal: done.signal };
    script.addEventListener(BEGUN, () => resolve(), until);
    script.addEventListener('error', () => reject(noImport()), until);
    // A module with a syntax error, or with an import that throws, does not begin.
    addEventListener('error', (event) => event instanceof ErrorEvent && setTimeout(resolve), until);
    signal.addEventListener('abort', () => resolve(), until);
  });
  const begin = () => {
    run.lastThrew = false;
    runRestAs(run.changes);
  };
  script.addEventListener(BEGUN, begin, { once: true });
  script.setAttribute(MARK, `${++modules}`);
  put(`document.querySelector('script[${MARK}="${modules}"]').dispatchEvent(new Event('${BEGUN}'));${whole}`);
  const late = () => {
    throw moduleTimedOut(run.imports, clock.limit);
  };
  try {
    await withTimeLimit(begun, { limit: clock.left, late });
    // The browser reports its errors in a task of their own.
    await pause();
  } catch (error) {
    run.failures.push(error as LendingError);
  } finally {
    done.abort();
    run.modules--;
  }
  signal.throwIfAborted();
}

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\2/g;

/**
 * Gives a new address to imports that have failed before, or that only run a module: the browser runs a module once for each
 * address, and remembers failures. Resolves names of import maps, because some browsers ignore a map after the first module.
 */
export const withFreshImports = (text: string, run: EmbedRun): string =>
  text.replace(IMPORT, (found, lead: string, quote: string, name: string) => {
    const address = mapped(name, run.importMap);
    if (!parseUrl(address)) return found;
    const fresh = freshAddress(address);
    run.imports.add(fresh);
    if (/^import\s*$/.test(lead)) usedAddresses.add(fresh);
    return lead + quote + fresh + quote;
  });

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

function moduleTimedOut(addresses: Iterable<string>, limit: number): LendingError {
  const origins = [...new Set(Array.from(addresses, (address) => new URL(address).origin))];
  const message = `A module of the embed code did not start within ${inSeconds(limit)}.`;
  return new LendingError('script-timeout', message, {
    remedy: `Check the network.${origins.length > 0 ? ` It imports from ${origins.join(', ')}.` : ''}`,
    recoverable: true,
  });
}

const noImport = () =>
  new LendingError('script-failed', 'A module of the embed code, or one of its imports, did not load.', {
    remedy: 'Check the addresses that it imports, the network, and ad blockers.',
    recoverable: true,
  });
