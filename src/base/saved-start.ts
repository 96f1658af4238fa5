// What is saved at the backend for another device, before the application exists. It loads where the backend saves it.
import type { ServerAdapter } from '../adapter.js';
import type { JourneyWay } from './journey-way.js';
import type { Savings } from './saved-calls.js';
import { DraftSaving } from './saved-draft.js';

/** Milliseconds for which a page waits for what is saved. What comes later is taken up later. */
const PATIENCE = 4000;

const isSaving = (adapter: ServerAdapter): adapter is ServerAdapter & Savings =>
  !!(adapter.loadDraft && adapter.saveDraft && adapter.deleteDraft);

/** Takes up what is saved, and saves what is entered from now on. An adapter of the page's own may not save. */
export async function startSaving(way: JourneyWay, owner: string): Promise<void> {
  if (!isSaving(way.backend)) return;
  const saving = new DraftSaving(way, owner);
  way.saving = saving;
  way.host.addController(saving);
  void way.keep?.();
  await Promise.race([saving.begin(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
