/**
 * Remembers the calls that the handler has begun, so that nothing is done twice. Machines that serve the same applicants share one store.
 * Values contain ids of the service, the applicant's e-mail and, sealed, the figures that were sent last. They may be forgotten
 * after the given number of seconds.
 */
export interface IdempotencyStore {
  /** Sets a value unless the key has one, in one step. Returns true if it did. */
  add(key: string, value: string, seconds: number): Promise<boolean> | boolean;
  get(key: string): Promise<string | undefined> | string | undefined;
  set(key: string, value: string, seconds: number): Promise<void> | void;
  delete(key: string): Promise<void> | void;
}
