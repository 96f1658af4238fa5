/** What is read of a file. A `Blob` is one. */
export interface Content {
  readonly size: number;
  slice(start?: number, end?: number): Content;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A document in the pieces in which it came: on its way to the service nobody copies them. */
export class HeldFile implements Content {
  readonly size: number;

  constructor(
    readonly pieces: readonly Uint8Array[],
    readonly name = '',
    readonly type = '',
  ) {
    this.size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** A part of it, as a `Blob` would give it: a negative position counts from the end. */
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
    return new Blob([...this.pieces] as BlobPart[]).arrayBuffer();
  }

  /** The same as a file of the platform's, which is a copy. */
  toFile(): File {
    return new File([...this.pieces] as BlobPart[], this.name, { type: this.type });
  }
}
