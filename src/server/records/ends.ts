import { createRecentCache } from '../util/recent-cache.js';
import { alteredEntry, type End } from './change.js';
import type { Owner } from './records.js';

/** The number of chains that a process remembers. */
const KNOWN_ENDS = 10_000;

/** Remembers the ends of the chains that this process has read or written. If an earlier end is found later, the last entries were deleted. */
export function createEnds() {
  const ends = createRecentCache<End>(KNOWN_ENDS);
  const nameOf = ({ subject, business }: Owner) => JSON.stringify([subject, business]);
  const isBefore = (known: End | undefined, { application, place, erasures }: End) =>
    known !== undefined && known.application === application && known.erasures === erasures && place < known.place;
  return {
    /** Call it before the rows are read. The result throws if the last entries are missing in these rows. */
    expect(owner: Owner): (found: End) => void {
      const known = ends.get(nameOf(owner));
      return (found) => {
        if (isBefore(known, found)) throw alteredEntry(found.place + 1);
      };
    },
    /** Call it when the end is stored. */
    remember(owner: Owner, end: End): void {
      if (!isBefore(ends.get(nameOf(owner)), end)) ends.set(nameOf(owner), end);
    },
  };
}
