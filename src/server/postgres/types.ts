interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Your pool: a `Pool` of the package `pg`, version 8 or newer, with at least two connections. */
export interface PostgresPool extends Queries {
  connect(): Promise<Queries & { release(error?: Error | boolean): void }>;
}
