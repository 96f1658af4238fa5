import { hash } from 'node:crypto';

/**
 * The bytes of a line's record: 8 of its `aboutKey()`, 8 of its hash, 6 for its offset, and 4 for the number of the previous line
 * with the same key, counted from 1.
 */
export const RECORD = 26;
const [HASH, START, EARLIER] = [8, 16, 22] as const;
/** Records in a block. A growing index adds blocks, so that records are never copied. */
export const BLOCK = 4096;

/** Finds the lines of a file by their `about`. Lines are numbered from 0. */
export class LineIndex {
  readonly blocks: Buffer[] = [];
  /** The number of lines. */
  count = 0;
  /** The offset at which the last line ends. */
  end = 0;
  /** A hash table with the number of the last line of each key, counted from 1. */
  #newest = new Uint32Array(1024);
  #subjects = 0;

  /** Adds the next line. `key` is its `aboutKey()`, `digest` its hash, `end` the offset at which it ends. */
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
    this.#setNewest(slot);
  }

  /** Adds a block of records. `end` is the offset at which its last line ends. */
  addBlock(block: Buffer, end: number): void {
    this.blocks.push(block);
    for (let at = 0; at < BLOCK; at++) {
      const slot = this.#slotOf(block, at * RECORD);
      this.count += 1;
      this.#setNewest(slot);
    }
    this.end = end;
  }

  /** Returns the last line with this key, or -1. */
  newest(key: Buffer): number {
    return this.#newest[this.#slotOf(key)]! - 1;
  }

  /** Returns the previous line with the same key, or -1. */
  earlier(line: number): number {
    const [block, at] = this.#locate(line);
    return block.readUInt32LE(at + EARLIER) - 1;
  }

  /** Returns the offsets of a line, its line feed included. */
  range(line: number): { start: number; end: number } {
    return { start: this.#start(line), end: line + 1 < this.count ? this.#start(line + 1) : this.end };
  }

  /** Returns true if the line's hash begins with the same 8 bytes as this one. */
  hasHash(line: number, digest: string): boolean {
    const [block, at] = this.#locate(line);
    return block.toString('hex', at + HASH, at + START) === digest.slice(0, 16);
  }

  #start(line: number): number {
    const [block, at] = this.#locate(line);
    return block.readUIntLE(at + START, 6);
  }

  #locate(line: number): [Buffer, number] {
    return [this.blocks[Math.floor(line / BLOCK)]!, (line % BLOCK) * RECORD];
  }

  /** Returns the slot of a key in the hash table, or the free slot for it. */
  #slotOf(key: Buffer, from = 0): number {
    const mask = this.#newest.length - 1;
    let slot = key.readUInt32LE(from) & mask;
    for (; this.#newest[slot] !== 0; slot = (slot + 1) & mask) {
      const [block, at] = this.#locate(this.#newest[slot]! - 1);
      if (block.compare(key, from, from + HASH, at, at + HASH) === 0) break;
    }
    return slot;
  }

  #setNewest(slot: number): void {
    if (this.#newest[slot] === 0) this.#subjects += 1;
    this.#newest[slot] = this.count;
    if (this.#subjects * 4 > this.#newest.length * 3) this.#grow();
  }

  #grow(): void {
    const before = this.#newest;
    this.#newest = new Uint32Array(before.length * 2);
    for (const line of before) {
      if (line === 0) continue;
      const [block, at] = this.#locate(line - 1);
      this.#newest[this.#slotOf(block, at)] = line;
    }
  }
}

/** Returns the key of an `about` in the index. Two can have the same key, so a reader must compare the entry's `about`. */
export const aboutKey = (about: string | Uint8Array): Buffer => hash('sha256', about, 'buffer').subarray(0, HASH);
