import type { DraftOptions } from './draft-store.js';
import type { HandlerOptions } from './handler.js';
import { failed } from './respond.js';

type Fn = (...args: never[]) => unknown;
type IsHook<T> = T extends Fn ? true : T extends object ? (NonNullable<T[keyof T]> extends Fn ? true : false) : false;

/** The options that are functions of the partner's, or objects of them. A call has a limit of its own; nobody waits for the log. */
type Hook = Exclude<
  {
    [K in keyof HandlerOptions]-?: IsHook<NonNullable<HandlerOptions[K]>> extends true ? K : never;
  }[keyof HandlerOptions],
  'fetch' | 'log'
>;

/** All of them: the compiler asks for a new one. */
const HOOKS: Record<Hook, true> = {
  authorize: true,
  limiter: true,
  existingApplication: true,
  prefill: true,
  once: true,
  onApplicationCreated: true,
  consents: true,
  onConsent: true,
};

/** The options, with a limit to every function of the partner's that a request waits for. */
export function limitHooks(options: HandlerOptions): HandlerOptions {
  const { hookTimeout, sessions, drafts } = options;
  const hooks = Object.keys(HOOKS).map((name) => [name, limited(options[name as Hook], name, hookTimeout)]);
  const store = limited(sessions?.store, 'sessions.store', hookTimeout);
  const inDrafts = (place: DraftOptions) => ({ store: limited(place.store, 'drafts.store', hookTimeout) });
  return {
    ...options,
    ...Object.fromEntries(hooks),
    sessions: sessions && { ...sessions, store },
    drafts: typeof drafts === 'object' && drafts ? inDrafts(drafts) : drafts,
  };
}

/** A function, or an object of them, that has failed where it has not answered after so many milliseconds. */
export function limited<T>(given: T, name: string, limit = 10_000, owner?: unknown): T {
  if (typeof given === 'function')
    return ((...args: unknown[]) => {
      const ask = () => given.apply(owner, args) as unknown;
      return answerOf(ask, name, limit, () => release(name, owner, args));
    }) as T;
  if (typeof given !== 'object' || !given) return given;
  const get = (_: object, key: string) => limited(given[key as keyof T], `${name}.${key}`, limit, given);
  return new Proxy({}, { get } as ProxyHandler<object>) as T;
}

/** A lock that came too late is nobody's: it is given back, or others would wait for it. */
async function release(name: string, owner: unknown, args: unknown[]): Promise<void> {
  if (!name.endsWith('.lock')) return;
  await (owner as { unlock?: (...args: unknown[]) => unknown }).unlock?.(...args);
}

async function answerOf<T>(
  ask: () => T,
  name: string,
  limit: number,
  onLate: () => Promise<void>,
): Promise<Awaited<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const answer = ask();
    // An answer that is there at once needs no timer.
    if (typeof (answer as { then?: unknown } | undefined)?.then !== 'function') return await answer;
    const late = new Promise<never>((_, reject) => {
      const what = `${name} did not answer within ${limit / 1000} seconds. Make it faster, or raise hookTimeout.`;
      timer = setTimeout(() => {
        reject(new Error(what));
        void Promise.resolve(answer)
          .then(onLate)
          .catch(() => undefined);
      }, limit);
    });
    return await Promise.race([answer, late]);
  } catch (error) {
    // Whatever it is, it says something to the partner, and nothing to the applicant's page.
    throw failed(error);
  } finally {
    clearTimeout(timer);
  }
}
