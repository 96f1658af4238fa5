import type { LendingError } from '../../errors.js';
import { pause, withTimeLimit } from '../../time-limit.js';
import { fillUrl } from '../hand-off/placeholders.js';
import { pageNonce, waitForScript, withRetries } from '../load-script.js';
import { freshUrl, requireSafeScriptUrl, setSource, usedUrls } from '../policy.js';
import { blockedInline, originNotAllowed } from './embed-errors.js';
import { CLASSIC, isTrusted, type EmbedSource, parseMarkup, setAttribute, setText } from './fill.js';
import { dispatch, endLoading } from './loading-page.js';
import { runAs, runRestAs, type EmbedRun, type Write } from './run.js';
import { classicText, noteModule } from './second-mount.js';

/** Runs embed code as a page that is loading would: elements and scripts in document order, then deferred scripts and modules. */
export async function execute(code: ParentNode, run: EmbedRun): Promise<void> {
  for (const wait of copy(code, run.start.container, run)) await wait;
  if (run.scripts.size) run.look();
  dispatch(run, 'readystatechange', document, 'interactive');
  for (const one of run.deferred) await one();
  dispatch(run, 'DOMContentLoaded', document);
}

/** Dispatches `load` when all scripts of the code, and the scripts that they inserted, have loaded. */
export async function finish(run: EmbedRun): Promise<void> {
  const { signal, deadline } = run.start;
  // The promise rejects if the widget is stopped meanwhile.
  await withTimeLimit(run.allSettled(), { limit: deadline.left, signal }).catch(() => undefined);
  if (signal.aborted) return;
  dispatch(run, 'readystatechange', document, 'complete');
  dispatch(run, 'load', window);
  endLoading(run);
}

/** Copies nodes in document order. Yields at scripts that block the nodes after them. `isOwn`: the nodes are in the embed code itself. */
function* copy(from: ParentNode, to: Node, run: EmbedRun, isOwn = true): Generator<Promise<void>, void> {
  for (const node of Array.from(from.childNodes)) {
    run.start.signal.throwIfAborted();
    const name = node instanceof Element ? node.localName : '';
    const isTemplate = node instanceof HTMLTemplateElement;
    const mode = isTemplate && to instanceof Element && !to.shadowRoot && node.getAttribute('shadowrootmode');
    // `noscript` is for browsers without scripts.
    if (name === 'noscript') continue;
    if (name === 'script') yield* runAndWrite(node as Element, to, run, isOwn);
    else if (mode) yield* copy(node.content, to.attachShadow({ mode: mode as ShadowRootMode }), run, isOwn);
    else {
      const made = runAs(run, () => document.importNode(node, isTemplate));
      if (made instanceof HTMLLinkElement && usedUrls.has(made.href)) made.href = freshUrl(made.href);
      if (isOwn && made instanceof Element) run.copied.push(made);
      runAs(run, () => to.appendChild(made));
      if (node instanceof Element) yield* copy(node, made, run, isOwn);
    }
  }
}

const END = 'lending-end';

/**
 * Runs a script, and inserts the markup that it passes to `write()` after it, as in a page that is loading. The browser's own
 * `write()` would erase this page. Markup is inserted as soon as its tags are complete, up to the first script that blocks, and the rest after the script.
 */
function* runAndWrite(from: Element, to: Node, run: EmbedRun, isOwn: boolean): Generator<Promise<void>, void> {
  let text = '';
  let blocked = undefined as Promise<void> | void;
  let rest: Iterable<Promise<void>> = [];
  const insert = () => {
    const steps = copy(parseMarkup(`<body>${text}`).body, to, run, isOwn && !from.hasAttribute('src'));
    text = '';
    blocked = steps.next().value;
    rest = steps;
  };
  const write = (markup: string) => {
    text += markup;
    const isComplete = parseMarkup(`<body>${text}<${END}>`).body.lastElementChild?.localName === END;
    if (!blocked && isComplete) insert();
  };
  run.look();
  const wait = runScript(from, to, run, write);
  if (wait) yield wait;
  for (; ; insert()) {
    if (blocked) yield blocked;
    yield* rest;
    blocked = undefined;
    if (!text) return;
  }
}

