// New SQLite files for the tests of a file.
import path from 'node:path';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { openSqlite } from '../../../src/server/records/sqlite/driver.js';
import { newFolder } from '../folder.js';
import { CONSENTS_KEY, STORE_KEY } from '../../../src/server/testing/samples.js';

const folder = newFolder();
export const newFile = () => path.join(folder, `${crypto.randomUUID()}.db`);
export const openStore = (file = newFile(), settings = {}) =>
  sqliteStore(file, { consentsKey: CONSENTS_KEY, ...settings }).open(STORE_KEY);

/** A connection of somebody else. */
export async function openOther(file: string) {
  const [other] = await openSqlite(file);
  return (statement: string) => other!.prepare(statement).all();
}
