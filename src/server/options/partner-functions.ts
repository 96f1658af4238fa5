import type { DraftOptions } from '../drafts/draft-store.js';
import { handlerFailed, HookTimeout } from '../reply.js';
import { withTimeLimit } from '../../time-limit.js';
import type { HandlerOptions } from '../types.js';

type Fn = (...args: never[]) => unknown;
type IsPartnerFunction<T> = T extends Fn
  ? true
  : T extends object
    ? NonNullable<T[keyof T]> extends Fn
      ? true
      : false
    : false;

/** The options that are functions of the partner's, or objects of functions. `fetch` has limits of its own; nothing waits for `log`. */
type PartnerFunction = Exclude<
  {
    [K in keyof HandlerOptions]-?: IsPartnerFunction<NonNullable<HandlerOptions[K]>> extends true ? K : never;
  }[keyof HandlerOptions],
  'fetch' | 'log'
>;

/** Their names. The compiler reports a missing one. */
const PARTNER_FUNCTIONS: Record<PartnerFunction, true> = {
  authorize: true,
  limiter: true,
  existingApplication: true,
  prefill: true,
  lookupCompany: true,
  lookupAddress: true,
  idempotency: true,
  onApplicationCreated: true,
  consents: true,
  onConsent: true,
};

/** Puts the limit `hookTimeout` on every function of the partner's that a request waits for. */
export function limitPartnerFunctions<T extends HandlerOptions & { hookTimeout: number }>(options: T): T {
  const { hookTimeout, sessions, drafts } = options;
  const limited = Object.keys(PARTNER_FUNCTIONS).map((name) => [
    name,
    limitFunctions(options[name as PartnerFunction], name, hookTimeout),
  ]);
  const limitDrafts = ({ store }: DraftOptions) => ({ store: limitFunctions(store, 'drafts.store', hookTimeout) });
  return {
    ...options,
    ...Object.fromEntries(limited),
    sessions: { ...sessions, store: limitFunctions(sessions.store, 'sessions.store', hookTimeout) },
    drafts: typeof drafts === 'object' ? limitDrafts(drafts) : drafts,
  };
}

/** Makes a function, or each function of an object, fail if it does not answer within `limit` milliseconds. */
export function limitFunctions<T>(value: T, name: string, limit: number, owner?: unknown): T {
  if (typeof value === 'function')
    return ((...args: unknown[]) =>
      callWithLimit(
        () => value.apply(owner, args) as unknown,
        name,
        limit,
        () => unlock(name, owner, args),
      )) as T;
  if (typeof value !== 'object' || !value) return value;
  const get = (_: object, key: string) => limitFunctions(value[key as keyof T], `${name}.${key}`, limit, value);
  return new Proxy({}, { get } as ProxyHandler<object>) as T;
}

/** Gives back a lock that was taken too late: its caller has failed, and nobody else would. */
async function unlock(name: string, owner: unknown, args: unknown[]): Promise<void> {
  if (!name.endsWith('.lock')) return;
  await (owner as { unlock?: (...args: unknown[]) => unknown }).unlock?.(...args);
}

async function callWithLimit<T>(
  call: () => T,
  name: string,
  limit: number,
  afterLate: () => Promise<void>,
): Promise<Awaited<T>> {
  try {
    const answer = call();
    // An answer that is not a promise needs no timer.
    if (!isThenable(answer)) return await answer;
    const late = () => {
      void Promise.resolve(answer)
        .then(afterLate)
        .catch(() => undefined);
      throw new HookTimeout(
        `${name} did not answer within ${limit / 1000} seconds. Make it faster, or raise hookTimeout.`,
      );
    };
    return await withTimeLimit(answer as PromiseLike<Awaited<T>>, { limit, late });
  } catch (error) {
    // The error is for the partner's log. The page gets none of it.
    throw handlerFailed(error);
  }
}

const isThenable = (value: unknown) => typeof (value as { then?: unknown } | undefined)?.then === 'function';
