import { LendingError } from '../errors.js';
import { runsNow } from './embed-code-owner.js';
import type { EmbedRun } from './embed-code-run.js';
import { fresh, spent } from './policy.js';
import { inSeconds } from './script-failures.js';

/** A tag that is told that its script runs, and how others reach its declarations. */
export interface Telling extends HTMLScriptElement {
  lending?: (name?: string, get?: () => unknown, set?: (value: unknown) => void) => void;
}

let modules = 0;
/** By this a module finds its own tag: the browser does not tell it. */
const MARK = 'data-lending-module';

/** Runs an inline module. No browser tells reliably that it has begun: it says so itself. */
export async function runModule(
  text: string,
  run: EmbedRun,
  put: (whole: string, prepare: (script: Telling) => void) => HTMLScriptElement,
): Promise<void> {
  const { page, arrivals, errors, signal, clock } = run;
  const name = `${++modules}`;
  const { whole, addresses, forEffect } = withImports(text, run);
  const done = new AbortController();
  const { signal: over } = done;
  errors.modules++;
  const before = errors.count;
  const begun = new Promise<void>((resolve, reject) => {
    const begin = () => {
      const takeBack = page.handlers(true);
      runsNow(arrivals, () => (takeBack(), resolve()));
    };
    // One that cannot be read, or whose imports throw, never begins.
    addEventListener('error', (event) => event instanceof ErrorEvent && setTimeout(resolve), { signal: over });
    signal.addEventListener('abort', () => resolve(), { signal: over });
    const timer = setTimeout(() => reject(late(addresses, clock.limit)), clock.left);
    over.addEventListener('abort', () => clearTimeout(timer));
    const script = put(`document.querySelector('script[${MARK}="${name}"]').lending();${whole}`, (made) => {
      made.setAttribute(MARK, name);
      made.lending = () => {
        made.removeAttribute(MARK);
        begin();
      };
    });
    script.addEventListener('error', () => reject(noImport()), { signal: over });
  });
  try {
    await begun;
    // Its errors are told in a task of their own.
    await new Promise((resolve) => setTimeout(resolve));
    if (errors.count === before) errors.isInline = false;
    for (const address of forEffect) spent.add(address);
  } catch (error) {
    // As long as the page is there, the browser remembers the addresses that did not load.
    for (const address of addresses) spent.add(address);
    run.failures.push(error as LendingError);
  } finally {
    done.abort();
    errors.modules--;
  }
  signal.throwIfAborted();
}

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\2/g;

/**
 * A script with its imports as its import map says: some browsers take none once a module has loaded. Imports without
 * names, which only run a module, are asked for again at each run, and so are those that have failed before.
 */
function withImports(text: string, { map, arrivals }: EmbedRun, imports = IMPORT) {
  const [addresses, forEffect] = [new Set<string>(), new Set<string>()];
  const whole = text.replace(imports, (found, lead: string, quote: string, name: string) => {
    const address = mapped(name, map);
    if (!URL.canParse(address)) return found;
    const asked = fresh(address);
    arrivals.imports.add(asked);
    addresses.add(asked);
    if (/^import\s*$/.test(lead)) forEffect.add(asked);
    return lead + quote + asked + quote;
  });
  return { whole, addresses, forEffect };
}

/** A classic script with the addresses in its calls of `import()` as its import map says. */
export const withCalls = (text: string, run: EmbedRun): string =>
  withImports(text, run, /(\bimport\s*\(\s*)(["'])([^"'\n]+)\2/g).whole;

function mapped(name: string, map: ReadonlyMap<string, string>): string {
  const exact = map.get(name);
  if (exact) return new URL(exact, document.baseURI).href;
  const keys = [...map.keys()].filter((key) => key.endsWith('/') && name.startsWith(key));
  const [longest] = keys.sort((one, other) => other.length - one.length);
  return longest ? new URL(name.slice(longest.length), new URL(map.get(longest)!, document.baseURI)).href : name;
}

function late(addresses: Iterable<string>, limit: number): LendingError {
  const origins = [...new Set(Array.from(addresses, (address) => new URL(address).origin))];
  const message = `A module of the embed code did not begin within ${inSeconds(limit)}.`;
  return new LendingError('script-timeout', message, {
    remedy: `Check what it imports (${origins.join(', ') || 'nothing'}), and the network.`,
    recoverable: true,
  });
}

const noImport = () =>
  new LendingError('script-failed', 'A module of the embed code, or what it imports, did not load.', {
    remedy: 'Check the addresses that it imports, the network, and ad blockers.',
    recoverable: true,
  });
