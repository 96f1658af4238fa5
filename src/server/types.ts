import type { LendingError } from '../errors.js';
import type { PartnerDocument } from '../schema/calls/document.js';
import type { FoundAddress, FoundCompany } from '../schema/calls/lookups.js';
import type { Prefill, WidgetSettings } from '../schema/calls/session.js';
import type { Settings } from '../schema/settings.js';
import type { ConsentOptions } from './consent/types.js';
import type { ExistingApplication } from './journal/closing.js';
import type { ProgressEntry } from './journal/events.js';
import type { Status } from './journal/status.js';
import type { ElementFiles } from './elements.js';
import type { LimitOptions } from './limits.js';
import type { ServiceCall, UpstreamOptions } from './service/types.js';
import type { Also, Database, Owner, Records } from './records/records.js';

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
  /** Your id of the user. It never changes, and no other user has it. It is readable in the database, so it should not be an email address. */
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
   * The purpose: `'sandbox'` is a sandbox on this machine. Only it accepts a store in memory, which would lose consents and applications. Default:
   * `'production'`.
   */
  environment?: HandlerEnvironment | undefined;
  /**
   * Returns the user who is signed in to your site, or `null`. An application belongs to this subject and business, and nobody else can reach it.
   * `business` is the one that the page names: check that this user may act for it, and return exactly it. A page that names none gets your
   * `business`.
   */
  authorize(request: Request, context: { business: string | undefined }): Promise<User | null> | User | null;
  /**
   * At least 32 random characters, or a function that returns them. It protects the key of the store, which seals the answers of applicants: the email
   * address, earlier answers, figures and drafts. In a list, the first one seals, and every one opens.
   */
  secret: string | readonly string[] | (() => string | readonly string[]);
  /**
   * The database of everything that the handler keeps. Required for production and staging; `fromEnv()` opens that of `LENDING_DATABASE`. A reader of
   * it sees the subject, the business, the service's ids, and the times and states of the calls. Default: a store in memory, for a sandbox.
   */
  store?: Database | undefined;
  /**
   * `true` keeps typed answers, and the names of chosen files, sealed in the store until they are sent, and at most 14 days after the last change.
   * With `false` they are only on the page, and the browser asks before the applicant leaves it. Default: `true`.
   */
  drafts?: boolean | undefined;
  /** The service's widget. Default: none; `<lending-widget>` then shows an error. */
  widget?: WidgetSettings | undefined;
  /**
   * The document in which an isolated widget runs. `scriptUrl` is the URL of the library's `cdn/frame.js`, from that document. Default:
   * `elements/frame.js` under `path` if the handler serves the files of the elements, otherwise `/lending-elements/frame.js`. `allow` lists features of
   * the browser that the widget may use, such as `['fullscreen', 'clipboard-write']`; default: none. `origin` is another origin at which this handler
   * answers, such as `https://frames.example`: the document has it instead of an opaque origin, which `camera` and `microphone` also need. Serve
   * nothing else there, send it no cookies, and add your pages to `origins`. Default: none.
   */
  frame?:
    { scriptUrl?: string | undefined; allow?: readonly string[] | undefined; origin?: string | undefined } | undefined;
  /**
   * The files that browsers load from `elements/` under `path`. Anybody may load them: `authorize` is not called. `false` serves none. Default: the
   * files of the installed package with `fromEnv()` or `toNodeListener()`, otherwise none.
   */
  serveFiles?: ElementFiles | false | undefined;
  /** The questions of the forms, and values that are sent without a question. Default: the specification's samples. */
  settings?: Partial<Omit<Settings, 'lookups' | 'brokerLines'>> | undefined;
  /**
   * Returns data that you already have: `company`, `applicant`, and `figures` as endpoint 3 takes them. The forms start with these values, and a
   * saved draft overrides them. A value in another format, or with a name that no form has, is left out, and logged once by its path. It is called
   * whenever a page starts. Default: nothing.
   */
  prefill?: ((owner: Owner) => Promise<Prefill | undefined> | Prefill | undefined) | undefined;
  /**
   * Returns the documents of this business that your platform has. The step offers to attach them, and the handler sends each once after the
   * applicant's tick (specification, endpoint 2). It is called whenever a page starts, and for each document that is sent. Default: none.
   */
  documents?: ((owner: Owner) => Promise<readonly PartnerFile[]> | readonly PartnerFile[]) | undefined;
  /**
   * Looks up companies for the applicant's text, and returns at most 20, the best first, each with `registered_name` and any other field of the
   * company. If it fails, the applicant fills in the fields. Default: the page asks for each field.
   */
  lookupCompany?: ((query: LookupQuery) => Promise<readonly FoundCompany[]> | readonly FoundCompany[]) | undefined;
  /** Looks up addresses for a text such as a postcode. Each result needs `line_1`, the street. Default: the page asks for each line. */
  lookupAddress?: ((query: AddressQuery) => Promise<readonly FoundAddress[]> | readonly FoundAddress[]) | undefined;
  /** The path at which the handler is mounted. Default: `/api/lending`. */
  path?: string | undefined;
  /** Exact origins of your pages, in addition to the handler's own; for pages in an app, such as `capacitor://localhost`. Default: none. */
  origins?: readonly string[] | undefined;
  /**
   * Called after each successful call of an applicant, and after they have declined or withdrawn; no applicant waits for it. No event is lost. Those
   * of one application come in their order, each at least once: `id` shows one that comes again. If it fails, it is called again for about three
   * days. Default: nothing is called, and no event is stored.
   */
  onProgress?: ((progress: ProgressEntry) => Promise<void> | void) | undefined;
  /**
   * Returns true if this applicant may close the application, which was created at `createdAt`, and begin another one. The end of the journey then
   * has "Apply again". Default: an application ends only with `Handler.closeApplication()`.
   */
  canApplyAgain?: ((application: Owner & { createdAt: string }) => Promise<boolean> | boolean) | undefined;
  /** The most bytes of documents in memory at the same time. Later uploads wait, and are rejected with 429 after 75 seconds. Default: 64 MiB. */
  uploadMemoryBytes?: number | undefined;
  /**
   * Limits. Each process counts `requests` of a subject (default 120 in 60 seconds). The database counts, for a subject and business, `lookups`, the
   * queries of `lookupCompany` and `lookupAddress` (30 in 60), and `consents`, the entries in the consent records (60 in 600; a request for offers
   * needs room for three). A withdrawal, and the outcome of a call that was made, are always recorded.
   */
  limits?: LimitOptions | undefined;
  /**
   * Called with an entry for each request. `false`: nothing is logged. Default: `console.error` gets a line for each failure that somebody should
   * know, without a body, a query or a subject.
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
   * Responds like the handler itself. `elements` are the files that it serves if the option `serveFiles` is not set. The platform must send a
   * compressed body and its `content-encoding` unchanged. It never rejects.
   */
  reply(request: Request, elements?: ElementFiles): Promise<Response>;
  /** Deletes the saved draft of an applicant, and nothing else. Nobody else can open it, so you do not need this when a user signs out. */
  forget(owner: User): Promise<void>;
  /**
   * Erases an applicant: the draft, the figures, the calls, the ids and the served notices of all applications, and if you give a reason their
   * consents. Only the number of the last application stays, under a keyed digest of the subject and business. The result lists the ids of the
   * applications that the service keeps. It rejects with `handler-in-flight` while a call is under way or the outcome of a creation is unknown, and nothing
   * is erased then.
   */
  erase(owner: User, options?: EraseOptions): Promise<Erased>;
  /**
   * Closes the current application, so that the applicant can apply again, with a new consent, documents and figures. It rejects with
   * `handler-in-flight` while a call is under way or the outcome of the creation is unknown.
   */
  closeApplication(owner: User): Promise<void>;
  /**
   * Ends a creation with an unknown outcome (`outcome-unknown`) after somebody has looked for it at the service: with the application, or with
   * `'none'` if it certainly does not exist. It also gives an applicant an application that your backend created. It rejects with `handler-in-flight`
   * while a creation is under way, and with `config-invalid` if there is nothing to settle, if `requestId` is not that of the last creation, or if
   * `'none'` comes less than two minutes after the time limit of the call.
   */
  settleApplication(
    owner: User & { requestId?: string | undefined },
    outcome: ExistingApplication | 'none',
  ): Promise<void>;
  /**
   * Returns facts for your support staff: the applications, the calls and decisions with their times, a creation with an unknown outcome, events of
   * `onProgress` that wait, and the last errors. Nothing in it was typed by the applicant.
   */
  status(owner: User): Promise<Status>;
  /**
   * Delivers the events of `onProgress` that are due. On Node the handler does it by itself. On a platform that stops after a response, call it after
   * each response and from an alarm. It rejects if the store fails.
   */
  deliverProgress(): Promise<void>;
  /** Closes the store, when your process stops. */
  close(): Promise<void>;
}

/** One of the applications of an owner: their first has the number 1. */
export interface Applicant extends Owner {
  readonly number: number;
}

/** The result of an erasure. */
export interface Erased {
  /** The applications that the service has. The handler forgets their ids: ask the service to erase them. */
  atService: readonly {
    company_id: string;
    application_id?: string | undefined;
    /** The time of the creation, like `2026-11-21T14:05:09.123Z`. */
    createdAt?: string | undefined;
  }[];
  /** The number of entries about consents that were erased. */
  consents: number;
}

/** One request of an applicant who is signed in. */
export interface RequestContext {
  /** Called after each attempt at a call to the service. */
  onAnswer: (call: ServiceCall) => void;
  request: Request;
  applicant: Applicant;
  /** The records of the applicant when the request came. */
  records: Records;
  /** The id under which the request is logged. */
  requestId: string;
}

/** Responds to a request. `also` names further rows that it needs. */
export interface Route {
  (context: RequestContext): Promise<unknown>;
  also?: Also;
}
