import { ownerKey } from '../applications/applications.js';
import type { ErasingSettings } from '../applications/erasing.js';
import { CALLS } from '../../schema/calls/calls.js';
import type { Marks, Owner } from '../applications/types.js';
import { aboutApplicant } from '../consent/ledger.js';
import { attemptKey } from '../idempotency/idempotency.js';
import type { Kept } from '../store/kept.js';
import { MAX_TRIES, type Failure, type Status } from './types.js';

const MAX_FAILURES = 10;
const FAILURE_SECONDS = 30 * 24 * 3600;

/** Keeps an error for the status. A store that fails loses it. */
export const keepFailure = (kept: Kept, owner: Owner, failure: Failure): Promise<void> =>
  kept
    .update(
      'failure',
      ownerKey(owner),
      (value) => JSON.stringify([...(JSON.parse(value ?? '[]') as Failure[]), failure].slice(-MAX_FAILURES)),
      FAILURE_SECONDS,
    )
    .catch(() => undefined);

/** Returns the status of an applicant. */
export async function statusOf(
  { store, kept, applications, attempts }: Pick<ErasingSettings, 'store' | 'kept' | 'applications' | 'attempts'>,
  { subject, business }: Owner,
): Promise<Status> {
  const owner = { subject, business };
  const { current, closed, events } = await applications.find(owner);
  const all = [...closed.map((one) => ({ ...one, marks: {} as Marks })), { ...current, closedAt: undefined }];
  return {
    ...owner,
    applications: await Promise.all(
      all.map(async ({ number, company_id, application_id, createdAt, closedAt, marks }) => {
        const applicant = { ...owner, number };
        const attempt = company_id ? null : await attempts.find(attemptKey(applicant));
        const entries = await store.entries(aboutApplicant(applicant));
        return {
          number,
          company_id,
          application_id,
          createdAt,
          closedAt,
          done: Object.fromEntries(CALLS.flatMap((call) => (marks[call] ? [[call, marks[call].split(' ')[0]]] : []))),
          consents: entries.map(({ event, at, call, entryId }) => ({ event, at, call, entryId })),
          creation: attempt ? { begunAt: new Date(attempt.at).toISOString(), requestId: attempt.requestId } : undefined,
          events: events
            .filter((event) => event.number === number)
            .map(({ id, step, at, tries }) => ({ id, step, at, tries, isParked: tries >= MAX_TRIES })),
        };
      }),
    ),
    errors: JSON.parse((await kept.get('failure', ownerKey(owner))) ?? '[]') as Failure[],
  };
}
