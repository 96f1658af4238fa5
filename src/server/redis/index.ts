import { LendingError } from '../../errors.js';
import type { SubjectLimiter } from '../rate-limit.js';
import { checkSecrets } from '../seal.js';
import { createSealedStores, SESSION_SECONDS, type SealedStores } from '../stores/sealed-stores.js';
import { openSealedTexts } from '../stores/sealed-texts.js';
import { startOnce } from '../util/start-once.js';
import type { NamedTexts } from '../stores/types.js';
import { commandsOf, type RedisClient, type SendCommand } from './commands.js';
import { redisLimiter, type RedisLimits } from './redis-limiter.js';

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

/** The settings with which Redis keeps each write that it has confirmed. */
const NEEDED = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

/** Throws `config-invalid` if Redis can lose a write that it has confirmed: applications could then be created twice. */
async function checkDurable(send: SendCommand): Promise<void> {
  for (const [name, value] of Object.entries(NEEDED)) {
    const found = await settingOf(send, name);
    if (found === value) continue;
    throw new LendingError('config-invalid', `redisStores(): Redis has the setting ${name} ${found}, not ${value}.`, {
      remedy: `Run \`CONFIG SET ${name} ${value}\` and \`CONFIG REWRITE\`, or set it in redis.conf. Otherwise Redis can lose a write that it has confirmed, and an application could be created twice.`,
    });
  }
}

async function settingOf(send: SendCommand, name: string): Promise<string> {
  let reply: unknown;
  try {
    reply = await send('CONFIG', 'GET', name);
  } catch (cause) {
    // Redis answers such errors with a code in front. Another error is one of the connection.
    if (!/^(NOPERM|ERR) /.test((cause as Error).message)) throw cause;
    throw new LendingError('config-invalid', 'redisStores(): this Redis does not allow CONFIG GET.', {
      cause,
      remedy:
        'Check with your provider that Redis has appendonly yes, appendfsync always and maxmemory-policy noeviction. Then set redisStores(client, { durable: true }).',
    });
  }
  // A list with the version 2 of the protocol, a map or an object with version 3.
  if (Array.isArray(reply)) return String(reply[1]);
  return String(reply instanceof Map ? reply.get(name) : (reply as Record<string, unknown> | null)?.[name]);
}

/** Sets KEYS[1] to ARGV[1] for ARGV[2] seconds (0: for ever), if it has the text ARGV[4], or if it has none and ARGV[3] is "none". */
const REPLACE = `
local now = redis.call('GET', KEYS[1])
if ARGV[3] == 'none' then
  if now then return 0 end
elseif now ~= ARGV[4] then
  return 0
end
if ARGV[2] == '0' then
  redis.call('SET', KEYS[1], ARGV[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
end
return 1`;

/** Redis counts whole seconds from 1. */
const whole = (seconds: number) => String(Math.max(1, Math.ceil(seconds)));

/** Texts in Redis. All names begin with `prefix`. */
function redisTexts(send: SendCommand, prefix: string): NamedTexts {
  const expiry = (seconds: number | undefined) => (seconds === undefined ? [] : ['EX', whole(seconds)]);
  return {
    get: async (name) => ((await send('GET', prefix + name)) as string | null) ?? undefined,
    add: async (name, text, seconds) => (await send('SET', prefix + name, text, 'NX', ...expiry(seconds))) !== null,
    set: async (name, text, seconds) => void (await send('SET', prefix + name, text, ...expiry(seconds))),
    delete: async (name) => void (await send('DEL', prefix + name)),
    async replace(name, before, text, seconds) {
      const conditions = before === undefined ? ['none'] : ['text', before];
      const life = seconds === undefined ? '0' : whole(seconds);
      return Number(await send('EVAL', REPLACE, '1', prefix + name, text, life, ...conditions)) === 1;
    },
  };
}
