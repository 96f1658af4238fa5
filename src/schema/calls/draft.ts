import * as z from 'zod/mini';
import { optional } from '../fields/wire.js';

/** Identifies the user of a draft: the same on each of their devices, different for every user. It reveals nothing about them. */
const owner = z.string().check(z.regex(/^[\w-]{43}$/));
/** The id of one save, chosen by the page. */
const revision = z.string().check(z.regex(/^[\w-]{8,64}$/));
const inputs = z.record(z.string().check(z.regex(/^[a-z][\w.-]{0,99}$/)), z.string());

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Returns true if a value is nested no deeper than `levels`. The wire has 4 levels. */
const isFlat = (value: unknown, levels = 8): boolean =>
  !isObject(value) || (levels > 0 && Object.values(value).every((one) => isFlat(one, levels - 1)));
/** An answer in the shape of the wire. It is validated when the application is created. */
const answer = z.custom<object>((value) => isObject(value) && !Array.isArray(value) && isFlat(value));

/** The data about a chosen file, which must be chosen again after a reload. */
const file = z.strictObject({
  name: z.string().check(z.maxLength(1000)),
  size: z.number(),
  lastModified: z.number(),
  state: z.enum(['sent', 'removed', 'lost']),
});

const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent', 'widget', 'end'] as const;

/** The saved part of a journey. After the creation, a draft with answers about the company or the applicant is rejected. */
export const savedJourney = z.strictObject({
  step: optional(z.enum(STEPS)),
  /** The screen of the step, if the page shows one screen at a time. */
  screen: optional(z.string().check(z.regex(/^[a-z][\w.-]{0,49}$/))),
  /** True if the applicant came from the review, and returns there. */
  isChanging: optional(z.boolean()),
  inputs: z.strictObject({
    company: optional(inputs),
    applicant: optional(inputs),
    prequalification: optional(inputs),
    documents: optional(inputs),
  }),
  answers: z.strictObject({
    company: optional(answer),
    applicant: optional(answer),
    prequalification: optional(answer),
  }),
  /** The chosen documents. */
  files: optional(z.array(file).check(z.maxLength(500))),
});
export type SavedJourney = z.infer<typeof savedJourney>;

/** Returns true if a draft has answers that are sent when the application is created. */
export const hasApplicationAnswers = ({ inputs, answers }: SavedJourney): boolean =>
  [inputs.company, inputs.applicant, answers.company, answers.applicant].some((part) => part);

/** A request to save a draft. */
const draftSave = z.strictObject({
  owner,
  revision,
  /** The saves that this page has made or loaded. If the newest save is not one of them, another page has saved since. */
  after: z.array(revision).check(z.maxLength(20)),
  draft: savedJourney,
});
export type DraftSave = z.infer<typeof draftSave>;

/** A request to get the draft, to save it, or to delete it. */
export const draftRequest = z.union([
  z.strictObject({ load: z.literal(true) }),
  draftSave,
  z.strictObject({ owner, delete: z.literal(true) }),
]);

/** The last saved draft. */
export interface SavedDraft {
  revision: string;
  /** The time at which it was saved, on the server's clock: `2026-11-21T14:05:09.000Z`. */
  savedAt: string;
  draft: SavedJourney;
}

/** The response about a saved draft. */
export interface DraftAnswer {
  /** The user of the draft. If another user has signed in since the page was opened, it differs from the page's `draftOwner`. */
  owner: string;
  /** The draft, if there is one. */
  saved?: SavedDraft | undefined;
}
