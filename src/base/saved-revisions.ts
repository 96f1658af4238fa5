/** The savings that a page tells its backend of. */
const KNOWN = 20;

/** The savings of a draft, as a page knows them: by them the backend sees whether another page has saved since. */
export class Revisions {
  /** The saving that this page goes on from; none where nothing is saved. */
  base: string | undefined;
  /** Those that it has made since, and has not heard of. */
  sent: readonly string[];

  constructor(base?: string, sent: readonly string[] = []) {
    this.base = base;
    this.sent = sent;
  }

  /** What a new saving goes on from. */
  get after(): string[] {
    return this.base === undefined ? [] : [this.base, ...this.sent];
  }

  /** Whether a saving is of this page. */
  has(revision: string): boolean {
    return revision === this.base || this.sent.includes(revision);
  }

  /** A name for a new saving. It is remembered before anybody knows whether it arrives. */
  add(): string {
    const revision = `${Date.now()}-${Math.random().toString(36).slice(2, 14)}`;
    this.sent = [...this.sent, revision].slice(1 - KNOWN);
    return revision;
  }

  /** Goes on from a saving that is known to be the newest, or from none. */
  goOnFrom(base: string | undefined): void {
    this.base = base;
    this.sent = [];
  }
}
