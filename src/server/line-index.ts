import { hash } from 'node:crypto';

/**
 * A record for a line: of the hash of whom it is about 8 bytes, of the line's own hash 8, where the line begins 6, and 4 for the
 * number of the line before it that is about the same one, counted from 1.
 */
export const RECORD = 26;
const [HASH, START, EARLIER] = [8, 16, 22] as const;
/** Records are kept in blocks, so that more of them move none. */
export const BLOCK = 4096;

/** Where the lines of a file are, and which of them are about whom. It knows lines by their numbers, counted from 0. */
export class LineIndex {
  readonly blocks: Buffer[] = [];
  /** How many lines there are, and where the last one ends. */
  count = 0;
  end = 0;
  /** The number of the last line about each subject, counted from 1, by the hash of the subject. */
  #newest = new Uint32Array(1024);
  #subjects = 0;

  /** Adds the next line, which ends there. `key` is what `keyOf` says of whom it is about; `digest` is the line's hash. */
  add(key: Buffer, digest: string, end: number): void {
    if (this.count % BLOCK === 0) this.blocks.push(Buffer.alloc(BLOCK * RECORD));
    const at = (this.count % BLOCK) * RECORD;
    const block = this.blocks.at(-1)!;
    const slot = this.#slotOf(key);
    key.copy(block, at);
    block.write(digest.slice(0, 16), at + HASH, 'hex');
    block.writeUIntLE(this.end, at + START, 6);
    block.writeUInt32LE(this.#newest[slot]!, at + EARLIER);
    this.end = end;
    this.count += 1;
    this.#keep(slot);
  }

  /** Takes up a block of records that were made before, whose last line ends there. */
  addBlock(block: Buffer, end: number): void {
    this.blocks.push(block);
    for (let at = 0; at < BLOCK; at++) {
      const slot = this.#slotOf(block, at * RECORD);
      this.count += 1;
      this.#keep(slot);
    }
    this.end = end;
  }

  /** The last line about a subject; -1 where there is none. */
  newest(key: Buffer): number {
    return this.#newest[this.#slotOf(key)]! - 1;
  }

  /** The line before this one that is about the same one, or -1. */
  earlier(line: number): number {
    const [block, at] = this.#find(line);
    return block.readUInt32LE(at + EARLIER) - 1;
  }

  /** Where a line begins, and where it ends with its line feed. */
  place(line: number): { start: number; end: number } {
    return { start: this.#start(line), end: line + 1 < this.count ? this.#start(line + 1) : this.end };
  }

  /** Whether a hash is the line's, as far as the index knows it. */
  isHash(line: number, digest: string): boolean {
    const [block, at] = this.#find(line);
    return block.toString('hex', at + HASH, at + START) === digest.slice(0, 16);
  }

  #start(line: number): number {
    const [block, at] = this.#find(line);
    return block.readUIntLE(at + START, 6);
  }

  #find(line: number): [Buffer, number] {
    return [this.blocks[Math.floor(line / BLOCK)]!, (line % BLOCK) * RECORD];
  }

  /** The place of a subject among the newest, or the free one that it would get. */
  #slotOf(key: Buffer, from = 0): number {
    const mask = this.#newest.length - 1;
    let slot = key.readUInt32LE(from) & mask;
    for (; this.#newest[slot] !== 0; slot = (slot + 1) & mask) {
      const [block, at] = this.#find(this.#newest[slot]! - 1);
      if (block.compare(key, from, from + HASH, at, at + HASH) === 0) break;
    }
    return slot;
  }

  #keep(slot: number): void {
    if (this.#newest[slot] === 0) this.#subjects += 1;
    this.#newest[slot] = this.count;
    if (this.#subjects * 4 > this.#newest.length * 3) this.#grow();
  }

  #grow(): void {
    const before = this.#newest;
    this.#newest = new Uint32Array(before.length * 2);
    for (const line of before) {
      if (line === 0) continue;
      const [block, at] = this.#find(line - 1);
      this.#newest[this.#slotOf(block, at)] = line;
    }
  }
}

/** What the index knows a subject by. Two may share it: who reads a line sees whom it is about. */
export const keyOf = (about: string | Uint8Array): Buffer => hash('sha256', about, 'buffer').subarray(0, HASH);
