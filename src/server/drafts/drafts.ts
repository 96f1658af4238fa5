import { LendingError } from '../../errors.js';
import {
  draftRequest,
  hasApplicationAnswers,
  type DraftAnswer,
  type DraftSave,
  type SavedJourney,
} from '../../schema/calls/draft.js';
import { DRAFT_BYTES, DRAFT_DAYS } from '../../schema/calls/limits.js';
import { readJson, unexpectedContent } from '../request.js';
import { applicantKey } from '../applications/applications.js';
import type { Applicant } from '../applications/types.js';
import { otherApplicant } from '../applications/who.js';
import type { Kept } from '../store/kept.js';
import type { RequestContext, Route } from '../types.js';
import { createQueue } from '../util/queue.js';
import { createRecentCache } from '../util/recent-cache.js';

const SECONDS = DRAFT_DAYS * 24 * 3600;
/** The bytes of a request body besides its draft: revisions, names and braces. */
const AROUND = 4096;
/** The number of applicants whose last deletion is remembered, for saves that arrived before it. */
const APPLICANTS = 10_000;

interface Stored {
  revision: string;
  draft: SavedJourney;
  savedAt: string;
}

/** Removes the answers that were sent when the application was created. Returns `null` if the draft has no other answers. */
function withoutSent(found: string | undefined): string | null | undefined {
  const { draft, ...stored } = parse(found) ?? {};
  if (!draft || !hasApplicationAnswers(draft)) return undefined;
  const { prequalification } = draft.inputs;
  if (!Object.values(prequalification ?? {}).some(Boolean)) return null;
  const answers = { prequalification: draft.answers.prequalification };
  return JSON.stringify({ ...stored, draft: { inputs: { prequalification }, answers } });
}

const parse = (found: string | undefined | null) => (found ? (JSON.parse(found) as Stored) : undefined);

const conflict = () =>
  new LendingError('handler-draft-conflict', 'Rejected: another page of this applicant has saved a newer draft.', {
    remedy: 'Load the saved draft, and let the applicant choose.',
  });
const ended = () =>
  new LendingError('handler-draft-ended', 'Rejected: the saved draft was deleted, or the application was created.');

interface DraftSettings {
  kept: Kept;
  wasCreated: (applicant: Applicant) => Promise<boolean>;
  /** Resolves to true if the application is no longer the current application of its owner. */
  isOver: (applicant: Applicant) => Promise<boolean>;
}

/** Saves drafts of the answers that are not sent yet. */
function createDrafts({ kept, wasCreated, isOver }: DraftSettings) {
  const inOrder = createQueue();
  // A counter and not a clock: two events can happen in the same millisecond.
  let count = 0;
  const ends = createRecentCache<number>(APPLICANTS);
  const ownerOf = (applicant: Applicant) => kept.token('draft-owner', applicantKey(applicant));

  const clear = (applicant: Applicant) => kept.set('draft', applicantKey(applicant), undefined);
  const removeSent = (applicant: Applicant) => kept.update('draft', applicantKey(applicant), withoutSent, SECONDS);
  /** Resolves to true if the draft has answers that were already sent. */
  const isSent = async ({ applicant, application }: RequestContext, draft: SavedJourney) =>
    hasApplicationAnswers(draft) && (!!application.company_id || (await wasCreated(applicant)));

  async function find(context: RequestContext): Promise<Stored | undefined> {
    const { applicant } = context;
    const found = await kept.get('draft', applicantKey(applicant));
    const saved = parse(found);
    if (!saved || !(await isSent(context, saved.draft))) return saved;
    // The application may have been created elsewhere.
    await removeSent(applicant);
    return parse(withoutSent(found));
  }

  /** Finds the draft after all saves that have arrived before this request: a page that reloads has just sent one. */
  const findInOrder = (context: RequestContext) => inOrder(applicantKey(context.applicant), () => find(context));

  async function save(
    context: RequestContext,
    { revision, after, draft }: DraftSave,
    arrived: number,
  ): Promise<object> {
    const { applicant } = context;
    const key = applicantKey(applicant);
    if ((ends.get(key) ?? 0) > arrived || (await isSent(context, draft))) throw ended();
    const stored: Stored = { revision, draft, savedAt: new Date().toISOString() };
    const change = (found: string | undefined) => {
      const current = parse(found);
      if (current && current.revision !== revision && !after.includes(current.revision)) throw conflict();
      // The draft that this page continues from was deleted, by this process or another one.
      if (!current && after.length > 0) throw ended();
      return JSON.stringify(stored);
    };
    await kept.update('draft', key, change, SECONDS);
    // Another process may have created or erased the application in the meantime, and deleted the draft before this save.
    const wasErased = await isOver(applicant);
    if (wasErased || (await isSent(context, draft))) {
      await (wasErased ? clear : removeSent)(applicant);
      throw ended();
    }
    return { savedAt: stored.savedAt };
  }

  /** Deletes the draft, and rejects saves that arrived before the deletion. */
  async function end(applicant: Applicant): Promise<void> {
    const key = applicantKey(applicant);
    ends.set(key, ++count);
    await inOrder(key, () => clear(applicant));
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
    removeSent: (applicant: Applicant) => inOrder(applicantKey(applicant), () => removeSent(applicant)),
  };
}

/** A failure is only printed, because the call itself has succeeded. */
const report = (error: unknown) => console.error('createHandler({ store }): a draft could not be deleted:', error);

/** Creates the route `draft`, and the functions for saved drafts that other routes need. If drafts are off, the functions do nothing. */
export function createDraftRoutes(isOn: boolean, settings: DraftSettings) {
  const drafts = isOn ? createDrafts(settings) : undefined;

  function savedDrafts() {
    if (drafts) return drafts;
    throw new LendingError('handler-not-found', 'This backend does not save drafts: createHandler({ drafts: false }).');
  }

  return {
    start: async (context: RequestContext) => drafts?.start(context),
    forget: async (applicant: Applicant) => drafts?.end(applicant),
    /** Deletes a draft that is not needed any more. */
    end: async (applicant: Applicant) => drafts?.end(applicant).catch(report),
    /** Deletes the answers of a draft that were sent: the application was created. */
    removeSent: async (applicant: Applicant) => drafts?.removeSent(applicant).catch(report),
    route: (async (context) => savedDrafts().respond(context)) satisfies Route,
  };
}
