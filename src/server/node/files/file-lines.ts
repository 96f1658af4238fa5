import type { FileHandle } from 'node:fs/promises';

/** A line of a file, with its offsets in bytes. `bytes` does not contain the line feed. */
export interface FileLine {
  bytes: Buffer;
  start: number;
  end: number;
  /** Whether the line has its line feed. The last line may lack it while it is written, or after it was cut off. */
  isEnded: boolean;
}

const CHUNK = 64 * 1024;
const LINE_FEED = 0x0a;

/** Reads the lines of a file from an offset. The bytes after the last line feed come last, as a line that is not ended. */
export async function* linesOf(file: FileHandle, from = 0): AsyncGenerator<FileLine> {
  for await (const lines of lineBatches(file, from)) yield* lines;
}

/** Reads lines in batches, which is faster for a long file. */
export async function* lineBatches(file: FileHandle, from = 0): AsyncGenerator<FileLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  for (let start = from; ;) {
    const chunk = await readBytes(file, start + rest.length, start + rest.length + CHUNK);
    if (chunk.length === 0) {
      if (rest.length > 0) yield [{ bytes: rest, start, end: start + rest.length, isEnded: false }];
      return;
    }
    const bytes = Buffer.concat([rest, chunk]);
    const lines: FileLine[] = [];
    let at = 0;
    // Searches bytes, not text: U+2028 in JSON is not the end of a line.
    for (let feed = bytes.indexOf(LINE_FEED, rest.length); feed >= 0; feed = bytes.indexOf(LINE_FEED, at)) {
      lines.push({ bytes: bytes.subarray(at, feed), start: start + at, end: start + feed + 1, isEnded: true });
      at = feed + 1;
    }
    start += at;
    rest = bytes.subarray(at);
    if (lines.length > 0) yield lines;
  }
}

/** Reads the bytes between two offsets, or fewer if the file is shorter. */
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

/** Reads the line between two offsets, without its line feed. Returns an empty buffer if no line ends there. */
export async function readLineAt(file: FileHandle, { start, end }: { start: number; end: number }): Promise<Buffer> {
  const bytes = await readBytes(file, start, end);
  return bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes.subarray(0, 0);
}

/** Does the work, then closes the file or folder. */
export async function closing<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}
