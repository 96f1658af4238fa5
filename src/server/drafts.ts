import { LendingError } from '../errors.js';
import { DRAFT_BYTES, DRAFT_DAYS } from '../schema/draft-limits.js';
import { draftChange, type DraftAnswer, type DraftSave, type SavedJourney } from '../schema/draft.js';
import type { DraftStore } from './draft-store.js';
import { readJson } from './guard.js';
import { createRecent } from './recent.js';
import type { Visit } from './routes.js';
import { createSeal, subjectKey } from './seal.js';
import { createTurns } from './turns.js';

const SECONDS = DRAFT_DAYS * 24 * 3600;
/** What a body has around the draft: names of savings, and the braces. */
const AROUND = 4096;
/** The subjects whose draft was ended last, for those who saved at that moment. */
const SUBJECTS = 10_000;

/** What the seal holds. */
interface Sealed {
  revision: string;
  draft: SavedJourney;
  iat: number;
}

const conflict = () =>
  new LendingError('handler-draft-conflict', 'Refused: another page of this applicant has saved a draft since.', {
    remedy: 'Load the saved draft, and let the applicant choose.',
  });
const ended = () =>
  new LendingError('handler-draft-ended', 'Refused: the saved draft was deleted, or the application exists.');

export interface Drafts {
  /** By which a page knows that what is saved is its applicant's. Nothing is saved of one whose application was created. */
  owner(subject: string): Promise<string | undefined>;
  load(visit: Visit): Promise<DraftAnswer>;
  /** Saves a draft, or deletes it. */
  change(visit: Visit): Promise<object>;
  /** Deletes what is saved, and takes nothing of what is on its way. */
  end(subject: string): Promise<void>;
}

/** Saves what an applicant has entered before the application exists, sealed and for this subject alone. */
export function createDrafts(
  store: DraftStore,
  secrets: readonly string[],
  wasCreated: (subject: string) => Promise<boolean>,
): Drafts {
  const seal = createSeal(secrets, 'lending-elements/saved-draft', { remembers: false });
  const inTurn = createTurns();
  // A count, for two things can happen in one tick of a clock.
  let count = 0;
  const ends = createRecent<number>(SUBJECTS);

  /** The names of a subject's draft in the store: the first secret's, and those of the earlier ones. */
  const keysOf = (subject: string) =>
    Promise.all(secrets.map((secret) => subjectKey(secret, 'lending-elements/draft-place', subject)));
  const ownersOf = (subject: string) =>
    Promise.all(secrets.map((secret) => subjectKey(secret, 'lending-elements/draft-owner', subject)));

  async function find(subject: string, keys: readonly string[]): Promise<Sealed | undefined> {
    for (const key of keys) {
      // A database may say null.
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
    // Who goes on from a draft that is there no more had it deleted, here or elsewhere.
    if (!current && after.length > 0) throw ended();
    const [first, ...earlier] = keys;
    await store.set(first!, await seal.close({ revision, draft }, subject, SECONDS), SECONDS);
    await clear(earlier);
    // Another process may have created it meanwhile, and deleted what was there before.
    if (await wasCreated(subject)) {
      await clear(keys);
      throw ended();
    }
    return { savedAt: new Date().toISOString() };
  }

  async function end(subject: string): Promise<void> {
    ends.set(subject, ++count);
    await inTurn(subject, async () => clear(await keysOf(subject)));
  }

  return {
    owner: async (subject) => ((await wasCreated(subject)) ? undefined : (await ownersOf(subject))[0]),
    async load({ subject, session }) {
      const owner = (await ownersOf(subject))[0]!;
      const found = session.company_id ? undefined : await find(subject, await keysOf(subject));
      if (!found || (await wasCreated(subject))) return { owner };
      const { revision, draft, iat } = found;
      return { owner, saved: { revision, draft, savedAt: new Date(iat * 1000).toISOString() } };
    },
    async change(visit) {
      const arrived = ++count;
      const { subject, session } = visit;
      const body = draftChange.safeParse(await readJson(visit, DRAFT_BYTES + AROUND)).data;
      // What is wrong with it is not said: even the names in it may be what somebody typed.
      if (!body) throw new LendingError('handler-invalid', 'Refused: the body is not as expected.');
      // A page that was opened by one user must not save into another one's, who has signed in since.
      if (!(await ownersOf(subject)).includes(body.owner))
        throw new LendingError('handler-forbidden', 'Refused: the page was opened by another user.');
      if ('delete' in body) {
        await end(subject);
        return { deleted: true };
      }
      const size = new TextEncoder().encode(JSON.stringify(body.draft)).length;
      if (size > DRAFT_BYTES)
        throw new LendingError('handler-too-large', `Refused: the draft is over ${DRAFT_BYTES} bytes.`);
      if (session.company_id) throw ended();
      return inTurn(subject, () => save(subject, body, arrived));
    },
    end,
  };
}
