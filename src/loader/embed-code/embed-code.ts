import type { Cleanup } from '../hand-off/types.js';
import { usedAddresses } from '../policy.js';
import { waitInQueue } from '../queue.js';
import type { StartingWidget } from '../types.js';
import { execute, finish, writerAt } from './execute.js';
import type { EmbedSource } from './fill.js';
import { LoadingPage } from './loading-page.js';
import { parseMarkup } from './markup.js';
import { Outcome } from './outcome.js';
import { PageChanges } from './page-changes.js';
import type { EmbedRun } from './run.js';
import { hasDeclared, runsOncePerLoad, sharesNames } from './second-mount.js';

/** The start of embed code. */
export type EmbedStart = Omit<StartingWidget, 'template' | 'handOff'> & EmbedSource;

/**
 * Runs embed code in this page, as if it had been pasted into its HTML. Resolves when its scripts have run, with a function that
 * removes its elements and scripts. Its globals, listeners, timers and history entries stay, as with pasted code.
 */
export async function startEmbedCode(start: EmbedStart): Promise<Cleanup> {
  const { code, container, signal, clock, config } = start;
  signal.throwIfAborted();
  const text = typeof code === 'string' ? code : code.innerHTML;
  const known = new Set(text.match(/https?:\/\/[^\s/"'`<>\\]+/g));
  // Embed code may store its token in a global for a later script, so two widgets of a vendor must not overlap.
  const done = await waitInQueue(known.size ? [...known] : [text], signal, clock);
  const parsed =
    typeof code === 'string' ? parseMarkup(/<(html|head|body)\b/i.test(code) ? code : `<body>${code}`) : code.content;
  if (hasDeclared(text) && sharesNames(parsed)) {
    done();
    throw runsOncePerLoad();
  }
  const run = createRun(start, text, known);
  const { page, changes } = run;
  const outcome = new Outcome(run, !!parsed.querySelector('script'));
  const stop = () => {
    for (const link of container.querySelectorAll('link'))
      if (!changes.complete.has(link)) usedAddresses.add(link.href);
    // The browser remembers failed imports until the page is closed.
    if (!outcome.isShown) for (const address of run.imports) usedAddresses.add(address);
    page.close();
    changes.undo(!outcome.isShown);
    container.replaceChildren();
  };
  signal.addEventListener('abort', stop, { once: true });
  outcome.next = done;
  start.watch(outcome);
  await execute(parsed, run);
  const loaded = finish(run).then(() => (outcome.loadedAt = performance.now()));
  if (config.paints === false) await loaded;
  return stop;
}

function createRun(start: EmbedStart, text: string, known: ReadonlySet<string>): EmbedRun {
  const changes = new PageChanges(start.container, start.isAlone ?? false);
  const run: Omit<EmbedRun, 'writer'> = {
    ...start,
    text,
    known,
    changes,
    page: new LoadingPage(changes),
    isAgain: hasDeclared(text),
    own: new WeakSet(),
    lastThrew: false,
    failures: [],
    background: [],
    deferred: [],
    importMap: new Map(),
    imports: new Set(),
    modules: 0,
  };
  const whole: EmbedRun = Object.assign(run, { writer: (to: Node, isOwn: boolean) => writerAt(to, whole, isOwn) });
  return whole;
}
