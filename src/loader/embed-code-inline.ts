import { LendingError, part } from '../errors.js';
import type { Telling } from './embed-code-modules.js';
import type { EmbedRun } from './embed-code-run.js';
import { filledScript, isCode, isTrusted } from './embed-code-source.js';
import { pageNonce } from './load-script.js';
import { setText } from './trusted-markup.js';

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

/** Gives a tag its text. A tag with the page's nonce is the page's own. */
function write(script: HTMLScriptElement, text: string, run: EmbedRun): void {
  if (isTrusted(run) || (script.nonce && script.nonce === pageNonce())) setText(script, text);
  else script.text = text;
}

/** Runs a script that is in the code itself, or puts data there. Answers with the promise that the rest waits for. */
export function runInline(
  make: () => HTMLScriptElement,
  from: Element,
  to: Node,
  run: EmbedRun,
): Promise<void> | undefined {
  const script = make();
  const text = filledScript(script, from.textContent ?? '', run);
  run.signal.throwIfAborted();
  if (!isCode(script)) {
    if (script.type === 'importmap') readMap(text, run);
    write(script, text, run);
    return void to.appendChild(script);
  }
  if (!isTrusted(run) && !runsItself(script)) throw blockedInline('script-src');
  if (script.type.toLowerCase() === 'module') return runAsModule(script, text, to, run);
  // The part for modules knows how imports are asked for again.
  return IMPORTS.test(text) ? runWithCalls(make, text, to, run) : runClassic(make, text, to, run);
}

async function runWithCalls(...[make, text, to, run]: Parameters<typeof runClassic>): Promise<void> {
  const { withCalls } = await modulesPart();
  run.signal.throwIfAborted();
  await runClassic(make, withCalls(text, run), to, run);
}

async function runAsModule(script: HTMLScriptElement, text: string, to: Node, run: EmbedRun): Promise<void> {
  const { runModule } = await modulesPart();
  run.signal.throwIfAborted();
  // In a shadow root nothing would find it; to a module its place means nothing.
  const place = to.getRootNode() === document ? to : run.container;
  await runModule(text, run, (whole, prepare) => {
    write(script, whole, run);
    prepare(script);
    return place.appendChild(script);
  });
}

const IMPORTS = /\bimport\s*\(/;
// Few widgets have modules.
const modulesPart = () => part(import('./embed-code-modules.js'));

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
 * Runs a classic script. It says itself that it runs: a policy tells later, and of others, too. Its declarations
 * at the top are its own, and are reached by their names as if they were the page's: so it can run again.
 */
function runClassic(make: () => HTMLScriptElement, text: string, to: Node, run: EmbedRun): Promise<void> | undefined {
  const { page, errors, arrivals } = run;
  // In a shadow root a script knows no tag of its own, and is taken to run.
  const isNamed = to.getRootNode() === document;
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

/** Waits for the violations of the page's policy: the browser tells them a task later. */
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
