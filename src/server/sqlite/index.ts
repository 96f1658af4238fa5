import { createStores, type DatabaseOptions, type DatabaseStores } from '../database/stores.js';
import { sqliteEngine } from './engine.js';

export type { BrokenEntry, ConsentCheck } from '../database/check.js';
export type { DatabaseConsents } from '../database/consents.js';
export type { Limit, Limits, SealedStores } from '../database/sealed-stores.js';
export type { DatabaseOptions, DatabaseStores } from '../database/stores.js';

/** Stores in a SQLite file. */
export interface SqliteStores extends DatabaseStores {
  /** Closes the file. */
  close(): Promise<void>;
}

/**
 * Stores in a SQLite file that the processes of one machine share. It is created with mode 0600, in a folder that must exist. The first call
 * opens it. Do not use a network file system.
 *
 * @throws LendingError `config-invalid` if an option is wrong.
 */
export function sqliteStores(file: string, options: DatabaseOptions): SqliteStores {
  const { engine, start, close } = sqliteEngine(file, options.patience);
  return { ...createStores(engine, options, start), close };
}
