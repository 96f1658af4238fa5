import { LOOKUPS, RECORDS, REQUESTS, type SubjectLimiter } from '../rate-limit.js';
import type { SendCommand } from './commands.js';

/** A number of requests in a number of seconds. */
export interface RedisLimit {
  requests: number;
  seconds: number;
}

export interface RedisLimits {
  /** The requests of a subject. Default: 120 in 60 seconds. */
  take?: RedisLimit | undefined;
  /** The entries of a subject in the consent store. Default: 60 in 600 seconds. */
  record?: RedisLimit | undefined;
  /** The lookups of a subject. Default: 30 in 60 seconds. */
  lookup?: RedisLimit | undefined;
}

/** Counts in KEYS[1]. Returns 0, or the milliseconds until there is room again if more than ARGV[1] were counted in ARGV[2]. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
if count <= tonumber(ARGV[1]) then return 0 end
return left`;

/** A limiter that all machines share. `nameOf` hides the subject. */
export function redisLimiter(
  send: SendCommand,
  nameOf: (key: string) => Promise<string>,
  { take = REQUESTS, record = RECORDS, lookup = LOOKUPS }: RedisLimits = {},
): SubjectLimiter {
  const count = async (kind: string, subject: string, { requests, seconds }: RedisLimit) => {
    const name = await nameOf(`${kind}/${subject}`);
    const left = await send('EVAL', COUNT, '1', name, String(requests), String(Math.ceil(seconds * 1000)));
    return Math.ceil(Number(left) / 1000);
  };
  return {
    take: (subject) => count('take', subject, take),
    record: (subject) => count('record', subject, record),
    lookup: (subject) => count('lookup', subject, lookup),
  };
}
