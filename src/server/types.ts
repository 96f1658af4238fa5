import type { LendingError } from '../errors.js';
import type { PartnerDocument } from '../schema/calls/document.js';
import type { FoundAddress, FoundCompany } from '../schema/calls/lookups.js';
import type { Prefill, WidgetSettings } from '../schema/calls/session.js';
import type { Settings } from '../schema/settings.js';
import type { ConsentOptions } from './consent/types.js';
import type { Applicant, Application, Erased, ExistingApplication, Owner } from './applications/types.js';
import type { ElementFiles } from './elements/types.js';
import type { ProgressEntry, Status } from './progress/types.js';
import type { LimitOptions } from './limits.js';
import type { ServiceCall, UpstreamOptions } from './service/types.js';
import type { Store } from './store/types.js';

/** A response of the handler, before a platform turns it into its own. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

export interface FrameOptions {
  /**
   * The URL of the library's `cdn/frame.js`. A relative URL is resolved from the frame's document. Default: `elements/frame.js` under `path` if the
   * handler serves the files of the elements, otherwise `/lending-elements/frame.js`.
   */
  scriptUrl?: string | undefined;
}

/** A query of an applicant who is looking for a company or an address. */
export interface LookupQuery {
  /** The text that the applicant typed, of 3 to 100 characters. Spaces around it are removed. */
  query: string;
  /** The subject that `authorize` returned. */
  subject: string;
  /** The business that applies: by default the subject. */
  business: string;
  /** Aborts if the applicant has typed on, or left the page. Pass it to your `fetch`. */
  signal: AbortSignal;
}

/** A query of an applicant who is looking for an address. */
export interface AddressQuery extends LookupQuery {
  /** The country code of the settings. The page cannot choose it. */
  countryCode: string;
}

/** A document of the partner's platform, which the handler sends to the service after the applicant's tick. */
export interface PartnerFile extends PartnerDocument {
  /** The document type, such as `bank-statement`. */
  type: string;
  /** Returns the bytes, at most `sizeBytes`. It is called when the document is sent. */
  read: () => Promise<Blob | Uint8Array<ArrayBuffer>> | Blob | Uint8Array<ArrayBuffer>;
}

/** The purpose of a handler: real applicants, tests with the staging service, or a sandbox on this machine. */
export type HandlerEnvironment = 'production' | 'staging' | 'sandbox';

/** A user who is signed in, and the business that applies. */
export interface User {
  /** Your id of the user. It never changes, and no other user has it. */
  subject: string;
  /** Your id of the business, of 1 to 200 characters. Default: the subject. */
  business?: string | undefined;
}

export interface EraseOptions {
  /**
   * Your reason for erasing the consents as well. They prove that the applicant agreed: ask your lawyer how long you must keep them. Default: the
   * consents stay.
   */
  consents?: string | undefined;
}

