import { LendingError } from '../errors.js';
import { createApplications, doneCalls } from '../server/applications/applications.js';
import { createClosing } from '../server/applications/closing.js';
import { createErasing, isReason, type Found } from '../server/applications/erasing.js';
import { statusOf } from '../server/progress/status.js';
import type { Applications, Erased } from '../server/applications/types.js';
import { aboutApplicant } from '../server/consent/ledger.js';
import { createIdempotency, isOverdue, type Attempt } from '../server/idempotency/idempotency.js';
import { TIME_LIMITS } from '../server/options/options.schema.js';
import type { DatabaseStore } from '../server/database/store.js';
import { openKept, type Kept } from '../server/store/kept.js';
import { createLocks } from '../server/store/locks.js';
import type { Store } from '../server/store/types.js';
import { findDatabase, withStore } from './database/connection.js';
import { UsageError, type Options } from './usage.js';

/** Opens the applications of the environment for `work`. */
export async function withApplications(
  values: Record<string, string>,
  work: (kept: Kept, store: DatabaseStore) => Promise<boolean>,
): Promise<boolean> {
  const { secrets, ...database } = await findDatabase(values);
  if (secrets.length === 0) throw new UsageError('LENDING_SESSION_SECRET is not set.');
  if (!database.namespace) throw new UsageError('Neither LENDING_NAMESPACE nor LENDING_BASE_URL is set.');
  return withStore(database, (store) => work(openKept(store, secrets), store));
}

export async function runList({ values, flags }: Options): Promise<boolean> {
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

/** The creations with an unknown outcome. A creation that began too long ago is one of them, because its process is gone. */
export async function* unknownCreations(kept: Kept) {
  for await (const value of kept.list('attempt')) {
    const attempt = JSON.parse(value) as Attempt;
    const { at, requestId, applicant } = attempt;
    if (applicant && (attempt.state === 'unknown' || isOverdue(attempt, 2 * TIME_LIMITS.timeoutMs)))
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

const partsOf = (kept: Kept) => ({
  kept,
  applications: createApplications(kept),
  attempts: createIdempotency(kept),
  locked: createLocks(kept),
});

export function closingOf(kept: Kept) {
  const { timeoutMs, uploadTimeoutMs } = TIME_LIMITS;
  return createClosing({ ...partsOf(kept), limit: 2 * uploadTimeoutMs, timeoutMs });
}

function ownerOf({ subject, business = subject }: Record<string, string>) {
  if (subject && business) return { subject, business };
  throw new UsageError('--subject is missing.');
}

export async function runClose({ values }: Options): Promise<boolean> {
  const owner = ownerOf(values);
  return withApplications(values, (kept) => report(closingOf(kept).close(owner), 'Closed.'));
}

export async function runSettle({ values, flags }: Options): Promise<boolean> {
  const owner = { ...ownerOf(values), requestId: values['request-id'] };
  const { 'company-id': company_id = '', 'application-id': application_id, email = '' } = values;
  if (flags.has('none') === !!company_id) throw new UsageError('Use either --none or --company-id.');
  const outcome = flags.has('none') ? 'none' : { company_id, application_id, email };
  return withApplications(values, (kept) => report(closingOf(kept).settle(owner, outcome), 'Settled.'));
}

export async function runEraseApplicant({ values, flags }: Options): Promise<boolean> {
  const owner = ownerOf(values);
  const { consents: reason } = values;
  if (reason !== undefined && !isReason(reason)) throw new UsageError('--consents must have 1 to 200 characters.');
  return withApplications(values, async (kept, store) => {
    const { look, erase } = createErasing({ ...partsOf(kept), store, alone: closingOf(kept).alone });
    const work = async () =>
      flags.has('confirm') ? erasedLines(await erase(owner, reason)) : keptLines(await look(owner), store);
    return report(work().then((lines) => lines.join('\n')));
  });
}

async function keptLines({ isKept, atService, applicants }: Found, store: Store): Promise<string[]> {
  const chains = await Promise.all(applicants.map((one) => store.entries(aboutApplicant(one))));
  const entries = chains.flat().length;
  if (!isKept && entries === 0) return ['Nothing is kept of this applicant.'];
  return [
    `Kept: ${isKept ? 'an application or a draft' : 'no application'}, and ${entries} entries about consents.`,
    ...serviceLines(atService),
    'Nothing was erased. To erase the applicant, add --confirm to this command. The consents stay without --consents <reason>.',
  ];
}

const erasedLines = ({ atService, consents }: Erased): string[] => [
  `Erased, with ${consents} entries about consents.`,
  ...serviceLines(atService),
  ...(consents > 0 ? ['Run “consents check”, and keep its digest: an earlier one no longer matches.'] : []),
];

const serviceLines = (atService: Erased['atService']): string[] =>
  atService.length > 0
    ? ['The service keeps these applications. Ask it to erase them:', ...atService.map((one) => JSON.stringify(one))]
    : [];

export async function runStatus({ values }: Options): Promise<boolean> {
  const owner = ownerOf(values);
  return withApplications(values, async (kept, store) => {
    console.log(JSON.stringify(await statusOf({ store, ...partsOf(kept) }, owner), null, 2));
    return true;
  });
}

/** Prints that the work was done, or why not. */
async function report(work: Promise<unknown>, done?: string): Promise<boolean> {
  try {
    const result = await work;
    console.log(done ?? result);
    return true;
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    console.error(error.message);
    return false;
  }
}
