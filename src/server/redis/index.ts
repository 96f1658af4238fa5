import type { SubjectLimiter } from '../rate-limit.js';
import { checkSecrets } from '../seal.js';
import { createSealedStores, SESSION_SECONDS, startOnce, type SealedStores } from '../stores/sealed-stores.js';
import { openSealedTexts } from '../stores/sealed-texts.js';
import { checkDurable } from './check-durable.js';
import { commandsOf, type RedisClient } from './commands.js';
import { redisLimiter, type RedisLimits } from './redis-limiter.js';
import { redisTexts } from './redis-texts.js';

export type { IoRedisClient, NodeRedisClient, RedisClient } from './commands.js';
export type { RedisLimit, RedisLimits } from './redis-limiter.js';
export type { SealedStores } from '../stores/sealed-stores.js';

export interface RedisStoresOptions {
  /**
   * A secret of 32 characters or more, or a list with the current secret first and earlier ones after it. Names and values in Redis are
   * sealed with it. You can use the secret of `sessions`.
   */
  secret: string | readonly string[];
  /** The beginning of every name in Redis. Two environments that share a Redis need different ones. Default: `lending:`. */
  prefix?: string | undefined;
  /** The limits of `limiter`. Default: 120 requests in 60 seconds, 60 entries of the consent store in 600, and 30 lookups in 60. */
  limits?: RedisLimits | undefined;
  /** Seconds after the last change for which a session is kept. Default: 30 days. */
  sessionMaxAge?: number | undefined;
  /**
   * Whether you have checked yourself that Redis has `appendonly yes`, `appendfsync always` and `maxmemory-policy noeviction`, because
   * your provider does not allow `CONFIG GET`. Default: `false`; the stores ask Redis.
   */
  durable?: boolean | undefined;
}

/** Stores in Redis for four options of `createHandler`. */
export interface RedisStores extends SealedStores {
  /** For the option `limiter`. */
  limiter: SubjectLimiter;
  /**
   * Resolves when Redis was found to keep each write that it confirms. It rejects with `config-invalid` if a setting is wrong. Every store waits for
   * it, so you call it only to see the error at the start.
   */
  ready(): Promise<void>;
}

/**
 * Stores in a Redis that several machines share, with your own client of `redis` or `ioredis`. Redis must keep each write that it confirms:
 * `appendonly yes`, `appendfsync always` and `maxmemory-policy noeviction`. The stores check that, and refuse otherwise. If a replica takes
 * over, it can lack the last confirmed writes; keep `idempotency` in PostgreSQL if an application must not even then be created twice.
 *
 * @throws LendingError `config-invalid` if the client or an option is wrong.
 */
export function redisStores(client: RedisClient, options: RedisStoresOptions): RedisStores {
  const { secret, prefix = 'lending:', limits, sessionMaxAge = SESSION_SECONDS, durable = false } = options;
  const owner = 'redisStores()';
  const send = commandsOf(client);
  checkSecrets(secret, `${owner}: secret`);
  const texts = redisTexts(send, prefix);
  const open = startOnce(async () => {
    if (!durable) await checkDurable(send);
    return { texts, seals: await openSealedTexts(texts, secret, owner) };
  });
  return {
    ...createSealedStores(open, { sessionMaxAge, owner }),
    limiter: redisLimiter(send, async (key) => prefix + (await (await open()).seals.nameOf(key)), limits),
    ready: async () => void (await open()),
  };
}
