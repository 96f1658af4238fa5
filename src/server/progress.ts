import { claimEvents, removeEvents, type ProgressEntry } from './journal/events.js';
import type { Opening } from './keys.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import type { Owner } from './records/records.js';
import { asLendingError } from './reply.js';

/** The number of owners whose events are delivered at the same time, and the most that one look finds. */
const CONCURRENT = 8;
const MOST_OWNERS = 1000;
/** Milliseconds between two looks at the waiting events. */
const INTERVAL_MS = 15_000;
/** The claim of an event lasts so many milliseconds longer than its function may take. */
const MARGIN_MS = 5000;

interface ProgressSettings extends Pick<ResolvedOptions, 'onProgress' | 'hookTimeoutMs' | 'log'> {
  opening: Opening;
}

/** Delivers the waiting events to `onProgress`: each at least once, and those of one application in their order. */
export function createProgress({ opening, onProgress, hookTimeoutMs, log }: ProgressSettings) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking: Promise<void> | undefined;

  /** Resolves to true if the function has taken an event. A process that was suspended has lost its claim. */
  async function take(event: ProgressEntry, until: number): Promise<boolean> {
    if (performance.now() > until) return false;
    try {
      await onProgress!(event);
      return true;
    } catch (thrown) {
      const error = asLendingError(thrown);
      log({ requestId: event.id, route: 'onProgress', status: 500, calls: [], code: error.code, error });
      return false;
    }
  }

  /** Delivers the events of an owner, until none is due. */
  async function deliver({ subject, business }: Owner): Promise<void> {
    const { store } = await opening();
    const owner = { subject, business };
    const all = { all: ['events', 'applications'] } as const;
    for (;;) {
      const until = performance.now() + MARGIN_MS;
      const claimed = await store.change(
        owner,
        (records) => claimEvents(records, owner, hookTimeoutMs + MARGIN_MS),
        all,
      );
      const taken = await Promise.all(claimed.map(async (event) => ((await take(event, until)) ? event.id : [])));
      const ids = taken.flat();
      if (ids.length > 0) await store.change(owner, (records) => [removeEvents(records, ids), undefined], all);
      if (ids.length === 0) return;
    }
  }

  /** Delivers the events of all owners. Rejects at the end if the store has failed. */
  async function deliverAll(): Promise<void> {
    const { store } = await opening();
    const due = [...(await store.due(MOST_OWNERS))];
    const errors: unknown[] = [];
    const work = async () => {
      for (let owner = due.shift(); owner; owner = due.shift())
        await deliver(owner).catch((error: unknown) => errors.push(error));
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
    /** Delivers the events of an owner, and from the first call on those of all others, again and again. */
    wake(owner: Owner): void {
      if (!onProgress) return;
      const work = timer ? () => deliver(owner).catch(() => undefined) : look;
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
