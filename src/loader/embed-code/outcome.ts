import { loadPart, type LendingError } from '../../errors.js';
import { parseUrl } from '../../schema/widget/parse-url.js';
import { scriptError, scriptTimedOut } from '../script-errors.js';
import type { StartError, StartProgress } from '../types.js';
import { BEGUN } from './modules.js';
import { currentRun, type EmbedRun } from './run.js';
import { blockedInline } from './scripts.js';

/** Elements that show something without children. */
const EMBEDDED = /^(iframe|object|embed|canvas|video)$|-/;
const CONTROL = 'a[href], button, input, select, textarea, summary';
const DECLARED = /already been declared|redeclaration of|Can't create duplicate variable/;
/** Milliseconds after everything has run in which a widget may still show something, although there was an error. */
const A_MOMENT = 2000;

/** Addresses of scripts that have run in this page without an error. */
const fine = new Set<string>();

/** The state of a run of embed code: whether its widget is visible, and if not, why. Listens for errors of its scripts. */
export class Outcome implements StartProgress {
  isShown = false;
  /** When all scripts had run. */
  loadedAt = Infinity;
  #thrown: string | undefined;
  /** The address of a script that has failed at its second run. */
  #again: string | undefined;
  readonly #threw = new Set<string>();

  constructor(
    readonly run: EmbedRun,
    readonly code: ParentNode,
    /** Lets the next widget in the queue start. */
    readonly next: () => void,
  ) {
    const { signal } = run.start;
    addEventListener('error', (event) => event instanceof ErrorEvent && this.#hear(event), { capture: true, signal });
    addEventListener('unhandledrejection', ({ reason }) => this.#rejected(reason), { signal });
    document.addEventListener('securitypolicyviolation', (event) => this.#blocked(event), { signal });
    run.settled = (script, isLoaded, isInserted) => {
      if (isLoaded && !this.#threw.has(script.src)) fine.add(script.src);
      // Those of the code itself report their errors in more detail.
      if (!isLoaded && isInserted) run.failures.push(scriptError(script.src, undefined, script.integrity));
    };
  }

  shown(): void {
    this.isShown = true;
    this.next();
  }

  places(): Element[] {
    return this.run.places();
  }

  /**
   * Elements that scripts have created count, and so do loaded frames. Text of the embed code itself may only say that the widget is
   * loading, so it counts only when the time is over, or if everything has run without errors.
   */
  counts(leaf: Element, isOver: boolean): boolean {
    const { complete, own } = this.run;
    if (leaf instanceof HTMLIFrameElement && (leaf.src || leaf.srcdoc))
      return complete.has(leaf) || (leaf.loading === 'lazy' && isAway(leaf));
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
    const isMade = !own.has(leaf) || [...leaf.childNodes].some((node) => isText(node) && !own.has(node));
    if (isOver || isMade || leaf.shadowRoot || EMBEDDED.test(leaf.localName)) return true;
    const isFine = this.loadedAt < Infinity && !this.#hasFailed;
    return isFine && (!this.code.querySelector('script') || !!leaf.closest(CONTROL));
  }

  get #hasFailed(): boolean {
    return this.run.failures.length > 0 || this.#thrown !== undefined || this.#again !== undefined;
  }

  findError(isOver: boolean): StartError {
    const { run } = this;
    // A widget that opens later shows nothing, so only an error at the end counts.
    if (run.start.config.paints === false) return run.failures[0] ?? (run.lastThrew ? this.#describe() : undefined);
    if (!isOver && performance.now() - this.loadedAt < A_MOMENT) return undefined;
    const [hung] = run.pending();
    const isHanging = isOver && hung && scriptTimedOut(new URL(hung.src).origin, run.start.clock.limit);
    return run.failures[0] ?? this.#describe() ?? (isHanging || (isOver ? this.#likelyError() : undefined));
  }

  #hear(event: ErrorEvent): void {
    const { scripts, modules, origins } = this.run;
    const { filename, message } = event;
    const isModule = modules > 0 && (filename === location.href.split('#')[0] || origins.has(originOf(filename)));
    const isOurs = currentRun() === this.run || isModule || [...scripts].some(({ src }) => src && src === filename);
    if (!isOurs) return;
    const { src = '' } = (document.currentScript as HTMLScriptElement | null) ?? {};
    const isAgain = fine.has(src);
    // Reported only if the widget does not start, because an earlier run may have done all the work.
    if (isAgain) event.preventDefault();
    if (isAgain || DECLARED.test(message)) this.#again ??= src || location.href;
    this.#threw.add(src);
    this.run.lastThrew ||= !src;
    this.#thrown ??= message;
  }

  #rejected(reason: unknown): void {
    const { scripts, start } = this.run;
    const { stack = '' } = Object(reason) as { stack?: string };
    if (start.isAlone || [...scripts].some(({ src }) => src && stack.includes(src))) this.#thrown ??= String(reason);
  }

  /** The browser reports a blocked inline script at its tag. */
  #blocked(event: SecurityPolicyViolationEvent): void {
    const [script] = event.composedPath();
    if (event.disposition !== 'enforce' || event.blockedURI !== 'inline' || !(script instanceof HTMLScriptElement))
      return;
    if (!this.run.scripts.has(script)) return;
    this.run.failures.push(blockedInline(event.effectiveDirective));
    script.dispatchEvent(new Event(BEGUN));
  }

  /** The error that its scripts have thrown. Its text loads on demand. */
  #describe(): Promise<LendingError> | undefined {
    const [again, thrown] = [this.#again, this.#thrown];
    if (thrown === undefined) return undefined;
    return loadPart(import('./embed-errors.js')).then(({ runsOnce, embedCodeThrew }) =>
      again ? runsOnce(new URL(again).origin) : embedCodeThrew(thrown, this.run.start.accessToken),
    );
  }

  /** The error if an id of the widget is on the page twice, or if a module may wait for an event. */
  #likelyError(): Promise<LendingError> | undefined {
    const ids = [...this.run.start.container.querySelectorAll('[id]')].map(({ id }) => id);
    const id = ids.find((one) => document.querySelectorAll(`[id="${CSS.escape(one)}"]`).length > 1);
    const isModule = !!this.code.querySelector('script[type=module]');
    if (!id && !isModule) return undefined;
    return loadPart(import('./embed-errors.js')).then((reasons) =>
      id ? reasons.duplicateId(id) : reasons.moduleWaits(),
    );
  }
}

const originOf = (address: string) => parseUrl(address)?.origin ?? '';

/** Whether a frame is outside the viewport, where a lazy one may not load. */
function isAway(frame: Element): boolean {
  const { top, bottom } = frame.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}
