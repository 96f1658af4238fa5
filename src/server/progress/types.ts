import type { CallName } from '../../schema/calls/calls.js';
import type { Applicant, Application, Owner } from '../applications/types.js';
import type { SealedEvent } from '../store/types.js';

/**
 * A step of an application. `created`, `document-sent`, `figures-sent`, `offers-requested` and `token-issued` follow a successful call to the
 * service, `declined` and `withdrawn` a decision of the applicant. A step can be repeated, like a second document.
 */
export type ProgressStep =
  'created' | 'document-sent' | 'figures-sent' | 'offers-requested' | 'declined' | 'withdrawn' | 'token-issued';

/** An event for `onProgress`. It contains nothing that the applicant typed. */
export interface ProgressEntry extends Owner {
  /** The id of the event. An event that comes again has the same id. */
  id: string;
  /** The service's id of the company. Left out if the applicant declined before the application was created. */
  company_id?: string | undefined;
  /** The service's id of the application, if the service has sent one. */
  application_id?: string | undefined;
  step: ProgressStep;
  /** The time of the server's clock, in UTC, like `2026-11-21T14:05:09.123Z`. */
  at: string;
}

/** Makes the event of a step, sealed, or `undefined` without `onProgress`. */
export type EventOf = (
  applicant: Applicant,
  ids: Pick<Application, 'company_id' | 'application_id'>,
  step: ProgressStep,
) => Promise<SealedEvent | undefined>;

/** The step that follows each call. */
export const STEPS = {
  createApplication: 'created',
  uploadDocument: 'document-sent',
  prequalify: 'figures-sent',
  requestOffers: 'offers-requested',
  authenticate: 'token-issued',
} as const satisfies Record<CallName, ProgressStep>;
