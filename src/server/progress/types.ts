import type { CallName } from '../../schema/calls/calls.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Application, Owner, ProgressStep, WaitingEvent } from '../applications/types.js';

/** An event for `onProgress`. It contains nothing that the applicant typed. */
export interface ProgressEntry extends Owner, Pick<WaitingEvent, 'id' | 'step' | 'at'> {
  /** The service's id of the company. Left out if the applicant declined before the application was created. */
  company_id?: string | undefined;
  /** The service's id of the application, if the service has sent one. */
  application_id?: string | undefined;
}

/** An error that an applicant got. The beginning of `requestId` is the reference that they read. */
export interface Failure {
  at: string;
  route: string;
  code: string;
  requestId: string;
}

/** One application in a status. */
interface ApplicationStatus extends Pick<Application, 'number' | 'company_id' | 'application_id' | 'createdAt'> {
  /** Left out for the current application. */
  closedAt?: string | undefined;
  /** The last time at which each call has succeeded. A closed application has none. */
  done: Partial<Record<CallName, string>>;
  /** The decisions, and the calls that relied on them or changed the application, oldest first. */
  consents: Pick<ConsentEntry, 'event' | 'at' | 'call' | 'entryId'>[];
  /** The creation, if its outcome is unknown or the call is under way. */
  creation?: { begunAt: string; requestId?: string | undefined } | undefined;
  /** The events that `onProgress` has not taken yet. */
  events: (Pick<WaitingEvent, 'id' | 'step' | 'at' | 'tries'> & { isParked: boolean })[];
}

/** The facts about an applicant for support. Nothing in it was typed by the applicant. */
export interface Status extends Owner {
  applications: ApplicationStatus[];
  /** The last errors, oldest first: up to ten, for 30 days after the last one. */
  errors: Failure[];
}

/** The number of times that an event is tried before it is parked: in about three days, with the default `hookTimeoutMs`. */
export const MAX_TRIES = 75;

/** The step that follows each call. */
export const STEPS = {
  createApplication: 'created',
  uploadDocument: 'document-sent',
  prequalify: 'figures-sent',
  requestOffers: 'offers-requested',
  authenticate: 'token-issued',
} as const satisfies Record<CallName, ProgressStep>;
