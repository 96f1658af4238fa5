import { createHash, createHmac } from 'node:crypto';
import fs, { constants, type FileHandle } from 'node:fs/promises';
import { closing, readBytes } from './file-lines.js';
import { BLOCK, LineIndex, RECORD } from './line-index.js';

/** Bytes of a block of records: where its last line ends, and a digest of it and the blocks before. */
const [ENDS, DIGEST] = [6, 32];
const BYTES = BLOCK * RECORD;
const WHOLE = BYTES + ENDS + DIGEST;

/**
 * The index of a file of lines on the disk, so that a start does not read all of them: whole blocks of records, each with a digest.
 * What of it is torn, or does not fit the file, is made again from that. With a key nobody else can make a digest.
 */
export function createIndexFile(place: string, key: string | undefined) {
  /** The digests of the blocks that are known to be on the disk as they are in memory. */
  let written: Buffer[] = [];

  const digestOf = (block: Buffer, ends: Buffer, before: Buffer) =>
    (key === undefined ? createHash('sha256') : createHmac('sha256', key))
      .update(before)
      .update(block)
      .update(ends)
      .digest();
  const start = () => written.at(-1) ?? Buffer.from('lending-elements index 1');

  /** The index on the disk, up to the last block whose last line `isThere`. */
  async function load(isThere: (index: LineIndex) => Promise<boolean>): Promise<LineIndex> {
    written = [];
    // What cannot be read is made again.
    const blocks = await readBlocks().catch(() => []);
    written.length = blocks.length;
    for (; blocks.length > 0; blocks.pop(), written.pop()) {
      // Its last block alone says whether the file goes so far.
      const last = new LineIndex();
      const { block, end } = blocks.at(-1)!;
      last.addBlock(block, end);
      if (await isThere(last)) break;
    }
    const index = new LineIndex();
    for (const { block, end } of blocks) index.addBlock(block, end);
    return index;
  }

  async function readBlocks(): Promise<{ block: Buffer; end: number }[]> {
    const handle = await fs.open(place, 'r').catch(() => undefined);
    if (!handle) return [];
    return closing(handle, async () => {
      const blocks: { block: Buffer; end: number }[] = [];
      for (;;) {
        const whole = await readBytes(handle, blocks.length * WHOLE, (blocks.length + 1) * WHOLE);
        const [block, ends] = [whole.subarray(0, BYTES), whole.subarray(BYTES, BYTES + ENDS)];
        const digest = whole.subarray(BYTES + ENDS);
        if (whole.length < WHOLE || !digestOf(block, ends, start()).equals(digest)) return blocks;
        written.push(Buffer.from(digest));
        blocks.push({ block, end: ends.readUIntLE(0, ENDS) });
      }
    });
  }

  /** Whether there are blocks to write. */
  const isBehind = (index: LineIndex) => Math.floor(index.count / BLOCK) > written.length;

  /** Writes the whole blocks that are missing. Called by who may write the file. */
  async function save(index: LineIndex): Promise<void> {
    const handle = await fs.open(place, constants.O_RDWR | constants.O_CREAT, 0o600);
    await closing(handle, async () => {
      const { size } = await handle.stat();
      // Somebody has deleted it.
      if (size < written.length * WHOLE) written = [];
      while (isBehind(index)) await saveBlock(handle, index, written.length);
      await handle.truncate(written.length * WHOLE);
    });
  }

  async function saveBlock(handle: FileHandle, index: LineIndex, number: number): Promise<void> {
    const ends = Buffer.alloc(ENDS);
    ends.writeUIntLE(index.place((number + 1) * BLOCK - 1).end, 0, ENDS);
    const block = index.blocks[number]!;
    const digest = digestOf(block, ends, start());
    await handle.write(Buffer.concat([block, ends, digest]), 0, WHOLE, number * WHOLE);
    written.push(digest);
  }

  return { load, save, isBehind };
}
