import { handlerFailed, HookTimeout } from '../reply.js';
import { withTimeLimit } from '../../time-limit.js';

type Fn = (...args: never[]) => unknown;

const UNLIMITED = ['log', 'fetch', 'store'];

/**
 * Applies the time limit `hookTimeoutMs` to each of the partner's functions that a request waits for. No request waits for `log`,
 * `fetch` has the time limits of the calls to the service, and the methods of the store are limited when it is opened.
 */
export function limitPartnerFunctions<T extends { hookTimeoutMs: number }>(options: T): T {
  const { hookTimeoutMs } = options;
  const limited = Object.entries(options).map(([name, value]: [string, unknown]) => {
    const isLimited = typeof value === 'function' && !UNLIMITED.includes(name);
    return [name, isLimited ? limitFunction(value as Fn, name, hookTimeoutMs) : value];
  });
  return Object.fromEntries(limited) as T;
}

/** Limits each method of an object. */
export const limitMethods = <T extends object>(owner: T, name: string, limit: number): T =>
  Object.fromEntries(
    Object.entries(owner).map(([key, method]: [string, Fn]) => [key, limitFunction(method, `${name}.${key}`, limit)]),
  ) as T;

/** Makes a function fail if it does not return within `limit` milliseconds. */
export function limitFunction<F extends Fn>(call: F, name: string, limit: number): F {
  // The error is for the partner's log. It is not sent to the page.
  const fail = async (error: unknown): Promise<never> => {
    throw handlerFailed(error);
  };
  return ((...args: Parameters<F>) => {
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
  }) as F;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | undefined)?.then === 'function';
