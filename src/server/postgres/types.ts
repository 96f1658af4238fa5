/** A result of a query. */
export interface PostgresResult {
  rows: Record<string, unknown>[];
  rowCount: number | null;
}

/** A connection of the pool: a `PoolClient` of the package `pg`. */
export interface PostgresConnection {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  release(error?: Error | boolean): void;
  on(event: 'error' | 'end', listener: () => void): unknown;
  off(event: 'error' | 'end', listener: () => void): unknown;
}

/** Your pool: a `Pool` of the package `pg`, version 8 or newer, with at least two connections. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  connect(): Promise<PostgresConnection>;
}
