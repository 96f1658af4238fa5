// New SQLite files for the tests of a file.
import path from 'node:path';
import { sqliteDatabase } from '../../../src/server/records/sqlite.js';
import { openSqlite } from '../../../src/server/sqlite/driver.js';
import { newFolder } from '../setup.js';
import { newProof } from './samples.js';

const folder = newFolder();
export const newFile = () => path.join(folder, `${crypto.randomUUID()}.db`);
export const openStore = (file = newFile(), options = {}) => sqliteDatabase(file, options).open(newProof());

/** A connection of somebody else. */
export async function openOther(file: string) {
  const [other] = await openSqlite(file);
  return (statement: string) => other!.prepare(statement).all();
}
