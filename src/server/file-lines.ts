import type { FileHandle } from 'node:fs/promises';

/** A line of a file: where it begins and ends in bytes, and its bytes without the line feed. */
export interface FileLine {
  bytes: Buffer;
  start: number;
  end: number;
  /** Whether it has its line feed. Only the last line may lack it: it is just being written, or was cut off. */
  isEnded: boolean;
}

const CHUNK = 64 * 1024;
const LINE_FEED = 0x0a;

/** The lines of a file from an offset on, and at last what stands after the last line feed. */
export async function* linesOf(file: FileHandle, from = 0): AsyncGenerator<FileLine> {
  for await (const lines of chunksOf(file, from)) yield* lines;
}

/** The same, as many lines at a time as are read at once: for who reads very many. */
export async function* chunksOf(file: FileHandle, from = 0): AsyncGenerator<FileLine[]> {
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
    // By bytes: what reads lines of text may take U+2028, which JSON leaves as it is, for the end of one.
    for (let feed = bytes.indexOf(LINE_FEED, rest.length); feed >= 0; feed = bytes.indexOf(LINE_FEED, at)) {
      lines.push({ bytes: bytes.subarray(at, feed), start: start + at, end: start + feed + 1, isEnded: true });
      at = feed + 1;
    }
    start += at;
    rest = bytes.subarray(at);
    if (lines.length > 0) yield lines;
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

/** The bytes of the line at a place, without its line feed; none if no line ends there. */
export async function lineAt(file: FileHandle, { start, end }: { start: number; end: number }): Promise<Buffer> {
  const bytes = await readBytes(file, start, end);
  return bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes.subarray(0, 0);
}

/** Does something with an open file or folder, and closes it. */
export async function closing<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}
