import { LendingError } from '../../errors.js';

/** A connected client of the package `redis` (or `@redis/client`), version 4 or newer. */
export interface NodeRedisClient {
  sendCommand(command: string[]): Promise<unknown>;
}

/** A client of the package `ioredis`, version 5 or newer. */
export interface IoRedisClient {
  call(command: string, ...parts: string[]): Promise<unknown>;
}

/** Your client. Let it fail when Redis is away, rather than wait: the handler waits no longer than `hookTimeout` for it. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** Sends a command, and returns its reply. */
export type SendCommand = (...command: string[]) => Promise<unknown>;

export function commandsOf(client: RedisClient): SendCommand {
  // A client of ioredis has a sendCommand() too, which takes something else.
  const known = client as Partial<NodeRedisClient & IoRedisClient> | null | undefined;
  if (typeof known?.call === 'function') return (command, ...parts) => known.call!(command!, ...parts);
  if (typeof known?.sendCommand === 'function') return (...command) => known.sendCommand!(command);
  throw new LendingError('config-invalid', 'redisStores(): the first argument is not a client of redis or ioredis.', {
    remedy: 'Pass the result of createClient() from redis, or of new Redis() from ioredis.',
  });
}
