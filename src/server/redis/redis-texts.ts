import type { NamedTexts } from '../stores/types.js';
import type { SendCommand } from './commands.js';

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
export function redisTexts(send: SendCommand, prefix: string): NamedTexts {
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
