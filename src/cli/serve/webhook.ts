// Reports progress to the application in another language, in the form of Standard Webhooks.
import { createHmac } from 'node:crypto';
import { isLoopback } from '../../schema/widget/loopback.js';
import type { Env } from '../../server/node/environment.js';
import type { ProgressEntry } from '../../server/journal/events.js';
import { wrong } from './options.js';

const [URL_NAME, SECRET] = ['LENDING_WEBHOOK_URL', 'LENDING_WEBHOOK_SECRET'];
/** Milliseconds until an event counts as not taken. It comes again later. */
const LIMIT_MS = 9000;

/** Reads the secrets. While one is changed, every event has a signature with each. */
function readSecrets(env: Env): Buffer[] {
  const given = [env[SECRET], ...(env[`${SECRET}_PREVIOUS`]?.split(',') ?? [])].filter((one) => !!one) as string[];
  const secrets = given.map((one) => Buffer.from(one.replace(/^whsec_/, ''), 'base64'));
  if (secrets.length > 0 && secrets.every(({ length }) => length >= 24 && length <= 64)) return secrets;
  throw wrong(SECRET, 'it is not 24 to 64 random bytes in base64', 'Run: echo "whsec_$(openssl rand -base64 32)".');
}

/** Creates the option `onProgress` if the environment names a URL. An event without a response of 200 to 299 comes again. */
export function webhookOf(env: Env): ((progress: ProgressEntry) => Promise<void>) | undefined {
  const given = env[URL_NAME];
  if (!given) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw wrong(
      URL_NAME,
      'it is not a URL with https, or with http on this machine',
      'Set it to the URL of your application.',
    );
  const secrets = readSecrets(env);
  return async ({ id, step, at, ...data }) => {
    const body = JSON.stringify({ type: `application.${step}`, timestamp: at, data: { step, ...data } });
    const timestamp = Math.floor(Date.now() / 1000);
    const sign = (secret: Buffer) =>
      `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': secrets.map(sign).join(' '),
      },
      body,
      // The secret belongs to this URL. No other one gets the event.
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw Object.assign(new Error('The webhook was rejected.'), { code: `HTTP_${response.status}` });
  };
}
