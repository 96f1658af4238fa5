import { LendingError } from '../errors.js';
import { fillText, type Offer } from './fill.js';
import type { Cleanup } from './hand-off.js';
import { pageNonce, settle } from './load-script.js';
import { parseMarkup, scriptUrl, setSource, setText } from './policy.js';

/** Embed code as the dashboard makes it, and what it may do. */
export interface EmbedStart extends Offer {
  /**
   * The text from the backend's settings, or a `<template>` of the page. The first is trusted like code. What stands in the
   * page's HTML is not: its external scripts come from `origins` only, and its inline ones run only where the page's own
   * policy would run them.
   */
  code: string | HTMLTemplateElement;
  /** Origins whose scripts a `<template>` may load. */
  origins?: readonly string[] | undefined;
  /** Milliseconds until a script that does not answer is given up. Default: 15 seconds. */
  timeout?: number | undefined;
  signal: AbortSignal;
}

/** Runs embed code as a browser would: elements and scripts in the order of the document. Resolves when all have run. */
export async function runEmbedCode(start: EmbedStart): Promise<Cleanup> {
  const { code, container } = start;
  const roots = typeof code === 'string' ? documentOf(code) : [code.content];
  const last: (() => Promise<void>)[] = [];
  for (const root of roots) await copy(root, container, start, last);
  for (const run of last) await run();
  return () => container.replaceChildren();
}

function documentOf(code: string): Node[] {
  const { head, body } = parseMarkup(code);
  return [head, body];
}

async function copy(from: Node, to: Node, start: EmbedStart, last: (() => Promise<void>)[]): Promise<void> {
  for (const node of from.childNodes) {
    start.signal.throwIfAborted();
    if (node instanceof Element && node.localName === 'script') {
      await runScript(node, to, start, last);
      continue;
    }
    const made = document.importNode(node, false);
    if (made instanceof Element) fillAttributes(made, start);
    else if (made.nodeValue) made.nodeValue = fillText(made.nodeValue, start);
    to.appendChild(made);
    await copy(node, made, start, last);
  }
}

/** Runs a script as its attributes say: now, beside the rest, or after the rest. A copied tag would not run at all. */
async function runScript(from: Element, to: Node, start: EmbedStart, last: (() => Promise<void>)[]): Promise<void> {
  const script = document.createElement('script');
  for (const { name, value } of from.attributes) if (name !== 'src') script.setAttribute(name, value);
  fillAttributes(script, start);
  if (typeof start.code === 'string') script.nonce = pageNonce();
  const address = from.getAttribute('src');
  const isModule = script.type === 'module';
  if (address === null) return runInline(script, from, to, start);
  const url = allowed(fillText(address, encoded(start)), start);
  setSource(script, url);
  // A script that is put in by another one would not wait for its turn.
  script.async = from.hasAttribute('async');
  const run = () => settle(script, url, start.timeout ?? 15_000, () => to.appendChild(script)).then(() => undefined);
  if (script.async) run().catch((error: unknown) => reportError(error));
  else if (isModule || from.hasAttribute('defer')) last.push(run);
  else await run();
}

async function runInline(script: HTMLScriptElement, from: Element, to: Node, start: EmbedStart): Promise<void> {
  const source = (from.textContent ?? '').replaceAll('{access_token}', () => inString(start.accessToken));
  const text = source.replaceAll('{container_id}', () => start.container.id);
  const done = new AbortController();
  const blocked = (event: SecurityPolicyViolationEvent) => {
    if (event.blockedURI === 'inline') done.abort(blockedInline(event.effectiveDirective));
  };
  document.addEventListener('securitypolicyviolation', blocked, { signal: done.signal });
  if (typeof start.code === 'string') setText(script, text);
  else script.text = text;
  to.appendChild(script);
  // A page's policy speaks a task later.
  await new Promise((resolve) => setTimeout(resolve));
  done.signal.throwIfAborted();
  done.abort();
}

const blockedInline = (directive: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks inline embed code (${directive}).`, {
    remedy: `Give the page’s own scripts a nonce in ${directive}, and put the embed code into the backend’s settings.`,
  });

/** Every attribute gets its token in the way of its place: into an address encoded, into code as part of a string. */
function fillAttributes(element: Element, start: EmbedStart): void {
  for (const { name, value } of element.attributes) {
    if (!value.includes('{')) continue;
    const place = /^(src|href|action|data)$/.test(name)
      ? encoded(start)
      : name.startsWith('on')
        ? quoted(start)
        : start;
    element.setAttribute(name, fillText(value, place));
  }
}

const encoded = (start: EmbedStart) => ({ ...start, accessToken: encodeURIComponent(start.accessToken) });
const quoted = (start: EmbedStart) => ({ ...start, accessToken: inString(start.accessToken) });

/** A token inside a string of a script, whatever its quotes: what is no letter or digit is escaped. */
const inString = (token: string) =>
  token.replace(/[^\w]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The address of an external script, if it may run. */
function allowed(address: string, { code, origins = [] }: EmbedStart): string {
  const url = scriptUrl(address);
  if (typeof code === 'string' || origins.includes(new URL(url).origin)) return url;
  throw new LendingError('script-not-allowed', `A <template> of the page wants a script of ${new URL(url).origin}.`, {
    remedy: 'Name the origin in the backend’s widget.origins, or put the embed code into the backend’s settings.',
  });
}