export interface HandlerOptions extends UpstreamOptions, ConsentOptions {
  /**
   * `'production'`, `'staging'`, or `'sandbox'` for a sandbox on this machine. Only a sandbox accepts a store in memory. In production
   * and staging it would lose consents and applications, so `createHandler` rejects it. `fromEnv()` reads this option from
   * `LENDING_ENVIRONMENT`. Default: `'production'`.
   */
  environment?: HandlerEnvironment | undefined;
  /**
   * Returns the user who is signed in to your site, or `null`. An application belongs to this subject and business, and nobody else can reach
   * it. If one user acts for several businesses, the page names the business (`<lending-onboarding business="…">`), and you get it as
   * `business`. The page can name any business: check that this user may act for it, and return exactly it. A page that names none gets your
   * `business`, by default the subject.
   */
  authorize(request: Request, context: { business: string | undefined }): Promise<User | null> | User | null;
  /**
   * At least 32 random characters. With it the handler seals everything that it stores, except the records of consents, and the notices that it
   * serves. To change the secret, give a list: the first one seals, and every one opens. Or give a function that returns the secret or the list.
   */
  secret: string | readonly string[] | (() => string | readonly string[]);
  /**
   * The store of everything that the handler keeps: applications, consents, drafts, limits, and the calls that have begun, so that none is made
   * twice. Required for production and staging. With `fromEnv()` it is the database of `LENDING_DATABASE`. Default for the sandbox: a store in
   * memory.
   */
  store?: Store | undefined;
  /**
   * `true` keeps typed answers, and the names of chosen files, until they are sent: sealed in the store, so that the applicant can continue
   * after a reload and on another device. They are deleted 14 days after the last change, when a consent is withdrawn, when the applicant
   * deletes them, and when you call `Handler.forget()` or `erase()`; answers about the company and the applicant also when the application is created. With
   * `false` they are only on the page, and the browser asks before the applicant leaves it. Default: `true`.
   */
  drafts?: boolean | undefined;
  /** The widget script that the page loads, and how it is started. Default: none; `<lending-widget>` then shows an error. */
  widget?: WidgetSettings | undefined;
  /** The document in which an isolated widget runs. The handler serves it at `GET frame`. */
  frame?: FrameOptions | undefined;
  /**
   * The files that browsers load. The handler serves them at `GET elements/<file>`, such as `/api/lending/elements/journey.js`, where a
   * browser asks at each visit whether a file has changed, and at `GET elements/<version>/<file>`, where it keeps a file for a year. It
   * also keeps the chunks with a hash in their names for a year. Anybody may load them: `authorize` is not called, and `limits` do not count them. `false`: the handler serves no files.
   * Default: the files of the installed package with `fromEnv()` or `toNodeListener()`, otherwise none.
   */
  serveFiles?: ElementFiles | false | undefined;
  /** The questions of the forms, and values that are sent although no question asks for them. Default: the specification's samples. */
  settings?: Partial<Omit<Settings, 'lookups' | 'brokerLines'>> | undefined;
  /**
   * Returns data that you already have about this subject and business: `company`, `applicant`, and `figures` as endpoint 3 takes them, such
   * as `{ monthly_revenue: 10000 }`. The forms start with these values, and a saved draft overrides them. `settings.readOnly` names the fields that the
   * applicant cannot change. It is called whenever a page starts. Default: nothing.
   */
  prefill?: ((owner: Owner) => Promise<Prefill | undefined> | Prefill | undefined) | undefined;
  /**
   * Returns the documents of this business that your platform has, such as bank statements. The step of the documents then offers to attach
   * them, and the handler sends each after the applicant's tick (specification, endpoint 2), with the checks and limits of an
   * upload, once for each application: a document with other bytes needs another id. It is called whenever a page starts, and
   * for each document that is sent. If it fails, applicants can choose files. Default: none.
   */
  documents?: ((owner: Owner) => Promise<readonly PartnerFile[]> | readonly PartnerFile[]) | undefined;
  /**
   * Looks up companies for the applicant's text, for example in a register, and returns those that fit, the best first. The page then
   * has one search field instead of the fields of the company. Each result needs `registered_name` and can have any other field of the
   * company; the handler sends at most 20 results, with these fields only. It is called while the applicant types, at most 30 times
   * in a minute. If it fails, the applicant fills in the fields. Default: the page asks for each field.
   */
  lookupCompany?: ((query: LookupQuery) => Promise<readonly FoundCompany[]> | readonly FoundCompany[]) | undefined;
  /**
   * Looks up addresses for the applicant's text, such as a postcode, and returns those that fit. Each result needs `line_1`, the
   * street. It has the same limits as `lookupCompany`. Default: the page asks for each line of an address.
   */
  lookupAddress?: ((query: AddressQuery) => Promise<readonly FoundAddress[]> | readonly FoundAddress[]) | undefined;
  /** The path at which the handler is mounted. Default: `/api/lending`. */
  path?: string | undefined;
  /** Exact origins of your pages, in addition to the handler's own. Default: none. */
  origins?: readonly string[] | undefined;
  /**
   * Called after each successful call of an applicant to the service, and after they have declined or withdrawn: for your own records, or an email. No
   * applicant waits for it. An event is stored together with the step that it reports, so none is lost. Those of one application come in their order, and
   * each at least once: `id` shows one that comes again. If your function fails, it is called again after a pause that grows from
   * `hookTimeoutMs` and five seconds to about an hour. The later events of this application wait, and those of others do not. After 75 times,
   * in about three days, the event is parked until `lending-elements database events retry`. While a thousand events of an applicant wait, further
   * tokens are not reported. After a restart, events go out with the first request, or with `Handler.deliverProgress()`. Every process needs the
   * function. Default: nothing is called, and no event is stored.
   */
  onProgress?: ((progress: ProgressEntry) => Promise<void> | void) | undefined;
  /**
   * Returns true if this applicant may close the current application and begin another one, for example a year after `createdAt`
   * (`2026-11-21T14:05:09.123Z`). The end of the journey then has "Apply again". The handler keeps the answers, sealed, to fill them in.
   * Default: an application ends only with `Handler.closeApplication()`, or `lending-elements applications close`.
   */
  canApplyAgain?: ((application: Owner & { createdAt: string }) => Promise<boolean> | boolean) | undefined;
  /**
   * The most bytes of documents that are held in memory at the same time. When it is full, later uploads wait for earlier ones, and are rejected
   * with 429 after 75 seconds. Default: 64 MiB.
   */
  uploadMemoryBytes?: number | undefined;
  /** Limits of each subject. Default: 120 requests and 30 lookups in a minute, and 60 entries in the records of consents in ten. */
  limits?: LimitOptions | undefined;
  /**
   * Called with an entry for each request: codes, request ids, and the plain words of the service's messages, without names or
   * numbers. An applicant whose request failed sees the beginning of its `requestId` as a reference number. `false`: nothing is
   * logged. Default: `console.error` gets a line for each response with a status of 500 or more, and for responses of the service that an
   * applicant may ask about: request id, route, status, code, message, remedy, and the place of an unexpected error. It never contains a
   * body, a query or a subject. Requests to another path than `path` get one hint.
   */
  log?: ((entry: LogEntry) => Promise<void> | void) | false | undefined;
}

