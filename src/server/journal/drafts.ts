import { LendingError } from '../../errors.js';
import { DRAFT_DAYS } from '../../schema/calls/limits.js';
import { current, numberOf, open } from '../records/current.js';
import type { Records, RowOf } from '../records/records.js';

const DRAFT_MS = DRAFT_DAYS * 24 * 3600_000;

export const draftEnded = () =>
  new LendingError('handler-draft-ended', 'Rejected: the saved draft was deleted, or the application was created.');
const conflict = () =>
  new LendingError('handler-draft-conflict', 'Rejected: another page of this applicant has saved a newer draft.', {
    remedy: 'Load the saved draft, and let the applicant choose.',
  });

/** The draft of the current application. */
export const draftOf = (records: Records): RowOf<'drafts'> | undefined =>
  records.drafts.find(({ application }) => application === numberOf(records));

/** A draft to save: sealed for `id`. */
interface DraftToSave {
  readonly id: string;
  readonly sealed: string;
  readonly number: number;
  readonly revision: string;
  /** The revisions that the page has saved or loaded before. */
  readonly after: readonly string[];
  /** True if it has answers that are sent with the application. */
  readonly hasApplicationAnswers: boolean;
  /** The id of the application's row, unless there is one. */
  readonly application: string;
}

/** Saves a draft over the one from which its page continues. */
export function saveDraft(records: Records, save: DraftToSave): readonly [Records, number] {
  const { id, sealed, number, revision, after } = save;
  const isCreated = !!current(records)?.company_id;
  if (numberOf(records) !== number || (isCreated && save.hasApplicationAnswers)) throw draftEnded();
  const found = draftOf(records);
  if (found && found.revision !== revision && !after.includes(found.revision)) throw conflict();
  // The draft that this page continues from was deleted, by this process or another one.
  if (!found && after.length > 0) throw draftEnded();
  const { now } = records;
  const row = { id, application: number, revision, sealed, saved_at: now, ends_at: now + DRAFT_MS };
  const next = open(records, save.application);
  return [{ ...next, drafts: [...next.drafts.filter((one) => one !== found), row] }, now];
}

/** Replaces a draft by the rest of its answers, sealed for `id`, or deletes it, unless another revision was saved meanwhile. */
export function replaceDraft(
  records: Records,
  revision: string,
  left: { readonly id: string; readonly sealed: string } | undefined,
): Records {
  const found = draftOf(records);
  if (found?.revision !== revision) return records;
  const others = records.drafts.filter((one) => one !== found);
  return { ...records, drafts: left ? [...others, { ...found, ...left }] : others };
}

/** Deletes the draft of an application. */
export const deleteDraft = (records: Records, number: number): Records =>
  records.drafts.some(({ application }) => application === number)
    ? { ...records, drafts: records.drafts.filter(({ application }) => application !== number) }
    : records;
