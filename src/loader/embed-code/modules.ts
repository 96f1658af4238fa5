import { LendingError } from '../../errors.js';
import { parseUrl } from '../../schema/widget/parse-url.js';
import { pause, withTimeLimit } from '../../time-limit.js';
import { freshAddress, usedAddresses } from '../policy.js';
import { inSeconds } from '../script-errors.js';
import { ownRestOfScript } from './owner.js';
import type { EmbedRun, ReportingScript } from './run.js';

let modules = 0;
/** The attribute by which a module finds its own tag, because `document.currentScript` is null in modules. */
const MARK = 'data-lending-module';

/** Runs an inline module. The module reports that it has begun, because no browser event does so reliably. */
export async function runModule(
  text: string,
  run: EmbedRun,
  put: (whole: string, prepare: (script: ReportingScript) => void) => HTMLScriptElement,
): Promise<void> {
  const { page, changes, errors, signal, clock } = run;
  const name = `${++modules}`;
  const { whole, addresses, forEffect } = withImports(text, run);
  const done = new AbortController();
  const { signal: over } = done;
  errors.modules++;
  const before = errors.count;
  const begun = new Promise<void>((resolve, reject) => {
    const begin = () => {
      const takeBack = page.handlers(true);
      ownRestOfScript(changes, () => (takeBack(), resolve()));
    };
    // A module with a syntax error, or with an import that throws, never begins.
    addEventListener('error', (event) => event instanceof ErrorEvent && setTimeout(resolve), { signal: over });
    signal.addEventListener('abort', () => resolve(), { signal: over });
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
    await withTimeLimit(begun, {
      limit: clock.left,
      late() {
        throw moduleTimedOut(addresses, clock.limit);
      },
    });
    // The browser reports its errors in a task of their own.
    await pause();
    if (errors.count === before) errors.hasInlineError = false;
    for (const address of forEffect) usedAddresses.add(address);
  } catch (error) {
    // The browser remembers failed imports until the page is closed.
    for (const address of addresses) usedAddresses.add(address);
    run.failures.push(error as LendingError);
  } finally {
    done.abort();
    errors.modules--;
  }
  signal.throwIfAborted();
}

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\2/g;

/**
 * Replaces the imports of a script by the addresses of its import map, because some browsers ignore import maps once a module has
 * loaded. Imports that only run a module, and imports that have failed before, get a new address.
 */
function withImports(text: string, { importMap, changes }: EmbedRun, imports = IMPORT) {
  const [addresses, forEffect] = [new Set<string>(), new Set<string>()];
  const whole = text.replace(imports, (found, lead: string, quote: string, name: string) => {
    const address = mapped(name, importMap);
    if (!parseUrl(address)) return found;
    const asked = freshAddress(address);
    changes.imports.add(asked);
    addresses.add(asked);
    if (/^import\s*$/.test(lead)) forEffect.add(asked);
    return lead + quote + asked + quote;
  });
  return { whole, addresses, forEffect };
}

/** Replaces the addresses in the `import()` calls of a classic script. */
export const withCalls = (text: string, run: EmbedRun): string =>
  withImports(text, run, /(\bimport\s*\(\s*)(["'])([^"'\n]+)\2/g).whole;

function mapped(name: string, map: ReadonlyMap<string, string>): string {
  const exact = map.get(name);
  if (exact) return new URL(exact, document.baseURI).href;
  const keys = [...map.keys()].filter((key) => key.endsWith('/') && name.startsWith(key));
  const [longest] = keys.sort((one, other) => other.length - one.length);
  return longest ? new URL(name.slice(longest.length), new URL(map.get(longest)!, document.baseURI)).href : name;
}

function moduleTimedOut(addresses: Iterable<string>, limit: number): LendingError {
  const origins = [...new Set(Array.from(addresses, (address) => new URL(address).origin))];
  const message = `A module of the embed code did not start within ${inSeconds(limit)}.`;
  return new LendingError('script-timeout', message, {
    remedy: `Check the network.${origins.length > 0 ? ` The module imports from ${origins.join(', ')}.` : ''}`,
    recoverable: true,
  });
}

const noImport = () =>
  new LendingError('script-failed', 'A module of the embed code, or one of its imports, did not load.', {
    remedy: 'Check the addresses that it imports, the network, and ad blockers.',
    recoverable: true,
  });
