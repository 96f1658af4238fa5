import { LendingError, loadPart } from '../../errors.js';
import { pause } from '../../time-limit.js';
import { pageNonce } from '../load-script.js';
import type { ReportingScript, EmbedRun } from './run.js';
import { filledScript, isCode, isTrusted } from './source.js';
import { setText } from './trusted-markup.js';

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

/** Sets the text of a script. A script with the page's nonce belongs to the page. */
function write(script: HTMLScriptElement, text: string, run: EmbedRun): void {
  if (isTrusted(run) || (script.nonce && script.nonce === pageNonce())) setText(script, text);
  else script.text = text;
}

/** Runs an inline script, or inserts a data block. Returns a promise if the rest must wait. */
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
  // A failed import needs a new address, which the part for modules provides.
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
  // A module looks for its tag in the document, so it cannot be in a shadow root.
  const place = to.getRootNode() === document ? to : run.container;
  await runModule(text, run, (whole, prepare) => {
    write(script, whole, run);
    prepare(script);
    return place.appendChild(script);
  });
}

const IMPORTS = /\bimport\s*\(/;
// Few widgets have modules.
const modulesPart = () => loadPart(import('./modules.js'));

function readMap(text: string, { importMap }: EmbedRun): void {
  try {
    const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
    for (const [name, address] of Object.entries(imports)) importMap.set(name, address);
  } catch {
    // The browser reports invalid JSON.
  }
}

const STRICT = `'use strict';`;
const TELL = 'document.currentScript.lending';

/**
 * Runs a classic script. The script reports itself that it runs, because violations of the policy are reported later and for other
 * scripts too. A block around it keeps its declarations local, so that it can run again; getters make them available to others.
 */
function runClassic(make: () => HTMLScriptElement, text: string, to: Node, run: EmbedRun): Promise<void> | undefined {
  const { page, errors, changes } = run;
  // `document.currentScript` is null in a shadow root. The script is then assumed to run.
  const isNamed = to.getRootNode() === document;
  const writer = run.writer(to, true);
  let hasRun = false;
  let last: ReportingScript | undefined;
  const put = (whole: string) => {
    const script: ReportingScript = make();
    script.lending = (name, get, set) => {
      hasRun = true;
      if (name) changes.share(name, get!, set!);
    };
    write(script, whole, run);
    page.write = writer.write;
    page.run(() => (last?.isConnected ? last.replaceWith(script) : to.appendChild(script)));
    page.write = undefined;
    delete script.lending;
    last = script;
  };
  const read = run.read?.(text);
  const names = (read && isNamed && run.declaredNames?.(read)) || [];
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
  if (!hasThrown) errors.hasInlineError = false;
  if (hasRun || !isNamed || hasThrown) return writer.end();
  // A page without a nonce may allow this very text by its hash.
  return untilJudged(() => !pageNonce() && put(text), run).then(() => writer.end());
}

/** Waits for violations of the page's policy, which the browser reports in a later task. */
async function untilJudged(putAgain: () => unknown, { failures, signal }: EmbedRun): Promise<void> {
  const done = new AbortController();
  const directives: string[] = [];
  const note = ({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    const isInline = blockedURI === 'inline' && effectiveDirective.startsWith('script-src');
    if (isInline && disposition === 'enforce') directives.push(effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', note, { signal: done.signal });
  const isTriedTwice = putAgain() !== false;
  await pause();
  done.abort();
  signal.throwIfAborted();
  // Of two tries at least the first was blocked.
  if (!isTriedTwice || directives.length > 1) failures.push(blockedInline(directives[0] ?? 'script-src'));
}

const blockedInline = (directive: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks inline embed code (${directive}).`, {
    remedy: `Add a nonce to ${directive} and to the page’s own scripts, and set the embed code in createHandler({ widget }).`,
  });
