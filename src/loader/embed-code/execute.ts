import { withTimeLimit } from '../../time-limit.js';
import { freshAddress, usedAddresses } from '../policy.js';
import { fillNode } from './fill.js';
import { parseMarkup, setText } from './markup.js';
import { runAs } from './owners.js';
import type { EmbedRun, Writer } from './run.js';
import { runScript } from './scripts.js';

/**
 * Runs embed code as a browser would in a page that is loading: elements and scripts in document order, then deferred scripts and
 * modules. Resolves when these have run.
 */
export async function execute(code: Document | DocumentFragment, run: EmbedRun): Promise<void> {
  const { container, page, deferred } = run;
  for (const part of code instanceof Document ? [code.head, code.body] : [code]) {
    const onload = part instanceof HTMLBodyElement && part.getAttribute('onload');
    if (onload) await runScript(handlerScript(onload), container, run, true);
    for (const wait of copy(part, container, run, true)) await wait;
  }
  page.advance('interactive');
  for (const one of deferred) await one();
  page.dispatch('DOMContentLoaded', document);
}

/** Dispatches `load` when all scripts of the code, and the scripts that they inserted, have loaded. */
export async function finish({ background, changes, page, signal, clock }: EmbedRun): Promise<void> {
  const loaded = Promise.allSettled(background).then(() => changes.allSettled());
  // It rejects if the widget is stopped meanwhile.
  await withTimeLimit(loaded, { limit: clock.left, signal }).catch(() => undefined);
  if (signal.aborted) return;
  page.advance('complete');
  page.dispatch('load', window);
  page.close();
}

/** The `onload` of a body tag, as a script. */
function handlerScript(code: string): Element {
  const script = document.createElement('script');
  setText(script, `window.onload=function(event){${code}\n};`);
  return script;
}

/** Copies nodes in document order. Yields at scripts that block the rest. `isOwn`: they are in the embed code itself. */
function* copy(from: ParentNode, to: Node, run: EmbedRun, isOwn: boolean): Generator<Promise<void>, void> {
  for (const node of Array.from(from.childNodes)) {
    run.signal.throwIfAborted();
    const name = node instanceof Element ? node.localName : '';
    // `noscript` is for browsers without scripts.
    if (name === 'noscript') continue;
    const wait = name === 'script' ? runScript(node as Element, to, run, isOwn) : undefined;
    if (wait) yield wait;
    if (name === 'script') continue;
    const root = name === 'template' && shadowRootOf(node as HTMLTemplateElement, to);
    if (root) yield* copy((node as HTMLTemplateElement).content, root, run, isOwn);
    else {
      const made = filled(node, run);
      if (isOwn) run.own.add(made);
      runAs(run.changes, () => to.appendChild(made));
      if (node instanceof Element) yield* copy(node, made, run, isOwn);
    }
  }
}

/** The shadow root that a template declares, unless its host has one already or cannot have one. */
function shadowRootOf(template: HTMLTemplateElement, host: Node): ShadowRoot | undefined {
  const mode = template.getAttribute('shadowrootmode') as ShadowRootMode | null;
  if (!mode || !(host instanceof Element) || host.shadowRoot) return undefined;
  try {
    return host.attachShadow({ mode, delegatesFocus: template.hasAttribute('shadowrootdelegatesfocus') });
  } catch {
    return undefined;
  }
}

/** A copy with its token. The token is filled in before the copy is in the document, so that nothing loads without it. */
function filled(node: Node, run: EmbedRun): Node {
  const isTemplate = node instanceof HTMLTemplateElement;
  const made = node.cloneNode(isTemplate);
  fillNode(made, run, node.parentElement);
  if (made instanceof HTMLLinkElement && usedAddresses.has(made.href)) made.href = freshAddress(made.href);
  return runAs(run.changes, () => document.importNode(made, isTemplate));
}

const END = 'lending-end';

/**
 * Inserts the markup of `write()` after its script, as in a page that is loading. The real method would erase this page.
 * Markup is inserted as soon as its tags are complete, up to the first script that blocks.
 */
export function writerAt(to: Node, run: EmbedRun, isOwn: boolean): Writer {
  let text = '';
  let waiting: Promise<void> | undefined;
  let steps: Generator<Promise<void>, void> | undefined;
  const insert = (markup: string) => {
    text = '';
    steps = copy(parseMarkup(`<body>${markup}`).body, to, run, isOwn);
    waiting = steps.next().value as Promise<void> | undefined;
  };
  return {
    write(markup) {
      text += markup;
      const isComplete = parseMarkup(`<body>${text}<${END}>`).body.lastElementChild?.localName === END;
      if (!waiting && isComplete) insert(text);
    },
    async end() {
      do {
        await waiting;
        for (const wait of steps ?? []) await wait;
        waiting = undefined;
        if (text) insert(text);
      } while (waiting as Promise<void> | undefined);
    },
  };
}
