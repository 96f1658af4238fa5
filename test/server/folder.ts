// Folders and scripts for the tests of a file.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

/** A folder of its own, which is gone when the tests of the file, or the one that asks for it, have ended. */
export function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The arguments by which Node runs a script of these tests. */
export const script = (name: string) => ['--import', 'tsx', fileURLToPath(new URL(name, import.meta.url))];
