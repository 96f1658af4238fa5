import type { LendingError } from '../errors.js';
import type { FoundAddress, FoundCompany } from '../schema/lookups.js';
import type { Prefill, WidgetSettings } from '../schema/session.js';
import type { Settings } from '../schema/settings.js';
import type { ConsentOptions } from './consent/types.js';
import type { DraftOptions } from './drafts/draft-store.js';
import type { ElementFiles } from './elements/types.js';
import type { ApplicationToKeep, FoundApplication } from './idempotency/existing-application.js';
import type { IdempotencyStore } from './idempotency/types.js';
import type { RateLimiter } from './rate-limit.js';
import type { ServiceCall, UpstreamOptions } from './service/types.js';
import type { LendingSession, SessionOptions } from './session.js';

/** An answer of the handler, before a platform turns it into its own. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Values of `set-cookie`. */
  cookies: readonly string[];
  body: string | Uint8Array<ArrayBuffer> | null;
}

export interface FrameOptions {
  /**
   * The address of the library's `cdn/frame.js`, as seen from the frame's document. Default: `elements/frame.js` under `path` if the
   * handler serves the files of the elements, otherwise `/lending-elements/frame.js`.
   */
  scriptUrl?: string | undefined;
}

/** A query of an applicant who is looking for a company or an address. */
export interface LookupQuery {
  /** The applicant's text, of 3 to 100 characters. Spaces around it are removed. */
  query: string;
  /** The subject that `authorize` returned. */
  subject: string;
  /** Aborts if the applicant has typed on, or left the page. Pass it to your `fetch`. */
  signal: AbortSignal;
}

/** A query of an applicant who is looking for an address. */
export interface AddressQuery extends LookupQuery {
  /** The country code of the settings. The page cannot choose it. */
  countryCode: string;
}

/** The purpose of a handler: real applicants, a trial with the service, or a sandbox on this machine. */
export type HandlerEnvironment = 'production' | 'staging' | 'sandbox';

