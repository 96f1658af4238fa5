import { LendingError } from '../errors.js';
import { atService, requireRest } from '../server/journal/closing.js';
import { openStore, type Opened } from '../server/keys.js';
import { TIME_LIMITS } from '../server/options/options.schema.js';
import { createOwners, isReason } from '../server/applications/owners.js';
import { TABLES, type Database, type Owner, type Records } from '../server/records/records.js';
import type { Erased } from '../server/types.js';
import { findDatabase, withConnection, withStore } from './database/connection.js';
import { listApplications } from './database/list.js';
import { UsageError, type Options } from './usage.js';

async function findRows(values: Record<string, string>) {
  const { namespace, ...place } = await findDatabase(values);
  if (!namespace) throw new UsageError('Neither LENDING_NAMESPACE nor LENDING_BASE_URL is set.');
  return { namespace, ...place };
}

/** Opens the rows of the environment for `work`. */
export async function withApplications(
  values: Record<string, string>,
  work: (opened: Opened, database: Database) => Promise<boolean>,
): Promise<boolean> {
  const { secrets, ...place } = await findRows(values);
  if (secrets.length === 0) throw new UsageError('LENDING_SESSION_SECRET is not set.');
  return withStore(place, async (database) => work(await openStore(database, secrets), database));
}

export async function runList({ values: { subject, ...values }, flags }: Options): Promise<boolean> {
  const place = await findRows(values);
  // Rejects a database without tables, or with others.
  await withStore(place, ({ ready }) => ready());
  return withConnection(place.location, async (connection) => {
    const wanted = { subject, isUnknown: flags.has('unknown') };
    for await (const line of listApplications(connection, place.namespace, wanted)) console.log(JSON.stringify(line));
    return true;
  });
}

const ownersOf = (opened: Opened) => createOwners(async () => opened, TIME_LIMITS.timeoutMs);

function ownerOf({ subject, business = subject }: Record<string, string>): Owner {
  if (subject && business) return { subject, business };
  throw new UsageError('--subject is missing.');
}

export async function runSettle({ values, flags }: Options): Promise<boolean> {
  const owner = { ...ownerOf(values), requestId: values['request-id'] };
  const { 'company-id': company_id = '', 'application-id': application_id, email = '' } = values;
  if (flags.has('none') === !!company_id) throw new UsageError('Use either --none or --company-id.');
  const outcome = flags.has('none') ? 'none' : { company_id, application_id, email };
  return withApplications(values, (opened) => report(ownersOf(opened).settleApplication(owner, outcome), 'Settled.'));
}

/** The subject with the business that a command names, or with each business that the database knows. */
async function ownersIn(values: Record<string, string>): Promise<readonly Owner[]> {
  const owner = ownerOf(values);
  if (values['business'] !== undefined) return [owner];
  const { location, namespace } = await findRows(values);
  const businesses = await withConnection(location, ({ prefix, query }) =>
    query(
      `SELECT business FROM ${prefix}owners WHERE namespace = $1 AND subject = $2
       UNION SELECT business FROM ${prefix}consents WHERE namespace = $1 AND subject = $2 ORDER BY business`,
      [namespace, owner.subject],
    ),
  );
  const found = businesses.map(({ business }) => ({ ...owner, business: String(business) }));
  return found.length > 0 ? found : [owner];
}

/** Does work on each owner. The lines of a business of another name than the subject begin with it. */
async function withEach(
  values: Record<string, string>,
  work: (opened: Opened, owner: Owner) => Promise<readonly string[]>,
): Promise<boolean> {
  const owners = await ownersIn(values);
  return withApplications(values, async (opened) => {
    let isDone = true;
    for (const owner of owners) {
      const { subject, business } = owner;
      if (business !== subject && values['business'] === undefined) console.log(`Business ${business}:`);
      isDone = (await report(work(opened, owner).then((lines) => lines.join('\n')))) && isDone;
    }
    return isDone;
  });
}

export async function runEraseApplicant({ values, flags }: Options): Promise<boolean> {
  const { consents: reason } = values;
  if (reason !== undefined && !isReason(reason)) throw new UsageError('--consents must have 1 to 200 characters.');
  return withEach(values, async (opened, owner) =>
    flags.has('confirm')
      ? erasedLines(await ownersOf(opened).erase(owner, reason))
      : keptLines(await opened.store.read(owner, { all: TABLES })),
  );
}

function keptLines(records: Records): string[] {
  requireRest(records);
  const entries = records.consents.length;
  const isKept = TABLES.some((table) => table !== 'consents' && records[table].length > 0);
  if (!isKept && entries === 0) return ['Nothing is kept of this applicant.'];
  return [
    `Kept: ${isKept ? 'an application or a draft' : 'no application'}, and ${entries} entries about consents.`,
    ...serviceLines(atService(records)),
    'Nothing was erased. To erase the applicant, add --confirm to this command. The consents stay without --consents <reason>.',
  ];
}

const erasedLines = ({ atService, consents }: Erased): string[] => [
  consents > 0 ? `Erased, with ${consents} entries about consents.` : 'Erased. No entry about consents was erased.',
  ...serviceLines(atService),
  ...(consents > 0 ? ['Run “consents check”, and keep its digest: an earlier one no longer matches.'] : []),
];

const serviceLines = (atService: Erased['atService']): string[] =>
  atService.length > 0
    ? ['The service keeps these applications. Ask it to erase them:', ...atService.map((one) => JSON.stringify(one))]
    : [];

export async function runStatus({ values }: Options): Promise<boolean> {
  return withEach(values, async (opened, owner) => [JSON.stringify(await ownersOf(opened).status(owner), null, 2)]);
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
