import type { HandlerOptions } from './handler.js';
import { failed } from './respond.js';

const HOOKS = [
  'authorize',
  'limiter',
  'existingApplication',
  'prefill',
  'once',
  'onApplicationCreated',
  'consents',
  'onConsent',
] as const;

/** The options, with a limit to every function of the partner's that a request waits for. */
export function limitHooks(options: HandlerOptions): HandlerOptions {
  const { hookTimeout, sessions } = options;
  const hooks = HOOKS.map((name) => [name, limited(options[name], name, hookTimeout)]);
  const store = limited(sessions?.store, 'sessions.store', hookTimeout);
  return { ...options, ...Object.fromEntries(hooks), sessions: sessions && { ...sessions, store } };
}

/** A function, or an object of them, that has failed where it has not answered after so many milliseconds. */
export function limited<T>(given: T, name: string, limit = 10_000, owner?: unknown): T {
  if (typeof given === 'function')
    return ((...args: unknown[]) => answerOf(() => given.apply(owner, args) as unknown, name, limit)) as T;
  if (typeof given !== 'object' || !given) return given;
  const get = (_: object, key: string) => limited(given[key as keyof T], `${name}.${key}`, limit, given);
  return new Proxy({}, { get } as ProxyHandler<object>) as T;
}

async function answerOf<T>(ask: () => T, name: string, limit: number): Promise<Awaited<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const answer = ask();
    // What is answered at once needs no timer.
    if (typeof (answer as { then?: unknown } | undefined)?.then !== 'function') return await answer;
    const late = new Promise<never>((_, reject) => {
      const what = `${name} did not answer within ${limit / 1000} seconds. Make it faster, or raise hookTimeout.`;
      timer = setTimeout(() => reject(new Error(what)), limit);
    });
    return await Promise.race([answer, late]);
  } catch (error) {
    // Whatever it is, it says something to the partner, and nothing to the applicant's page.
    throw failed(error);
  } finally {
    clearTimeout(timer);
  }
}
