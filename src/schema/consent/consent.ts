import * as z from 'zod/mini';
import type { Application } from '../calls/application.js';
import { optional, textLineSchema } from '../fields/wire.js';
import type { SentFigures } from '../calls/prequalification.js';
import type { ShownNotice } from './notice.js';

/** The evidence that a page sends with a decision: the notice that was served, and the wording that the page showed. */
export const consentEvidence = z.strictObject({
  /** The id of the served notice. The handler has stored for which applicant, application and wording it was served. */
  servedId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'format')),
  /** The SHA-256 of the text that the browser showed when the applicant decided, in hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'format')),
  /** True if the page around the notice was machine-translated. The notice itself never is. */
  translated: z.boolean(),
});
export type ConsentEvidence = z.infer<typeof consentEvidence>;

/** The page's request for offers: the body of endpoint 4 and the evidence of the consent. */
export const offersRequest = z.strictObject({
  credit_score_check_consent: z.boolean(),
  evidence: optional(consentEvidence),
});
export type OffersRequest = z.infer<typeof offersRequest>;

/** A request for the notice. `locale` is the language of the page, as a BCP 47 tag. */
export const noticeRequest = z.strictObject({ locale: optional(z.string().check(z.maxLength(100))) });

/** A decision that does not request offers. A withdrawal needs no evidence: it must be as easy as agreeing. */
export const consentDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.enum(['given', 'declined']), evidence: consentEvidence }),
  z.strictObject({ decision: z.literal('withdrawn') }),
]);
export type ConsentDecision = z.infer<typeof consentDecision>;

/** The applicant's confirmation of their authority: the statement next to the box that they ticked, and its language. */
export const authorityConfirmation = z.strictObject({ locale: textLineSchema(35), text: textLineSchema(2000) });
export type AuthorityConfirmation = z.infer<typeof authorityConfirmation>;

/** The page's request for an application: the body of endpoint 1, and the confirmation if `settings.authority` asks for it. */
export type ApplicationRequest = Application & {
  authority?: AuthorityConfirmation | undefined;
  /** The `prefillNote` of the session. Only with it, the records say which answers came from the partner's platform. */
  prefillNote?: string | undefined;
};

/** Where the answers of an application came from, as paths like `company.registered_name`. Codes that a form sends without a question are left out. */
export interface AnswerSources {
  /** The page was served these values, and `prefill()` returned them when the application was created. */
  platform: readonly string[];
  /** The applicant has typed these, or has changed them. */
  applicant: readonly string[];
  /** A digest of the application, made with the store's key: it shows nobody the answers. */
  digest: string;
}

/** An entry of the consent store. Entries are only added: a withdrawal does not change an earlier entry. */
export interface ConsentEntry {
  /** The id of the entry, a UUID. */
  entryId: string;
  /**
   * The topic of the entry: `applicant:` and the subject, the business and the number of the application as JSON, or `notice:` and the id,
   * version and language of a notice.
   */
  about: string;
  /** The subject that `authorize` returned. Left out in entries about a notice. */
  subject?: string | undefined;
  /** The business that applies, as `authorize` returned it: by default the subject. Left out in entries about a notice. */
  business?: string | undefined;
  /** The number of the application: 1 for the first of this subject and business. Left out in entries about a notice. */
  number?: number | undefined;
  /** The time of the server's clock, in UTC, like `2026-11-21T14:05:09.123Z`. */
  at: string;
  /**
   * The event. About a notice: `served`, when its text was first served. About an application: `authorised`, when the
   * applicant confirmed the authority to apply, and `prefilled`, if answers came from the partner's platform, both before the application is created; `given`, `declined` or `withdrawn` for a
   * decision; `requesting` before a request for offers, then `requested` or `failed` for its outcome; `changed` before a call that
   * changes the application, which ends the notices served before.
   */
  event:
    | 'served'
    | 'authorised'
    | 'prefilled'
    | 'given'
    | 'declined'
    | 'withdrawn'
    | 'requesting'
    | 'requested'
    | 'failed'
    | 'changed';
  /** The whole notice that was shown. A withdrawal has `withdraws` instead. */
  notice?: RecordedNotice | undefined;
  /** The statement of authority that the applicant confirmed, as it was shown. */
  authority?: (AuthorityConfirmation & { sha256: string }) | undefined;
  /** Where the answers came from. */
  sources?: AnswerSources | undefined;
  /** The `entryId` of the consent that is withdrawn. */
  withdraws?: string | undefined;
  /** The service's id of the company. Left out if there was not an application yet. */
  company_id?: string | undefined;
  /** The service's id of the application. Left out if there was not an application yet. */
  application_id?: string | undefined;
  /** The call that is about to change the application. */
  call?: 'uploadDocument' | 'prequalify' | undefined;
  /** The id of the served notice that the decision answers. Each time a notice is served it gets a new one. */
  servedId?: string | undefined;
  /** The time at which that notice was served, in UTC. */
  servedAt?: string | undefined;
  /** The control that the applicant used. */
  method?: 'checkbox' | 'button' | undefined;
  /** True if the page around the notice was machine-translated. */
  translated?: boolean | undefined;
  /** The origin of the page, from the `Origin` header. */
  origin?: string | undefined;
}

