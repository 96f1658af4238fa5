import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { closing, readBytes } from './file-lines.js';

/** Keeps what a crash has left of a line in a file of its own. Called by who holds the lock: no one is about to end the line. */
export async function setTornAside(handle: FileHandle, place: string, whole: number): Promise<void> {
  const { size } = await handle.stat();
  if (size === whole) return;
  const torn = await readBytes(handle, whole, size);
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await fs.writeFile(`${place}.torn-${time}`, torn, { flag: 'wx', mode: 0o600, flush: true });
  await syncFolder(place);
  await handle.truncate(whole);
}

export async function syncFolder(place: string): Promise<void> {
  const folder = await fs.open(path.dirname(place), 'r');
  await closing(folder, () => folder.sync());
}
