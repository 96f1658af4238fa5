import { createHash, createHmac } from 'node:crypto';
import fs, { constants, type FileHandle } from 'node:fs/promises';
import { closing, readBytes } from './file-lines.js';
import { BLOCK, LineIndex, RECORD } from './line-index.js';

/** Bytes after the records of a block: the end of its last line, and a digest of this block and all blocks before. */
const [END_BYTES, DIGEST_BYTES] = [6, 32];
const RECORDS_BYTES = BLOCK * RECORD;
const BLOCK_BYTES = RECORDS_BYTES + END_BYTES + DIGEST_BYTES;

/**
 * The index file next to a file of lines. It spares a start the reading of all lines. It contains full blocks of records, each with a
 * digest: an HMAC if there is a key. Blocks that are torn or do not match the file are made again.
 */
export function createIndexFile(indexPath: string, key: string | undefined) {
  /** The digests of the blocks that are on the disk. */
  let written: Buffer[] = [];

  const digestOf = (block: Buffer, ends: Buffer, before: Buffer) =>
    (key === undefined ? createHash('sha256') : createHmac('sha256', key))
      .update(before)
      .update(block)
      .update(ends)
      .digest();
  const previousDigest = () => written.at(-1) ?? Buffer.from('lending-elements index 1');

  /** Reads the index up to the last block whose last line `isThere`. */
  async function load(isThere: (index: LineIndex) => Promise<boolean>): Promise<LineIndex> {
    written = [];
    // An index that cannot be read is made again.
    const blocks = await readBlocks().catch(() => []);
    written.length = blocks.length;
    for (; blocks.length > 0; blocks.pop(), written.pop()) {
      // The last block is enough to see whether the file is long enough.
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
    const handle = await fs.open(indexPath, 'r').catch(() => undefined);
    if (!handle) return [];
    return closing(handle, async () => {
      const blocks: { block: Buffer; end: number }[] = [];
      for (;;) {
        const whole = await readBytes(handle, blocks.length * BLOCK_BYTES, (blocks.length + 1) * BLOCK_BYTES);
        const [block, ends] = [
          whole.subarray(0, RECORDS_BYTES),
          whole.subarray(RECORDS_BYTES, RECORDS_BYTES + END_BYTES),
        ];
        const digest = whole.subarray(RECORDS_BYTES + END_BYTES);
        if (whole.length < BLOCK_BYTES || !digestOf(block, ends, previousDigest()).equals(digest)) return blocks;
        written.push(Buffer.from(digest));
        blocks.push({ block, end: ends.readUIntLE(0, END_BYTES) });
      }
    });
  }

  /** Returns true if the file lacks full blocks. */
  const isBehind = (index: LineIndex) => Math.floor(index.count / BLOCK) > written.length;

  /** Writes the missing blocks. The caller must hold the file's lock. */
  async function save(index: LineIndex): Promise<void> {
    const handle = await fs.open(indexPath, constants.O_RDWR | constants.O_CREAT, 0o600);
    await closing(handle, async () => {
      const { size } = await handle.stat();
      // The index file was deleted or cut off.
      if (size < written.length * BLOCK_BYTES) written = [];
      while (isBehind(index)) await saveBlock(handle, index, written.length);
      await handle.truncate(written.length * BLOCK_BYTES);
    });
  }

  async function saveBlock(handle: FileHandle, index: LineIndex, number: number): Promise<void> {
    const ends = Buffer.alloc(END_BYTES);
    ends.writeUIntLE(index.range((number + 1) * BLOCK - 1).end, 0, END_BYTES);
    const block = index.blocks[number]!;
    const digest = digestOf(block, ends, previousDigest());
    await handle.write(Buffer.concat([block, ends, digest]), 0, BLOCK_BYTES, number * BLOCK_BYTES);
    written.push(digest);
  }

  return { load, save, isBehind };
}

/** Returns true if all full blocks of an index file are blocks of this index. Does not verify the digests, which need the key. */
export function hasBlocksOf(saved: Buffer, index: LineIndex): boolean {
  for (let block = 0; (block + 1) * BLOCK_BYTES <= saved.length; block++) {
    const start = block * BLOCK_BYTES;
    const last = (block + 1) * BLOCK - 1;
    if (last >= index.count) return false;
    const isSame = index.blocks[block]!.equals(saved.subarray(start, start + RECORDS_BYTES));
    if (!isSame || saved.readUIntLE(start + RECORDS_BYTES, END_BYTES) !== index.range(last).end) return false;
  }
  return true;
}
