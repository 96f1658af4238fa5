import * as z from 'zod/mini';
import type { ConsentNotice } from './notice.js';
import { optional } from './wire.js';
import type { SentFigures } from './prequalification.js';

/** What a page sends with a decision: which notice it was served, and what it showed. */
export const consentEvidence = z.strictObject({
  /** The notice as it was served, sealed by the handler to this applicant, this application and this wording. */
  seal: z.string().check(z.regex(/^[\w.-]{1,4096}$/, 'format')),
  /** The SHA-256 of the text that the browser had rendered when the applicant decided, in hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'format')),
  /** Whether the page around the notice was machine-translated. The notice itself never is. */
  translated: z.boolean(),
});
export type ConsentEvidence = z.infer<typeof consentEvidence>;

/** A request for offers as a page makes it: the body of endpoint 4, with the evidence that it relies on. */
export const offersRequest = z.strictObject({
  credit_score_check_consent: z.boolean(),
  evidence: optional(consentEvidence),
});
export type OffersRequest = z.infer<typeof offersRequest>;

/** A decision that asks for no offers. Withdrawing needs no evidence: it is as easy as agreeing. */
export const consentDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.enum(['given', 'declined']), evidence: consentEvidence }),
  z.strictObject({ decision: z.literal('withdrawn') }),
]);
export type ConsentDecision = z.infer<typeof consentDecision>;

/** What happened, and when. Entries are only ever added, so a withdrawal changes nothing that was recorded before. */
export interface ConsentEntry {
  entry_id: string;
  /** What the entry is about: `subject:` and who decided, or `notice:` and which wording was first served. */
  about: string;
  /** The time of the server's clock, in UTC, like `2026-11-21T14:05:09.123Z`. */
  at: string;
  /**
   * A wording was first `served`, or a notice was to a subject whose application has changed; a subject decided: `given`, `declined` or `withdrawn`; offers are about to be asked for on
   * what was given (`requesting`), and were (`requested`), or the call has `failed`, so that it may be made once more; or the
   * application is about to be `changed`, so that what was served before is not to be relied on.
   */
  event: 'served' | 'given' | 'declined' | 'withdrawn' | 'requesting' | 'requested' | 'failed' | 'changed';
  /** What was shown, whole. A withdrawal names the entry that it withdraws instead. */
  notice?: RecordedNotice | undefined;
  /** The entry that a withdrawal withdraws. */
  withdraws?: string | undefined;
  /** Whose application it was decided for. None where there was no application yet. */
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** Which call is about to change the application. */
  call?: 'uploadDocument' | 'prequalify' | undefined;
  /** Which serving of the notice the decision answers, and when that was. */
  served_id?: string | undefined;
  served_at?: string | undefined;
  /** How it was decided. */
  method?: 'checkbox' | 'button' | undefined;
  /** Whether the page around the notice was machine-translated. */
  translated?: boolean | undefined;
  /** The address of the page's site. */
  origin?: string | undefined;
}

/** A notice as it is recorded: with its exact text, and the hash of that. */
export type RecordedNotice = Pick<ConsentNotice, 'id' | 'version' | 'locale' | 'broker' | 'providers' | 'links'> & {
  text: string;
  sha256: string;
};

/** What the consent step starts with, and what is recorded of it. */
export interface Consent {
  notice: ConsentNotice;
  /** The notice as served now: it goes back with the decision. */
  seal: string;
  /** What the applicant has agreed to, where they have and did not withdraw it. */
  receipt?: ConsentRecord | undefined;
  /** That this is not what they would agree to now: the wording is another, or the application has changed since. */
  superseded?: boolean | undefined;
  /** When the applicant withdrew what they agreed to last, by the server's clock. Left out where they did not. */
  withdrawnAt?: string | undefined;
  /**
   * The figures that the service got last, which the applicant checks before they agree; `unknown` where figures were sent and nobody
   * can say which. Left out where none were sent, or the backend does not tell.
   */
  figures?: SentFigures | undefined;
}

/** What is recorded after a decision. */
export interface Decided {
  /** When it was decided, by the server's clock: `2026-11-21T14:05:09.123Z`. */
  decided_at: string;
  /** What the applicant has agreed to now, where they have. */
  receipt?: ConsentRecord | undefined;
}

/**
 * The record of a consent, in the structure of ISO/IEC TS 27560:2023 as far as public guides show it: a header, the
 * processing, the parties and the events. The applicant's receipt is the same with a `receipt_id`.
 */
export interface ConsentRecord {
  schema_version: string;
  record_id: string;
  receipt_id?: string | undefined;
  /** The partner's subject. */
  pii_principal_id: string;
  pii_processing: {
    privacy_notice: {
      id: string;
      version: string;
      text: string;
      sha256: string;
      links: ConsentNotice['links'];
      /** When it was shown, by the server's clock, on a page of which origin, and whether that was machine-translated. */
      served_at?: string | undefined;
      origin?: string | undefined;
      translated?: boolean | undefined;
    };
    language: string;
    purposes: ConsentPurpose[];
    collection_method: string;
    withdrawal_method: string;
    storage_location?: string | undefined;
    retention_period?: string | undefined;
    jurisdiction?: string | undefined;
  };
  party_identification: { party_id: string; party_name: string; party_role: string; party_url?: string | undefined }[];
  events: {
    event_id: string;
    event_time: string;
    event_type: 'explicit';
    event_state: 'given' | 'refused' | 'withdrawn';
    entity_id: string;
  }[];
  /** When calls for offers were made that rely on it. */
  relied_on_at: string[];
  /** What the record is about at the service. */
  company_id?: string | undefined;
  application_id?: string | undefined;
}

/** One of the notice's points, as a purpose. */
export interface ConsentPurpose {
  purpose: string;
  description: string;
  /** What the partner says it is. This library claims none. */
  lawful_basis?: string | undefined;
  pii_information: string[];
}
