import { LendingError } from '../errors.js';
import type { EnvFault } from './env-pair.js';
import { readEnvironment, type Env } from './environment.js';
import { fileConsents, type FileConsents } from './file-consents.js';
import { fileOnce } from './file-once.js';
import type { HandlerOptions } from './handler.js';
import { nodeFetch } from './node-fetch.js';

/** The options of `createHandler` that come from the environment, and the `fetch` that costs least on Node. */
export type EnvOptions = Pick<
  HandlerOptions,
  'environment' | 'baseUrl' | 'secretKey' | 'fetch' | 'sessions' | 'widget' | 'consents' | 'once'
> & { consents?: FileConsents | undefined };

/**
 * The options of `createHandler` that come from the environment, so that going from staging to production changes nothing
 * else: `createHandler({ ...fromEnv(), authorize })`.
 *
 * - `LENDING_BASE_URL`: the service's API base address.
 * - `LENDING_SECRET_KEY`: the partner's secret key. It is read anew for each request.
 * - `LENDING_SESSION_SECRET`: 32 or more random characters; `LENDING_SESSION_SECRET_PREVIOUS` while it is being changed.
 * - `LENDING_WIDGET`: the widget's settings as JSON. `LENDING_WIDGET_SCRIPT_URL`, or `LENDING_EMBED_CODE_FILE` with the name
 *   of a file, add to them what the dashboard gives. Without any there is no widget.
 * - `LENDING_CONSENTS`: a file for `fileConsents()`. What must not be done twice is kept next to it, in `<file>.once`. Without it
 *   give `consents` and `once` yourself.
 * - `LENDING_CONSENTS_KEY`: 32 or more random characters, with which each line of that file is marked;
 *   `LENDING_CONSENTS_KEY_PREVIOUS` the ones before.
 * - `LENDING_ENVIRONMENT`: `production`, `staging` or `sandbox`. Default: `production`; nothing else, like `NODE_ENV`, decides it.
 *   The sandbox is one on this machine. With staging or production the key, the base address and the widget may also stand in two
 *   sets of which it chooses one: `LENDING_STAGING_BASE_URL` and so on.
 *
 * Throws `config-invalid` that names every variable that is missing, cannot work or does not fit the others, and no value.
 */
export function fromEnv(env: Env = process.env): EnvOptions {
  const { environment, baseUrl, widget, secrets, consents, consentKeys, names, faults } = readEnvironment(env);
  if (faults.length > 0) throw refusal(faults);
  return {
    environment,
    baseUrl: baseUrl!,
    secretKey: () => env[names.SECRET_KEY] ?? '',
    fetch: nodeFetch,
    // What prints the options, as a log may, must not print it.
    sessions: {
      get secret() {
        return secrets;
      },
      loopback: environment !== 'production',
    },
    widget,
    consents: consents === undefined ? undefined : fileConsents(consents, { key: consentKeys }),
    once: consents === undefined ? undefined : fileOnce(`${consents}.once`, { secret: secrets }),
  };
}

function refusal(faults: readonly EnvFault[]): LendingError {
  const sentences = faults.map(({ variable, message, remedy }) => `${variable} ${message}. ${remedy}`);
  return new LendingError('config-invalid', `fromEnv(): ${sentences.join(' ')}`, {
    remedy: 'Then run `npx lending-elements doctor`.',
    issues: faults.map(({ variable, reason }) => ({ path: variable, reason })),
  });
}
