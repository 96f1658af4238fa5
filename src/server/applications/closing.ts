import { LendingError } from '../../errors.js';
import { uuidSchema } from '../../schema/fields/wire.js';
import { attemptKey, type Attempt, type Attempts } from '../idempotency/idempotency.js';
import type { Kept, Lease } from '../store/kept.js';
import type { createLocks } from '../store/locks.js';
import { applicantKey, type ApplicationStore } from './applications.js';
import type { Applicant, Application, Applications, ExistingApplication, Owner } from './types.js';

/** The most calls of one applicant that run at the same time. */
const MAX_CONCURRENT_CALLS = 10;
/** For this many milliseconds after the time limit of the call, the service may still create an application. */
const SETTLING_MS = 120_000;
/** The most seconds that closing an application takes. */
const CLOSING_SECONDS = 6;

export interface ClosingSettings {
  kept: Kept;
  applications: ApplicationStore;
  attempts: Attempts;
  locked: ReturnType<typeof createLocks>;
  /** Milliseconds after which a call must have ended. */
  limit: number;
  /** The time limit of a creation, in milliseconds. */
  timeoutMs: number;
}

export type Closing = ReturnType<typeof createClosing>;

/** Closes applications, so that the applicant can apply again, and settles creations with an unknown outcome. */
export function createClosing({ kept, applications, attempts, locked, limit, timeoutMs }: ClosingSettings) {
  const slotOf = (applicant: Applicant, slot: number) => `call/${slot}/${applicantKey(applicant)}`;

  /** Makes a call to the service. The application cannot be closed meanwhile. */
  async function duringCall<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    let lease: Lease | undefined;
    for (let slot = 0; !lease && slot < MAX_CONCURRENT_CALLS; slot++)
      lease = await kept.lease(slotOf(applicant, slot), limit / 1000);
    if (!lease) throw busy('Too many calls of this applicant run at the same time.');
    try {
      const { current } = await applications.find(applicant);
      if (current.number !== applicant.number) throw wasClosed();
      return await work();
    } finally {
      await lease.end();
    }
  }

  /** Does work while this applicant makes no call. */
  async function withoutCalls<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    const leases: Lease[] = [];
    try {
      for (let slot = 0; slot < MAX_CONCURRENT_CALLS; slot++) {
        const lease = await kept.lease(slotOf(applicant, slot), CLOSING_SECONDS, true);
        if (!lease) throw busy('A call of this applicant is under way. Try again when it has ended.');
        leases.push(lease);
      }
      return await work();
    } finally {
      await Promise.all(leases.map((lease) => lease.end()));
    }
  }

  /**
   * Does work on the current application of an owner, while no call and no decision of the applicant is under way. Throws while the outcome of its creation is
   * unknown. Returns `undefined` if it was closed meanwhile.
   */
  async function alone<T>(owner: Owner, work: (found: Applications) => Promise<T>): Promise<T | undefined> {
    const { subject, business, current } = await applications.find(owner);
    const applicant = { subject, business, number: current.number };
    const checked = async () => {
      const found = await applications.find(owner);
      if (found.current.number !== applicant.number) return undefined;
      requireOutcome(found.current, await attempts.find(attemptKey(applicant)));
      return work(found);
    };
    return locked(applicantKey(applicant), () => withoutCalls(applicant, checked));
  }

  async function close(owner: Owner): Promise<void> {
    await alone(owner, ({ subject, business, current: { number } }) =>
      applications.update({ subject, business }, (found) => {
        if (found.current.number !== number) return undefined;
        if (!found.current.company_id)
          throw new LendingError('handler-not-created', 'This applicant has no application to close.');
        return closeCurrent(found);
      }),
    );
  }

  /**
   * Ends a creation with an unknown outcome, after somebody has searched the service: with the application that the service has, or with `'none'`
   * if it certainly has none. The applicant can then go on, or create it again. With the id of a request, it settles the creation of that
   * request alone.
   */
  async function settle(
    { subject, business, requestId }: Owner & { requestId?: string | undefined },
    outcome: ExistingApplication | 'none',
  ): Promise<void> {
    const existing = checkExisting(outcome);
    const { current } = await applications.find({ subject, business });
    const key = attemptKey({ subject, business, number: current.number });
    const attempt = await attempts.find(key);
    if (current.company_id) throw cannotSettle('the application exists already');
    if (requestId && attempt?.requestId !== requestId) throw cannotSettle('this request is not the last creation');
    // The clock of the process that made the attempt was ahead.
    if (attempt && attempt.at > Date.now()) await attempts.change(key, attempt, { at: Date.now() });
    if (existing !== 'none') {
      const { email, ...ids } = existing;
      const createdAt = new Date().toISOString();
      await attempts.settle(key, 2 * timeoutMs, { ids, email, createdAt });
      await applications.update({ subject, business }, (found) => ({
        ...found,
        current: { ...found.current, ...existing, createdAt },
      }));
      return;
    }
    if (!attempt) throw cannotSettle('nobody has tried to create an application');
    if (attempt.state === 'done') throw cannotSettle('the service has confirmed the creation');
    const wait = Math.ceil((Math.min(attempt.at, Date.now()) + timeoutMs + SETTLING_MS - Date.now()) / 1000);
    if (wait > 0)
      throw cannotSettle(`the service may still create the application. Wait ${wait} seconds, and look again`);
    await attempts.change(key, attempt, null);
  }

  return { alone, close, settle, duringCall, withoutCalls };
}

/** Throws if it is unknown whether an application was created. */
export function requireOutcome({ company_id }: Application, attempt: Attempt | null): void {
  if (attempt && attempt.state !== 'done' && !company_id)
    throw busy('The outcome of the creation is unknown. Settle it first.');
}

/** Ends the current application: the next one has another number. */
export function closeCurrent(found: Applications): Applications {
  const { number, company_id, application_id, createdAt, answers } = found.current;
  const closed = { number, company_id, application_id, createdAt, closedAt: new Date().toISOString() };
  return { ...found, closed: [...found.closed, closed], current: { number: number + 1, marks: {}, answers } };
}

const busy = (message: string) => new LendingError('handler-in-flight', message, { recoverable: true });

export const wasClosed = () =>
  new LendingError('handler-closed', 'Rejected: this application was closed after the page was opened.', {
    remedy: 'Load the page again.',
  });

const cannotSettle = (why: string) => new LendingError('config-invalid', `settleApplication(): ${why}.`);

const isUuid = (value: unknown) => uuidSchema().safeParse(value).success;
const isEmail = (value: unknown) => typeof value === 'string' && value.length <= 254 && /^\S[^@]*@\S+$/.test(value);

/** Returns an application with checked fields, or `'none'`. Throws `config-invalid` with the name of a wrong field. */
function checkExisting(outcome: unknown): Pick<Application, 'company_id' | 'application_id' | 'email'> | 'none' {
  if (outcome === 'none') return outcome;
  const { company_id, application_id, email } = Object(outcome) as ExistingApplication;
  const isMissing = application_id === null || application_id === undefined;
  if (!isUuid(company_id)) throw cannotSettle('company_id must be a UUID');
  if (!isMissing && !isUuid(application_id)) throw cannotSettle('application_id must be a UUID, or be left out');
  if (!isEmail(email)) throw cannotSettle('email must be the email address in the application');
  return { company_id, application_id: application_id ?? undefined, email };
}
