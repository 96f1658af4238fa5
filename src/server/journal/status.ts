import { CALLS, type CallName } from '../../schema/calls/calls.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import { factsOf } from '../records/entry.js';
import { current } from '../records/current.js';
import type { Owner, Records, RowOf } from '../records/records.js';
import { isoOf } from './closing.js';
import { MAX_TRIES, type ProgressEntry } from './events.js';

const MAX_FAILURES = 10;
const FAILURE_MS = 30 * 24 * 3600_000;

/** An error that an applicant got. The beginning of `requestId` is the reference that they read. */
export interface Failure {
  at: string;
  route: string;
  code: string;
  requestId: string;
}

/** One application in a status. */
interface ApplicationStatus {
  number: number;
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** The time of the creation, like `2026-11-21T14:05:09.123Z`. */
  createdAt?: string | undefined;
  /** Left out for the current application. */
  closedAt?: string | undefined;
  /** The last time at which each call has succeeded. */
  done: Partial<Record<CallName, string>>;
  /** The decisions, and the calls that relied on them or changed the application, oldest first. */
  consents: Pick<ConsentEntry, 'event' | 'at' | 'call' | 'entryId'>[];
  /** The creation, if its outcome is unknown or the call is under way. */
  creation?: { begunAt: string; requestId?: string | undefined } | undefined;
  /** The events that `onProgress` has not taken yet. */
  events: (Pick<ProgressEntry, 'id' | 'step' | 'at'> & { tries: number; isParked: boolean })[];
}

/** The facts about an applicant for support. Nothing in it was typed by the applicant. */
export interface Status extends Owner {
  applications: ApplicationStatus[];
  /** The last errors, oldest first: up to ten, each for 30 days. */
  errors: Failure[];
}

/** The tables that a status needs, and all entries. */
export const STATUS = ['applications', 'calls', 'events', 'failures'] as const;

/** Returns the status of an applicant. */
export function statusOf(records: Records, { subject, business }: Owner): Status {
  return {
    subject,
    business,
    applications: records.applications.map((one) => statusOfApplication(records, one)),
    errors: records.failures.map(({ at, route, code, request_id }) => ({
      at: isoOf(at)!,
      route,
      code,
      requestId: request_id,
    })),
  };
}

function statusOfApplication(records: Records, application: RowOf<'applications'>): ApplicationStatus {
  const { number, company_id, application_id, created_at, closed_at } = application;
  const own = <Row extends { application: number }>(rows: readonly Row[]) =>
    rows.filter((one) => one.application === number);
  const calls = own(records.calls);
  const done = CALLS.flatMap((call): [CallName, string][] => {
    const times = calls.flatMap((one) => (one.call === call && one.state === 'done' ? one.ended_at! : []));
    return times.length > 0 ? [[call, isoOf(Math.max(...times))!]] : [];
  });
  const creation = company_id ? undefined : calls.find(({ call }) => call === 'createApplication');
  return {
    number,
    company_id: company_id ?? undefined,
    application_id: application_id ?? undefined,
    createdAt: isoOf(created_at),
    closedAt: isoOf(closed_at),
    done: Object.fromEntries(done),
    consents: own(records.consents).map((one) => ({
      event: one.event,
      at: isoOf(one.at)!,
      call: factsOf(one).call,
      entryId: one.id,
    })),
    creation: creation && { begunAt: isoOf(creation.begun_at)!, requestId: creation.request_id ?? undefined },
    events: own(records.events).map(({ id, step, at, tries, due_at }) => {
      return { id, step, at: isoOf(at)!, tries, isParked: tries >= MAX_TRIES && due_at === null };
    }),
  };
}

/** Keeps an error for the status, unless the applicant was erased or has closed the last application. Needs all failures. */
export function withFailure(records: Records, id: string, failure: Omit<Failure, 'at'>): Records {
  const { now, owner } = records;
  if (owner.number > 0 && !current(records)) return records;
  const { route, code, requestId } = failure;
  const row = { id, at: now, route, code, request_id: requestId, ends_at: now + FAILURE_MS };
  return { ...records, failures: [...records.failures, row].slice(-MAX_FAILURES) };
}
