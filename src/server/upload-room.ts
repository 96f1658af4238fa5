/** The place of one upload among those that are in memory at once. */
export interface Place {
  /** Counts bytes that have come, and waits for its turn and until there is room for more. Rejects once who sends them is gone. */
  take(bytes: number): Promise<void>;
  leave(): void;
}

/**
 * Keeps what uploads hold in memory below so many bytes, however many come at once: where it is full, only the one that
 * came first reads on, and the others wait with what they have. So one is always on its way. Of one subject only so many
 * are in at once; the next ones wait before anything is read of them.
 */
export function createRoom(most: number, each: number): (subject: string, signal: AbortSignal) => Place {
  const guests = new Map<Place, string>();
  const waiting = new Set<() => void>();
  let taken = 0;
  const wake = () => {
    for (const go of waiting) go();
    waiting.clear();
  };

  return (subject, signal) => {
    let mine = 0;
    let isIn = false;
    const isMyTurn = () =>
      [...guests].filter(([, whose]) => whose === subject).findIndex(([one]) => one === place) < each;
    const mustWait = () => !(isIn ||= isMyTurn()) || (taken > most && guests.keys().next().value !== place);
    const place: Place = {
      async take(bytes) {
        taken += bytes;
        mine += bytes;
        while (!signal.aborted && mustWait()) await new Promise<void>((go) => waiting.add(go));
        signal.throwIfAborted();
      },
      leave() {
        taken -= mine;
        guests.delete(place);
        signal.removeEventListener('abort', wake);
        wake();
      },
    };
    guests.set(place, subject);
    signal.addEventListener('abort', wake);
    return place;
  };
}
