/** The encodings in which a file can be sent, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file of the elements. */
export interface ElementFile {
  /** The value of the `content-type` header. */
  readonly type: string;
  /** Changes with the content. It does not depend on the encoding. */
  readonly hash: string;
  /** Returns the content, in the encoding if one is given. */
  read(encoding: Encoding | undefined): Promise<Uint8Array<ArrayBuffer>>;
}

/** The files that browsers load: those of the package's `cdn` folder. */
export interface ElementFiles {
  /** Returns the file with this name, such as `journey.js`. Only names of known files may return a file. */
  find(name: string): Promise<ElementFile | undefined>;
}
