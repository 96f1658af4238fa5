import type { CallName } from '../../schema/calls/calls.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Consents } from './consent-check.js';

/**
 * A step of an application. `created`, `document-sent`, `figures-sent`, `offers-requested` and `token-issued` follow a successful call to the
 * service, `declined` and `withdrawn` a decision of the applicant. A step can be repeated, like a second document.
 */
export type ProgressStep =
  'created' | 'document-sent' | 'figures-sent' | 'offers-requested' | 'declined' | 'withdrawn' | 'token-issued';

/** The user and the business that applications belong to. */
export interface Owner {
  readonly subject: string;
  readonly business: string;
}

/** The row of an owner. */
export interface OwnerRow {
  /** The number of the last application. It only grows, also after an erasure: an open page never belongs to a later application. */
  readonly number: number;
  /** The number of lookups since `lookups_from`. */
  readonly lookups: number;
  readonly lookups_from: number;
}

/** The type of a column in SQL, and of its values. */
type Column<T> = string & { readonly value?: T };
const oneOf = <T extends string>() => 'text NOT NULL' as Column<T>;
const text = oneOf<string>();
const number = 'bigint NOT NULL' as Column<number>;
const maybe = { text: 'text' as Column<string | null>, number: 'bigint' as Column<number | null> };

/**
 * The columns of the tables whose rows belong to an owner. Each row has an `id` that is unique for its owner, and `application` is the number of an
 * application. Times are in milliseconds since 1970; a row with `ends_at` is deleted after that time. Sealed strings are sealed for the `id`.
 */
export const COLUMNS = {
  /** The current application is not closed. */
  applications: {
    id: text,
    number,
    /** Grows with each change that ends the served notices. */
    version: number,
    company_id: maybe.text,
    application_id: maybe.text,
    /** Sealed: the email address, the figures that were sent last, and the answers for the next application. */
    email: maybe.text,
    figures: maybe.text,
    /** The version that these figures were sent for. */
    figures_version: maybe.number,
    answers: maybe.text,
    /** Keyed digests of the registered number, and of the body that created the application. */
    company: maybe.text,
    body: maybe.text,
    /** The partner's ids of the documents that were sent, as JSON. */
    documents: maybe.text,
    created_at: maybe.number,
    closed_at: maybe.number,
  },
  /** A call to the service is stored before it is made. */
  calls: {
    id: text,
    application: number,
    call: oneOf<CallName>(),
    /** The idempotency key, unique for a call of an application, and a digest of the content. Both are emptied at `forget_at`. */
    key: maybe.text,
    content: maybe.text,
    forget_at: maybe.number,
    state: oneOf<'begun' | 'done' | 'unknown'>(),
    /** The version of the application that the call was made for. */
    version: number,
    request_id: maybe.text,
    begun_at: number,
    /** By then, the process that began the call has ended it, or is gone. */
    deadline: number,
    ended_at: maybe.number,
  },
  /** A notice that was served is valid for one version of the application. `notice` is its SHA-256, and `entry` the id of the entry of the consent to it. */
  served: {
    id: text,
    application: number,
    notice: text,
    version: number,
    entry: maybe.text,
    served_at: number,
    ends_at: number,
  },
  /** Entries are never changed, and only an erasure deletes them. `entry` is JSON without the notice, of which `notice` is the SHA-256. */
  consents: {
    id: text,
    application: number,
    event: oneOf<ConsentEntry['event']>(),
    at: number,
    notice: maybe.text,
    entry: text,
  },
  /** `sealed` is loaded only with `all: ['drafts']`; otherwise it is empty. */
  drafts: { id: text, application: number, revision: text, sealed: text, saved_at: number, ends_at: number },
  /** The events that `onProgress` has not taken yet. An event without `due_at` is not tried: it waits for an earlier one, or is parked. */
  events: {
    id: text,
    application: number,
    step: oneOf<ProgressStep>(),
    at: number,
    tries: number,
    due_at: maybe.number,
  },
  /** The errors that applicants got. */
  failures: { id: text, at: number, route: text, code: text, request_id: text, ends_at: number },
  /** Values for a later applicant. */
  prefills: { id: text, sealed: text, ends_at: number },
};

export type TableName = keyof typeof COLUMNS;
export const TABLES = Object.keys(COLUMNS) as TableName[];

/** A row of a table, as a change sees it. */
export type RowOf<Table extends TableName> = {
  readonly [Name in keyof (typeof COLUMNS)[Table]]: (typeof COLUMNS)[Table][Name] extends Column<infer T> ? T : never;
};

/** Counts of rows that are not loaded. */
export interface Counts {
  /** The entries about the current application. */
  readonly entries: number;
  /** The entries about all applications of the owner in the last ten minutes, or in `Also.recent`, and the time of the first of them. */
  readonly recent: number;
  readonly recent_from: number | null;
  /** The waiting events of the owner. */
  readonly events: number;
  /** The successful calls of the current application, and the time of the last one. */
  readonly done: Readonly<Partial<Record<CallName, { readonly count: number; readonly last: number }>>>;
}