/** A notice as it is recorded, with its exact text and the SHA-256 of that text. */
export type RecordedNotice = Pick<ShownNotice, 'id' | 'version' | 'locale' | 'broker' | 'providers' | 'links'> & {
  text: string;
  sha256: string;
  /** The lines of the text that were shown in bold above a point. Left out in records of a notice without leads. */
  leads?: string[] | undefined;
};

/** The notice for the consent step, and the applicant's current consent. */
export interface Consent {
  notice: ShownNotice;
  /** The id under which this notice was served. The page returns it with the decision. */
  servedId: string;
  /** The receipt of the applicant's current consent. Left out if they have not agreed, or have withdrawn. */
  receipt?: ConsentRecord | undefined;
  /** True if the applicant must agree again: the wording or the application has changed since. */
  superseded?: boolean | undefined;
  /** The server's time at which the applicant withdrew their last consent. Left out if they did not. */
  withdrawnAt?: string | undefined;
  /**
   * The figures that were sent last. The applicant checks them before they agree. `unknown`: figures were sent, but the last ones
   * cannot be shown. Left out if figures were not sent, or if the backend does not store them.
   */
  figures?: SentFigures | undefined;
}

/** The response to a decision. */
export interface Decided {
  /** The time of the decision on the server's clock, in UTC, like `2026-11-21T14:05:09.123Z`. */
  decidedAt: string;
  /** The receipt of the applicant's current consent. Left out if they have none. */
  receipt?: ConsentRecord | undefined;
}

/**
 * The record of a consent: a header, the processing, the parties and the events. Its structure follows ISO/IEC TS 27560:2023 as far
 * as public guides show it. The applicant's receipt has the same structure and a `receipt_id`.
 */
export interface ConsentRecord {
  schema_version: string;
  record_id: string;
  receipt_id?: string | undefined;
  /** The partner's subject. */
  pii_principal_id: string;
  /** The partner's id of the business that applies. Left out in the applicant's receipt. */
  business?: string | undefined;
  pii_processing: {
    privacy_notice: Pick<RecordedNotice, 'id' | 'version' | 'text' | 'sha256' | 'leads' | 'links'> &
      Pick<ConsentEntry, 'servedAt' | 'origin' | 'translated'>;
    language: string;
    purposes: ConsentPurpose[];
    collection_method: string;
    withdrawal_method: string;
    storage_location?: string | undefined;
    retention_period?: string | undefined;
    jurisdiction?: string | undefined;
    /** Where the answers came from, in words. Left out if the platform filled in nothing. */
    data_sources?: string[] | undefined;
  };
  party_identification: { party_id: string; party_name: string; party_role: string; party_url?: string | undefined }[];
  events: {
    event_id: string;
    event_time: string;
    event_type: 'explicit';
    event_state: 'given' | 'refused' | 'withdrawn';
    entity_id: string;
  }[];
  /** The times of the requests for offers that relied on this consent. */
  reliedOnAt: string[];
  /** The service's id of the company. */
  company_id?: string | undefined;
  /** The service's id of the application. */
  application_id?: string | undefined;
}

/** The purpose of one of the notice's points. */
export interface ConsentPurpose {
  purpose: string;
  description: string;
  /** The lawful basis in the partner's `consentFacts`. This library does not state one. */
  lawful_basis?: string | undefined;
  pii_information: string[];
}
