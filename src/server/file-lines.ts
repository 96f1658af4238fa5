import type { FileHandle } from 'node:fs/promises';

/** A line of a file: where it begins and ends in bytes, and its text without the line feed. */
export interface FileLine {
  text: string;
  start: number;
  end: number;
  /** Whether it has its line feed. Only the last line may lack it: it is just being written, or was cut off. */
  isEnded: boolean;
}

const CHUNK = 64 * 1024;
const LINE_FEED = 0x0a;

/** The lines of a file from an offset on, and at last what stands after the last line feed. */
export async function* linesOf(file: FileHandle, from = 0): AsyncGenerator<FileLine> {
  let rest = Buffer.alloc(0);
  for (let start = from; ;) {
    const chunk = await readBytes(file, start + rest.length, start + rest.length + CHUNK);
    if (chunk.length === 0) {
      if (rest.length > 0) yield { text: rest.toString(), start, end: start + rest.length, isEnded: false };
      return;
    }
    rest = Buffer.concat([rest, chunk]);
    // By bytes: what reads lines of text may take U+2028, which JSON leaves as it is, for the end of one.
    for (let feed = rest.indexOf(LINE_FEED); feed >= 0; feed = rest.indexOf(LINE_FEED)) {
      yield { text: rest.toString('utf8', 0, feed), start, end: start + feed + 1, isEnded: true };
      start += feed + 1;
      rest = rest.subarray(feed + 1);
    }
  }
}

/** The bytes between two offsets, or as many of them as there are. */
export async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  let length = 0;
  for (let isMore = true; isMore && length < buffer.length;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, start + length);
    length += bytesRead;
    isMore = bytesRead > 0;
  }
  return buffer.subarray(0, length);
}

/** Does something with an open file or folder, and closes it. */
export async function closing<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}
