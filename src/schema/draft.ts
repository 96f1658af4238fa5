import * as z from 'zod/mini';
import { optional } from './wire.js';

/** Whose drafts are saved: the same for a subject on every device, and another one for anybody else. It tells nothing about them. */
const owner = z.string().check(z.regex(/^[\w-]{43}$/));
/** One saving, named by the page that made it. */
const revision = z.string().check(z.regex(/^[\w-]{8,64}$/));
/** What stands in the inputs of a step, by their names. */
const inputs = z.record(z.string().check(z.regex(/^[a-z][\w.-]{0,99}$/)), z.string());

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Whether a value has so many levels at most: the wire has 4. */
const isFlat = (value: unknown, levels = 8): boolean =>
  !isObject(value) || (levels > 0 && Object.values(value).every((one) => isFlat(one, levels - 1)));
/** An answer as it goes over the wire. It is checked when the application is created. */
const answer = z.custom<object>((value) => isObject(value) && !Array.isArray(value) && isFlat(value));

/** What is saved of a journey before the application exists: what was entered, and where the applicant is. */
export const savedJourney = z.strictObject({
  step: optional(z.enum(['company', 'applicant', 'review'])),
  /** Whether the applicant came from the review, and goes back there. */
  isChanging: optional(z.boolean()),
  inputs: z.strictObject({ company: optional(inputs), applicant: optional(inputs) }),
  answers: z.strictObject({ company: optional(answer), applicant: optional(answer) }),
});
export type SavedJourney = z.infer<typeof savedJourney>;

/** What a page sends to have a draft saved. */
export const draftSave = z.strictObject({
  owner,
  revision,
  /** The savings that this page has made or taken up. Where the newest one is none of them, another page has saved since. */
  after: z.array(revision).check(z.maxLength(20)),
  draft: savedJourney,
});
export type DraftSave = z.infer<typeof draftSave>;

/** What a page sends about a draft: a new one, or the wish to have it deleted. */
export const draftChange = z.union([draftSave, z.strictObject({ owner, delete: z.literal(true) })]);

/** A draft as it was saved last. */
export interface SavedDraft {
  revision: string;
  /** When it was saved, by the server's clock: `2026-11-21T14:05:09.000Z`. */
  savedAt: string;
  draft: SavedJourney;
}

/** What a page learns of the saved draft. */
export interface DraftAnswer {
  /** Whose drafts these are. Where somebody else has signed in since, it is another one than the page began with. */
  owner: string;
  /** The draft, where there is one. */
  saved?: SavedDraft | undefined;
}
