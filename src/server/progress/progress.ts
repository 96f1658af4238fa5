import { applicantKey } from '../applications/applications.js';
import type { ResolvedOptions } from '../options/resolve-options.js';
import { asLendingError } from '../reply.js';
import type { Kept } from '../store/kept.js';
import { MAX_TRIES, type EventOf, type ProgressEntry } from './types.js';

/** The number of events that are delivered at the same time, each about another application. */
const CONCURRENT = 8;
/** Milliseconds between two looks at the outbox. */
const INTERVAL_MS = 15_000;
/** The claim of an event lasts so many seconds longer than its function may take. */
const MARGIN_SECONDS = 5;

interface ProgressSettings extends Pick<ResolvedOptions, 'onProgress' | 'store' | 'hookTimeoutMs' | 'log'> {
  kept: Kept;
}

/** Delivers the events of the outbox to `onProgress`: each at least once, and those of one application in their order. */
export function createProgress({ kept, store, onProgress, hookTimeoutMs, log }: ProgressSettings) {
  let running = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Delivers one event after the other until none is due. */
  async function deliverDue(): Promise<void> {
    for (;;) {
      const claimedAt = Date.now();
      const event = await store.outbox!.claim(hookTimeoutMs / 1000 + MARGIN_SECONDS);
      if (!event) return;
      // It is parked: its claims go on, so that it holds back the later events of its application.
      if (event.tries > MAX_TRIES) continue;
      let requestId = event.id;
      try {
        const progress = JSON.parse(await kept.openEvent(event)) as ProgressEntry;
        requestId = progress.id;
        // A process that was suspended has lost its claim.
        if (Date.now() - claimedAt > MARGIN_SECONDS * 1000) continue;
        await onProgress!(progress);
      } catch (thrown) {
        const error = asLendingError(thrown);
        log({ requestId, route: 'onProgress', status: 500, calls: [], code: error.code, error });
        continue;
      }
      await store.outbox!.remove(event.id);
    }
  }

  /** Delivers in the background. If the store fails, the next look at the outbox goes on. */
  async function look(): Promise<void> {
    if (running >= CONCURRENT) return;
    running += 1;
    await deliverDue().catch(() => undefined);
    running -= 1;
  }

  const eventOf: EventOf = async (applicant, { company_id, application_id }, step) => {
    if (!onProgress) return undefined;
    const { subject, business } = applicant;
    const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
    const progress: ProgressEntry = { id, subject, business, company_id, application_id, step, at };
    return kept.seal(applicantKey(applicant), JSON.stringify(progress));
  };

  return {
    eventOf,
    /** Looks at the outbox now and, from the first call on, again and again. */
    wake(): void {
      if (!onProgress) return;
      // A Worker that calls `deliverProgress()` after its response claims the events before this look does, and waits for the function.
      setTimeout(() => void look());
      timer ??= setInterval(() => void look(), INTERVAL_MS);
      // The timer keeps no process alive. Outside Node it is a number.
      (timer as { unref?: () => void }).unref?.();
    },
    async deliver(): Promise<void> {
      if (onProgress) await Promise.all(Array.from({ length: CONCURRENT }, deliverDue));
    },
    end: () => clearInterval(timer),
  };
}
