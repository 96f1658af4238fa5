import { LendingError } from '../../errors.js';
import { uuidSchema } from '../../schema/fields/wire.js';
import {
  busy,
  changed,
  current,
  inFlight,
  isUnderWay,
  open,
  ownCalls,
  raised,
  type ApplicationRow,
} from '../records/current.js';
import type { Records } from '../records/records.js';
import { endCall } from './calls.js';

/** For this many milliseconds after the time limit of the call, the service may still create an application. */
const SETTLING_MS = 120_000;

/** An application at the service. Other keys of the object are ignored. */
export interface ExistingApplication {
  company_id: string;
  application_id?: string | null | undefined;
  /** The applicant's email address in the application. */
  email: string;
}

/** Throws while a call is under way, or while the outcome of the creation is unknown. */
export function requireRest(records: Records): void {
  const calls = ownCalls(records);
  if (calls.some((one) => isUnderWay(one, records.now)))
    throw busy('A call of this applicant is under way. Try again when it has ended.');
  const isUnknown = calls.some(({ call, state }) => call === 'createApplication' && state !== 'done');
  if (isUnknown && !current(records)?.company_id)
    throw busy('The outcome of the creation is unknown. Settle it first.');
}

/**
 * Closes the current application. With `answers`, sealed for the row with this id, the next one begins with them. Drafts and served notices of the closed one
 * go.
 */
export function close(records: Records, id: string, answers: string | null): Records {
  requireRest(records);
  const found = current(records);
  if (!found?.company_id) throw new LendingError('handler-not-created', 'This applicant has no application to close.');
  const { number } = found;
  const left = <Row extends { application: number }>(rows: readonly Row[]) =>
    rows.filter(({ application }) => application !== number);
  const emptied = { email: null, figures: null, answers: null, company: null, body: null, documents: null };
  const closed = changed(records, { ...emptied, closed_at: records.now });
  const next = { ...closed, served: left(closed.served), drafts: left(closed.drafts) };
  return answers === null ? next : changed(open(next, id), { answers });
}

/** Returns an application with checked fields, or `'none'`. Throws `config-invalid` with the name of a wrong field. */
export function checkExisting(outcome: unknown): Required<ExistingApplication> | 'none' {
  if (outcome === 'none') return outcome;
  const { company_id, application_id, email } = Object(outcome) as ExistingApplication;
  const isMissing = application_id === null || application_id === undefined;
  if (!isUuid(company_id)) throw cannotSettle('company_id must be a UUID');
  if (!isMissing && !isUuid(application_id)) throw cannotSettle('application_id must be a UUID, or be left out');
  if (!isEmail(email)) throw cannotSettle('email must be the email address in the application');
  return { company_id, application_id: application_id ?? null, email };
}

const isUuid = (value: unknown) => uuidSchema().safeParse(value).success;
const isEmail = (value: unknown) => typeof value === 'string' && value.length <= 254 && /^\S[^@]*@\S+$/.test(value);

interface Settling {
  requestId?: string | undefined;
  /** The time limit of a creation, in milliseconds. */
  timeoutMs: number;
}

/**
 * Ends a creation with an unknown outcome, after somebody has searched the service: with the facts of the application that the service has, or with `'none'`
 * if it certainly has none. `id` is that of the application's row, unless there is one.
 */
export function settle(
  records: Records,
  id: string,
  { requestId, timeoutMs }: Settling,
  outcome: Pick<ApplicationRow, 'company_id' | 'application_id' | 'email'> | 'none',
): Records {
  const row = ownCalls(records).find(({ call }) => call === 'createApplication');
  const { now } = records;
  if (current(records)?.company_id) throw cannotSettle('the application exists already');
  if (requestId && row?.request_id !== requestId) throw cannotSettle('this request is not the last creation');
  if (outcome !== 'none') {
    if (row && isUnderWay(row, now)) throw inFlight();
    const ended = row ? endCall(records, row.id, 'done')[0] : open(records, id);
    return raised(changed(ended, { ...outcome, created_at: now }));
  }
  if (!row) throw cannotSettle('nobody has tried to create an application');
  const wait = Math.ceil((row.begun_at + timeoutMs + SETTLING_MS - now) / 1000);
  if (wait > 0)
    throw cannotSettle(`the service may still create the application. Wait ${wait} seconds, and look again`);
  return endCall(records, row.id, 'failed')[0];
}

const cannotSettle = (why: string) => new LendingError('config-invalid', `settleApplication(): ${why}.`);

/** The applications that the service has. The records are those of an erasure: all applications and calls. */
export const atService = ({ applications }: Pick<Records, 'applications'>) =>
  applications.flatMap(({ company_id, application_id, created_at }) =>
    company_id ? { company_id, application_id: application_id ?? undefined, createdAt: isoOf(created_at) } : [],
  );

export const isoOf = (time: number | null): string | undefined =>
  time === null ? undefined : new Date(time).toISOString();
