// Saves drafts at the backend for other devices, until the application exists. It loads if the backend saves drafts.
import { withTimeLimit } from '../../../time-limit.js';
import type { ServerAdapter } from '../../../adapter/types.js';
import type { Session } from '../../../schema/session.js';
import type { JourneyState } from '../journey-state.js';
import type { DraftCallsAdapter } from './draft-calls.js';
import { guardLeaving } from '../page/leave-guard.js';
import { SavedDraftController } from './saved-draft.js';

/** How long the journey waits if it loads the saved draft once more, in milliseconds. A later draft is still restored. */
const MAX_WAIT = 4000;

const canSave = (adapter: ServerAdapter): adapter is ServerAdapter & DraftCallsAdapter =>
  !!(adapter.loadDraft && adapter.saveDraft && adapter.deleteDraft);

/** Restores the saved draft, and saves every change from now on, if the adapter can save drafts. */
export async function startSaving(journey: JourneyState, { draftOwner, draft }: Session): Promise<void> {
  const { backend } = journey;
  if (!canSave(backend)) return;
  const saving = new SavedDraftController(journey, backend, draftOwner!);
  journey.saving = saving;
  journey.host.addController(saving);
  guardLeaving(journey);
  void journey.keepInHistory?.();
  await withTimeLimit(saving.start(draft), { limit: MAX_WAIT });
}
