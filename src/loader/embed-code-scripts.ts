import { LendingError } from '../errors.js';
import type { ScriptText } from './script-text.js';
import type { Clock } from './clock.js';
import type { Arrivals } from './embed-code-arrivals.js';
import type { EmbedErrors } from './embed-code-errors.js';
import { runModule, withImports, type Telling } from './embed-code-modules.js';
import type { EmbedPage } from './embed-code-page.js';
import { CLASSIC, fillAttributes, filledScript, isCode, isTrusted, type EmbedSource } from './embed-code-source.js';
import { fillAddress, fillingOf } from './fill.js';
import { pageNonce, retrying, settle } from './load-script.js';
import { scriptUrl, setSource, spent, withdraw } from './policy.js';
import type { WidgetConfig } from './run-widget.js';
import { copyAttributes, setText } from './trusted-markup.js';

/** A run of embed code. */
export interface EmbedRun extends EmbedSource {
  config: Pick<WidgetConfig, 'paints'>;
  signal: AbortSignal;
  clock: Clock;
  /** The hash that the script of the settings must have, and its address. */
  integrity?: string | undefined;
  scriptUrl?: string | undefined;
  page: EmbedPage;
  arrivals: Arrivals;
  errors: EmbedErrors;
  /** What could not be had. The rest of the code runs nevertheless, as in a page. */
  failures: LendingError[];
  /** Scripts that hold nothing up, and those that wait for the end. */
  beside: Promise<void>[];
  last: (() => Promise<void>)[];
  /** The names that a script keeps from being declared again. */
  names?: ((script: ScriptText) => string[]) | undefined;
  /** Takes what a script writes into the document, and inserts it behind the script. */
  writer: (to: Node, isOwn: boolean) => Writer;
  /** What its import maps say. */
  map: Map<string, string>;
}

export interface Writer {
  write: (markup: string) => void;
  /** Inserts the rest. */
  end: () => Promise<void>;
}

/**
 * Runs a script as its attributes say: now, next to the rest, or after the rest. A copied tag would not run at all. Answers
 * with what the rest waits for.
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
  // The code itself knows what to do then.
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

/** What takes the handlers that a script has set on the window, once it has run. */
export const handlersOf = new WeakMap<HTMLScriptElement, () => void>();

/**
 * Whether the page would run an inline script of its own HTML. A policy with `strict-dynamic` lets run what another script
 * puts in, so it is not asked: the nonce must be the page's, or the page must run inline handlers, too.
 */
const runsItself = ({ nonce }: HTMLScriptElement) => (nonce ? nonce === pageNonce() : runsInline());

function runsInline(): boolean {
  const probe = document.createElement('a');
  try {
    probe.setAttribute('onclick', 'this.id = "ran"');
    probe.dispatchEvent(new Event('click'));
  } catch {
    // Trusted Types are enforced, and let no text become code.
  }
  return probe.id === 'ran';
}

/** Gives a tag its text. Who knows the page's nonce may write its scripts. */
function write(script: HTMLScriptElement, text: string, run: EmbedRun): void {
  if (isTrusted(run) || (script.nonce && script.nonce === pageNonce())) setText(script, text);
  else script.text = text;
}

function runInline(make: () => HTMLScriptElement, from: Element, to: Node, run: EmbedRun): Promise<void> | undefined {
  const script = make();
  const text = filledScript(script, from.textContent ?? '', run);
  run.signal.throwIfAborted();
  if (!isCode(script)) {
    if (script.type === 'importmap') readMap(text, run);
    write(script, text, run);
    return void to.appendChild(script);
  }
  if (!isTrusted(run) && !runsItself(script)) throw blockedInline('script-src');
  if (script.type.toLowerCase() === 'module') {
    // In a shadow root nothing would find it; to a module its place means nothing.
    const place = to.getRootNode() === document ? to : run.container;
    return runModule(text, run, (whole, prepare) => {
      write(script, whole, run);
      prepare(script);
      return place.appendChild(script);
    });
  }
  return runClassic(make, text, to, run);
}

function readMap(text: string, { map }: EmbedRun): void {
  try {
    const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
    for (const [name, address] of Object.entries(imports)) map.set(name, address);
  } catch {
    // The browser reports the fault.
  }
}

const STRICT = `'use strict';`;
const TELL = 'document.currentScript.lending';

/**
 * Runs a classic script. It says itself that it runs: a policy tells later, and of others, too. What it declares at its top
 * is its own, and is reached by its name as if it were the page's: so it can run again.
 */
function runClassic(make: () => HTMLScriptElement, source: string, to: Node, run: EmbedRun): Promise<void> | undefined {
  const { page, errors, arrivals } = run;
  // In a shadow root a script knows no tag of its own, and is taken to run.
  const isNamed = to.getRootNode() === document;
  const { whole: text } = withImports(source, run, /(\bimport\s*\(\s*)(["'])([^"'\n]+)\2/g);
  const writer = run.writer(to, true);
  let hasRun = false;
  let last: Telling | undefined;
  const put = (whole: string) => {
    const script: Telling = make();
    script.lending = (name, get, set) => {
      hasRun = true;
      if (name) arrivals.share(name, get!, set!);
    };
    write(script, whole, run);
    page.write = writer.write;
    page.run(() => (last?.isConnected ? last.replaceWith(script) : to.appendChild(script)));
    page.write = undefined;
    delete script.lending;
    last = script;
  };
  const read = run.read?.(text);
  const names = (read && isNamed && run.names?.(read)) || [];
  const strict = read?.isStrict ? STRICT : '';
  const shares = names.map((name) => `${TELL}("${name}",()=>${name},lending=>${name}=lending);`).join('');
  const before = errors.count;
  const isMisread =
    names.length > 0 &&
    errors.try(
      () => put(`${strict}{${shares}${text}\n}`),
      () => hasRun,
    );
  if (names.length === 0 || isMisread) put(isNamed ? `${strict}${TELL}();${text}` : text);
  const hasThrown = errors.count > before;
  if (!hasThrown) errors.isInline = false;
  if (hasRun || !isNamed || hasThrown) return writer.end();
  // A page without a nonce may allow this very text by its hash.
  return untilJudged(() => !pageNonce() && put(text), run).then(() => writer.end());
}

/** Waits until the page's policy has told what it has blocked: it does so a task later. */
async function untilJudged(putAgain: () => unknown, { failures, signal }: EmbedRun): Promise<void> {
  const done = new AbortController();
  const directives: string[] = [];
  const note = ({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    const isInline = blockedURI === 'inline' && effectiveDirective.startsWith('script-src');
    if (isInline && disposition === 'enforce') directives.push(effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', note, { signal: done.signal });
  const isTriedTwice = putAgain() !== false;
  await new Promise((resolve) => setTimeout(resolve));
  done.abort();
  signal.throwIfAborted();
  // Of two tries at least the first was blocked.
  if (!isTriedTwice || directives.length > 1) failures.push(blockedInline(directives[0] ?? 'script-src'));
}

const blockedInline = (directive: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks inline embed code (${directive}).`, {
    remedy: `Give the page’s own scripts a nonce in ${directive}, and put the embed code into the backend’s settings.`,
  });

/** The address of an external script, if it may run. */
function allowed(address: string, { code, origins = [] }: EmbedRun): string {
  const url = scriptUrl(address);
  if (typeof code === 'string' || origins.includes(new URL(url).origin)) return url;
  throw new LendingError('script-not-allowed', `A <template> of the page wants a script of ${new URL(url).origin}.`, {
    remedy: 'Name the origin in the backend’s widget.origins, or put the embed code into the backend’s settings.',
  });
}
