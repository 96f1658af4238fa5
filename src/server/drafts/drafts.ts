import { LendingError } from '../../errors.js';
import { draftChange, type DraftAnswer, type DraftSave, type SavedJourney } from '../../schema/draft.js';
import { DRAFT_BYTES, DRAFT_DAYS } from '../../schema/draft-limits.js';
import { readJson, unexpectedContent } from '../request.js';
import { createSeal, subjectKey } from '../seal.js';
import type { Visit, Route } from '../types.js';
import { createQueue } from '../util/queue.js';
import { createRecentCache } from '../util/recent-cache.js';
import type { ResolvedOptions } from '../options/resolve-options.js';
import type { DraftStore } from './draft-store.js';

const SECONDS = DRAFT_DAYS * 24 * 3600;
/** The bytes of a body around its draft: revisions, names and braces. */
const AROUND = 4096;
/** The number of subjects whose last deletion is remembered, for saves that arrived before it. */
const SUBJECTS = 10_000;

/** The sealed content. */
interface Sealed {
  revision: string;
  draft: SavedJourney;
  iat: number;
}

const conflict = () =>
  new LendingError('handler-draft-conflict', 'Refused: another page of this applicant has saved a newer draft.', {
    remedy: 'Load the saved draft, and let the applicant choose.',
  });
const ended = () =>
  new LendingError('handler-draft-ended', 'Refused: the saved draft was deleted, or the application was created.');

interface DraftSettings {
  store: DraftStore;
  secrets: readonly string[];
  /** Resolves to true if a subject's application was created. */
  wasCreated: (subject: string) => Promise<boolean>;
}

/** Saves drafts until the application exists, sealed for one subject each. */
function createDrafts({ store, secrets, wasCreated }: DraftSettings) {
  const seal = createSeal(secrets, 'lending-elements/saved-draft');
  const inOrder = createQueue();
  // A counter and not a clock: two things can happen in one millisecond.
  let count = 0;
  const ends = createRecentCache<number>(SUBJECTS);

  /** The keys of a subject's draft in the store, one for each secret. */
  const keysOf = (subject: string) =>
    Promise.all(secrets.map((secret) => subjectKey(secret, 'lending-elements/draft-place', subject)));
  const ownersOf = (subject: string) =>
    Promise.all(secrets.map((secret) => subjectKey(secret, 'lending-elements/draft-owner', subject)));

  async function find(subject: string, keys: readonly string[]): Promise<Sealed | undefined> {
    for (const key of keys) {
      // A database may return null.
      const found = await seal.open<Sealed>((await store.get(key)) ?? undefined, subject);
      if (found) return found;
    }
    return undefined;
  }

  async function clear(keys: readonly string[]): Promise<void> {
    for (const key of keys) await store.delete(key);
  }

  async function save(subject: string, { revision, after, draft }: DraftSave, arrived: number): Promise<object> {
    const keys = await keysOf(subject);
    if ((ends.get(subject) ?? 0) > arrived || (await wasCreated(subject))) throw ended();
    const current = await find(subject, keys);
    if (current && current.revision !== revision && !after.includes(current.revision)) throw conflict();
    // The draft that this page continues from was deleted, here or elsewhere.
    if (!current && after.length > 0) throw ended();
    const [first, ...earlier] = keys;
    await store.set(first!, await seal.close({ revision, draft }, subject, SECONDS), SECONDS);
    await clear(earlier);
    // Another process may have created the application in the meantime, and deleted the draft before this save.
    if (await wasCreated(subject)) {
      await clear(keys);
      throw ended();
    }
    return { savedAt: new Date().toISOString() };
  }

  /** Deletes the draft, and refuses saves that arrived before. */
  async function end(subject: string): Promise<void> {
    ends.set(subject, ++count);
    await inOrder(subject, async () => clear(await keysOf(subject)));
  }

  return {
    /** Returns the token by which a page knows that a draft is its applicant's; nothing after the application was created. */
    owner: async (subject: string) => ((await wasCreated(subject)) ? undefined : (await ownersOf(subject))[0]),
    async load({ subject, session }: Visit): Promise<DraftAnswer> {
      const owner = (await ownersOf(subject))[0]!;
      const found = session.company_id ? undefined : await find(subject, await keysOf(subject));
      if (!found || (await wasCreated(subject))) return { owner };
      const { revision, draft, iat } = found;
      return { owner, saved: { revision, draft, savedAt: new Date(iat * 1000).toISOString() } };
    },
    /** Saves a draft, or deletes it. */
    async change(visit: Visit): Promise<object> {
      const arrived = ++count;
      const { subject, session } = visit;
      const body = draftChange.safeParse(await readJson(visit, DRAFT_BYTES + AROUND)).data;
      // The error has no issues: even the names in a draft may be something that the applicant typed.
      if (!body) throw unexpectedContent();
      // Another user may have signed in since the page was opened.
      if (!(await ownersOf(subject)).includes(body.owner))
        throw new LendingError(
          'handler-forbidden',
          'Refused: the page was opened by another user than the one who is signed in now.',
        );
      if ('delete' in body) {
        await end(subject);
        return { deleted: true };
      }
      const size = new TextEncoder().encode(JSON.stringify(body.draft)).length;
      if (size > DRAFT_BYTES)
        throw new LendingError('handler-too-large', `Refused: the draft is larger than ${DRAFT_BYTES} bytes.`);
      if (session.company_id) throw ended();
      return inOrder(subject, () => save(subject, body, arrived));
    },
    end,
  };
}

/** Creates the route `draft`, and the parts of saved drafts that other routes need. Without a store they do nothing. */
export function createDraftRoutes(
  { drafts: { store }, secrets }: Pick<ResolvedOptions, 'drafts' | 'secrets'>,
  wasCreated: DraftSettings['wasCreated'],
) {
  const drafts = store && createDrafts({ store, secrets, wasCreated });

  function savedDrafts() {
    if (drafts) return drafts;
    throw new LendingError(
      'handler-not-found',
      'This backend does not save drafts: createHandler({ drafts }) has no store.',
    );
  }

  async function forget(subject: string): Promise<void> {
    if (typeof subject !== 'string' || !subject)
      throw new LendingError('config-invalid', 'forget() needs the subject that authorize() returns.');
    await drafts?.end(subject);
  }

  return {
    forget,
    owner: async (subject: string) => drafts?.owner(subject),
    /** Deletes a draft that is not needed any more. A failure is printed only: the call before it has succeeded. */
    end: (subject: string) =>
      forget(subject).catch((error: unknown) =>
        console.error('createHandler({ drafts }): a draft could not be deleted:', error),
      ),
    routes: [
      { method: 'GET', run: async (visit) => savedDrafts().load(visit) },
      { method: 'POST', run: async (visit) => savedDrafts().change(visit) },
    ] satisfies { method: string; run: Route }[],
  };
}
