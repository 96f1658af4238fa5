import type { ServerAdapter } from '../../../adapter/types.js';
import type { DraftAnswer, SavedJourney } from '../../../schema/draft.js';
import type { JourneyState } from '../journey-state.js';

/** An adapter that saves drafts. */
export type DraftCallsAdapter = Required<Pick<ServerAdapter, 'loadDraft' | 'saveDraft' | 'deleteDraft'>>;

/** The shortest time between two loads, in milliseconds. */
const MIN_INTERVAL = 5000;

/** The calls about the saved draft of one applicant. */
export class DraftCalls {
  readonly #journey: JourneyState;
  readonly #owner: string;
  #loadedAt = -MIN_INTERVAL;

  constructor(journey: JourneyState, owner: string) {
    this.#journey = journey;
    this.#owner = owner;
  }

  /** Whether the draft was loaded just now. */
  get hasLoadedRecently(): boolean {
    return performance.now() < this.#loadedAt + MIN_INTERVAL;
  }

  /**
   * Loads the saved draft. Returns `undefined` if that fails: saving stays safe, because the backend refuses a save if another
   * device has saved since. Returns `stranger` if somebody else has signed in since this page loaded.
   */
  async load(signal: AbortSignal): Promise<DraftAnswer | 'stranger' | undefined> {
    this.#loadedAt = performance.now();
    try {
      const answer = await this.#backend.loadDraft({ signal });
      return answer.owner === this.#owner ? answer : 'stranger';
    } catch {
      return undefined;
    }
  }

  save(revision: string, after: string[], content: string, keepalive: boolean): Promise<unknown> {
    const draft = JSON.parse(content) as SavedJourney;
    return this.#backend.saveDraft({ owner: this.#owner, revision, after, draft }, { keepalive });
  }

  delete(): Promise<unknown> {
    return this.#backend.deleteDraft(this.#owner);
  }

  get #backend(): DraftCallsAdapter {
    return this.#journey.backend as ServerAdapter & DraftCallsAdapter;
  }
}
