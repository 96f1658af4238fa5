import * as z from 'zod/mini';
import type { Applicant, Company } from './application.js';
import { CALLS } from './calls.js';
import type { PartnerDocument } from './document.js';
import type { SavedDraft } from './draft.js';
import { optional } from '../fields/wire.js';
import type { Figures, SentFigures } from './prequalification.js';
import { settings } from '../settings.js';
import type { WidgetSettings } from '../widget/widget-settings.js';

export { CALLS, type CallName } from './calls.js';

/** The progress of this applicant, without ids. Facts that are not true, or that the backend does not report, are missing. */
export const progress = z.object({
  /** The calls that have succeeded. */
  done: z.array(z.enum(CALLS)),
  /** The time at which the applicant withdrew their last consent, on the server's clock: `2026-11-21T14:05:09.123Z`. */
  withdrawnAt: optional(z.string()),
  /** True if the application has changed since offers were last requested, on any device. */
  changedSinceOffers: optional(z.boolean()),
  /** True if the applicant may close this application and begin a new one. */
  canApplyAgain: optional(z.boolean()),
  /**
   * In the response to `createApplication`: `other` if the application exists with other answers, from another tab or device, so that
   * these were not sent; `unknown` if the backend does not know its answers.
   */
  createdWith: optional(z.enum(['other', 'unknown'])),
});

/**
 * The response with which a page starts or resumes. It contains no ids and no key of the service. The prefill, the saved draft, the
 * figures and the documents belong to this applicant, and must reach nobody else.
 */
export const session = z.object({
  settings,
  progress,
  /** Identifies the user of saved drafts: 43 characters, the same on each of their devices. Missing if the backend saves no drafts. */
  draftOwner: optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** The last saved draft. */
  draft: optional(z.custom<SavedDraft>((value) => typeof value === 'object')),
  /** Answers that the backend already has, in the shape of the wire; after the creation only the figures. */
  prefill: optional(z.custom<Prefill>((value) => typeof value === 'object')),
  /** The values of `prefill()` as they were served, sealed by the backend. The page sends it with the application. */
  prefillNote: optional(z.string()),
  /** The figures that were sent last; `unknown` if figures were sent and their values are lost. */
  figures: optional(z.custom<SentFigures>((value) => typeof value === 'object' || value === 'unknown')),
  /** Documents that the partner's platform has, and that the applicant can attach. */
  documents: optional(z.custom<PartnerDocument[]>(Array.isArray)),
  /** The settings of the widget. The handler has checked them against `widgetSettings`. */
  widget: optional(z.custom<WidgetSettings>((value) => typeof value === 'object')),
});

/** Answers that the backend already has: about the company, about the applicant, and the figures of endpoint 3. */
export interface Prefill {
  company?: DeepPartial<Company> | undefined;
  applicant?: DeepPartial<Applicant> | undefined;
  figures?: DeepPartial<Figures> | undefined;
}
type DeepPartial<T> = T extends readonly unknown[]
  ? { [Key in keyof T]: DeepPartial<T[Key]> }
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

export type Progress = z.infer<typeof progress>;
export type { WidgetSettings } from '../widget/widget-settings.js';
export type Session = z.infer<typeof session>;
