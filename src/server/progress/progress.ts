import { applicantKey, type ApplicationStore } from '../applications/applications.js';
import type { Applicant, Applications, WaitingEvent } from '../applications/types.js';
import { aboutApplicant } from '../consent/ledger.js';
import type { ResolvedOptions } from '../options/resolve-options.js';
import { asLendingError } from '../reply.js';
import type { Kept } from '../store/kept.js';
import { MAX_TRIES } from './types.js';

/** The number of events that are delivered at the same time, each about another application. */
const CONCURRENT = 8;
/** Milliseconds between two looks at the waiting events. */
const INTERVAL_MS = 15_000;
/** The claim of an event lasts so many milliseconds longer than its function may take. */
const MARGIN_MS = 5000;
/** The number of times that the pause between two tries doubles. */
const DOUBLINGS = 8;
/** A decision that is not stored after so many tries, in about eight minutes, never will be. */
const TRIES_FOR_DECISION = 5;

interface ProgressSettings extends Pick<ResolvedOptions, 'onProgress' | 'store' | 'hookTimeoutMs' | 'log'> {
  kept: Kept;
  applications: ApplicationStore;
}

/** Delivers the waiting events to `onProgress`: each at least once, and those of one application in their order. */
export function createProgress({ kept, store, applications, onProgress, hookTimeoutMs, log }: ProgressSettings) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking: Promise<void> | undefined;

  /** Claims the first event of an application. Resolves to no event if there is none, and to `undefined` if the first one is claimed, waits or is parked. */
  async function claim(applicant: Applicant): Promise<{ event?: WaitingEvent; found: Applications } | undefined> {
    let claimed: Awaited<ReturnType<typeof claim>>;
    await applications.update(applicant, (found) => {
      const first = found.events.find(({ number }) => number === applicant.number);
      claimed = undefined;
      if (first && (first.dueAt > Date.now() || first.tries >= MAX_TRIES)) return undefined;
      claimed = { found };
      if (!first) return found;
      const pause = (hookTimeoutMs + MARGIN_MS) * 2 ** Math.min(first.tries, DOUBLINGS);
      const event = { ...first, tries: first.tries + 1, dueAt: Date.now() + pause };
      claimed = { event, found };
      return { ...found, events: found.events.map((one) => (one === first ? event : one)) };
    });
    return claimed;
  }

  /** Resolves to true if the function has taken an event, or if the event reports a decision that was not stored. */
  async function take(applicant: Applicant, event: WaitingEvent, { closed, current }: Applications): Promise<boolean> {
    const { id, number, step, at, entryId, tries, dueAt } = event;
    const { subject, business } = applicant;
    const entries = entryId ? await store.entries(aboutApplicant(applicant)) : [];
    if (entryId && !entries.some((one) => one.entryId === entryId)) return tries > TRIES_FOR_DECISION;
    // A process that was suspended has lost its claim.
    if (dueAt - Date.now() < hookTimeoutMs) return false;
    const { company_id, application_id } = [...closed, current].find((one) => one.number === number) ?? {};
    try {
      await onProgress!({ id, subject, business, company_id, application_id, step, at });
      return true;
    } catch (thrown) {
      const error = asLendingError(thrown);
      log({ requestId: id, route: 'onProgress', status: 500, calls: [], code: error.code, error });
      return false;
    }
  }

  /** Delivers the events of an application, one after the other. */
  async function deliver(applicant: Applicant): Promise<void> {
    for (;;) {
      const mark = await kept.get('outbox', applicantKey(applicant));
      const claimed = mark && (await claim(applicant));
      if (!claimed) return;
      const { event, found } = claimed;
      if (!event) return kept.update('outbox', applicantKey(applicant), (value) => (value === mark ? null : undefined));
      if (!(await take(applicant, event, found))) return;
      await applications.update(applicant, (now) => {
        const events = now.events.filter(({ id }) => id !== event.id);
        // The applicant may have been erased meanwhile.
        return events.length < now.events.length ? { ...now, events } : undefined;
      });
    }
  }

  /** Delivers the events of all applications. Rejects at the end if the store has failed. */
  async function deliverAll(): Promise<void> {
    const waiting = kept.list('outbox');
    const errors: unknown[] = [];
    const work = async () => {
      for await (const mark of waiting)
        await deliver(JSON.parse(mark) as Applicant).catch((error: unknown) => errors.push(error));
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    if (errors.length > 0) throw errors[0];
  }

  /** Delivers in the background. If the store fails, the next look goes on. */
  const look = () =>
    (looking ??= deliverAll()
      .catch(() => undefined)
      .finally(() => (looking = undefined)));

  return {
    /** Delivers the events of an application, and from the first call on those of all others, again and again. */
    wake(applicant: Applicant): void {
      if (!onProgress) return;
      const work = timer ? () => deliver(applicant).catch(() => undefined) : look;
      // A Worker that calls `deliverProgress()` after its response claims the events before this, and waits for the function.
      setTimeout(() => void work());
      timer ??= setInterval(() => void look(), INTERVAL_MS);
      // The timer keeps no process alive. Outside Node it is a number.
      (timer as { unref?: () => void }).unref?.();
    },
    async deliver(): Promise<void> {
      if (onProgress) await deliverAll();
    },
    end: () => clearInterval(timer),
  };
}
