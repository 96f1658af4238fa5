import type { CallName } from '../../schema/calls/calls.js';
import type { Prefill } from '../../schema/calls/session.js';
import type { Figures } from '../../schema/calls/prequalification.js';

/**
 * A step of an application. `created`, `document-sent`, `figures-sent`, `offers-requested` and `token-issued` follow a successful call to the
 * service, `declined` and `withdrawn` a decision of the applicant. A step can be repeated, like a second document.
 */
export type ProgressStep =
  'created' | 'document-sent' | 'figures-sent' | 'offers-requested' | 'declined' | 'withdrawn' | 'token-issued';

/** The user and the business that applications belong to. */
export interface Owner {
  /** The user who is signed in. */
  subject: string;
  /** The partner's id of the business that applies. */
  business: string;
}

/** One of the applications of an owner: their first has the number 1. */
export interface Applicant extends Owner {
  number: number;
}

/**
 * The calls that have succeeded, each with a random string that changes when the call succeeds again, and the documents of the
 * partner's platform that were sent.
 */
export type Marks = Partial<Record<CallName | `partner:${string}`, string>>;

/** The state of one application. It is sealed in the store. */
export interface Application {
  number: number;
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** The applicant's email address as it was sent with the application: endpoint 5 needs it. */
  email?: string | undefined;
  /** The time of the creation, like `2026-11-21T14:05:09.123Z`. */
  createdAt?: string | undefined;
  /** A keyed digest of the registered number of its company. */
  company?: string | undefined;
  /** A keyed digest of the body that created it. Its key stays when the secret changes. Missing if the body is not known. */
  body?: string | undefined;
  marks: Marks;
  /** The figures that were sent last, and the id of the consent entry that announced the call. */
  figures?: { change: string; figures: Figures } | undefined;
  /** The answers with which the application was created, if the applicant can apply again. */
  answers?: Prefill | undefined;
}

/** The applications of an owner in the store: the current one, and the closed ones, oldest first. */
export interface Applications extends Owner {
  current: Application;
  closed: readonly ClosedApplication[];
  /** The events that `onProgress` has not taken yet, oldest first. */
  events: readonly WaitingEvent[];
}

/** An event of the application with this number. */
export interface WaitingEvent extends Pick<Application, 'number'> {
  /** The id of the event. An event that comes again has the same id. */
  id: string;
  step: ProgressStep;
  /** The time of the server's clock, in UTC, like `2026-11-21T14:05:09.123Z`. */
  at: string;
  /** The consent entry of a decision. It is stored after the event. */
  entryId?: string | undefined;
  /** The number of times that it was tried. */
  tries: number;
  /** The time of the next try, in milliseconds since 1970. */
  dueAt: number;
}

export type ClosedApplication = Pick<Application, 'number' | 'company_id' | 'application_id' | 'createdAt'> & {
  closedAt: string;
};

/** The result of an erasure. */
export interface Erased {
  /** The applications that the service has. The handler forgets their ids: ask the service to erase them. */
  atService: readonly Pick<Application, 'company_id' | 'application_id' | 'createdAt'>[];
  /** The number of entries about consents that were erased. */
  consents: number;
}

/** An application at the service. Other keys of the object are ignored. */
export interface ExistingApplication {
  company_id: string;
  application_id?: string | null | undefined;
  /** The applicant's email address in the application. */
  email: string;
}
