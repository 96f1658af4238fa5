import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import { runsOnce } from './embed-errors.js';
import { execute, finish } from './execute.js';
import { fill, parseMarkup, setText } from './fill.js';
import { beginLoading, endLoading } from './loading-page.js';
import { Outcome } from './outcome.js';
import { EmbedRun, type EmbedStart } from './run.js';
import { hasRun, isUnrepeatable, noteFailure } from './second-mount.js';

/**
 * Runs embed code in this page, as if it had been pasted into its HTML. Resolves when its scripts have run. Its elements and
 * scripts are removed when its signal aborts. Its globals, listeners, timers and history entries stay, as with pasted code.
 */
export async function startEmbedCode(start: EmbedStart): Promise<void> {
  const { code, signal, deadline, config } = start;
  signal.throwIfAborted();
  const text = typeof code === 'string' ? code : new XMLSerializer().serializeToString(code.content);
  const origins = new Set(text.match(/https?:\/\/[^\s/"'`<>\\]+/g));
  // Embed code may store its token in a global for a later script, so two widgets of a vendor must not start at the same time.
  const done = await deadline.waitInQueue(origins.size ? [...origins] : [text], signal);
  const parsed = typeof code === 'string' ? parseBody(code) : (code.content.cloneNode(true) as DocumentFragment);
  if (isUnrepeatable(text, parsed)) {
    done();
    throw await runsOnce();
  }
  const run = new EmbedRun(start, text, origins, hasRun(text));
  const outcome = new Outcome(run, done);
  beginLoading(run);
  signal.addEventListener('abort', () => {
    endLoading(run);
    run.undo(!outcome.isShown);
    // The applicant may try again before the time limit.
    if (signal.reason instanceof LendingError || run.failures.length > 0) noteFailure(text);
  });
  start.watch(outcome);
  fill(parsed, start);
  await withTimeLimit(execute(parsed, run), { signal });
  const loaded = finish(run).then(() => (outcome.loadedAt = performance.now()));
  if (config.opensLater) await loaded;
}

/** Parses code as a body, so that the parts of a whole document keep their order. */
function parseBody(code: string): HTMLElement {
  const { body } = parseMarkup(`<body>${code}`);
  const onload = body.getAttribute('onload');
  const script = document.createElement('script');
  if (onload) setText(script, `window.onload=function(event){${onload}\n};`);
  if (onload) body.prepend(script);
  return body;
}
