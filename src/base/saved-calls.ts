import type { ServerAdapter } from '../adapter.js';
import type { DraftAnswer, SavedJourney } from '../schema/draft.js';
import type { JourneyWay } from './journey-way.js';

/** What of an adapter saves drafts. */
export type Savings = Required<Pick<ServerAdapter, 'loadDraft' | 'saveDraft' | 'deleteDraft'>>;

/** Milliseconds between two looks at what is saved. */
const LOOK = 5000;

/** The calls about one applicant's saved draft. */
export class SavedCalls {
  readonly #way: JourneyWay;
  readonly #owner: string;
  #lookedAt = -LOOK;

  constructor(way: JourneyWay, owner: string) {
    this.#way = way;
    this.#owner = owner;
  }

  /** Whether it was looked at just now. */
  get hasLooked(): boolean {
    return performance.now() < this.#lookedAt + LOOK;
  }

  /**
   * What is saved, where the backend says so. Where it does not, it is saved all the same: if another device has saved
   * meanwhile, the backend refuses it. `stranger`: somebody else has signed in since this page began.
   */
  async load(signal: AbortSignal): Promise<DraftAnswer | 'stranger' | undefined> {
    this.#lookedAt = performance.now();
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

  get #backend(): Savings {
    return this.#way.backend as ServerAdapter & Savings;
  }
}
