import { withTimeLimit } from '../../time-limit.js';
import type { Cleanup } from '../hand-off/types.js';
import { waitInQueue } from '../queue.js';
import { execute, finish } from './execute.js';
import { beginLoading, endLoading } from './loading-page.js';
import { parseMarkup } from './markup.js';
import { Outcome } from './outcome.js';
import { EmbedRun, type EmbedStart } from './run.js';
import { hasDeclared, runsOncePerLoad, sharesNames } from './second-mount.js';

/**
 * Runs embed code in this page, as if it had been pasted into its HTML. Resolves when its scripts have run, with a function that
 * removes its elements and scripts. Its globals, listeners, timers and history entries stay, as with pasted code.
 */
export async function startEmbedCode(start: EmbedStart): Promise<Cleanup> {
  const { code, signal, clock, config } = start;
  signal.throwIfAborted();
  const text = typeof code === 'string' ? code : new XMLSerializer().serializeToString(code.content);
  const origins = new Set(text.match(/https?:\/\/[^\s/"'`<>\\]+/g));
  // Embed code may store its token in a global for a later script, so two widgets of a vendor must not overlap.
  const done = await waitInQueue(origins.size ? [...origins] : [text], signal, clock);
  const isWhole = /<(html|head|body)\b/i.test(text);
  const parsed = typeof code === 'string' ? parseMarkup(isWhole ? code : `<body>${code}`) : code.content;
  const isAgain = hasDeclared(text);
  if (isAgain && sharesNames(parsed)) {
    done();
    throw runsOncePerLoad();
  }
  const run = new EmbedRun(start, text, origins, isAgain);
  const outcome = new Outcome(run, parsed, done);
  beginLoading(run);
  const stop = () => {
    endLoading(run);
    run.undo(!outcome.isShown);
  };
  signal.addEventListener('abort', stop, { once: true });
  start.watch(outcome);
  await withTimeLimit(execute(parsed, run), { signal });
  const loaded = finish(run).then(() => (outcome.loadedAt = performance.now()));
  if (config.paints === false) await loaded;
  return stop;
}
