/** The most revisions that a page sends. */
const MAX_SENT = 20;

/** The revisions of a draft that this page knows. With them the backend detects that another page has saved since. */
export class Revisions {
  /** The revision that this page continues from; `undefined` if nothing is saved. */
  base: string | undefined;
  /** The revisions that this page has sent since, without an answer yet. */
  sent: readonly string[];

  constructor(base?: string, sent: readonly string[] = []) {
    this.base = base;
    this.sent = sent;
  }

  /** The revisions that a new one follows. */
  get after(): string[] {
    return this.base === undefined ? [] : [this.base, ...this.sent];
  }

  /** Whether a revision is from this page. */
  has(revision: string): boolean {
    return revision === this.base || this.sent.includes(revision);
  }

  /** Creates a revision. It is remembered before its request is sent. */
  add(): string {
    const revision = `${Date.now()}-${Math.random().toString(36).slice(2, 14)}`;
    this.sent = [...this.sent, revision].slice(1 - MAX_SENT);
    return revision;
  }

  /** Continues from the newest revision, or from none. */
  continueFrom(base: string | undefined): void {
    this.base = base;
    this.sent = [];
  }
}
