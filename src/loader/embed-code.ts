import { LendingError } from '../errors.js';
import { encoded, fillAttributes, inString, isTrusted, without, type EmbedSource } from './embed-code-token.js';
import { fillText } from './fill.js';
import type { Cleanup } from './hand-off.js';
import { pageNonce, settle } from './load-script.js';
import { scriptUrl, setSource, withdraw } from './policy.js';
import { parseMarkup, setText } from './trusted-markup.js';

/** Embed code as the dashboard makes it, and what it may do. */
export interface EmbedStart extends EmbedSource {
  /** Milliseconds until a script that does not answer is given up. Default: 15 seconds. */
  timeout?: number | undefined;
  signal: AbortSignal;
}

/** A run, and the scripts in it that do not hold up the rest: those beside it, and those that wait for its end. */
interface Run extends EmbedStart {
  beside: Promise<void>[];
  last: (() => Promise<void>)[];
}

/** Embed code may leave its token in a global of the page: the next one on the page starts when its scripts have run. */
let turn: Promise<unknown> = Promise.resolve();

/** Runs embed code after what is on the page before it. The origin of the script that the settings name is allowed, too. */
export function runInTurn(start: EmbedStart, script?: string): Promise<Cleanup> {
  const { origins = [] } = start;
  const known = script ? [...origins, new URL(script, location.href).origin] : origins;
  const started = turn.then(() => runEmbedCode({ ...start, origins: known }));
  turn = started.catch(() => undefined);
  return started;
}

/**
 * Runs embed code as a browser would: elements and scripts in the order of the document. Resolves when all have run, and
 * rejects when one of them cannot be had; then nothing of it is left.
 */
