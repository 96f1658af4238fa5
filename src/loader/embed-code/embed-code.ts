import { loadPart } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import type { Cleanup } from '../hand-off/types.js';
import { freshAddress, usedAddresses } from '../policy.js';
import { waitInQueue } from '../queue.js';
import { scriptError } from '../script-errors.js';
import type { StartingWidget } from '../types.js';
import { PageChanges } from './page-changes.js';
import { ErrorListener } from './error-listener.js';
import { needsParsing } from './fill-code.js';
import { Outcome } from './outcome.js';
import { EmbedPage } from './page.js';
import type { EmbedRun, Writer } from './run.js';
import { handlersOf, runScript } from './scripts.js';
import { fillNode, type EmbedSource } from './source.js';
import { parseBody, setText } from './trusted-markup.js';

/** The start of embed code. */
export type EmbedStart = Omit<StartingWidget, 'template' | 'handOff'> & EmbedSource;

/** A run with its outcome so far. */
interface Run extends EmbedRun {
  outcome: Outcome;
}

/**
 * Runs embed code as a browser would run it in a page that is loading: elements and scripts in document order, then deferred
 * scripts. Resolves when all of these have run, with a function that removes everything.
 */
export async function startEmbedCode(start: EmbedStart): Promise<Cleanup> {
  const { code, container, signal, clock, config } = start;
  signal.throwIfAborted();
  const text = typeof code === 'string' ? code : textOf(code.content);
  const origins = new Set(text.match(/https?:\/\/[^\s/"'`<>\\]+/g));
  // Embed code may store its token in a global for a later script, so two widgets of a vendor must not overlap.
  const done = await waitInQueue(origins.size ? [...origins] : [text], signal, clock);
  const reader = needsParsing(text) ? await loadPart(import('../../schema/widget/script-text.js')) : undefined;
  signal.throwIfAborted();
  const body = typeof code === 'string' ? parseBody(code) : code.content;
  const run = createRun(start, origins, body, reader);
  const { page, changes, errors, outcome } = run;
  const stop = () => {
    for (const link of container.querySelectorAll('link'))
      if (!changes.complete.has(link)) usedAddresses.add(link.href);
    page.close();
    errors.close();
    changes.undo(!outcome.isShown);
    container.replaceChildren();
  };
  signal.addEventListener('abort', stop, { once: true });
  outcome.next = done;
  start.watch(outcome);
  await runInOrder(body, run);
  const loaded = finish(run);
  // Elements that are added after the widget is visible are not assigned to it.
  void Promise.all([loaded, outcome.untilShown]).then(() => changes.close());
  if (config.paints === false) await loaded;
  return stop;
}

const textOf = ({ textContent, children }: DocumentFragment): string =>
  [textContent, ...Array.from(children, (one) => one.getAttribute('src'))].join(' ');

type Reader = typeof import('../../schema/widget/script-text.js');

function createRun(start: EmbedStart, origins: Set<string>, body: ParentNode, reader: Reader | undefined): Run {
  const { container, accessToken, config, isAlone = false } = start;
  const changes = new PageChanges({ container, origins, isAlone });
  const run: Omit<Run, 'outcome'> = {
    ...start,
    integrity: config.integrity,
    scriptUrl: config.scriptUrl,
    changes,
    page: new EmbedPage(changes),
    errors: new ErrorListener(changes, accessToken),
    failures: [],
    background: [],
    deferred: [],
    read: reader?.readScript,
    declaredNames: reader?.declaredNames,
    writer: (to, isOwn) => writerAt(to, whole, isOwn),
    importMap: new Map(),
  };
  const whole: Run = Object.assign(run, { outcome: new Outcome(run, !!body.querySelector('script')) });
  const { page, failures } = run;
  changes.adopted = (script) => handlersOf.set(script, page.handlers());
  changes.settled = (script, isLoaded) => {
    handlersOf.get(script)?.();
    if (!isLoaded && changes.isInserted(script)) failures.push(scriptError(script.src, undefined, script.integrity));
  };
  return whole;
}

async function runInOrder(body: ParentNode, run: Run): Promise<void> {
  const { page, deferred, outcome } = run;
  const onload = body instanceof Element ? body.getAttribute('onload') : null;
  if (onload !== null) await runScript(handlerScript(onload), run.container, run);
  for (const wait of copy(body, run.container, run, true)) await wait;
  page.advance('interactive');
  for (const one of deferred) await one();
  page.dispatch('DOMContentLoaded', document, window);
  outcome.isDone = true;
}

/** The `onload` of a body tag, as a script. */
function handlerScript(code: string): Element {
  const script = document.createElement('script');
  setText(script, `window.onload=function(event){${code}\n};`);
  return script;
}

/** Dispatches `load` when all scripts of the code, and the scripts that they inserted, have loaded. */
async function finish({ background, changes, page, signal, clock }: Run): Promise<void> {
  const loaded = Promise.allSettled(background).then(() => changes.allSettled());
  // It rejects if the widget is stopped meanwhile.
  await withTimeLimit(loaded, { limit: clock.left, signal }).catch(() => undefined);
  if (signal.aborted) return;
  page.advance('complete');
  page.dispatch('load', window);
  page.close();
}

/** Copies nodes in document order. Yields at scripts that block the rest. */
function* copy(from: ParentNode, to: Node, run: Run, isOwn: boolean): Generator<Promise<void>, void> {
  for (const node of Array.from(from.childNodes)) {
    run.signal.throwIfAborted();
    const name = node instanceof Element ? node.localName : '';
    if (name === 'script') {
      const wait = runScript(node as Element, to, run);
      if (wait) yield wait;
    } else if (name === 'template' && (node as Element).hasAttribute('shadowrootmode') && to instanceof Element) {
      const mode = (node as Element).getAttribute('shadowrootmode') as ShadowRootMode;
      yield* copy((node as HTMLTemplateElement).content, to.attachShadow({ mode }), run, isOwn);
    } else if (name !== 'noscript') {
      // `noscript` is for browsers without scripts, so it is skipped.
      const made = filled(node, run);
      if (isOwn) run.outcome.own.add(made);
      to.appendChild(made);
      if (node instanceof Element) yield* copy(node, made, run, isOwn);
    }
  }
}

/** A copy with its token. The token is filled in before the copy is in the document, so that nothing loads without it. */
function filled(node: Node, run: Run): Node {
  const isTemplate = node instanceof HTMLTemplateElement;
  const made = node.cloneNode(isTemplate);
  fillNode(made, run, node.parentElement);
  if (made instanceof HTMLLinkElement && usedAddresses.has(made.href)) made.href = freshAddress(made.href);
  return document.importNode(made, isTemplate);
}

const END = 'lending-end';

/**
 * Inserts the markup of `write()` after its script, as in a page that is loading. The real method would erase this page.
 * Markup is inserted as soon as its tags are complete, up to the first script that blocks.
 */
function writerAt(to: Node, run: Run, isOwn: boolean): Writer {
  let text = '';
  let waiting: Promise<void> | undefined;
  let steps: Generator<Promise<void>, void> | undefined;
  const insert = (markup: string) => {
    steps = copy(parseBody(markup), to, run, isOwn);
    waiting = steps.next().value as Promise<void> | undefined;
  };
  return {
    write(markup) {
      text += markup;
      if (waiting || parseBody(`${text}<${END}>`).lastElementChild?.localName !== END) return;
      insert(text);
      text = '';
    },
    async end() {
      do {
        await waiting;
        for (const wait of steps ?? []) await wait;
        waiting = undefined;
        if (text) insert(text);
        text = '';
      } while (waiting as Promise<void> | undefined);
    },
  };
}
