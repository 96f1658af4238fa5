import type { LendingError } from '../../errors.js';
import { onBlocked } from '../policy.js';
import { scriptTimedOut } from '../script-errors.js';
import type { StartProgress } from '../types.js';
import { blockedInline, duplicateId, embedCodeThrew, moduleWaits, runsOnce } from './embed-errors.js';
import { currentRun, type EmbedRun } from './run.js';

/** Elements that show something without children. */
const EMBEDDED = /^(iframe|object|embed|canvas|video)$|-/;
const CONTROL = 'a[href], button, input, select, textarea, summary';
const DECLARED = /already been declared|redeclaration of|Can't create duplicate variable/;
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

  constructor(
    readonly run: EmbedRun,
    readonly code: ParentNode,
    /** Lets the next widget in the queue start. */
    readonly next: () => void,
  ) {
    const { signal } = run.start;
    const hear = (event: Event) => event instanceof ErrorEvent && this.#hear(event);
    addEventListener('error', hear, { capture: true, signal });
    onBlocked('script', signal, (event) => this.#blocked(event));
  }

  shown(): void {
    this.isShown = true;
    painted.add(this.run.text);
    this.next();
  }

  places = (): Element[] => this.run.places();

  /**
   * Elements that scripts have created count, and so do loaded frames. Text in the embed code itself may only be a loading message, so
   * it counts only after the deadline, or if all scripts have run without errors.
   */
  counts(leaf: Element, isOver: boolean): boolean {
    const { complete, own } = this.run;
    if (leaf instanceof HTMLIFrameElement && (leaf.src || leaf.srcdoc))
      return complete.has(leaf) || (leaf.loading === 'lazy' && leaf.getBoundingClientRect().top > innerHeight);
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
    const isMade = !own.has(leaf) || [...leaf.childNodes].some((node) => isText(node) && !own.has(node));
    if (isOver || isMade || leaf.shadowRoot || EMBEDDED.test(leaf.localName)) return true;
    const isFine = this.loadedAt < Infinity && !this.#error();
    return isFine && (!this.code.querySelector('script') || !!leaf.closest(CONTROL));
  }

  findError(isOver: boolean): LendingError | undefined {
    const { run } = this;
    const { config, deadline } = run.start;
    // A widget that opens later shows nothing yet, so only an error at the end counts.
    if (config.opensLater) return run.failures[0] ?? (run.lastThrew ? this.#error() : undefined);
    if (!isOver && performance.now() - this.loadedAt < ERROR_GRACE_MS) return undefined;
    const error = this.#error();
    if (error || !isOver) return error;
    const [hung] = run.pending();
    return hung ? scriptTimedOut(new URL(hung.src).origin, deadline.limit) : this.#likelyError();
  }

  #error(): LendingError | undefined {
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

  /** The error if an id of the widget is on the page twice, or if a module may wait for an event. */
  #likelyError(): LendingError | undefined {
    const ids = [...this.run.start.container.querySelectorAll('[id]')].map(({ id }) => id);
    const id = ids.find((one) => document.querySelectorAll(`[id="${CSS.escape(one)}"]`).length > 1);
    if (id) return duplicateId(id);
    return this.code.querySelector('script[type=module]') ? moduleWaits() : undefined;
  }
}
