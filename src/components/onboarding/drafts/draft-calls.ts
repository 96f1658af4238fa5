import type { ServerAdapter } from '../../../adapter/types.js';
import type { DraftAnswer, SavedJourney } from '../../../schema/calls/draft.js';

export type DraftCallsAdapter = Required<Pick<ServerAdapter, 'loadDraft' | 'saveDraft' | 'deleteDraft'>>;

const MIN_LOAD_INTERVAL_MS = 5000;
const MAX_SENT_REVISIONS = 20;

/** The calls about the saved draft of one applicant. By the revisions in a save, the backend detects that another page has saved since. */
export class DraftCalls {
  /** The revision that this page continues from; `undefined` if nothing is saved. */
  base: string | undefined;
  /** The revisions that this page has sent since, and whose responses have not arrived. */
  #sent: readonly string[];
  /** When the draft was last loaded: at first with the session, a moment ago. */
  #loadedAt = performance.now();

  /** `before`: the calls of the previous journey, which the page has removed. */
  constructor(
    readonly backend: DraftCallsAdapter,
    readonly owner: string,
    before?: DraftCalls,
  ) {
    this.base = before?.base;
    this.#sent = before ? before.#sent : [];
  }

  get hasLoadedRecently(): boolean {
    return performance.now() < this.#loadedAt + MIN_LOAD_INTERVAL_MS;
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

  /** Saves a draft as JSON, and returns its revision. The revision is remembered before the request is sent. */
  async save(content: string, keepalive: boolean): Promise<string> {
    const isFirst = this.base === undefined;
    const after = isFirst ? [] : [this.base!, ...this.#sent];
    // Until the first save has a response, a second save has the same revision, so that the handler treats both as one.
    const revision = (isFirst && this.#sent[0]) || `${Date.now()}-${Math.random().toString(36).slice(2, 14)}`;
    this.#sent = isFirst ? [revision] : [...this.#sent, revision].slice(1 - MAX_SENT_REVISIONS);
    const draft = JSON.parse(content) as SavedJourney;
    await this.backend.saveDraft({ owner: this.owner, revision, after, draft }, { keepalive });
    return revision;
  }

  delete(): Promise<unknown> {
    return this.backend.deleteDraft(this.owner);
  }

  hasMade(revision: string): boolean {
    return revision === this.base || this.#sent.includes(revision);
  }

  /** Continues from the newest revision, or from none. */
  continueFrom(base: string | undefined): void {
    this.base = base;
    this.#sent = [];
  }
}
