import { withTimeLimit } from '../../time-limit.js';
import { freshAddress, usedAddresses } from '../policy.js';
import { fillNode } from './fill.js';
import { advance, dispatch, endLoading } from './loading-page.js';
import { parseMarkup, setText } from './markup.js';
import { runAs, type EmbedRun } from './run.js';
import { runScript, type Writer } from './scripts.js';

/**
 * Runs embed code as a browser would in a page that is loading: elements and scripts in document order, then deferred scripts and
 * modules. Resolves when these have run.
 */
export async function execute(code: Document | DocumentFragment, run: EmbedRun): Promise<void> {
  for (const part of code instanceof Document ? [code.head, code.body] : [code]) {
    const onload = part instanceof HTMLBodyElement && part.getAttribute('onload');
    if (onload) await copyScript(handlerScript(onload), run.start.container, run);
    for (const wait of copy(part, run.start.container, run)) await wait;
  }
  advance(run, 'interactive');
  for (const one of run.deferred) await one();
  dispatch(run, 'DOMContentLoaded', document);
}

/** Dispatches `load` when all scripts of the code, and the scripts that they inserted, have loaded. */
export async function finish(run: EmbedRun): Promise<void> {
  const { signal, clock } = run.start;
  // It rejects if the widget is stopped meanwhile.
  await withTimeLimit(run.allSettled(), { limit: clock.left, signal }).catch(() => undefined);
  if (signal.aborted) return;
  advance(run, 'complete');
  dispatch(run, 'load', window);
  endLoading(run);
}

/** The `onload` of a body tag, as a script. */
function handlerScript(code: string): Element {
  const script = document.createElement('script');
  setText(script, `window.onload=function(event){${code}\n};`);
  return script;
}

/** Copies nodes in document order. Yields at scripts that block the rest. `isOwn`: they are in the embed code itself. */
function* copy(from: ParentNode, to: Node, run: EmbedRun, isOwn = true): Generator<Promise<void>, void> {
  for (const node of Array.from(from.childNodes)) {
    run.start.signal.throwIfAborted();
    const name = node instanceof Element ? node.localName : '';
    // `noscript` is for browsers without scripts.
    if (name === 'noscript') continue;
    if (name === 'script') {
      const wait = copyScript(node as Element, to, run, isOwn);
      if (wait) yield wait;
      continue;
    }
    const root = node instanceof HTMLTemplateElement && shadowRootOf(node, to);
    if (root) {
      yield* copy((node as HTMLTemplateElement).content, root, run, isOwn);
      continue;
    }
    const made = filled(node, run);
    if (isOwn) run.own.add(made);
    runAs(run, () => to.appendChild(made));
    if (node instanceof Element) yield* copy(node, made, run, isOwn);
  }
}

const copyScript = (from: Element, to: Node, run: EmbedRun, isOwn = true) =>
  runScript(from, to, run, (isInline) => writerAt(to, run, isOwn && isInline));

/** The shadow root that a template declares, unless its host has one already or cannot have one. */
function shadowRootOf(template: HTMLTemplateElement, host: Node): ShadowRoot | undefined {
  const mode = template.getAttribute('shadowrootmode') as ShadowRootMode | null;
  try {
    if (mode && host instanceof Element && !host.shadowRoot) return host.attachShadow({ mode });
  } catch {
    // Not every element can have one.
  }
  return undefined;
}

/** A copy with its token. The token is filled in before the copy is in the document, so that nothing loads without it. */
function filled(node: Node, run: EmbedRun): Node {
  const isTemplate = node instanceof HTMLTemplateElement;
  const made = node.cloneNode(isTemplate);
  fillNode(made, run.start, node.parentElement);
  if (made instanceof HTMLLinkElement && usedAddresses.has(made.href)) made.href = freshAddress(made.href);
  return runAs(run, () => document.importNode(made, isTemplate));
}

const END = 'lending-end';

/**
 * Inserts the markup of `write()` after its script, as in a page that is loading. The real method would erase this page.
 * Markup is inserted as soon as its tags are complete, up to the first script that blocks.
 */
function writerAt(to: Node, run: EmbedRun, isOwn: boolean): Writer {
  let text = '';
  let waiting: Promise<void> | undefined;
  let steps: Generator<Promise<void>, void> | undefined;
  const insert = () => {
    steps = copy(parseMarkup(`<body>${text}`).body, to, run, isOwn);
    text = '';
    waiting = steps.next().value as Promise<void> | undefined;
  };
  return {
    write(markup) {
      text += markup;
      const isComplete = parseMarkup(`<body>${text}<${END}>`).body.lastElementChild?.localName === END;
      if (!waiting && isComplete) insert();
    },
    async end() {
      do {
        await waiting;
        for (const wait of steps ?? []) await wait;
        waiting = undefined;
        if (text) insert();
      } while (waiting as Promise<void> | undefined);
    },
  };
}
