import { createApplications } from '../../../src/server/applications/applications.js';
import type { Applicant, WaitingEvent } from '../../../src/server/applications/types.js';
import { openKept } from '../../../src/server/store/kept.js';
import type { Store } from '../../../src/server/index.js';
import { SECRET } from '../setup.js';

/** Changes the events that wait in a store, and returns them as they were before. */
export async function changeWaiting(
  store: Store,
  change: (event: WaitingEvent) => Partial<WaitingEvent> = () => ({}),
): Promise<WaitingEvent[]> {
  const kept = openKept(store, [SECRET]);
  const applications = createApplications(kept);
  const all: WaitingEvent[] = [];
  for await (const mark of kept.list('outbox')) {
    const applicant = JSON.parse(mark) as Applicant;
    let events: readonly WaitingEvent[] = [];
    // It is called again if a handler changes the applications at the same time.
    await applications.update(applicant, (found) => {
      events = found.events.filter(({ number }) => number === applicant.number);
      return { ...found, events: found.events.map((event) => ({ ...event, ...change(event) })) };
    });
    all.push(...events);
  }
  return all;
}

/** Lets all pauses end. Returns the number of applications whose events wait. */
export async function endPauses(store: Store): Promise<number> {
  await changeWaiting(store, () => ({ dueAt: 0 }));
  let count = 0;
  for await (const _ of store.list!('outbox/')) count += 1;
  return count;
}
