import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { closing, readBytes } from './file-lines.js';

/** Moves a line that a crash has torn to a file of its own. The caller must hold the lock: no other process may be writing the line. */
export async function moveTornLine(handle: FileHandle, filePath: string, end: number): Promise<void> {
  const { size } = await handle.stat();
  if (size === end) return;
  const torn = await readBytes(handle, end, size);
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await fs.writeFile(`${filePath}.torn-${time}`, torn, { flag: 'wx', mode: 0o600, flush: true });
  await syncFolder(filePath);
  await handle.truncate(end);
}

export async function syncFolder(filePath: string): Promise<void> {
  const folder = await fs.open(path.dirname(filePath), 'r');
  await closing(folder, () => folder.sync());
}
