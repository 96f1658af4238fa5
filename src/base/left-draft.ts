import type { JourneyDraft } from './journey.js';
import type { JourneyWay } from './journey-way.js';
import { takeUp } from './kept-draft.js';

/** Milliseconds for which a draft waits that was entered while nobody was signed in. */
const HALF_AN_HOUR = 30 * 60_000;
/** Characters of the largest draft that is held. */
const LARGEST = 100_000;
/** Stands for the user where nobody is signed in. */
const NOBODY = '';

/**
 * What was entered in a journey that the page has taken away, for the element that it makes next: by the key that the backend
 * gives to each user. There is one user's at most, and one of nobody's. It is in no storage, and in no other place of the page.
 */
const left = new Map<string, JourneyDraft>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Holds what was entered, where it is known whose it is, or nobody was signed in yet. */
export function leaveDraft(way: JourneyWay): void {
  const { session, host } = way;
  // A backend that keeps no drafts gives no key: one user could not be told from the next.
  const whose = session ? session.draft_key : NOBODY;
  if (whose === undefined || (whose === NOBODY && way.entered.size === 0)) return;
  const draft = structuredClone(way.kept());
  if (JSON.stringify(draft).length > LARGEST) return;
  left.set(whose, { ...draft, step: way.shown, files: host.draft.files });
  if (whose !== NOBODY) return;
  clearTimeout(timer);
  timer = setTimeout(() => left.delete(NOBODY), HALF_AN_HOUR);
}

/** Takes up what this user has entered on this page before, also before they were signed in. Answers whether there was anything. */
export function takeLeft(way: JourneyWay, whose: string | undefined): boolean {
  const drafts = whose === undefined ? [] : [whose, NOBODY].flatMap((one) => left.get(one) ?? []);
  left.clear();
  // A draft that the page hands on says where the applicant is.
  if (!way.first) return false;
  for (const draft of drafts) takeUp(way, draft);
  return drafts.length > 0;
}

/** Drops what is held: it was sent, or another user is there. */
export const forgetLeft = (): void => left.clear();
