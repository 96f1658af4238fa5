import { part } from '../errors.js';
import { mustBeRead } from './embed-code-fill.js';
import { Arrivals } from './embed-code-arrivals.js';
import { EmbedErrors } from './embed-code-errors.js';
import { Outcome } from './embed-code-outcome.js';
import { EmbedPage } from './embed-code-page.js';
import type { EmbedRun, Writer } from './embed-code-run.js';
import { handlersOf, runScript } from './embed-code-scripts.js';
import { fillNode, type EmbedSource } from './embed-code-source.js';
import type { Cleanup } from './hand-off.js';
import type { Way } from './run-widget.js';
import { fresh, spent } from './policy.js';
import { afterError } from './script-failures.js';
import { parseBody, setText } from './trusted-markup.js';
import { takeTurn } from './turns.js';

/** Embed code as the dashboard makes it, and its rights. */
export type EmbedStart = Omit<Way, 'template' | 'handOff'> & EmbedSource;

/** A run, and its outcome so far. */
interface Run extends EmbedRun {
  outcome: Outcome;
}

/**
 * Runs embed code as a browser would while it loads a page: elements and scripts in the order of the document, then
 * deferred scripts. Resolves when all of these have run, with a function that takes everything away.
 */
export async function startEmbedCode(start: EmbedStart): Promise<Cleanup> {
  const { code, container, signal, clock, config } = start;
  signal.throwIfAborted();
  const text = typeof code === 'string' ? code : textOf(code.content);
  const origins = new Set(text.match(/https?:\/\/[^\s/"'`<>\\]+/g));
  // Embed code may leave its token in a global of the page, for a script that comes later.
  const done = await takeTurn(origins.size ? [...origins] : [text], signal, clock);
  const reader = mustBeRead(text) ? await part(import('../schema/widget/script-text.js')) : undefined;
  signal.throwIfAborted();
  const body = typeof code === 'string' ? parseBody(code) : code.content;
  const run = createRun(start, origins, body, reader);
  const { page, arrivals, errors, outcome } = run;
  const stop = () => {
    for (const link of container.querySelectorAll('link')) if (!arrivals.complete.has(link)) spent.add(link.href);
    page.close();
    errors.close();
    arrivals.undo(!outcome.isShown);
    container.replaceChildren();
  };
  signal.addEventListener('abort', stop, { once: true });
  outcome.next = done;
  start.watch(outcome);
  await runInOrder(body, run);
  const loaded = finish(run);
  // Elements that come once it can be seen are not known to be the widget's.
  void Promise.all([loaded, outcome.untilShown]).then(() => arrivals.close());
  if (config.paints === false) await loaded;
  return stop;
}

const textOf = ({ textContent, children }: DocumentFragment): string =>
  [textContent, ...Array.from(children, (one) => one.getAttribute('src'))].join(' ');

type Reader = typeof import('../schema/widget/script-text.js');

function createRun(start: EmbedStart, origins: Set<string>, body: ParentNode, reader: Reader | undefined): Run {
  const { container, accessToken, config, isAlone = false } = start;
  const arrivals = new Arrivals({ container, origins, isAlone });
  const run: Omit<Run, 'outcome'> = {
    ...start,
    integrity: config.integrity,
    scriptUrl: config.script_url,
    arrivals,
    page: new EmbedPage(arrivals),
    errors: new EmbedErrors(arrivals, accessToken),
    failures: [],
    beside: [],
    last: [],
    read: reader?.readScript,
    names: reader?.declaredNames,
    writer: (to, isOwn) => writerAt(to, whole, isOwn),
    map: new Map(),
  };
  const whole: Run = Object.assign(run, { outcome: new Outcome(run, !!body.querySelector('script')) });
  const { page, failures } = run;
  arrivals.adopted = (script) => handlersOf.set(script, page.handlers());
  arrivals.settled = (script, isLoaded) => {
    handlersOf.get(script)?.();
    if (!isLoaded && arrivals.isForeign(script)) failures.push(afterError(script.src, undefined, script.integrity));
  };
  return whole;
}

async function runInOrder(body: ParentNode, run: Run): Promise<void> {
  const { page, last, outcome } = run;
  const onload = body instanceof Element ? body.getAttribute('onload') : null;
  if (onload !== null) await runScript(handlerScript(onload), run.container, run);
  for (const wait of copy(body, run.container, run, true)) await wait;
  page.progress('interactive');
  for (const one of last) await one();
  page.tell('DOMContentLoaded', document, window);
  outcome.isDone = true;
}

/** The `onload` of a body tag, as a script. */
function handlerScript(code: string): Element {
  const script = document.createElement('script');
  setText(script, `window.onload=function(event){${code}\n};`);
  return script;
}

/** Tells that the page has loaded when all scripts of the code have, and those that they have put in. */
async function finish({ beside, arrivals, page, signal, clock }: Run): Promise<void> {
  const over = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, clock.left);
    const end = () => (clearTimeout(timer), resolve());
    for (const one of [signal, over.signal]) one.addEventListener('abort', end, { signal: over.signal });
  });
  await Promise.race([Promise.allSettled(beside).then(() => arrivals.allSettled()), late]);
  over.abort();
  if (signal.aborted) return;
  page.progress('complete');
  page.tell('load', window);
  page.close();
}

/** Copies nodes in the order of the document. Stops at scripts that the rest waits for. */
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
      // It is for browsers without scripts.
      const made = filled(node, run);
      if (isOwn) run.outcome.own.add(made);
      to.appendChild(made);
      if (node instanceof Element) yield* copy(node, made, run, isOwn);
    }
  }
}

/** A copy with its token: it is put in before the page knows of the copy, so that nothing loads or starts without it. */
function filled(node: Node, run: Run): Node {
  const isTemplate = node instanceof HTMLTemplateElement;
  const made = node.cloneNode(isTemplate);
  fillNode(made, run, node.parentElement);
  if (made instanceof HTMLLinkElement && spent.has(made.href)) made.href = fresh(made.href);
  return document.importNode(made, isTemplate);
}

const END = 'lending-end';

/**
 * The markup that a script writes comes after the script, as in a page that loads; this page would be wiped by it. It is there as
 * soon as it is whole, up to the first script that is waited for.
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
