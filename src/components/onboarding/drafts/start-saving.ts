// Saves drafts at the backend for other devices, until the application exists. It loads if the backend saves drafts.
import { withTimeLimit } from '../../../time-limit.js';
import type { ServerAdapter } from '../../../adapter/types.js';
import type { JourneyState } from '../journey-state.js';
import type { DraftCallsAdapter } from './draft-calls.js';
import { guardLeaving } from '../page/leave-guard.js';
import { SavedDraftController } from './saved-draft.js';

/** How long the journey waits for the saved draft, in milliseconds. A later draft is still restored. */
const MAX_WAIT = 4000;

const canSave = (adapter: ServerAdapter): adapter is ServerAdapter & DraftCallsAdapter =>
  !!(adapter.loadDraft && adapter.saveDraft && adapter.deleteDraft);

/** Restores the saved draft, and saves every change from now on, if the adapter can save drafts. */
export async function startSaving(journey: JourneyState, owner: string): Promise<void> {
  const { backend } = journey;
  if (!canSave(backend)) return;
  const saving = new SavedDraftController(journey, backend, owner);
  journey.saving = saving;
  journey.host.addController(saving);
  guardLeaving(journey);
  void journey.keepInHistory?.();
  await withTimeLimit(saving.start(), { limit: MAX_WAIT });
}
