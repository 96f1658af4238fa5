import { handlerFailed, HookTimeout } from '../reply.js';
import { withTimeLimit } from '../../time-limit.js';

type Fn = (...args: never[]) => unknown;

const UNLIMITED = ['log', 'fetch'];

/**
 * Puts the limit `hookTimeoutMs` on every function of the partner's that a request waits for. Nothing waits for `log`,
 * and a call of `fetch` has the time limits of the calls.
 */
export function limitPartnerFunctions<T extends { hookTimeoutMs: number }>(options: T): T {
  const { hookTimeoutMs } = options;
  const limited = Object.entries(options).map(([name, value]) => {
    const isLimited = typeof value === 'function' ? !UNLIMITED.includes(name) : name === 'store';
    return [name, isLimited ? limitFunctions(value, name, hookTimeoutMs) : value];
  });
  return Object.fromEntries(limited) as T;
}

/** Makes a function, or each function of an object, fail if it does not return within `limit` milliseconds. */
export function limitFunctions<T>(value: T, name: string, limit: number): T {
  if (typeof value === 'function') return limitFunction(value as unknown as Fn, name, limit) as T;
  if (typeof value !== 'object' || !value) return value;
  const owner = value as Record<string, unknown>;
  const made = new Map<string, unknown>();
  /** A method is limited at its first use: an object may have methods that cannot be listed. */
  function get(_: object, key: string): unknown {
    if (typeof owner[key] !== 'function') return owner[key];
    if (!made.has(key)) made.set(key, limitMethod(owner as Record<string, Fn>, key, `${name}.${key}`, limit));
    return made.get(key);
  }
  return new Proxy({}, { get } as ProxyHandler<object>) as T;
}

function limitMethod(owner: Record<string, Fn>, key: string, name: string, limit: number): Fn {
  return limitFunction((...args) => owner[key]!(...args), name, limit);
}

function limitFunction(call: Fn, name: string, limit: number): Fn {
  // The error is for the partner's log. The page gets none of it.
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