/** Runs a script as its attributes demand: now, in parallel or deferred. Returns a promise if the nodes after it must wait. */
function runScript(from: Element, to: Node, run: EmbedRun, write: Write): Promise<void> | undefined {
  const script = makeTag(from, run);
  const isModule = /^module$/i.test(script.type);
  const isClassic = CLASSIC.test(script.type) && !script.noModule;
  const isInline = !from.hasAttribute('src');
  const mayRun = isTrusted(run.start) || !isInline || pageWouldRun(script);
  if (!mayRun && (isModule || isClassic || script.type === 'importmap')) throw blockedInline('script-src');
  if (isInline && !isModule) {
    run.writers.set(script, write);
    setText(script, isClassic ? classicText(from.textContent!, run.text, run.isAgain) : from.textContent!);
    run.runInline(() => to.appendChild(script));
    // The token does not stay in the page's HTML.
    if (isClassic) script.replaceChildren();
    return undefined;
  }
  // The empty tag does nothing, but other scripts find its attributes in its place before it has loaded.
  to.appendChild(script);
  if (!isModule && !isClassic) return undefined;
  const isAsync = from.hasAttribute('async');
  const isBlocking = !isAsync && !isModule && !from.hasAttribute('defer');
  const load = loader(script, from, run, isBlocking ? write : undefined);
  if (isBlocking) return load();
  if (isAsync) run.background.push(load().catch(() => undefined));
  else run.deferred.push(load);
  return undefined;
}

/** Copies the tag of a script, because a cloned tag would not run. Its URL and its code are set when it runs. */
function makeTag(from: Element, run: EmbedRun): HTMLScriptElement {
  const script = document.createElement('script');
  const isFromBackend = isTrusted(run.start);
  for (const attribute of from.attributes) {
    // Handlers in the page's HTML are skipped, because its own policy decides about them.
    const isLeftOut = attribute.name === 'src' || (!isFromBackend && attribute.name.startsWith('on'));
    if (!isLeftOut) setAttribute(script, attribute, attribute.value);
  }
  if (isFromBackend) script.nonce = pageNonce();
  // Inserted scripts that are not async would wait for each other, and for the scripts of the page.
  script.async = true;
  run.scripts.add(script);
  run.own.set(script, '');
  return script;
}

/** Returns a function that loads an external script or an inline module. Only a script that blocks the nodes after it may write. */
function loader(place: HTMLScriptElement, from: Element, run: EmbedRun, write?: Write): () => Promise<void> {
  const { signal, deadline, config } = run.start;
  const src = from.getAttribute('src');
  // An inline module has no URL, so its errors name the origin of its imports.
  const url = src === null ? ([...run.origins][0] ?? origin) : requireAllowedOrigin(src, run.start);
  const { integrity, scriptUrl: main } = config;
  let script = place;
  const load = (end: number) => {
    const before = script;
    script = makeTag(from, run);
    if (write) run.writers.set(script, write);
    if (integrity && !script.integrity && url === main) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
    if (src === null) setText(script, moduleText(script, from.textContent!, run));
    else setSource(script, url);
    return waitForScript(script, url, deadline.limit, () => before.replaceWith(script), undefined, end);
  };
  return async (): Promise<void> => {
    signal.throwIfAborted();
    const end = performance.now() + deadline.left;
    // An `onerror` handler of the embed code handles a failure itself.
    const retries = src === null || from.hasAttribute('onerror') ? 0 : 2;
    await withRetries(() => load(end), end, { signal, retries }).catch((error: LendingError) => {
      if (!signal.aborted) run.failures.push(error);
    });
    // The browser reports the errors of an inline module in a separate task. It runs an external module once for each URL.
    if (src === null) await pause().then(() => script.replaceChildren());
    else if (script.type === 'module') usedUrls.add(script.src);
    run.modules.delete(script);
    signal.throwIfAborted();
  };
}

/** Returns the URL of an external script. Throws if its origin is not allowed. */
function requireAllowedOrigin(src: string, source: EmbedSource): string {
  const url = requireSafeScriptUrl(fillUrl(src, source));
  const { origin } = new URL(url);
  if (!isTrusted(source) && !source.origins?.includes(origin)) throw originNotAllowed(origin);
  return url;
}

let modules = 0;

/** Returns the code of an inline module, which dispatches an event when it begins: not every browser dispatches one. */
function moduleText(script: HTMLScriptElement, text: string, run: EmbedRun): string {
  const begun = `lending-module-${++modules}`;
  const begin = () => {
    run.lastThrew = false;
    runRestAs(run);
    script.dispatchEvent(new Event('load'));
  };
  run.modules.add(script);
  noteModule(run.text);
  addEventListener(begun, begin, { once: true, signal: run.start.signal });
  return `dispatchEvent(new Event('${begun}'));${text}`;
}

/**
 * Whether the page's policy allows an inline script in the page's HTML. Inserting the script would not show it, because
 * `strict-dynamic` allows inserted scripts. So the script must have the page's nonce, or the page must allow inline handlers.
 */
function pageWouldRun({ nonce }: HTMLScriptElement): boolean {
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
