import type { JourneyDraft } from '../../../base/steps.js';
import type { JourneyState } from '../journey-state.js';
import type { HeldDraft } from './restore-draft.js';

/** How long a draft without a user is held, in milliseconds. */
const HALF_AN_HOUR = 30 * 60_000;
/** The longest draft that is held, in characters. */
const MAX_LENGTH = 100_000;
/** The key of a draft without a user, for the business that the page names. */
const signedOutKey = ({ host }: JourneyState) => `signed out ${host.namedBusiness ?? ''}`;

/**
 * The drafts of journeys that the page has removed, for the next journey on the page, by the key that the backend gives each
 * user: at most one user's, and one without a user. They exist only in memory.
 */
const heldDrafts = new Map<string, HeldDraft>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Holds the draft, if its user is known or nobody was signed in yet. */
export function holdDraft(journey: JourneyState): void {
  const { session, host } = journey;
  // A backend without drafts does not give keys, so users cannot be told apart.
  const whose = session ? session.draftKey : signedOutKey(journey);
  if (whose === undefined || (!session && journey.enteredFields.size === 0)) return;
  // Frameworks pass proxies, which structuredClone() refuses.
  const draft = JSON.stringify(journey.draftToKeep());
  if (draft.length > MAX_LENGTH) return;
  const held = { ...(JSON.parse(draft) as JourneyDraft), step: journey.shown, files: host.draft.files };
  heldDrafts.set(whose, { draft: held, saving: journey.saving });
  if (session) return;
  clearTimeout(timer);
  timer = setTimeout(() => heldDrafts.delete(whose), HALF_AN_HOUR);
}

/** Restores the drafts of this user on this page, also from before they signed in. Returns whether there was one. */
export async function restoreHeldDraft(journey: JourneyState, whose: string | undefined): Promise<boolean> {
  const drafts = whose === undefined ? [] : [whose, signedOutKey(journey)].flatMap((one) => heldDrafts.get(one) ?? []);
  // A draft that the page passes in says where the applicant is.
  const restores = drafts.length > 0 && !!journey.firstStep;
  // Loaded first: if that fails, the drafts stay held.
  const part = restores ? await import('./restore-draft.js') : undefined;
  heldDrafts.clear();
  await part?.restoreHeldDrafts(journey, drafts);
  return restores;
}

/** Whether drafts are held for the next journey on the page. */
export const hasHeldDrafts = (): boolean => heldDrafts.size > 0;

/** Drops the held drafts: the application was created, or another user has signed in. */
export const dropHeldDrafts = (): void => heldDrafts.clear();