/**
 * The rows of an owner that a change reads: the current application; its creation and its newest calls, unless they are done; its draft without
 * the sealed content; its ten newest notices; and its last entry of each event. `Also` names further rows.
 */
export type Records = { readonly [Table in TableName]: readonly RowOf<Table>[] } & {
  /** The time of the store's clock, in milliseconds since 1970. It never goes back. */
  readonly now: number;
  readonly owner: OwnerRow;
  readonly counts: Counts;
};

/** Rows that are loaded too. */
export interface Also {
  /** The call of the current application with this name and this key. */
  readonly call?: readonly [CallName, key: string] | undefined;
  /** The tables whose rows are all loaded, also those of closed applications. */
  readonly all?: readonly TableName[] | undefined;
  /** The number of an application: all of its entries are loaded, and no others. */
  readonly entriesOf?: number | undefined;
  /** The milliseconds of `Counts.recent`. Default: ten minutes. */
  readonly recent?: number | undefined;
}

/**
 * Changes the rows of an owner: returns the new rows and a result, or throws and changes nothing. It is pure and synchronous, because a store may call it
 * again: ids come from outside, and the time is `records.now`.
 */
export type Change<T> = (records: Records) => readonly [Records, T];

/** A notice, as JSON with the text that applicants see, and the SHA-256 of that JSON. It is never changed. */
export interface NoticeRow {
  readonly id: string;
  readonly version: string;
  readonly locale: string;
  readonly sha256: string;
  readonly notice: string;
  readonly at: number;
}

export interface Store {
  /**
   * Makes one change of an owner after the other, each in one transaction. It writes rows that are other objects, deletes rows that are missing, and leaves
   * rows that were not loaded. It resolves when the change would survive a crash. Without a change it writes nothing.
   */
  change<T>(owner: Owner, change: Change<T>, also?: Also): Promise<T>;
  read(owner: Owner, also?: Also): Promise<Records>;
  /**
   * Deletes all rows of an owner, and with a reason the entries too. `look` gets all applications and calls in the same transaction, and throws to leave
   * everything. Returns its result, and the number of deleted entries. Afterwards one row in `erasures` has the number of the last application.
   */
  erase<T>(owner: Owner, look: (records: Records) => T, reason?: string): Promise<readonly [T, number]>;
  /** Records a notice, unless one with its id, version and locale is recorded. Returns the recorded one. */
  record(notice: NoticeRow): Promise<NoticeRow>;
  /** The recorded notice with this SHA-256. */
  notice(sha256: string): Promise<NoticeRow | undefined>;
  /**
   * Deletes the entries about these applications, if their number is `expected` and none of their calls is under way. Returns their number, or 0. Afterwards a row in
   * `erasures` has the reason.
   */
  eraseEntries(
    applications: readonly (Owner & { readonly number: number })[],
    reason: string,
    expected: number,
  ): Promise<number>;
  /** The owners with events that are due: the longest waiting first. */
  due(most: number): Promise<readonly Owner[]>;
  /** All owners, in the order of their subjects and businesses. */
  owners(): AsyncIterable<Owner>;
  /** Deletes rows that have ended, and empties the keys of calls. A store does it from time to time by itself. */
  sweep(): Promise<void>;
}

/** A place with the rows of one namespace. */
export interface Database {
  readonly namespace: string;
  /** The key of the store, sealed with each secret of the partner. `replace` returns true if the row was still `before`. */
  readonly keys: {
    read(): Promise<string | undefined>;
    replace(before: string | undefined, sealed: string): Promise<boolean>;
  };
  /** Opens the rows. `key`: 32 random bytes or more, which prove applications and hide erased owners. */
  open(key: string): Store;
  /** The entries about consents, without a key. */
  readonly consents: Consents;
  /** Resolves when the database works. Every other method waits for it, so this only shows an error early. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /**
   * The name under which all rows are stored, of 1 to 200 characters. Handlers with different names never see each other's rows. Default: `default`;
   * with `fromEnv()` the environment and the origin of the service.
   */
  namespace?: string | undefined;
  /**
   * 32 characters or more, or a list with the current key first. Each consent gets a mark made with it, so that nobody who can write to the database,
   * but does not know the key, can change the records unnoticed. Default: consents have only a hash.
   */
  consentsKey?: string | readonly string[] | undefined;
  /** The clock of the machine, in milliseconds since 1970. Default: `Date.now`. */
  clock?: (() => number) | undefined;
}

/** The functions that prove rows. They are synchronous, because a store calls them between a change and its writing. */
export interface Proof {
  /** The SHA-256 of a string, in hexadecimal. */
  hash(text: string): string;
  /**
   * A mark that nobody can make without the key. With `like`, an earlier mark, the key of that mark makes it; it is the same if the string is the same. A
   * purpose without a key has empty marks, and accepts every mark.
   */
  mark(purpose: 'applications' | 'consents' | 'erasures' | 'notices', text: string, like?: string): string;
  /** A random id. */
  random(): string;
}
