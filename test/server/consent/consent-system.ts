// The model of the consent, and the real handlers that are compared with it.
import assert from 'node:assert/strict';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { ConsentEvidence } from '../../../src/schema/consent/consent.js';
import type { SentFigures } from '../../../src/schema/calls/prequalification.js';
import type { Database } from '../../../src/server/index.js';
import { plainNotice } from '../../../stories/support/notices.js';
import { type Browser, KEY, SECRET, setup } from '../setup.js';
import { added, storeWith } from '../stores.js';

/** The time in which a notice can be answered. */
export const ANSWERABLE = 2 * 3600_000;
export const USERS = ['jane', 'tom'] as const;
export type User = (typeof USERS)[number];
export const WORDINGS = [plainNotice, { ...plainNotice, version: 'next', heading: 'Before we go on' }];

/** A notice that was served, as the model remembers it. */
export interface Serving {
  to: User;
  at: number;
  wording: number;
  /** The number of changes of the application at that time. */
  revision: number;
  ends: number;
}
export interface Applicant {
  created: boolean;
  revision: number;
  ticked: boolean;
  /** The number of events that ended earlier notices: withdrawals, rejections and requests for offers. */
  ends: number;
  given: boolean;
  stands: boolean;
  /** The notice that the applicant declined, if that was the last decision. */
  declined: number | undefined;
  /** The figures that were sent last, unless that is unknown. */
  sent: SentFigures | undefined;
}
export interface Model {
  now: number;
  wording: number;
  servings: Serving[];
  of: Record<User, Applicant>;
}

/** The real system: handlers, one store, and the evidence that the pages have. */
export class System {
  readonly #open: () => Database;
  #last: string | undefined;
  readonly evidence: ConsentEvidence[] = [];
  readonly pages = new Map<User, Browser>();
  readonly #sandbox = createSandbox({ secretKey: KEY });
  #loses = false;
  calls = 0;

  /** `open` opens the store, as each new process does. */
  constructor(open: () => Database) {
    this.#open = open;
    this.serveWith(0);
  }

  /** Starts another process with this wording. */
  serveWith(wording: number): void {
    const { browser } = setup({
      store: storeWith(
        { change: (coming) => (this.#last = added(coming, 'consents').at(-1)?.event ?? this.#last) },
        this.#open(),
      ),
      notice: WORDINGS[wording],
      secret: SECRET,
      fetch: (url, init) => {
        if (url.endsWith('request-offers')) this.#called();
        const answer = this.#sandbox.fetch(url, init);
        return this.#loses ? answer.then(() => new Response('<h1>')) : answer;
      },
    });
    for (const user of USERS) this.pages.set(user, browser(user));
  }

  /** Does some work during which every answer of the service is lost. */
  readonly lose = async (work: () => Promise<Response>): Promise<Response> => {
    this.#loses = true;
    return work().finally(() => (this.#loses = false));
  };

  /** Checks that the request was recorded before the call. */
  #called(): void {
    this.calls++;
    assert.equal(this.#last, 'requesting');
  }
}

/** Whether this applicant was served the notice in time, with the current wording, for the current application. */
export function isServed({ servings, wording, now, of }: Model, at: number, user: User): boolean {
  const serving = servings[at]!;
  const isSame = serving.revision >= 0 === of[user].created;
  return serving.to === user && serving.wording === wording && now - serving.at < ANSWERABLE && isSame;
}

/** Whether, in addition, nothing has ended the notice since. */
export function isFresh(model: Model, at: number, user: User): boolean {
  const [{ revision, ends }, applicant] = [model.servings[at]!, model.of[user]];
  const isUnchanged = revision === (applicant.created ? applicant.revision : -1);
  return isServed(model, at, user) && isUnchanged && ends === applicant.ends;
}

export function reject({ of }: Model, at: number, user: User): void {
  Object.assign(of[user], { ends: of[user].ends + 1, declined: at });
}

const newApplicant = (): Applicant => ({
  created: false,
  revision: 0,
  ticked: false,
  ends: 0,
  given: false,
  stands: false,
  declined: undefined,
  sent: undefined,
});
export const newModel = (): Model => ({
  now: Date.UTC(2026, 0, 1),
  wording: 0,
  servings: [],
  of: { jane: newApplicant(), tom: newApplicant() },
});