export async function runEmbedCode(start: EmbedStart): Promise<Cleanup> {
  const { code, container } = start;
  start.signal.throwIfAborted();
  const own = new AbortController();
  const { signal } = own;
  const stop = () => {
    own.abort(start.signal.reason);
    container.replaceChildren();
  };
  start.signal.addEventListener('abort', stop, { once: true, signal });
  try {
    const run: Run = { ...start, signal, beside: [], last: [] };
    const roots = typeof code === 'string' ? partsOf(code) : [code.content];
    for (const root of roots) await copy(root, container, run);
    for (const one of run.last) await one();
    await Promise.all(run.beside);
    signal.throwIfAborted();
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

function partsOf(code: string): Node[] {
  const { head, body } = parseMarkup(code);
  return [head, body];
}

async function copy(from: Node, to: Node, run: Run): Promise<void> {
  for (const node of from.childNodes) {
    run.signal.throwIfAborted();
    const name = node instanceof Element ? node.localName : '';
    if (name === 'script') await runScript(node as Element, to, run);
    // It is for browsers without scripts.
    else if (name !== 'noscript') await copy(node, to.appendChild(filled(node, run)), run);
  }
}

/** A copy with its token: it is put in before the page knows of the copy, so that nothing loads or starts without it. */
function filled(node: Node, run: Run): Node {
  const made = node.cloneNode(node instanceof HTMLTemplateElement);
  if (made instanceof Element) fillAttributes(made, run);
  else if (made.nodeValue) made.nodeValue = fillText(made.nodeValue, isTrusted(run) ? run : without(run));
  return document.importNode(made, node instanceof HTMLTemplateElement);
}

/** What a browser runs; the rest is data, and its end is not told. */
const RUNS = /^(module|importmap|(text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)?$/i;

/** Runs a script as its attributes say: now, beside the rest, or after the rest. A copied tag would not run at all. */
async function runScript(from: Element, to: Node, run: Run): Promise<void> {
  const script = document.createElement('script');
  for (const { name, value } of from.attributes) if (name !== 'src') script.setAttribute(name, value);
  fillAttributes(script, run);
  if (typeof run.code === 'string') script.nonce = pageNonce();
  // A script that is put in by another one would not wait for its turn.
  script.async = from.hasAttribute('async');
  const isModule = script.type.toLowerCase() === 'module';
  const address = from.getAttribute('src');
  const go = address === null ? () => runInline(script, from, to, run) : external(script, address, to, run);
  if (script.async && (isModule || address !== null)) {
    const running = go();
    run.beside.push(running);
    // A failure is told when its turn comes.
    running.catch(() => undefined);
  } else if (isModule || (address !== null && from.hasAttribute('defer'))) run.last.push(go);
  else await go();
}

function external(script: HTMLScriptElement, address: string, to: Node, run: Run): () => Promise<void> {
  if (!RUNS.test(script.type.trim()) || script.noModule) return async () => void to.appendChild(script);
  const url = allowed(fillText(address, encoded(run)), run);
  setSource(script, url);
  return async () => {
    const done = new AbortController();
    run.signal.throwIfAborted();
    run.signal.addEventListener('abort', () => withdraw(script), { signal: done.signal });
    await settle(script, url, run.timeout ?? 15_000, () => to.appendChild(script)).finally(() => done.abort());
    run.signal.throwIfAborted();
  };
}

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

let modules = 0;

async function runInline(script: HTMLScriptElement, from: Element, to: Node, run: Run): Promise<void> {
  const source = (from.textContent ?? '').replaceAll('{access_token}', () => inString(run.accessToken));
  const text = source.replaceAll('{container_id}', () => run.container.id);
  run.signal.throwIfAborted();
  if (!isTrusted(run) && !runsItself(script)) throw blockedInline('script-src');
  const done = new AbortController();
  const { signal } = done;
  const blocked = (event: SecurityPolicyViolationEvent) => {
    if (event.blockedURI === 'inline') done.abort(blockedInline(event.effectiveDirective));
  };
  document.addEventListener('securitypolicyviolation', blocked, { signal });
  // Of a module no browser tells reliably that it has run: it says so itself, where no hash of its text can be asked for.
  const isModule = script.type.toLowerCase() === 'module' && typeof run.code === 'string';
  const name = `lending-ran-${++modules}`;
  const ran = isModule ? untilRan(script, name, AbortSignal.any([signal, run.signal])) : undefined;
  const whole = isModule ? `${text}\n;document.dispatchEvent(new Event('${name}'))` : text;
  // Who knows the page's nonce may write its scripts.
  if (isTrusted(run) || (script.nonce && script.nonce === pageNonce())) setText(script, whole);
  else script.text = whole;
  const markup = written(() => to.appendChild(script));
  try {
    // A page's policy speaks a task later.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    await ran;
  } finally {
    done.abort();
  }
  if (markup) for (const root of partsOf(markup)) await copy(root, to, run);
}

/** Waits until a module has run, or has thrown; what it needs may be missing. */
function untilRan(script: HTMLScriptElement, name: string, signal: AbortSignal): Promise<void> {
  const ran = new Promise<void>((resolve, reject) => {
    for (const end of ['error', 'unhandledrejection']) addEventListener(end, () => resolve(), { signal });
    document.addEventListener(name, () => resolve(), { signal });
    script.addEventListener('error', () => reject(noImport()), { signal });
    signal.addEventListener('abort', () => resolve());
  });
  ran.catch(() => undefined);
  return ran;
}

/** What a script writes comes after it, as on a page that is still being read; this page would be wiped by it. */
function written(put: () => void): string {
  let markup = '';
  const write = (...texts: unknown[]) => void (markup += texts.join(''));
  Object.assign(document, { write, writeln: write });
  try {
    put();
  } finally {
    Reflect.deleteProperty(document, 'write');
    Reflect.deleteProperty(document, 'writeln');
  }
  return markup;
}

const noImport = () =>
  new LendingError('script-failed', 'A module of the embed code, or what it imports, did not load.', {
    remedy: 'Check the addresses that it imports, the network, and ad blockers.',
    recoverable: true,
  });

const blockedInline = (directive: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks inline embed code (${directive}).`, {
    remedy: `Give the page’s own scripts a nonce in ${directive}, and put the embed code into the backend’s settings.`,
  });

/** The address of an external script, if it may run. */
function allowed(address: string, { code, origins = [] }: EmbedStart): string {
  const url = scriptUrl(address);
  if (typeof code === 'string' || origins.includes(new URL(url).origin)) return url;
  throw new LendingError('script-not-allowed', `A <template> of the page wants a script of ${new URL(url).origin}.`, {
    remedy: 'Name the origin in the backend’s widget.origins, or put the embed code into the backend’s settings.',
  });
}
