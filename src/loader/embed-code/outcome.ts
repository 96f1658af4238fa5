import type { LendingError } from '../../errors.js';
import { onBlocked } from '../policy.js';
import { scriptTimedOut } from '../script-errors.js';
import type { StartError, StartProgress } from '../types.js';
import { isVisible, ownText } from '../visible.js';
import { blockedInline, duplicateId, embedCodeThrew, runsOnce } from './embed-errors.js';
import { currentRun, type EmbedRun } from './run.js';

/** Elements that are more than a box which a script fills, or a spinner, even without words. */
const CONTENT = 'a[href], button, summary, input, select, textarea, canvas, video, object, embed';
const LOADING = /^\W*(loading|please wait)\b.{0,40}$|^.{0,60}(…|\.{3})\W*$/i;
const DECLARED = /already been declared|redeclaration of|Can't create duplicate variable/;
/** Milliseconds without a change in the container, after which it counts as quiet. */
const QUIET_MS = 1000;
/** Milliseconds for which a widget with an error may still show something after all its scripts have run. */
const ERROR_GRACE_MS = 2000;

/** The embed code of each widget that has shown something in this page. */
const painted = new Set<string>();

/** The state of a run of embed code: whether its widget is visible, and if not, why. Listens for errors of its scripts. */
export class Outcome implements StartProgress {
  isShown = false;
  /** The time at which all scripts had run. */
  loadedAt = Infinity;
  #thrown: string | undefined;
  #changedAt = performance.now();
  readonly #changes = new MutationObserver(() => (this.#changedAt = performance.now()));

  constructor(
    readonly run: EmbedRun,
    /** Lets the next widget in the queue start. */
    readonly next: () => void,
  ) {
    const { signal, container } = run.start;
    this.#changes.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
    signal.addEventListener('abort', () => this.#changes.disconnect());
    const hear = (event: Event) => event instanceof ErrorEvent && this.#hear(event);
    addEventListener('error', hear, { capture: true, signal });
    onBlocked('script', signal, (event) => this.#blocked(event));
  }

  shown(): void {
    this.isShown = true;
    painted.add(this.run.text);
    this.#changes.disconnect();
    this.next();
  }

  places = (): Element[] => this.run.places();

  isQuiet = (): boolean => performance.now() - this.#changedAt > QUIET_MS;

  /**
   * Elements that a script has made, changed or uncovered count, and so do words with the token. Text of the code itself counts when all scripts
   * have run without an error. A loading message, or an empty box, does not count before the deadline.
   */
  counts(leaf: Element, isOver: boolean): boolean {
    const { own, failures } = this.run;
    if (leaf instanceof HTMLIFrameElement) return this.#hasContent(leaf);
    const [text, before, content] = [ownText(leaf), own.get(leaf), leaf.closest(CONTENT)];
    const isLoading = !content && LOADING.test(text);
    const isElement = leaf.shadowRoot || (leaf.localName.includes('-') && leaf.matches(':defined'));
    const isMade = before === undefined || (text && text !== before) || isElement;
    if (isMade && !isLoading) return true;
    const isFine = this.loadedAt < Infinity && !failures.length && this.#thrown === undefined;
    return isFine && (isLoading ? !!isMade && isOver : isOver || (this.isQuiet() && !!(text || content)));
  }

  /** Whether a frame shows something, as far as this page can look into it. A lazy frame below the window has not begun to load. */
  #hasContent(frame: HTMLIFrameElement): boolean {
    const { loading, contentDocument, src, srcdoc, name } = frame;
    if (loading === 'lazy' && frame.getBoundingClientRect().top > innerHeight) return true;
    // An empty document belongs to an editor, or is not replaced yet.
    if (contentDocument) return !contentDocument.body || isVisible(contentDocument.body);
    return this.run.complete.has(frame) && !!(src || srcdoc || name);
  }

  findError(isOver: boolean): StartError {
    const { run } = this;
    const { config, deadline } = run.start;
    // A widget that opens later shows nothing yet, so only an error at the end counts.
    if (config.opensLater) return run.failures[0] ?? (run.lastThrew ? this.#error() : undefined);
    if (!isOver && performance.now() - this.loadedAt < ERROR_GRACE_MS) return undefined;
    const error = this.#error();
    if (error || !isOver) return error;
    const [hung] = run.pending();
    return hung ? scriptTimedOut(new URL(hung.src).origin, deadline.limit) : this.#duplicateId();
  }

  #error(): StartError {
    const { failures, start, text } = this.run;
    if (failures[0] || this.#thrown === undefined) return failures[0];
    // Code that has worked in this page before fails only because it runs again.
    const isAgain = painted.has(text) || DECLARED.test(this.#thrown);
    return isAgain ? runsOnce() : embedCodeThrew(this.#thrown, start.accessToken);
  }

  #hear(event: ErrorEvent): void {
    const { run } = this;
    const { filename, message } = event;
    const places = [location.href.split('#')[0]!, ...run.origins];
    const isModule = run.modules.size > 0 && places.some((one) => filename.startsWith(one));
    const isFromRun = currentRun() === run || isModule || [...run.scripts].some(({ src }) => src && src === filename);
    if (!isFromRun) return;
    // Reported only if the widget does not start, because an earlier run may have done all the work.
    if (painted.has(run.text)) event.preventDefault();
    run.lastThrew ||= !(document.currentScript as HTMLScriptElement | null)?.src;
    this.#thrown ??= message;
    // A module with a syntax error, or with an import that throws, does not begin.
    for (const one of run.modules) one.dispatchEvent(new Event('load'));
  }

  /** The browser reports a blocked inline script at its tag. */
  #blocked({ blockedURI, effectiveDirective, originalPolicy, target }: SecurityPolicyViolationEvent): void {
    const script = target as HTMLScriptElement;
    if (blockedURI !== 'inline' || !this.run.scripts.has(script)) return;
    this.run.failures.push(blockedInline(effectiveDirective, originalPolicy));
    script.dispatchEvent(new Event('error'));
  }

  /** The error if an id of the widget is on the page twice. */
  #duplicateId(): LendingError | undefined {
    const ids = [...this.run.start.container.querySelectorAll('[id]')].map(({ id }) => id);
    const id = ids.find((one) => document.querySelectorAll(`[id="${CSS.escape(one)}"]`).length > 1);
    return id === undefined ? undefined : duplicateId(id);
  }
}
