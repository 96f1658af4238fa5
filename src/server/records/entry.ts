import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Owner, RowOf } from './records.js';

/** The `about` of the entries about an application. */
export const aboutApplication = ({ subject, business }: Owner, number: number): string =>
  `applicant:${JSON.stringify([subject, business, number])}`;

/** A row of the table `consents` as an entry, with the row of its notice. */
export function entryOf(owner: Owner, row: RowOf<'consents'>, notice?: { readonly notice: string }): ConsentEntry {
  const { subject, business } = owner;
  return {
    entryId: row.id,
    about: aboutApplication(owner, row.application),
    subject,
    business,
    number: row.application,
    at: new Date(row.at).toISOString(),
    event: row.event,
    ...factsOf(row),
    ...(notice && { notice: JSON.parse(notice.notice) as NonNullable<ConsentEntry['notice']> }),
  };
}

/** The facts of an entry. */
export const factsOf = ({ entry }: Pick<RowOf<'consents'>, 'entry'>) => JSON.parse(entry) as Partial<ConsentEntry>;
