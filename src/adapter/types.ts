import type { LendingError } from '../errors.js';
import type {
  ApplicationRequest,
  Consent,
  ConsentDecision,
  Decided,
  OffersRequest,
} from '../schema/consent/consent.js';
import type { LendingDocument } from '../schema/calls/document.js';
import type { DraftAnswer, DraftSave } from '../schema/calls/draft.js';
import type { FoundAddress, FoundCompany } from '../schema/calls/lookups.js';
import type { Prequalification } from '../schema/calls/prequalification.js';
import type { Progress, Session } from '../schema/calls/session.js';
import type { WidgetToken } from '../schema/calls/widget-auth.js';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
}

/** Options of the request for the session. */
export interface SessionOptions extends CallOptions {
  /**
   * `true` starts again: the session may be for another user, business or application than the calls before it. Set it only when the page has
   * nothing more of the earlier applicant. Default: `false`; the session is then for the same applicant, or rejects.
   */
  newStart?: boolean | undefined;
}

/** Options of a call whose response depends on a language. */
export interface LocaleOptions extends CallOptions {
  /** The language, as a BCP 47 tag. Default: the handler chooses. */
  locale?: string | undefined;
}

/** Options for the upload of a document. */
export interface UploadOptions extends CallOptions {
  /**
   * Called with the share of the document that was sent, from 0 to 1. At 1, the response has not arrived yet. It is not called if
   * the option `fetch` of the adapter is set.
   */
  onProgress?: ((share: number) => void) | undefined;
}

/** Options for saving a draft. */
export interface SaveOptions extends CallOptions {
  /** `true` lets the request continue if the page is closed meanwhile. Browsers allow this for 64 KiB at most. Default: `false`. */
  keepalive?: boolean | undefined;
}

/**
 * The partner's backend as the page calls it: the five calls, and the session that a page needs to start. No call takes or
 * returns a company id, an application id or the secret key: the backend knows them. Every call rejects with a `LendingError`.
 */
export interface ServerAdapter {
  /**
   * The business that applies, by the partner's own id. An element whose adapter gets another business starts again, and shows nothing
   * of the previous business. Default: the business that `authorize()` returns.
   */
  readonly business?: string | undefined;
  /**
   * Gets the settings, the settings of the widget, and the calls that are done. The first session fixes the applicant of the page: without
   * `newStart`, a later call for another one rejects with `handler-other-applicant`, or with `handler-closed` if the application was closed,
   * and does nothing. The page calls it whenever an element starts, with `newStart` only for a journey without answers.
   */
  session(options?: SessionOptions): Promise<Session>;
  /**
   * Calls `tell` with the failure after which every call rejects: `handler-other-applicant`, `handler-closed` or `handler-other-company`. If it has
   * happened before, it calls it immediately. Elements then offer only to load the page again. With an adapter without `watchEnd`, an element learns it
   * from its own calls.
   */
  watchEnd?(tell: (failure: LendingError) => void, signal: AbortSignal): void;
  /** Gets the consent notice, and the receipt of the current consent. */
  consent(options?: LocaleOptions): Promise<Consent>;
  /** Records a decision about the consent that requests no offers: declined, withdrawn, or given for later. */
  decide(decision: ConsentDecision, options?: CallOptions): Promise<Decided>;
  /**
   * Creates the application. After a lost response, the page repeats the call: it must not create a second one, resolves with `createdWith` if
   * the application may have other answers, and rejects with `handler-other-company` if it is for another company. With `settings.authority`,
   * `authority` is the statement that the applicant confirmed. Source: specification, endpoint 1.
   */
  createApplication(application: ApplicationRequest, options?: CallOptions): Promise<Progress>;
  /** Sends one document of the company. Source: specification, endpoint 2. */
  uploadDocument(document: LendingDocument, options?: UploadOptions): Promise<Progress>;
  /**
   * Sends a document of `session.documents`, by its id. The backend reads its bytes. With an adapter without `attachDocument`, the page
   * offers none of these documents. Source: specification, endpoint 2.
   */
  attachDocument?(document: { id: string }, options?: CallOptions): Promise<Progress>;
  /** Sends the prequalification figures. Source: specification, endpoint 3. */
  prequalify(figures: Prequalification, options?: CallOptions): Promise<Progress>;
  /** Requests offers, with the applicant's consent and the evidence for it. Source: specification, endpoint 4. */
  requestOffers(request: OffersRequest, options?: CallOptions): Promise<Progress>;
  /** Gets a new access token for the widget. Keep it in memory. Source: specification, endpoint 5. */
  authenticate(options?: CallOptions): Promise<WidgetToken>;
  /**
   * Closes the application, and begins a new one for the same business. The page calls it if `progress.canApplyAgain` is true and the
   * applicant has confirmed it, and then gets the session again. With an adapter without `applyAgain`, the page offers no new application.
   */
  applyAgain?(options?: CallOptions): Promise<Progress>;
  /**
   * Gets the draft that is saved for this applicant, if the session has a `draftOwner`. An adapter without `loadDraft`,
   * `saveDraft` and `deleteDraft` saves no drafts for other devices. Everything else works.
   */
  loadDraft?(options?: CallOptions): Promise<DraftAnswer>;
  /**
   * Saves the draft. Rejects with `handler-draft-conflict` if another page has saved since, and with `handler-draft-ended` if
   * the saved draft was deleted.
   */
  saveDraft?(draft: DraftSave, options?: SaveOptions): Promise<unknown>;
  /** Deletes the saved draft of this owner. */
  deleteDraft?(owner: string, options?: CallOptions): Promise<unknown>;
  /**
   * Looks up companies for a query of 3 characters or more. The page calls it if `settings.lookups` has `company`. With an adapter
   * without `lookupCompany`, the applicant fills in the fields.
   */
  lookupCompany?(query: string, options?: CallOptions): Promise<FoundCompany[]>;
  /** Looks up addresses for a query of 3 characters or more. The page calls it if `settings.lookups` has `address`. */
  lookupAddress?(query: string, options?: CallOptions): Promise<FoundAddress[]>;
}

export interface AdapterOptions {
  /** The path at which the partner's backend has mounted the handler. Default: `/api/lending`. */
  endpoint?: string | undefined;
  /** `true` allows an endpoint on another origin. Cookies are then sent to that origin. Default: `false`. */
  crossOrigin?: boolean | undefined;
  /**
   * The partner's own id of the business that applies, for users who act for several: 1 to 200 characters. `authorize()` must return the same one.
   * Default: the business that `authorize()` returns.
   */
  business?: string | undefined;
  /** The `fetch` that makes the calls. Default: the page's. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time limit of a call. Make it longer than the handler's own. Default: 20 seconds. */
  timeoutMs?: number | undefined;
  /** Time limit of an upload. Make it longer than the handler's own. Default: 90 seconds. */
  uploadTimeoutMs?: number | undefined;
}
