import { PARKED_AFTER_SECONDS, PAUSE_DOUBLINGS, type Outbox, type SealedEvent, type WaitingEvent } from './types.js';

/** An outbox in the memory of this process. */
export function memoryOutbox(): Outbox & { add(event: SealedEvent): void } {
  const held: (WaitingEvent & { dueAt: number; triedSince: number })[] = [];
  const now = () => performance.now() / 1000;
  return {
    add: (event) =>
      void held.push({ ...event, id: crypto.randomUUID(), tries: 0, isParked: false, dueAt: 0, triedSince: Infinity }),
    async claim(seconds) {
      for (const one of held) one.isParked = one.triedSince <= now() - PARKED_AFTER_SECONDS;
      const heads = held.filter((one) => held.find(({ topic }) => topic === one.topic) === one);
      const found = heads.find(({ dueAt, isParked }) => dueAt <= now() && !isParked);
      if (!found) return undefined;
      found.triedSince = Math.min(found.triedSince, now());
      found.dueAt = now() + seconds * 2 ** Math.min(found.tries++, PAUSE_DOUBLINGS);
      return { ...found };
    },
    list: async (topics) => held.filter(({ topic }) => topics.includes(topic)).map((one) => ({ ...one })),
    remove: async (id) => void held.splice(0, held.length, ...held.filter((one) => one.id !== id)),
  };
}