/** An entry of the log: one request, or an event that `onProgress` did not take. Then `route` is `onProgress`, and `requestId` the id of the event. */
export interface LogEntry {
  requestId: string;
  route: string;
  status: number;
  /** The calls to the service that were made for this request, one entry for each attempt. */
  calls: readonly ServiceCall[];
  code?: string;
  /** The error with its cause, for the developer. It contains neither the key nor the applicant's answers. */
  error?: LendingError;
}

/** The handler: give it to the server of any platform with `Request` and `Response`. */
export interface Handler {
  (request: Request): Promise<Response>;
  /**
   * Responds like the handler itself, for a platform that has the files of the elements: `elements` are served if the option `serveFiles` is not
   * set. The platform must send a compressed body and its `content-encoding` unchanged. It never rejects.
   */
  reply(request: Request, elements?: ElementFiles): Promise<Response>;
  /**
   * Deletes the saved draft of an applicant, and nothing else. You do not need it when a user signs out: nobody else can open the draft, and the page
   * has promised to keep it. It rejects if the store fails.
   */
  forget(owner: User): Promise<void>;
  /**
   * Erases an applicant: the draft, the figures, the progress, the ids and the served notices of the current application and of all closed ones, and
   * if you give a reason their consents. An open page of these applications cannot send anything more, and a new application begins without this data. The
   * number of the next application stays, sealed under a hidden name, and nothing else. The service keeps its applications: the result lists their ids.
   * It rejects with `handler-in-flight` while a call is under way, or if the outcome of a creation is unknown, and nothing is erased then. If it
   * rejects because the store failed, call it again.
   */
  erase(owner: User, options?: EraseOptions): Promise<Erased>;
  /**
   * Closes the current application of an applicant, who can then apply again, with a new consent, new documents and new figures. An open page of
   * the closed application sends nothing more. It rejects with `handler-in-flight` while a call is under way, or if the outcome of the creation
   * is unknown.
   */
  closeApplication(owner: User): Promise<void>;
  /**
   * Ends a creation with an unknown outcome (`outcome-unknown`), after somebody has searched the service for the application, for example in the
   * partner dashboard: with the application, or with `'none'` if it certainly does not exist. The applicant then goes on, or can create it
   * again. You can also give an applicant an application that your backend created. It rejects with `handler-in-flight` while a
   * creation is under way, and with `config-invalid` if there is nothing to settle, or if `'none'` comes less than two minutes after the time limit
   * of the call. With the `requestId` of the error, it also rejects if that request was not the last creation: a colleague may have settled it.
   */
  settleApplication(
    owner: User & { requestId?: string | undefined },
    outcome: ExistingApplication | 'none',
  ): Promise<void>;
  /**
   * Returns facts about an applicant for your support staff: their applications, the calls and decisions with their times, a creation with an unknown
   * outcome, events of `onProgress` that wait, and the last errors with the reference that the applicant reads. Nothing in it was typed by the applicant.
   */
  status(owner: User): Promise<Status>;
  /**
   * Delivers the events of `onProgress` that are due. On Node the handler does it by itself from the first request on. On a platform that stops after a
   * response, call it after each response (`context.waitUntil(response.then(() => lending.deliverProgress()))`) and from an alarm. It rejects if the store fails.
   */
  deliverProgress(): Promise<void>;
  /** Closes the store, when your process stops. */
  close(): Promise<void>;
}

/** One request of an applicant who is signed in. */
export interface RequestContext {
  /** Called after each attempt at a call to the service. */
  onAnswer: (call: ServiceCall) => void;
  request: Request;
  applicant: Applicant;
  /** The current application of the applicant. Its changes are kept after the route. */
  application: Application;
  /** Stores the changes of the application so far. */
  save(): Promise<void>;
  /** The id under which the request is logged. */
  requestId: string;
}

export type Route = (context: RequestContext) => Promise<unknown>;
