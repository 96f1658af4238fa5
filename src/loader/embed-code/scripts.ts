import { LendingError } from '../../errors.js';
import { fillAddress, placeholderValues } from '../hand-off/placeholders.js';
import { pageNonce, waitForScript, withRetries } from '../load-script.js';
import { scriptUrl, setSource, usedAddresses } from '../policy.js';
import { CLASSIC, fillAttributes, filledScript, isTrusted } from './fill.js';
import { setAttribute, setText } from './markup.js';
import { readMap, runModule, withFreshImports } from './modules.js';
import type { EmbedRun } from './run.js';
import { declares, inBlock, noteDeclarations } from './second-mount.js';

/** Inserts the markup of `write()`. `end` inserts the rest. */
export interface Writer {
  write: (markup: string) => void;
  end: () => Promise<void>;
}

/**
 * Runs a script as its attributes say: now, in parallel or deferred. A cloned tag would not run. Returns a promise if the rest must
 * wait. `makeWriter` makes the writer for a script that may write.
 */
export function runScript(from: Element, to: Node, run: EmbedRun, makeWriter: (isInline: boolean) => Writer) {
  const script = makeTag(from, run);
  const isModule = /^module$/i.test(script.type);
  const isAsync = from.hasAttribute('async');
  const isCode = isModule || CLASSIC.test(script.type);
  const later = (go: () => Promise<void>) => {
    // An abort is reported elsewhere.
    if (isAsync) run.background.push(go().catch(() => undefined));
    else run.deferred.push(go);
  };
  if (from.hasAttribute('src')) {
    // Without an address it does nothing, but other scripts find its attributes in its place until it loads.
    to.appendChild(script);
    if (!isCode || script.noModule) return undefined;
    const load = externalScript(script, from, run);
    if (isAsync || isModule || from.hasAttribute('defer')) return later(load);
    const writer = makeWriter(false);
    return load(writer.write).then(() => writer.end());
  }
  const text = filledScript(script.type, from.textContent ?? '', run.start);
  const put = (whole: string, place = to) => {
    // A script with the page's nonce belongs to the page.
    if (isTrusted(run.start) || (script.nonce && script.nonce === pageNonce())) setText(script, whole);
    else script.text = whole;
    place.appendChild(script);
  };
  if (script.type === 'importmap') readMap(text, run);
  if (!isCode) return put(text);
  if (!isTrusted(run.start) && !runsItself(script)) throw blockedInline('script-src');
  // A module looks for its tag in the document, so it cannot be in a shadow root.
  const place = to.getRootNode() === document ? to : run.start.container;
  if (isModule) return later(() => runModule(script, text, run, (whole) => put(whole, place)));
  return runInline(text, run, put, makeWriter(true));
}

function makeTag(from: Element, run: EmbedRun): HTMLScriptElement {
  const script = document.createElement('script');
  for (const attribute of from.attributes) {
    // Handlers in the page's HTML are skipped, because its own policy decides about them.
    const isLeftOut = attribute.name === 'src' || (!isTrusted(run.start) && attribute.name.startsWith('on'));
    if (!isLeftOut) setAttribute(script, attribute, attribute.value);
  }
  fillAttributes(script, run.start);
  if (isTrusted(run.start)) script.nonce = pageNonce();
  // Inserted scripts that are not async would wait for each other, and for those of the page.
  script.async = true;
  run.scripts.add(script);
  return script;
}

function runInline(text: string, run: EmbedRun, put: (text: string) => void, writer: Writer): Promise<void> {
  const isDeclaring = declares(text);
  if (isDeclaring) noteDeclarations(run.text);
  const fresh = withFreshImports(text, run);
  run.write = writer.write;
  run.lastThrew = false;
  run.runScript(() => put(isDeclaring && run.isAgain ? inBlock(fresh) : fresh));
  run.write = undefined;
  return writer.end();
}

/** Returns a function that loads an external script. `write` receives its markup, if the rest waits for the script. */
function externalScript(place: HTMLScriptElement, from: Element, run: EmbedRun) {
  const { signal, clock, config } = run.start;
  const url = allowedUrl(fillAddress(from.getAttribute('src')!, placeholderValues(run.start)), run.start);
  const { integrity } = config;
  let script = place;
  const load = async (end: number) => {
    const before = script;
    script = makeTag(from, run);
    if (integrity && !script.integrity && url === config.scriptUrl)
      Object.assign(script, { integrity, crossOrigin: 'anonymous' });
    setSource(script, url);
    await waitForScript(script, url, clock.limit, () => before.replaceWith(script), undefined, end);
  };
  return async (write?: Writer['write']): Promise<void> => {
    signal.throwIfAborted();
    const end = performance.now() + clock.left;
    if (write) run.write = (text) => void (document.currentScript === script && write(text));
    try {
      // An `onerror` handler of the code deals with a failure.
      await withRetries(() => load(end), end, { signal, retries: from.hasAttribute('onerror') ? 0 : 2 });
      // The browser runs a module once for each address.
      if (script.type === 'module') usedAddresses.add(script.src);
    } catch (error) {
      if (!signal.aborted) run.failures.push(error as LendingError);
    }
    signal.throwIfAborted();
    if (write) run.write = undefined;
  };
}

/** The address of an external script. Throws if it is not allowed. */
function allowedUrl(address: string, { code, origins = [] }: EmbedRun['start']): string {
  const url = scriptUrl(address);
  const { origin } = new URL(url);
  if (typeof code === 'string' || origins.includes(origin)) return url;
  const message = `A <template> of the page loads a script from ${origin}, which is not in widget.origins.`;
  throw new LendingError('script-not-allowed', message, {
    remedy: 'Add the origin to widget.origins in createHandler(), or move the embed code to widget.embedCode there.',
  });
}

/**
 * Whether the page would run an inline script in its own HTML. Inserting it would not tell, because `strict-dynamic` allows
 * inserted scripts. So the script must have the page's nonce, or the page must allow inline handlers.
 */
function runsItself({ nonce }: HTMLScriptElement): boolean {
  if (nonce) return nonce === pageNonce();
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
