import type { ServerAdapter } from '../../../adapter/types.js';
import type { DraftAnswer, SavedJourney } from '../../../schema/calls/draft.js';

/** An adapter that saves drafts. */
export type DraftCallsAdapter = Required<Pick<ServerAdapter, 'loadDraft' | 'saveDraft' | 'deleteDraft'>>;

/** The shortest time between two loads, in milliseconds. */
const MIN_INTERVAL = 5000;
/** The most revisions that a page sends. */
const MAX_SENT = 20;

/** The calls about the saved draft of one applicant. With its revisions the backend detects that another page has saved since. */
export class DraftCalls {
  /** The revision that this page continues from; `undefined` if nothing is saved. */
  base: string | undefined;
  /** The revisions that this page has sent since, without an answer yet. */
  #sent: readonly string[];
  /** With the session, a moment ago. */
  #loadedAt = performance.now();

  /** `before`: the calls of the journey that the page has removed. */
  constructor(
    readonly backend: DraftCallsAdapter,
    readonly owner: string,
    before?: DraftCalls,
  ) {
    this.base = before?.base;
    this.#sent = before ? before.#sent : [];
  }

  /** Whether the draft was loaded just now. */
  get hasLoadedRecently(): boolean {
    return performance.now() < this.#loadedAt + MIN_INTERVAL;
  }

  /**
   * Loads the saved draft. Returns `undefined` if that fails: saving stays safe, because the backend rejects a save if another
   * device has saved since.
   */
  async load(signal: AbortSignal | undefined): Promise<DraftAnswer | undefined> {
    this.#loadedAt = performance.now();
    try {
      return await this.backend.loadDraft({ signal });
    } catch {
      return undefined;
    }
  }

  /** Saves a content, and returns its revision. It is remembered before its request is sent. */
  async save(content: string, keepalive: boolean): Promise<string> {
    const isFirst = this.base === undefined;
    const after = isFirst ? [] : [this.base!, ...this.#sent];
    // The handler takes a second save before the answer to the first for the same one.
    const revision = (isFirst && this.#sent[0]) || `${Date.now()}-${Math.random().toString(36).slice(2, 14)}`;
    this.#sent = isFirst ? [revision] : [...this.#sent, revision].slice(1 - MAX_SENT);
    const draft = JSON.parse(content) as SavedJourney;
    await this.backend.saveDraft({ owner: this.owner, revision, after, draft }, { keepalive });
    return revision;
  }

  delete(): Promise<unknown> {
    return this.backend.deleteDraft(this.owner);
  }

  /** Whether a revision is from this page. */
  hasMade(revision: string): boolean {
    return revision === this.base || this.#sent.includes(revision);
  }

  /** Continues from the newest revision, or from none. */
  continueFrom(base: string | undefined): void {
    this.base = base;
    this.#sent = [];
  }
}

/** The longest wait before a changed draft is saved, in milliseconds. */
const LONG = 5000;
/** The wait after a failure, and the longest one after several. */
const RETRY = 2000;
const MAX_RETRY = 30_000;

/** Saves after a pause in the changes, not at each key. After each failure it waits twice as long as before. */
export class SaveTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #notBefore = 0;
  #retry = RETRY;

  constructor(readonly save: () => void) {}

  /** Saves after this many milliseconds, instead of at the time that was planned before. */
  plan(wait: number): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const at = Math.max(Math.min(now + wait, this.#since + LONG), this.#notBefore);
    this.#timer = setTimeout(() => {
      this.clear();
      this.save();
    }, at - now);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Delays saving after a failure. `seconds` is the backend's retry-after time. */
  defer(seconds = 0): void {
    this.#notBefore = performance.now() + Math.max(this.#retry, seconds * 1000);
    this.#retry = Math.min(2 * this.#retry, MAX_RETRY);
  }

  /** Ends the delay: the draft was saved, or the cause of the failure may be gone. */
  allowNow(): void {
    this.#notBefore = 0;
    this.#retry = RETRY;
  }
}