export interface HandlerOptions extends UpstreamOptions, ConsentOptions {
  /**
   * `'production'`, `'staging'`, or `'sandbox'` for a sandbox on this machine. Only the sandbox accepts stores in memory. In production
   * and staging they would lose consents and applications, so `createHandler` refuses them. `fromEnv()` reads this option from
   * `LENDING_ENVIRONMENT`. Default: `'production'`.
   */
  environment?: HandlerEnvironment | undefined;
  /**
   * Returns the user who is signed in to your site, or `null`. An application belongs to this subject, and nobody else can reach it.
   */
  authorize(request: Request): Promise<{ subject: string } | null> | { subject: string } | null;
  /** Where sessions are kept: sealed in cookies, or in your own store. */
  sessions: SessionOptions;
  /**
   * How typed answers are kept until the application is created. `true`: the page keeps them through a reload, in the browser's
   * history, sealed with a key for this subject. `{ store }`: the handler also saves them in your store, sealed, so that the applicant
   * can continue on another device. It deletes them 14 days after the last change, when the application is created, when a consent
   * is withdrawn, when the applicant deletes them, and when you call `Handler.forget()`. `false`: nothing is kept. Default: `true`.
   */
  drafts?: boolean | DraftOptions | undefined;
  /** The widget script that the page loads, and how it is started. Default: none; `<lending-widget>` then shows an error. */
  widget?: WidgetSettings | undefined;
  /** The document in which an isolated widget runs. The handler serves it at `GET frame`. */
  frame?: FrameOptions | undefined;
  /**
   * The files that browsers load. The handler serves them at `GET elements/<file>`, such as `/api/lending/elements/journey.js`, where a
   * browser asks at each visit whether a file has changed, and at `GET elements/<version>/<file>`, where it keeps a file for a year. It
   * also keeps the parts with a hash in their names for a year. Anybody may load them: `authorize` is not called, and `limiter` does not count them. `false`: the handler serves no files.
   * Default: the files of the installed package with `fromEnv()` or `toNodeListener()`, otherwise none.
   */
  elements?: ElementFiles | false | undefined;
  /** The questions of the forms, and values that are sent without a question. Default: the specification's samples. */
  settings?: Partial<Omit<Settings, 'lookups'>> | undefined;
  /**
   * Returns data that you already have about this subject. The forms show it filled in. `settings.readOnly` names the fields that the
   * applicant cannot change. It is called whenever a page starts. Default: nothing.
   */
  prefill?: ((visit: { subject: string }) => Promise<Prefill | undefined> | Prefill | undefined) | undefined;
  /**
   * Looks up companies for the applicant's text, for example in a register, and returns those that fit, the best first. The page then
   * asks for one text instead of the fields of the company. Each result needs `registered_name` and can have any other field of the
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
   * Called when an application was created; the handler waits for it. Store the object (specification, endpoint 1), and return it
   * from `existingApplication`. If your function fails, it is called again at the applicant's next attempt.
   */
  onApplicationCreated?: ((created: ApplicationToKeep) => Promise<void> | void) | undefined;
  /**
   * Returns the application that this subject already has: one that your backend created, or one whose session was lost. The handler
   * calls it if the session has no application. The journey then continues after the review, for example on another device. You can
   * return the object that `onApplicationCreated` got, unchanged.
   *
   * After a creation with an unknown outcome (`outcome-unknown`), only this function can tell the outcome. Return `'none'` if you
   * have looked for the application at the service, for example in the partner dashboard, and are certain that it does not exist. The
   * applicant can then create it again, as soon as `timeout` and `settleAfter` have passed since the attempt began. Return
   * `undefined` if you do not know. Default: the outcome stays unknown.
   */
  existingApplication?: ((visit: { subject: string }) => Promise<FoundApplication> | FoundApplication) | undefined;
  /**
   * Milliseconds after `timeout` in which the service may still create the application. A `'none'` that `existingApplication` returns
   * before they have passed does not count. Default: 2 minutes.
   */
  settleAfter?: number | undefined;
  /**
   * The most bytes of documents that are held in memory at once. When it is full, later uploads wait for earlier ones, and are refused
   * with 429 after 75 seconds. Default: 64 MiB.
   */
  uploadMemory?: number | undefined;
  /**
   * The store that remembers which calls have begun, so that none is made twice. Required for production and staging. Default for the
   * sandbox: a store in memory.
   */
  idempotency?: IdempotencyStore | undefined;
  /** Limits the requests, the entries in the consent store and the lookups of each subject. Default: 120 requests in a minute, 60 entries in ten and 30 lookups in one, counted in this process. */
  limiter?: RateLimiter | undefined;
  /**
   * Called with an entry for each request: codes, request ids, and the plain words of the service's messages, without names or
   * numbers. An applicant whose request failed sees the beginning of its `requestId` as a reference number. `false`: nothing is
   * logged. Default: `console.error` gets a line for each answer with a status of 500 or more, and for answers of the service that an
   * applicant may ask about: request id, route, status, code, message, remedy, and the place of an unexpected error. It never contains a
   * body, a query or a subject. Requests to another path than `path` get one hint.
   */
  log?: ((entry: LogEntry) => Promise<void> | void) | false | undefined;
}

/** A line of the log: one request. */
export interface LogEntry {
  requestId: string;
  route: string;
  status: number;
  /** The calls to the service that were made for this request, each attempt by itself. */
  calls: readonly ServiceCall[];
  code?: string;
  /** The error with its cause, for the developer. It contains neither the key nor the applicant's entries. */
  error?: LendingError;
}

/** The handler: give it to the server of any platform with `Request` and `Response`. */
export interface Handler {
  (request: Request): Promise<Response>;
  /**
   * Like the handler itself, for a platform that has the files of the elements: `elements` are served if the option `elements` is not
   * set. The platform must send a compressed body and its `content-encoding` unchanged. It never rejects.
   */
  reply(request: Request, elements?: ElementFiles): Promise<Response>;
  /**
   * Deletes the saved draft of a subject. Call it when a user signs out, or closes the account: the handler does not notice either.
   * It rejects if `drafts.store` fails. Without a store it does nothing.
   */
  forget(subject: string): Promise<void>;
}

/** One request of an applicant who is signed in. */
export interface Visit {
  /** Called after each attempt at a call to the service. */
  onAnswer: (call: ServiceCall) => void;
  request: Request;
  subject: string;
  session: LendingSession;
  /** The id under which the request is logged. */
  requestId: string;
  /** The time at which `existingApplication` returned `'none'`, in milliseconds since 1970. */
  noneAt?: number | undefined;
}

export type Route = (visit: Visit) => Promise<unknown>;
