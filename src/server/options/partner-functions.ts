import { handlerFailed, HookTimeout } from '../reply.js';
import { withTimeLimit } from '../../time-limit.js';

type Fn = (...args: never[]) => unknown;

const UNLIMITED = ['log', 'fetch'];

/**
 * Applies the time limit `hookTimeoutMs` to each of the partner's functions that a request waits for. No request waits for `log`,
 * and `fetch` has the time limits of the calls to the service.
 */
export function limitPartnerFunctions<T extends { hookTimeoutMs: number }>(options: T): T {
  const { hookTimeoutMs } = options;
  const limited = Object.entries(options).map(([name, value]: [string, unknown]) => {
    if (name === 'store') return [name, limitMethods(value as Record<string, Fn>, name, hookTimeoutMs)];
    const isLimited = typeof value === 'function' && !UNLIMITED.includes(name);
    return [name, isLimited ? limitFunction(value as Fn, name, hookTimeoutMs) : value];
  });
  return Object.fromEntries(limited) as T;
}

/** Limits each method when it is used, because an object may have methods that cannot be listed. */
const limitMethods = (owner: Record<string, Fn>, name: string, limit: number): unknown =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, key: string) =>
        typeof owner[key] === 'function'
          ? limitFunction((...args) => owner[key]!(...args), `${name}.${key}`, limit)
          : owner[key],
    },
  );

/** Makes a function fail if it does not return within `limit` milliseconds. */
export function limitFunction(call: Fn, name: string, limit: number): Fn {
  // The error is for the partner's log. It is not sent to the page.
  const fail = async (error: unknown): Promise<never> => {
    throw handlerFailed(error);
  };
  return (...args) => {
    try {
      const result = call(...args);
      // A result that is not a promise needs no timer.
      if (!isThenable(result)) return result;
      const late = () => {
        void Promise.resolve(result).catch(() => undefined);
        throw new HookTimeout(
          `${name} did not answer within ${limit / 1000} seconds. Make it faster, or raise hookTimeoutMs.`,
        );
      };
      return withTimeLimit(result, { limit, late }).catch(fail);
    } catch (error) {
      return fail(error);
    }
  };
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | undefined)?.then === 'function';
