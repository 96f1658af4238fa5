// A backend with two machines' memory: `<redis> <service> <key> <limit>`. It prints its address, and ends when it is told to.
import process from 'node:process';
import { createClient } from '@redis/client';
import { createHandler, type OnceStore } from '../../src/server/index.js';
import { toNodeListener } from '../../src/server/node.js';
import { authorize, SECRET, serve } from './setup.js';

const [redis, baseUrl, secretKey, limit] = process.argv.slice(2) as [string, string, string, string];
const example = new URL('../../examples/redis/once.mjs', import.meta.url).href;
const { redisOnce } = (await import(example)) as { redisOnce: (client: unknown) => OnceStore };

const client = createClient({ url: redis, disableOfflineQueue: true, commandOptions: { timeout: 2000 } });
client.on('error', () => process.exit(1));
await client.connect();
const handle = createHandler({
  environment: 'sandbox',
  baseUrl,
  secretKey,
  authorize,
  sessions: { secret: SECRET, loopback: true },
  once: redisOnce(client),
  limiter: { take: () => 0 },
  timeout: Number(limit),
});
const { origin } = await serve(toNodeListener(handle));
process.stdout.write(`${origin}\n`);
