import { loadPart, type LendingError } from '../../errors.js';
import * as failures from '../script-errors.js';
import type { StartProgress, StartError } from '../types.js';
import type { EmbedRun } from './run.js';

/** Elements that show something without children. */
const EMBEDDED = /^(iframe|object|embed|canvas|video)$|-/;
const CONTROL = 'a[href], button, input, select, textarea, summary';
/** Milliseconds after a failure in which embed code may insert another script instead. */
const A_MOMENT = 1000;

/** The state of a run of embed code: whether its widget is visible, and if not, why. */
export class Outcome implements StartProgress {
  /** The nodes in the embed code itself, as opposed to nodes that its scripts have created. */
  readonly own = new WeakSet<Node>();
  /** Whether all scripts except async ones have run. */
  isDone = false;
  isShown = false;
  /** Lets the next widget in the queue start. */
  next: () => void = () => undefined;
  #tell!: () => void;
  readonly untilShown = new Promise<void>((resolve) => (this.#tell = resolve));
  #failed = 0;
  readonly #away = new WeakMap<Element, boolean>();
  #since = 0;

  constructor(
    readonly run: EmbedRun,
    readonly hasScripts: boolean,
  ) {}

  shown(): void {
    this.isShown = true;
    this.#tell();
    this.next();
  }

  places(): Element[] {
    return this.run.changes.places();
  }

  /**
   * Elements that scripts have created count, and so do loaded frames. Text of the embed code itself may only say that the widget is
   * loading, so it counts only when the time is over, or if everything has run without errors.
   */
  counts(leaf: Element, isOver: boolean): boolean {
    const { changes, failures, errors } = this.run;
    if (leaf instanceof HTMLIFrameElement && (leaf.src || leaf.srcdoc)) {
      return changes.complete.has(leaf) || (leaf.loading === 'lazy' && this.#isAway(leaf));
    }
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
    const isMade = !this.own.has(leaf) || [...leaf.childNodes].some((node) => isText(node) && !this.own.has(node));
    if (isOver || isMade || leaf.shadowRoot || EMBEDDED.test(leaf.localName)) return true;
    const isFine = this.isDone && !changes.pending.size && !failures.length && !errors.count;
    return isFine && (!this.hasScripts || !!leaf.closest(CONTROL));
  }

  /** Whether a frame is outside the viewport, where a lazy one may not load. */
  #isAway(frame: Element): boolean {
    if (!this.#away.has(frame)) {
      const { signal } = this.run;
      this.#away.set(frame, false);
      const observer = new IntersectionObserver((entries) => this.#away.set(frame, !entries.at(-1)!.isIntersecting));
      observer.observe(frame);
      signal.addEventListener('abort', () => observer.disconnect());
    }
    return this.#away.get(frame)!;
  }

  findError(isOver: boolean): StartError {
    if (this.run.config.paints === false) return this.#findUnseenError();
    const { changes, clock, errors, failures: all } = this.run;
    if (all.length > this.#failed) {
      this.#failed = all.length;
      this.#since = performance.now();
    }
    const isFinal = this.isDone && !changes.pending.size && !changes.loaded.size;
    if (!isOver && !(all[0] && isFinal && performance.now() - this.#since > A_MOMENT)) return undefined;
    const [hung] = changes.pending;
    return (
      all[0] ??
      errors.findError() ??
      (hung && failures.scriptTimedOut(new URL(hung.src).origin, clock.limit)) ??
      this.#twice()
    );
  }

  /** The error of a widget that opens later, which is not expected to be visible. */
  #findUnseenError(): StartError {
    const { changes, errors, failures: all } = this.run;
    return (changes.loaded.size ? undefined : all[0]) ?? (errors.hasInlineError ? errors.findError() : undefined);
  }

  /** The error if an id of the widget is on the page twice. */
  #twice(): Promise<LendingError> | undefined {
    const ids = [...this.run.container.querySelectorAll('[id]')].map(({ id }) => id);
    const id = ids.find((one) => document.querySelectorAll(`[id="${CSS.escape(one)}"]`).length > 1);
    return id ? loadPart(import('./embed-errors.js')).then(({ duplicateId }) => duplicateId(id)) : undefined;
  }
}
