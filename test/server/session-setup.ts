import type { HandlerOptions, LendingSession } from '../../src/server/index.js';
import { HOST, setup, type Browser } from './setup.js';

export const OTHER = 'another-sample-secret-of-thirty-two-characters';

/** A page of Jane's with an application, and what the handler sealed for it. */
export async function created(options?: Partial<HandlerOptions>) {
  const given = setup(options);
  const page = given.browser();
  await page.create();
  return { ...given, page, sealed: page.cookies.get(HOST)! };
}

export const progressOf = async (page: Browser) =>
  ((await (await page.get('session')).json()) as { progress: { done: string[] } }).progress.done;

/** A store of the partner's, and what is in it. */
export function storeOf() {
  const kept = new Map<string, LendingSession>();
  const store = {
    get: async (subject: string) => structuredClone(kept.get(subject)),
    set: async (subject: string, session: LendingSession) => void kept.set(subject, session),
    delete: async (subject: string) => void kept.delete(subject),
  };
  return { kept, store };
}
