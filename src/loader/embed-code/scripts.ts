import { LendingError } from '../../errors.js';
import { fillAddress, placeholderValues } from '../hand-off/placeholders.js';
import { pageNonce, withRetries, waitForScript } from '../load-script.js';
import { scriptUrl, setSource, usedAddresses, cancelScript } from '../policy.js';
import { runInline } from './inline.js';
import type { EmbedRun } from './run.js';
import { CLASSIC, fillAttributes, isTrusted } from './source.js';
import { copyAttributes } from './trusted-markup.js';

/**
 * Runs a script as its attributes say: now, in parallel or deferred. A cloned tag would not run. Returns a promise if the rest must
 * wait.
 */
export function runScript(from: Element, to: Node, run: EmbedRun): Promise<void> | undefined {
  const script = makeTag(from, run);
  let first: HTMLScriptElement | undefined = script;
  const make = () => {
    const made = first ?? makeTag(from, run);
    first = undefined;
    return made;
  };
  const isModule = script.type.toLowerCase() === 'module';
  if (!from.hasAttribute('src')) {
    const go = () => runInline(make, from, to, run);
    if (isModule && !from.hasAttribute('async')) return void run.deferred.push(async () => go());
    const running = go();
    if (isModule && running) run.background.push(running);
    return isModule ? undefined : running;
  }
  const isData = !CLASSIC.test(script.type.trim()) && !isModule;
  if (isData || script.noModule) return void to.appendChild(script);
  const isLast = !from.hasAttribute('async') && (isModule || from.hasAttribute('defer'));
  const go = externalScript(make, from, to, run, isLast ? to.appendChild(document.createComment('')) : undefined);
  if (from.hasAttribute('async')) {
    const running = go(false);
    run.background.push(running);
    // An abort is reported elsewhere.
    running.catch(() => undefined);
  } else if (isLast) run.deferred.push(() => go(false));
  else return go(true);
  return undefined;
}

function makeTag(from: Element, run: EmbedRun): HTMLScriptElement {
  const script = document.createElement('script');
  copyAttributes(from, script, isTrusted(run));
  fillAttributes(script, run);
  if (isTrusted(run)) script.nonce = pageNonce();
  // Inserted scripts that are not async would wait for each other, and for those of the page.
  script.async = true;
  run.changes.scripts.add(script);
  return script;
}

function externalScript(make: () => HTMLScriptElement, from: Element, to: Node, run: EmbedRun, place?: ChildNode) {
  const { page, changes, signal, clock, integrity } = run;
  const url = allowedUrl(fillAddress(from.getAttribute('src')!, placeholderValues(run)), run);
  // The `onerror` handler of the code deals with a failure.
  const hasFallback = from.hasAttribute('onerror');
  return async (isBlocking: boolean): Promise<void> => {
    signal.throwIfAborted();
    const end = performance.now() + clock.left;
    let last: HTMLScriptElement | undefined;
    let before = place;
    const load = async () => {
      const script = make();
      if (integrity && !script.integrity && url === run.scriptUrl)
        Object.assign(script, { integrity, crossOrigin: 'anonymous' });
      setSource(script, url);
      last = script;
      const put = () => (before ? before.replaceWith(script) : to.appendChild(script));
      await loadTag(script, url, put, end, run).finally(() => (before = script));
    };
    const writer = isBlocking ? run.writer(to, false) : undefined;
    if (writer) page.write = (markup) => void (document.currentScript === last && writer.write(markup));
    try {
      await withRetries(load, end, { signal, retries: hasFallback ? 0 : 2 });
      // The browser runs a module once for each address.
      if (last!.type === 'module') usedAddresses.add(last!.src);
    } catch (error) {
      signal.throwIfAborted();
      run.failures.push(error as LendingError);
    } finally {
      if (writer) page.write = undefined;
      changes.pending.delete(last!);
    }
    await writer?.end();
  };
}

/** Waits until a tag has loaded. If the wait ends early, the script is cancelled. */
async function loadTag(
  script: HTMLScriptElement,
  url: string,
  put: () => void,
  end: number,
  run: EmbedRun,
): Promise<void> {
  const { signal, clock, page } = run;
  const done = new AbortController();
  const giveUp = () => {
    usedAddresses.add(script.src);
    cancelScript(script);
  };
  signal.addEventListener('abort', giveUp, { signal: done.signal });
  handlersOf.set(script, page.handlers());
  try {
    await waitForScript(script, url, clock.limit, put, undefined, end);
    signal.throwIfAborted();
  } catch (error) {
    if ((error as LendingError).code === 'script-timeout') cancelScript(script);
    throw error;
  } finally {
    done.abort();
  }
}

/** By script: the function that collects its handlers from the window once it has run. */
export const handlersOf = new WeakMap<HTMLScriptElement, () => void>();

/** The address of an external script. Throws if it is not allowed. */
function allowedUrl(address: string, { code, origins = [] }: EmbedRun): string {
  const url = scriptUrl(address);
  if (typeof code === 'string' || origins.includes(new URL(url).origin)) return url;
  throw new LendingError(
    'script-not-allowed',
    `A <template> of the page loads a script from ${new URL(url).origin}, which is not in widget.origins.`,
    {
      remedy: 'Add the origin to widget.origins in createHandler(), or move the embed code to widget.embedCode there.',
    },
  );
}
