import { LendingError } from '../errors.js';
import { runInline } from './embed-code-inline.js';
import type { EmbedRun } from './embed-code-run.js';
import { CLASSIC, fillAttributes, isTrusted } from './embed-code-source.js';
import { fillAddress, fillingOf } from './fill.js';
import { pageNonce, retrying, settle } from './load-script.js';
import { scriptUrl, setSource, spent, withdraw } from './policy.js';
import { copyAttributes } from './trusted-markup.js';

/**
 * Runs a script as its attributes say: now, next to the rest, or after the rest. A copied tag would not run at all. Answers
 * with the promise that the rest waits for.
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
    if (isModule && !from.hasAttribute('async')) return void run.last.push(async () => go());
    const running = go();
    if (isModule && running) run.beside.push(running);
    return isModule ? undefined : running;
  }
  const isData = !CLASSIC.test(script.type.trim()) && !isModule;
  if (isData || script.noModule) return void to.appendChild(script);
  const isLast = !from.hasAttribute('async') && (isModule || from.hasAttribute('defer'));
  const go = external(make, from, to, run, isLast ? to.appendChild(document.createComment('')) : undefined);
  if (from.hasAttribute('async')) {
    const running = go(false);
    run.beside.push(running);
    // That it was stopped is told elsewhere.
    running.catch(() => undefined);
  } else if (isLast) run.last.push(() => go(false));
  else return go(true);
  return undefined;
}

function makeTag(from: Element, run: EmbedRun): HTMLScriptElement {
  const script = document.createElement('script');
  copyAttributes(from, script, isTrusted(run));
  fillAttributes(script, run);
  if (isTrusted(run)) script.nonce = pageNonce();
  // Scripts that are put in by others would wait for one another, and for those of the page.
  script.async = true;
  run.arrivals.scripts.add(script);
  return script;
}

function external(make: () => HTMLScriptElement, from: Element, to: Node, run: EmbedRun, place?: ChildNode) {
  const { page, arrivals, signal, clock, integrity } = run;
  const url = allowed(fillAddress(from.getAttribute('src')!, fillingOf(run)), run);
  // The code itself handles the failure then.
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
      await retrying(load, end, { signal, retries: hasFallback ? 0 : 2 });
      // The browser runs a module once for each address.
      if (last!.type === 'module') spent.add(last!.src);
    } catch (error) {
      signal.throwIfAborted();
      run.failures.push(error as LendingError);
    } finally {
      if (writer) page.write = undefined;
      arrivals.pending.delete(last!);
    }
    await writer?.end();
  };
}

/** Waits until a tag has loaded, or is not waited for any more: then it is not to run later, either. */
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
    spent.add(script.src);
    withdraw(script);
  };
  signal.addEventListener('abort', giveUp, { signal: done.signal });
  handlersOf.set(script, page.handlers());
  try {
    await settle(script, url, clock.limit, put, undefined, end);
    signal.throwIfAborted();
  } catch (error) {
    if ((error as LendingError).code === 'script-timeout') withdraw(script);
    throw error;
  } finally {
    done.abort();
  }
}

/** By script: the function that takes its handlers off the window, once it has run. */
export const handlersOf = new WeakMap<HTMLScriptElement, () => void>();

/** The address of an external script, if it may run. */
function allowed(address: string, { code, origins = [] }: EmbedRun): string {
  const url = scriptUrl(address);
  if (typeof code === 'string' || origins.includes(new URL(url).origin)) return url;
  throw new LendingError('script-not-allowed', `A <template> of the page wants a script of ${new URL(url).origin}.`, {
    remedy: 'Name the origin in the backend’s widget.origins, or put the embed code into the backend’s settings.',
  });
}
