import { LendingError } from '../../errors.js';
import { fillAddress, placeholderValues } from '../hand-off/placeholders.js';
import { pageNonce, waitForScript, withRetries } from '../load-script.js';
import { cancelScript, scriptUrl, setSource, usedAddresses } from '../policy.js';
import { CLASSIC, fillAttributes, filledScript, isTrusted } from './fill.js';
import { setAttribute, setText } from './markup.js';
import { readMap, runModule, withFreshImports } from './modules.js';
import type { EmbedRun } from './run.js';
import { declares, inBlock, noteDeclarations } from './second-mount.js';

/**
 * Runs a script as its attributes say: now, in parallel or deferred. A cloned tag would not run. Returns a promise if the rest must
 * wait. `isOwn`: it is in the embed code, and not written by a script.
 */
export function runScript(from: Element, to: Node, run: EmbedRun, isOwn: boolean): Promise<void> | undefined {
  const script = makeTag(from, run);
  const isModule = /^module$/i.test(script.type);
  const isAsync = from.hasAttribute('async');
  const isCode = isModule || CLASSIC.test(script.type);
  if (!from.hasAttribute('src')) {
    const text = filledScript(script.type, from.textContent ?? '', run);
    if (!isCode) return insertData(script, text, to, run);
    if (!isTrusted(run) && !runsItself(script)) throw blockedInline('script-src');
    if (!isModule) return runInline(script, text, to, run, isOwn);
    // A module looks for its tag in the document, so it cannot be in a shadow root.
    const place = to.getRootNode() === document ? to : run.container;
    const put = (whole: string) => (write(script, whole, run), place.appendChild(script));
    return later(() => runModule(script, text, run, put), isAsync);
  }
  // Without an address it does nothing, but other scripts find its attributes in its place until it loads.
  to.appendChild(script);
  if (!isCode || script.noModule) return undefined;
  const load = externalScript(script, from, run);
  if (isAsync || isModule || from.hasAttribute('defer')) return later(() => load(), isAsync);
  const writer = run.writer(to, false);
  return load(writer.write).then(() => writer.end());

  function later(go: () => Promise<void>, isNow: boolean): undefined {
    if (!isNow) return void run.deferred.push(go);
    const running = go();
    run.background.push(running);
    // An abort is reported elsewhere.
    running.catch(() => undefined);
  }
}

function makeTag(from: Element, run: EmbedRun): HTMLScriptElement {
  const script = document.createElement('script');
  for (const attribute of from.attributes) {
    // Handlers in the page's HTML are skipped, because its own policy decides about them.
    const isLeftOut = attribute.name === 'src' || (!isTrusted(run) && attribute.name.startsWith('on'));
    if (!isLeftOut) setAttribute(script, attribute, attribute.value);
  }
  fillAttributes(script, run);
  if (isTrusted(run)) script.nonce = pageNonce();
  // Inserted scripts that are not async would wait for each other, and for those of the page.
  script.async = true;
  run.changes.scripts.add(script);
  return script;
}

/** Sets the text of a script. A script with the page's nonce belongs to the page. */
function write(script: HTMLScriptElement, text: string, run: EmbedRun): void {
  if (isTrusted(run) || (script.nonce && script.nonce === pageNonce())) setText(script, text);
  else script.text = text;
}

function insertData(script: HTMLScriptElement, text: string, to: Node, run: EmbedRun): undefined {
  if (script.type === 'importmap') readMap(text, run);
  write(script, text, run);
  to.appendChild(script);
}

function runInline(script: HTMLScriptElement, text: string, to: Node, run: EmbedRun, isOwn: boolean): Promise<void> {
  const { page, changes } = run;
  const isDeclaring = declares(text);
  if (isDeclaring) noteDeclarations(run.text);
  const fresh = withFreshImports(text, run);
  write(script, isDeclaring && run.isAgain ? inBlock(fresh) : fresh, run);
  const writer = run.writer(to, isOwn);
  page.write = writer.write;
  run.lastThrew = false;
  changes.runScript(() => to.appendChild(script));
  page.write = undefined;
  return writer.end();
}

/** Returns a function that loads an external script. `write` receives its markup, if the rest waits for the script. */
function externalScript(first: HTMLScriptElement, from: Element, run: EmbedRun) {
  const { page, signal, clock, config } = run;
  const url = allowedUrl(fillAddress(from.getAttribute('src')!, placeholderValues(run)), run);
  const { integrity } = config;
  const isKnown = integrity && !first.integrity && config.scriptUrl && url === scriptUrl(config.scriptUrl);
  return async (markup?: (text: string) => void): Promise<void> => {
    signal.throwIfAborted();
    const end = performance.now() + clock.left;
    let script = first;
    const load = async () => {
      const before = script;
      script = makeTag(from, run);
      if (isKnown) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
      setSource(script, url);
      await loadTag(script, url, () => before.replaceWith(script), end, run);
    };
    if (markup) page.write = (text) => void (document.currentScript === script && markup(text));
    try {
      // An `onerror` handler of the code deals with a failure.
      await withRetries(load, end, { signal, retries: from.hasAttribute('onerror') ? 0 : 2 });
      // The browser runs a module once for each address.
      if (script.type === 'module') usedAddresses.add(script.src);
    } catch (error) {
      signal.throwIfAborted();
      run.failures.push(error as LendingError);
    } finally {
      if (markup) page.write = undefined;
    }
  };
}

/** Waits until a tag has loaded. If the wait ends early, the script is cancelled. */
async function loadTag(script: HTMLScriptElement, url: string, put: () => void, end: number, run: EmbedRun) {
  const { signal, clock } = run;
  const done = new AbortController();
  const giveUp = () => {
    usedAddresses.add(script.src);
    cancelScript(script);
  };
  signal.addEventListener('abort', giveUp, { signal: done.signal });
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

/**
 * Whether the page would run an inline script in its own HTML. Inserting it would not tell, because `strict-dynamic` allows
 * inserted scripts. So the script must have the page's nonce, or the page must allow inline handlers.
 */
const runsItself = ({ nonce }: HTMLScriptElement) => (nonce ? nonce === pageNonce() : runsInline());

function runsInline(): boolean {
  const probe = document.createElement('a');
  try {
    probe.setAttribute('onclick', 'this.id = "ran"');
    probe.dispatchEvent(new Event('click'));
  } catch {
    // Trusted Types forbid inline handlers.
  }
  return probe.id === 'ran';
}

export const blockedInline = (directive: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks inline embed code (${directive}).`, {
    remedy: `Add a nonce to ${directive} and to the page’s own scripts, and set the embed code in createHandler({ widget }).`,
  });
