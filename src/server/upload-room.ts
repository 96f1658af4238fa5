/** The place of one upload among those that are in memory at once. */
export interface Place {
  /** Counts bytes that have come, and waits for its turn and until there is room for more. Rejects once who sends them is gone. */
  take(bytes: number): Promise<void>;
  /** Says how to give this upload up while it waits for bytes, or that it does not wait for any. */
  awaits(giveUp: (() => void) | undefined): void;
  leave(): void;
}

/** An upload that is in memory, or waits to be. */
interface Guest {
  readonly subject: string;
  readonly isSmall: boolean;
  /** Bytes that it holds. */
  held: number;
  /** Bytes that it held a second ago, and for how many seconds it has been slow. */
  before: number;
  slowFor: number;
  isIn: boolean;
  /** Since when it waits until others leave, in milliseconds since 1970. */
  waitsSince: number | undefined;
  /** Whether it has waited for room. */
  hasWaited: boolean;
  giveUp: (() => void) | undefined;
}

/** Seconds after which uploads must leave that were slow for half of them, where another one waits for room all that time. */
const PATIENCE = 10;
/** Bytes a second that nobody has to leave for. */
const FAST = 64 * 1024;
/** The part of the room that only small uploads may fill, and the largest of these, as a part of the room. */
const RESERVED = 1 / 4;
/** The part that is left for the others. */
export const OPEN = 1 - RESERVED;
const SMALL = 1 / 64;

/**
 * Keeps what uploads hold in memory below so many bytes, however many come at once: where it is full, only the one that
 * came first reads on, and the others wait with what they have. So one is always on its way. Of one subject only so many
 * are in at once; the next ones wait before anything is read of them.
 *
 * A few subjects cannot keep the others out: small uploads have room of their own. While others wait, each subject gets in
 * with one upload more only when it has none in, and the slowest uploads are given up until there is room.
 */
export function createRoom(most: number, each: number) {
  const guests = new Set<Guest>();
  const waiting = new Set<() => void>();
  let held = 0;
  let clock: ReturnType<typeof setInterval> | undefined;
  const wake = () => {
    for (const go of waiting) go();
    waiting.clear();
  };

  const isFirst = (guest: Guest) => guests.values().next().value === guest;
  const isFull = ({ isSmall }: Guest) => held > (isSmall ? most : most * OPEN);
  const waitsForRoom = ({ isIn, waitsSince }: Guest) => isIn && waitsSince !== undefined;
  /** Whether an upload of another subject has had to wait for room. */
  const isCrowded = ({ subject }: Guest) => [...guests].some((guest) => guest.hasWaited && guest.subject !== subject);

  const heldBy = (whose: string) =>
    [...guests].reduce((sum, { subject, held }) => (subject === whose ? sum + held : sum), 0);
  /** Whether another subject waits for room that holds less of it. */
  const comesLater = (guest: Guest) =>
    [...guests].some((other) => waitsForRoom(other) && heldBy(other.subject) < heldBy(guest.subject));

  function isLetIn(guest: Guest): boolean {
    const own = [...guests].filter(({ subject }) => subject === guest.subject);
    const places = isCrowded(guest) ? 1 : each;
    return own.filter(({ isIn }) => isIn).length < places && own.find(({ isIn }) => !isIn) === guest;
  }

  function mustWait(guest: Guest): boolean {
    guest.isIn ||= isLetIn(guest);
    return !guest.isIn || ((isFull(guest) || comesLater(guest)) && !isFirst(guest));
  }

  /** Where somebody has waited long enough, gives up the slowest uploads until a quarter of the room is free. */
  function dropSlowest(): void {
    for (const guest of guests) {
      const isSlow = guest.giveUp && guest.held - guest.before < FAST;
      guest.slowFor = isSlow ? guest.slowFor + 1 : 0;
      guest.before = guest.held;
    }
    const longAgo = Date.now() - PATIENCE * 1000;
    if (![...guests].some((guest) => waitsForRoom(guest) && guest.waitsSince! <= longAgo)) return;
    const slow = [...guests].filter(({ slowFor }) => slowFor >= PATIENCE / 2).sort((a, b) => b.slowFor - a.slowFor);
    let over = held - most * OPEN * OPEN;
    for (const guest of slow) {
      if (over <= 0) return;
      over -= guest.held;
      guest.giveUp!();
    }
  }

  /** Compares the uploads only while somebody waits for room. */
  function watch(): void {
    const isNeeded = [...guests].some(waitsForRoom);
    if (isNeeded === (clock !== undefined)) return;
    clearInterval(clock);
    for (const guest of guests) Object.assign(guest, { before: guest.held, slowFor: 0 });
    clock = isNeeded ? setInterval(dropSlowest, 1000) : undefined;
  }

  async function untilThereIsRoom(guest: Guest, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && mustWait(guest)) {
      guest.waitsSince ??= Date.now();
      guest.hasWaited ||= guest.isIn;
      watch();
      await new Promise<void>((go) => waiting.add(go));
    }
    if (guest.waitsSince !== undefined) {
      guest.waitsSince = undefined;
      watch();
      // Those that let it go first look again.
      wake();
    }
    signal.throwIfAborted();
  }

  /** Enters for a subject, with an upload that says its size in bytes, or does not. */
  return (subject: string, signal: AbortSignal, size = Infinity): Place => {
    const start = {
      held: 0,
      before: 0,
      slowFor: 0,
      isIn: false,
      waitsSince: undefined,
      hasWaited: false,
      giveUp: undefined,
    };
    const guest: Guest = { subject, isSmall: size <= most * SMALL, ...start };
    guests.add(guest);
    signal.addEventListener('abort', wake);
    return {
      take(bytes) {
        guest.held += bytes;
        held += bytes;
        return untilThereIsRoom(guest, signal);
      },
      awaits: (giveUp) => void (guest.giveUp = giveUp),
      leave() {
        if (guests.delete(guest)) held -= guest.held;
        signal.removeEventListener('abort', wake);
        wake();
        watch();
      },
    };
  };
}
