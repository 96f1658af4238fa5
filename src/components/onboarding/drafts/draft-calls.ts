import type { ServerAdapter } from '../../../adapter/types.js';
import type { DraftAnswer, SavedJourney } from '../../../schema/draft.js';

/** An adapter that saves drafts. */
export type DraftCallsAdapter = Required<Pick<ServerAdapter, 'loadDraft' | 'saveDraft' | 'deleteDraft'>>;

/** The shortest time between two loads, in milliseconds. */
const MIN_INTERVAL = 5000;
/** The most revisions that a page sends. */
const MAX_SENT = 20;

/** The calls about the saved draft of one applicant. With its revisions the backend detects that another page has saved since. */
export class DraftCalls {
  /** With the session, a moment ago. */
  #loadedAt = performance.now();

  /**
   * `base` is the revision that this page continues from; `undefined` if nothing is saved. `sent` are the revisions that this page has
   * sent since, without an answer yet.
   */
  constructor(
    readonly backend: DraftCallsAdapter,
    readonly owner: string,
    public base?: string,
    public sent: readonly string[] = [],
  ) {}

  /** Whether the draft was loaded just now. */
  get hasLoadedRecently(): boolean {
    return performance.now() < this.#loadedAt + MIN_INTERVAL;
  }

  /**
   * Loads the saved draft. Returns `undefined` if that fails: saving stays safe, because the backend refuses a save if another
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
    const after = isFirst ? [] : [this.base!, ...this.sent];
    // The handler takes a second save before the answer to the first for the same one.
    const revision = (isFirst && this.sent[0]) || `${Date.now()}-${Math.random().toString(36).slice(2, 14)}`;
    this.sent = isFirst ? [revision] : [...this.sent, revision].slice(1 - MAX_SENT);
    const draft = JSON.parse(content) as SavedJourney;
    await this.backend.saveDraft({ owner: this.owner, revision, after, draft }, { keepalive });
    return revision;
  }

  delete(): Promise<unknown> {
    return this.backend.deleteDraft(this.owner);
  }

  /** Whether a revision is from this page. */
  hasMade(revision: string): boolean {
    return revision === this.base || this.sent.includes(revision);
  }

  /** Continues from the newest revision, or from none. */
  continueFrom(base: string | undefined): void {
    this.base = base;
    this.sent = [];
  }
}
