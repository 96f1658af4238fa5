/** How long and how often the sandbox's access tokens are valid. */
export interface SandboxTokens {
  /** Seconds for which a token is valid. Default: 3600. */
  lifetime?: number;
  /** Whether a token starts one widget only. Default: `false`. */
  singleUse?: boolean;
}

interface Entry {
  readonly company_id: string;
  readonly expiresAt: number;
  /** Whether it was made by `open()`. */
  readonly isSession: boolean;
  isUsed: boolean;
}

/** The access tokens of endpoint 5, and the sessions of the widgets that were started with them. They are in memory only. */
export class Tokens {
  readonly #entries = new Map<string, Entry>();
  readonly #options: Required<SandboxTokens>;
  readonly #now: () => number;

  constructor(options: Required<SandboxTokens>, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  /** Makes a token for a company. It is valid for `lifetime` seconds. */
  issue(company_id: string, lifetime = this.#options.lifetime): string {
    return this.#add({ company_id, expiresAt: this.#now() + lifetime * 1000, isSession: false, isUsed: false });
  }

  /** Returns the company of a valid token or session, and uses up a single-use token. */
  use(token: string): string | undefined {
    const entry = this.#find(token);
    if (!entry) return undefined;
    entry.isUsed = true;
    return entry.company_id;
  }

  /** Exchanges a valid token for a session, and uses it up if it is for a single use. The session expires with the token. */
  open(token: string): string | undefined {
    const entry = this.#find(token);
    if (!entry) return undefined;
    entry.isUsed = true;
    return entry.isSession ? token : this.#add({ ...entry, isSession: true });
  }

  clear(): void {
    this.#entries.clear();
  }

  #find(token: string): Entry | undefined {
    const entry = this.#entries.get(token);
    if (!entry) return undefined;
    const isSpent = entry.isUsed && this.#options.singleUse && !entry.isSession;
    return isSpent || this.#now() >= entry.expiresAt ? undefined : entry;
  }

  #add(entry: Entry): string {
    const token = `sandbox_${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
    this.#entries.set(token, entry);
    return token;
  }
}
