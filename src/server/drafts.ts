import { LendingError } from '../errors.js';
import {
  draftRequest,
  hasApplicationAnswers,
  type DraftAnswer,
  type DraftSave,
  type SavedDraft,
  type SavedJourney,
} from '../schema/calls/draft.js';
import { DRAFT_BYTES } from '../schema/calls/limits.js';
import { deleteDraft, draftEnded, draftOf, replaceDraft, saveDraft } from './journal/drafts.js';
import type { Opening } from './keys.js';
import { current } from './records/current.js';
import type { Records } from './records/records.js';
import { readJson, unexpectedContent } from './request.js';
import type { Applicant, RequestContext, Route } from './types.js';
import { createQueue } from './util/queue.js';
import { createRecentCache } from './util/recent-cache.js';
import { applicantKey, otherApplicant } from './applications/who.js';

/** The bytes of a request body besides its draft: revisions, names and braces. */
const AROUND = 4096;
/** The number of applicants whose last deletion is remembered, for saves that arrived before it. */
const APPLICANTS = 10_000;

/** The answers that are left when the application was created. Returns `undefined` if there are none. */
function withoutSent({ inputs, answers }: SavedJourney): SavedJourney | undefined {
  const { prequalification } = inputs;
  if (!Object.values(prequalification ?? {}).some(Boolean)) return undefined;
  return { inputs: { prequalification }, answers: { prequalification: answers.prequalification } };
}

/** A draft without the answers that were sent, sealed for its new id, in place of the one with this revision. */
export interface LeftDraft {
  readonly revision: string;
  readonly left: { readonly id: string; readonly sealed: string } | undefined;
}

const ALL = { all: ['drafts'] } as const;

/** Saves drafts of the answers that are not sent yet. */
function createDrafts(opening: Opening) {
  const inOrder = createQueue();
  // A counter and not a clock: two events can happen in the same millisecond.
  let count = 0;
  const ends = createRecentCache<number>(APPLICANTS);
  const ownerOf = async (applicant: Applicant) => (await opening()).token('draft-owner', applicantKey(applicant));

  async function openDraft(records: Records): Promise<(SavedDraft & { revision: string }) | undefined> {
    const found = draftOf(records);
    if (!found) return undefined;
    const { open } = await opening();
    const draft = JSON.parse(await open(found.sealed, found.id)) as SavedJourney;
    return { revision: found.revision, draft, savedAt: new Date(found.saved_at).toISOString() };
  }

  /** Prepares the draft that is left after the creation. Needs the content of the draft. */
  async function leftAfterCreation(records: Records): Promise<LeftDraft | undefined> {
    const saved = await openDraft(records);
    if (!saved || !hasApplicationAnswers(saved.draft)) return undefined;
    const rest = withoutSent(saved.draft);
    if (!rest) return { revision: saved.revision, left: undefined };
    const [id, { close }] = [crypto.randomUUID(), await opening()];
    return { revision: saved.revision, left: { id, sealed: await close(JSON.stringify(rest), id) } };
  }

  async function find({ applicant }: RequestContext): Promise<(SavedDraft & { revision: string }) | undefined> {
    const { store } = await opening();
    const records = await store.read(applicant, ALL);
    // The application may have been created elsewhere.
    const sent = current(records)?.company_id ? await leftAfterCreation(records) : undefined;
    if (!sent) return openDraft(records);
    return openDraft(
      await store.change(
        applicant,
        (now) => {
          const next = replaceDraft(now, sent.revision, sent.left);
          return [next, next];
        },
        ALL,
      ),
    );
  }

  /** Finds the draft after all saves that have arrived before this request: a page that reloads has just sent one. */
  const findInOrder = (context: RequestContext) => inOrder(applicantKey(context.applicant), () => find(context));

  async function save({ applicant }: RequestContext, { revision, after, draft }: DraftSave, arrived: number) {
    if ((ends.get(applicantKey(applicant)) ?? 0) > arrived) throw draftEnded();
    const { store, close } = await opening();
    const id = crypto.randomUUID();
    const content = {
      id,
      sealed: await close(JSON.stringify(draft), id),
      number: applicant.number,
      revision,
      after,
      hasApplicationAnswers: hasApplicationAnswers(draft),
      application: crypto.randomUUID(),
    };
    const savedAt = await store.change(applicant, (records) => saveDraft(records, content));
    return { savedAt: new Date(savedAt).toISOString() };
  }

  /** Deletes the draft, and rejects saves that arrived before the deletion. */
  async function end(applicant: Applicant): Promise<void> {
    const key = applicantKey(applicant);
    ends.set(key, ++count);
    const { store } = await opening();
    await inOrder(key, () => store.change(applicant, (records) => [deleteDraft(records, applicant.number), undefined]));
  }

  return {
    /**
     * Returns the draft for a page that starts, and the token by which the page recognises the drafts of its applicant. If a draft
     * cannot be read, the page starts without it, and it is not overwritten.
     */
    async start(context: RequestContext) {
      const draft = await findInOrder(context).catch(() => undefined);
      return { draftOwner: await ownerOf(context.applicant), draft };
    },
    async respond(context: RequestContext): Promise<object> {
      const arrived = ++count;
      const { applicant } = context;
      const body = draftRequest.safeParse(await readJson(context, DRAFT_BYTES + AROUND)).data;
      // The error has no list of problems: even the keys of a draft may be something that the applicant typed.
      if (!body) throw unexpectedContent();
      const owner = await ownerOf(applicant);
      if ('load' in body) return { owner, saved: await findInOrder(context) } satisfies DraftAnswer;
      // Another user may have signed in since the page was opened.
      if (owner !== body.owner) throw otherApplicant();
      if ('delete' in body) {
        await end(applicant);
        return { deleted: true };
      }
      const size = new TextEncoder().encode(JSON.stringify(body.draft)).length;
      if (size > DRAFT_BYTES)
        throw new LendingError('handler-too-large', `Rejected: the draft is larger than ${DRAFT_BYTES} bytes.`);
      return inOrder(applicantKey(applicant), () => save(context, body, arrived));
    },
    end,
    leftAfterCreation,
    /** Deletes the answers that were sent: the application was created. */
    removeSent: (context: RequestContext) => findInOrder(context).then(() => undefined),
  };
}

/** A failure is only printed, because the call itself has succeeded. */
const report = (error: unknown) => console.error('createHandler({ store }): a draft could not be deleted:', error);

/** Creates the route `draft`, and the functions for saved drafts that other routes need. If drafts are off, the functions do nothing. */
export function createDraftRoutes(isOn: boolean, opening: Opening) {
  const drafts = isOn ? createDrafts(opening) : undefined;

  function savedDrafts() {
    if (drafts) return drafts;
    throw new LendingError('handler-not-found', 'This backend does not save drafts: createHandler({ drafts: false }).');
  }

  return {
    start: async (context: RequestContext) => drafts?.start(context),
    forget: async (applicant: Applicant) => drafts?.end(applicant),
    /** Deletes a draft that is not needed any more. */
    end: async (applicant: Applicant) => drafts?.end(applicant).catch(report),
    /** Prepares the draft that is left after the creation. */
    leftAfterCreation: async (records: Records) => drafts?.leftAfterCreation(records).catch(() => undefined),
    /** Deletes the answers of a draft that were sent: the application was created. */
    removeSent: async (context: RequestContext) => drafts?.removeSent(context).catch(report),
    route: (async (context) => savedDrafts().respond(context)) satisfies Route,
  };
}
