// The work of the partner's backend on an applicant: Handler.erase(), closeApplication() and the others.
import { atService, checkExisting, close, requireRest, settle, type ExistingApplication } from '../journal/closing.js';
import { STATUS, statusOf, type Status } from '../journal/status.js';
import type { Opening } from '../keys.js';
import { pause } from '../../time-limit.js';
import { current, numberOf } from '../records/current.js';
import type { Owner, Records } from '../records/records.js';
import type { Erased } from '../types.js';

/** True for a valid reason for erasing consents. The database stores the reason. */
export const isReason = (value: unknown) =>
  typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value) && value.trim() !== '';

/** Works on the records of owners. */
export function createOwners(opening: Opening, timeoutMs: number) {
  /** Closes the current application. The next one begins with its answers. With `number`, only if it has this number. */
  async function closeApplication(owner: Owner, number?: number): Promise<void> {
    const opened = await opening();
    const { store } = opened;
    const { id, answers } = current(await store.read(owner)) ?? {};
    const next = crypto.randomUUID();
    const kept = answers ? await opened.close(await opened.open(answers, id!), next) : null;
    const isClosed = await store.change(owner, (records) => {
      if (number !== undefined && numberOf(records) !== number) return [records, true];
      const found = current(records);
      // Another request has closed this application, and opened the next one, or has stored answers.
      if (found && id && (found.id !== id || found.answers !== answers)) return [records, false];
      return [close(records, next, kept), true];
    });
    if (!isClosed) await closeApplication(owner, numberOf(await store.read(owner)));
  }

  async function settleApplication(
    { subject, business, requestId }: Owner & { requestId?: string | undefined },
    outcome: ExistingApplication | 'none',
  ): Promise<void> {
    const owner = { subject, business };
    const existing = checkExisting(outcome);
    const { store, close: seal } = await opening();
    const id = current(await store.read(owner))?.id ?? crypto.randomUUID();
    const facts =
      existing === 'none'
        ? existing
        : {
            company_id: existing.company_id,
            application_id: existing.application_id ?? null,
            email: await seal(existing.email, id),
          };
    const isSettled = await store.change(owner, (records) => {
      if ((current(records)?.id ?? id) !== id) return [records, false];
      return [settle(records, id, { requestId, timeoutMs }, facts), true];
    });
    if (!isSettled) await settleApplication({ ...owner, requestId }, outcome);
  }

  /** Erases everything of an owner. The consents are erased only if there is a reason. */
  async function erase(owner: Owner, reason?: string): Promise<Erased> {
    const { store } = await opening();
    const look = (records: Parameters<typeof requireRest>[0]) => {
      requireRest(records);
      return atService(records);
    };
    const [kept, consents] = await store.erase(owner, look, reason);
    return { atService: kept, consents };
  }

  async function status(owner: Owner): Promise<Status> {
    const { store } = await opening();
    const records = await store.read(owner, { all: STATUS });
    const entries: Records['consents'][number][] = [];
    // One application after the other, so that requests of others go on between them.
    for (const { number } of records.applications) {
      entries.push(...(await store.read(owner, { entriesOf: number })).consents);
      await pause();
    }
    return statusOf({ ...records, consents: entries }, owner);
  }

  return { closeApplication, settleApplication, erase, status };
}
