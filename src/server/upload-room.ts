/** The place of one upload among those that are in memory at once. */
export interface Place {
  /** Counts bytes that have come, and waits until there is room for more. Rejects once who sends them is gone. */
  take(bytes: number): Promise<void>;
  leave(): void;
}

/**
 * Keeps what uploads hold in memory below so many bytes, however many come at once: where it is full, only the one that
 * came first reads on, and the others wait with what they have. So one is always on its way.
 */
export function createRoom(most: number): (signal: AbortSignal) => Place {
  const guests = new Set<Place>();
  const waiting = new Set<() => void>();
  let taken = 0;
  const wake = () => {
    for (const go of waiting) go();
    waiting.clear();
  };

  return (signal) => {
    let mine = 0;
    const mustWait = () => taken > most && guests.values().next().value !== place && !signal.aborted;
    const place: Place = {
      async take(bytes) {
        taken += bytes;
        mine += bytes;
        while (mustWait()) await new Promise<void>((go) => waiting.add(go));
        signal.throwIfAborted();
      },
      leave() {
        taken -= mine;
        guests.delete(place);
        signal.removeEventListener('abort', wake);
        wake();
      },
    };
    guests.add(place);
    signal.addEventListener('abort', wake);
    return place;
  };
}
