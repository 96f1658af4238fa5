import type { PostgresConnection, PostgresPool, PostgresResult } from './types.js';

/** A connection that several users share. If it ends, its locks are gone. */
export class SharedConnection {
  readonly #opening: Promise<PostgresConnection>;
  #users = 0;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: PostgresPool) {
    this.#opening = pool.connect();
    void this.#watch();
  }

  /** True if the connection could not be opened, has ended, or was given back to the pool. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async join(): Promise<this> {
    this.#users += 1;
    await this.#opening;
    return this;
  }

  /** Makes one query after the other: a connection of `pg` takes the next one only when it has answered the last. */
  query(text: string, values: unknown[]): Promise<PostgresResult> {
    const result = this.#last.then(() => this.#query(text, values));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #query(text: string, values: unknown[]): Promise<PostgresResult> {
    if (this.#isOver) throw new Error('The connection to PostgreSQL has ended.');
    try {
      return await (await this.#opening).query(text, values);
    } catch (error) {
      // Errors of the server have a code. After a time-out the connection would keep everybody waiting.
      if ((error as { code?: string }).code === undefined) this.#lose();
      throw error;
    }
  }

  /** The last one to leave gives the connection back to the pool. */
  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) void this.#release(false);
  }

  async #watch(): Promise<void> {
    try {
      const connection = await this.#opening;
      connection.on('error', this.#lose);
      connection.on('end', this.#lose);
    } catch {
      this.#isOver = true;
    }
  }

  readonly #lose = () => void this.#release(true);

  /** A broken connection does not go back to the pool. */
  async #release(isBroken: boolean): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const connection = await this.#opening;
    connection.off('error', this.#lose);
    connection.off('end', this.#lose);
    connection.release(isBroken);
  }
}

/** Returns a function that joins the shared connection. If there is none, it takes one from the pool. */
export function sharedConnection(pool: PostgresPool): () => Promise<SharedConnection> {
  let current: SharedConnection | undefined;
  return () => {
    if (!current || current.isOver) current = new SharedConnection(pool);
    return current.join();
  };
}
