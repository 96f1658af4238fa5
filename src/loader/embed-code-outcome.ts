import { part, type LendingError } from '../errors.js';
import type { EmbedRun } from './embed-code-run.js';
import type { Progress, Reason } from './run-widget.js';
import * as failures from './script-failures.js';

/** Elements that show something of their own. */
const EMBEDDED = /^(iframe|object|embed|canvas|video)$|-/;
const CONTROL = 'a[href], button, input, select, textarea, summary';
/** A script that has failed may have another one put in instead. */
const A_MOMENT = 1000;

/** The state of a run of embed code: whether its widget is there, and why it is not. */
export class Outcome implements Progress {
  /** The nodes of the code itself, which its scripts have not made. */
  readonly own = new WeakSet<Node>();
  /** Whether all that is in order has run. */
  isDone = false;
  isShown = false;
  /** Lets the next widget go that waits for this one. */
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
    return this.run.arrivals.places();
  }

  /**
   * Elements that scripts have made are the widget, and so is a frame that has loaded. Text that was there before them may only say
   * that it loads: it counts when the time is over and nothing is known to have failed.
   */
  counts(leaf: Element, isOver: boolean): boolean {
    const { arrivals, failures, errors } = this.run;
    if (leaf instanceof HTMLIFrameElement && (leaf.src || leaf.srcdoc)) {
      return arrivals.complete.has(leaf) || (leaf.loading === 'lazy' && this.#isAway(leaf));
    }
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
    const isMade = !this.own.has(leaf) || [...leaf.childNodes].some((node) => isText(node) && !this.own.has(node));
    if (isOver || isMade || leaf.shadowRoot || EMBEDDED.test(leaf.localName)) return true;
    const isFine = this.isDone && !arrivals.pending.size && !failures.length && !errors.count;
    return isFine && (!this.hasScripts || !!leaf.closest(CONTROL));
  }

  /** Whether a frame is outside the viewport: there a lazy one may not load at all. */
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

  why(isOver: boolean): Reason {
    if (this.run.config.paints === false) return this.#whyUnseen();
    const { arrivals, clock, errors, failures: all } = this.run;
    if (all.length > this.#failed) {
      this.#failed = all.length;
      this.#since = performance.now();
    }
    const isFinal = this.isDone && !arrivals.pending.size && !arrivals.loaded.size;
    if (!isOver && !(all[0] && isFinal && performance.now() - this.#since > A_MOMENT)) return undefined;
    const [hung] = arrivals.pending;
    return all[0] ?? errors.why() ?? (hung && failures.late(new URL(hung.src).origin, clock.limit)) ?? this.#twice();
  }

  /** The reason of a widget that opens later, where there is one: nothing of it can be seen. */
  #whyUnseen(): Reason {
    const { arrivals, errors, failures: all } = this.run;
    return (arrivals.loaded.size ? undefined : all[0]) ?? (errors.isInline ? errors.why() : undefined);
  }

  /** Says so where the page has an id of the widget's a second time. */
  #twice(): Promise<LendingError> | undefined {
    const ids = [...this.run.container.querySelectorAll('[id]')].map(({ id }) => id);
    const id = ids.find((one) => document.querySelectorAll(`[id="${CSS.escape(one)}"]`).length > 1);
    return id ? part(import('./embed-code-reasons.js')).then(({ isThereTwice }) => isThereTwice(id)) : undefined;
  }
}
