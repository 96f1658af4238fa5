import { LendingError } from '../errors.js';
import { createApplications, doneCalls } from '../server/applications/applications.js';
import { createClosing } from '../server/applications/closing.js';
import type { Applications } from '../server/applications/types.js';
import { createIdempotency, isOverdue, type Attempt } from '../server/idempotency/idempotency.js';
import { SERVICE_DEFAULTS } from '../server/options/defaults.js';
import { openKept, type Kept } from '../server/store/kept.js';
import { createLocks } from '../server/store/locks.js';
import { checkExists, findDatabase, withStore } from './database/connection.js';
import { readOptions, UsageError } from './usage.js';

/** Opens the applications of the environment for `work`. */
async function withApplications(
  { env }: Record<string, string>,
  work: (kept: Kept) => Promise<boolean>,
): Promise<boolean> {
  const { secrets, ...database } = await findDatabase(env === undefined ? {} : { env });
  if (secrets.length === 0) throw new UsageError('LENDING_SESSION_SECRET is not set.');
  if (!database.namespace) throw new UsageError('Neither LENDING_NAMESPACE nor LENDING_BASE_URL is set.');
  await checkExists(database.location);
  return withStore(database, (store) => work(openKept(store, secrets)));
}

/** `applications list`: prints each application as JSON. */
export async function runList(args: string[]): Promise<boolean> {
  const { values, flags } = readOptions(args, ['subject', 'env'], ['unknown']);
  const print = (line: { subject: string }) => {
    if ((values['subject'] ?? line.subject) === line.subject) console.log(JSON.stringify(line));
  };
  return withApplications(values, async (kept) => {
    for await (const value of flags.has('unknown') ? [] : kept.list('application'))
      for (const line of linesOf(JSON.parse(value) as Applications)) print(line);
    for await (const creation of unknownCreations(kept)) print(creation);
    return true;
  });
}

/** The creations with an unknown outcome. The process of one that began too long ago is gone. */
export async function* unknownCreations(kept: Kept) {
  for await (const value of kept.list('attempt')) {
    const attempt = JSON.parse(value) as Attempt;
    const { at, requestId, applicant } = attempt;
    if (applicant && (attempt.state === 'unknown' || isOverdue(attempt, 2 * SERVICE_DEFAULTS.timeout)))
      yield { ...applicant, state: 'unknown', begunAt: new Date(at).toISOString(), requestId };
  }
}

function linesOf({ subject, business, current, closed }: Applications) {
  const { number, company_id, application_id, createdAt } = current;
  const open = { number, state: 'open', company_id, application_id, createdAt, done: doneCalls(current) };
  return [...closed.map((one) => ({ state: 'closed', ...one })), ...(company_id ? [open] : [])].map((one) => ({
    subject,
    business,
    ...one,
  }));
}

export function closingOf(kept: Kept) {
  const { timeout, uploadTimeout } = SERVICE_DEFAULTS;
  const [applications, attempts, locked] = [createApplications(kept), createIdempotency(kept), createLocks(kept)];
  return createClosing({ kept, applications, attempts, locked, limit: 2 * uploadTimeout, timeout });
}

function ownerOf({ subject, business = subject }: Record<string, string>) {
  if (subject && business) return { subject, business };
  throw new UsageError('--subject is missing.');
}

/** `applications close`: returns true if the application is closed. */
export async function runClose(args: string[]): Promise<boolean> {
  const { values } = readOptions(args, ['subject', 'business', 'env'], []);
  const owner = ownerOf(values);
  return withApplications(values, (kept) => report('Closed.', closingOf(kept).close(owner)));
}

/** `applications settle`: returns true if the outcome is settled. */
export async function runSettle(args: string[]): Promise<boolean> {
  const names = ['subject', 'business', 'request-id', 'company-id', 'application-id', 'email', 'env'];
  const { values, flags } = readOptions(args, names, ['none']);
  const owner = { ...ownerOf(values), requestId: values['request-id'] };
  const { 'company-id': company_id = '', 'application-id': application_id, email = '' } = values;
  if (flags.has('none') === !!company_id) throw new UsageError('Use either --none or --company-id.');
  const outcome = flags.has('none') ? 'none' : { company_id, application_id, email };
  return withApplications(values, (kept) => report('Settled.', closingOf(kept).settle(owner, outcome)));
}

/** Prints that the work was done, or why not. */
async function report(done: string, work: Promise<void>): Promise<boolean> {
  try {
    await work;
    console.log(done);
    return true;
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    console.error(error.message);
    return false;
  }
}
