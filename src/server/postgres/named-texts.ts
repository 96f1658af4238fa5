/** Texts under names, for a time. A store on an engine such as PostgreSQL has these five operations, and knows nothing of their meaning. */
export interface NamedTexts {
  get(name: string): Promise<string | undefined>;
  /** Sets a text unless the name has one, in one step. Returns true if it did. Without `seconds` it never expires. */
  add(name: string, text: string, seconds?: number): Promise<boolean>;
  set(name: string, text: string, seconds: number): Promise<void>;
  delete(name: string): Promise<void>;
  /**
   * Sets a text if the name still has the text `before`, or none if `before` is `undefined`, in one step. Returns true if it did.
   * Without `seconds` it never expires.
   */
  replace(name: string, before: string | undefined, text: string, seconds?: number): Promise<boolean>;
}
