/** The part of `Blob` that is used to read a file. */
export interface Content {
  readonly size: number;
  slice(start?: number, end?: number): Content;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A document in the pieces in which it arrived. They are sent to the service without a copy. */
export class HeldFile implements Content {
  readonly size: number;

  constructor(
    readonly pieces: readonly Uint8Array[],
    readonly name = '',
    readonly type = '',
  ) {
    this.size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Returns a part, as `Blob.slice()` does: a negative position counts from the end. */
  slice(start = 0, end = this.size): HeldFile {
    const [from, to] = [start, end].map((at) => (at < 0 ? this.size + at : at)) as [number, number];
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const piece of this.pieces) {
      const end = at + piece.byteLength;
      if (end > from && at < to) parts.push(piece.subarray(Math.max(from - at, 0), to - at));
      at = end;
    }
    return new HeldFile(parts);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const whole = new Uint8Array(this.size);
    this.copyTo(whole, 0);
    return whole.buffer;
  }

  /** Copies it into `target`, from the position `at` on. */
  copyTo(target: Uint8Array, at: number): void {
    for (const piece of this.pieces) {
      target.set(piece, at);
      at += piece.byteLength;
    }
  }

  /** Copies it into a `File`. */
  toFile(): File {
    return new File([...this.pieces] as BlobPart[], this.name, { type: this.type });
  }
}

/** The bytes that are copied and hashed at once. */
const PART = 256 * 1024;
const DIGEST_BYTES = 32;

/** Returns a SHA-256 digest of a file: of each part together with the digest of the parts before it. */
export async function digestOf(file: HeldFile): Promise<string> {
  let hash = new Uint8Array(0);
  // One block for all parts: memory that is not used any more is freed much later.
  const block = new Uint8Array(DIGEST_BYTES + Math.min(PART, file.size));
  for (let start = 0; start < file.size; start += PART) {
    const part = file.slice(start, Math.min(start + PART, file.size));
    block.set(hash);
    part.copyTo(block, hash.length);
    hash = new Uint8Array(await crypto.subtle.digest('SHA-256', block.subarray(0, hash.length + part.size)));
  }
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
