/** How long and how often the sandbox's access tokens are valid. */
export interface SandboxTokens {
  /** Seconds for which a token is valid. Default: 3600. */
  lifetimeSeconds?: number;
  /** `true` lets each token start only one widget. Default: `false`. */
  singleUse?: boolean;
}

interface Entry {
  readonly company_id: string;
  readonly expiresAt: number;
  /** True for a session that `open()` created. */
  readonly isSession: boolean;
  isUsed: boolean;
}

/** Keeps the access tokens of endpoint 5, and the sessions of the widgets that were started with them, in memory only. */
export function createTokens(options: Required<SandboxTokens>, now: () => number) {
  const entries = new Map<string, Entry>();

  function add(entry: Entry): string {
    const token = `sandbox_${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
    entries.set(token, entry);
    return token;
  }

  /** Returns the entry of a valid token or session. A single-use token is invalid afterwards. */
  function use(token: string): Entry | undefined {
    const entry = entries.get(token);
    const isSpent = entry?.isUsed && options.singleUse && !entry.isSession;
    if (!entry || isSpent || now() >= entry.expiresAt) return undefined;
    entry.isUsed = true;
    return entry;
  }

  return {
    /** Makes a token for a company. It is valid for `lifetimeSeconds` seconds. */
    issue: (company_id: string, lifetimeSeconds = options.lifetimeSeconds): string =>
      add({ company_id, expiresAt: now() + lifetimeSeconds * 1000, isSession: false, isUsed: false }),
    /** Returns the company of a valid token or session. A single-use token is invalid afterwards. */
    companyOf: (token: string): string | undefined => use(token)?.company_id,
    /** Exchanges a valid token for a session. A single-use token is invalid afterwards. The session expires with the token. */
    open(token: string): string | undefined {
      const entry = use(token);
      return entry && (entry.isSession ? token : add({ ...entry, isSession: true }));
    },
    clear: () => entries.clear(),
  };
}
