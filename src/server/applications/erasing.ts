import { aboutApplicant } from '../consent/ledger.js';
import { attemptKey } from '../idempotency/idempotency.js';
import type { Store } from '../store/types.js';
import { applicantKey, ownerKey } from './applications.js';
import { closeCurrent, requireOutcome, type Closing, type ClosingSettings } from './closing.js';
import type { Applicant, Application, Erased, Owner } from './types.js';

export interface ErasingSettings extends Omit<ClosingSettings, 'limit' | 'timeoutMs'>, Pick<Closing, 'alone'> {
  store: Store;
}

/** The facts that an erasure needs. */
export interface Found extends Pick<Erased, 'atService'> {
  /** The current application, with its ids and without its answers. */
  current: Application;
  /** All applications, also those that were erased before. */
  applicants: readonly Applicant[];
  /** True if anything is stored besides consents. */
  isKept: boolean;
}

/** True for a valid reason for erasing consents. The database stores the reason. */
export const isReason = (value: unknown) =>
  typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value) && value.trim() !== '';

/** The stored values of one application, except its state: the creation, the draft, the notices that were served, and the mark of its events. */
const valuesOf = (applicant: Applicant) =>
  [
    ['attempt', attemptKey(applicant)],
    ['draft', applicantKey(applicant)],
    ['served', applicantKey(applicant)],
    ['outbox', applicantKey(applicant)],
  ] as const;

/** Erases applicants. The number of their next application stays, so that no open page and no earlier consent belongs to that application. */
export function createErasing({ store, kept, applications, attempts, locked, alone }: ErasingSettings) {
  /** Finds everything that is stored for an owner. Throws if it is unknown whether the current application was created. */
  async function look(owner: Owner): Promise<Found> {
    const { subject, business, closed, ...found } = await applications.find(owner);
    const { number } = found.current;
    const applicants = Array.from({ length: number }, (_, at) => ({ subject, business, number: at + 1 }));
    const attempt = await attempts.find(attemptKey({ subject, business, number }));
    requireOutcome(found.current, attempt);
    // The application has no ids yet if the request that creates it has not ended.
    const { ids } = (attempt?.result ?? {}) as { ids?: Partial<Application> };
    const current = { ...found.current, ...ids, answers: undefined };
    const values = valuesOf({ subject, business, number }).map(([kind, key]) => kept.get(kind, key));
    const isKept = [closed[0], ...(await Promise.all(values))].some((one) => one !== undefined);
    const atService = [...closed, current].flatMap(({ company_id, application_id, createdAt }) =>
      company_id ? { company_id, application_id, createdAt } : [],
    );
    return { current, applicants, isKept, atService };
  }

  async function eraseValues({ subject, business }: Owner, { current, applicants }: Found): Promise<void> {
    const owner = { subject, business };
    // The ids stay until the end: an erasure that fails can be repeated.
    await applications.update(owner, (found) => closeCurrent({ ...found, current }));
    for (const applicant of applicants)
      for (const [kind, key] of valuesOf(applicant)) await kept.set(kind, key, undefined);
    // The applicant may have applied again meanwhile.
    await applications.update(owner, ({ current, ...found }) => ({
      ...(current.company_id && found),
      current,
      closed: [],
      events: found.events.filter(({ number }) => number === current.number),
    }));
  }

  /** Erases everything of an owner. The consents are erased only if there is a reason. */
  async function erase(owner: Owner, reason?: string): Promise<Erased> {
    const erased = await alone(owner, async () => {
      const found = await look(owner);
      const work = async () => {
        const consents = reason === undefined ? 0 : await store.erase(found.applicants.map(aboutApplicant), reason);
        await kept.set('failure', ownerKey(owner), undefined);
        await kept.set('prefill', ownerKey(owner), undefined);
        if (found.isKept) await eraseValues(owner, found);
        return { atService: found.atService, consents };
      };
      // A decision about an earlier application may be under way.
      const earlier = found.applicants.slice(0, -1);
      return earlier.reduce((next, one) => () => locked(applicantKey(one), next), work)();
    });
    // Another request has closed or erased the application meanwhile.
    return erased ?? erase(owner, reason);
  }

  return { look, erase };
}
