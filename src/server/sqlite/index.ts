import { createStore, type DatabaseOptions, type DatabaseStore } from '../database/store.js';
import { sqliteEngine } from './engine.js';

/**
 * A store in a SQLite file that the processes of one machine share. It is created with mode 0600, in a folder that must exist. The first call
 * opens it. Do not use a network file system.
 *
 * @throws LendingError `config-invalid` if an option is wrong.
 */
export const sqliteStore = (file: string, options?: DatabaseOptions): DatabaseStore =>
  createStore(sqliteEngine(file), options);
