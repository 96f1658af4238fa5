import { LendingError } from '../../errors.js';
import type { SendCommand } from './commands.js';

/** The settings with which Redis keeps each write that it has confirmed. */
const NEEDED = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

/** Throws `config-invalid` if Redis can lose a write that it has confirmed: applications could then be created twice. */
export async function checkDurable(send: SendCommand): Promise<void> {
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
