import type { FileHandle } from 'node:fs/promises';

/** A line of a file: where it begins and ends in bytes, and its text without the line feed. */
export interface FileLine {
  text: string;
  start: number;
  end: number;
}

const CHUNK = 64 * 1024;
const LINE_FEED = 0x0a;

/** The whole lines of a file from an offset on. A last line without its line feed is none. */
export async function* wholeLines(file: FileHandle, from = 0): AsyncGenerator<FileLine> {
  let rest = Buffer.alloc(0);
  for (let start = from; ;) {
    const chunk = await readBytes(file, start + rest.length, start + rest.length + CHUNK);
    if (chunk.length === 0) return;
    rest = Buffer.concat([rest, chunk]);
    // By bytes: what reads lines of text may take U+2028, which JSON leaves as it is, for the end of one.
    for (let feed = rest.indexOf(LINE_FEED); feed >= 0; feed = rest.indexOf(LINE_FEED)) {
      yield { text: rest.toString('utf8', 0, feed), start, end: start + feed + 1 };
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
