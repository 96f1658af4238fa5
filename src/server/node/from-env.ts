import { LendingError } from '../../errors.js';
import type { Database } from '../records/records.js';
import type { ElementFiles } from '../elements.js';
import { withConfigError } from '../options/config-error.js';
import type { HandlerOptions } from '../types.js';
import type { EnvProblem } from './environment-addresses.js';
import { readEnvironment, type Env } from './environment.js';
import { elementFiles } from './element-files.js';
import { nodeFetch } from './fetch.js';
import { databaseAt } from './database.js';

/**
 * The options of `createHandler` that `fromEnv()` reads from the environment, the fastest `fetch` on Node, and the files
 * that browsers load.
 */
export type EnvOptions = Pick<
  HandlerOptions,
  'environment' | 'baseUrl' | 'secretKey' | 'fetch' | 'secret' | 'drafts' | 'widget' | 'store' | 'serveFiles'
> & { store?: Database | undefined; serveFiles?: ElementFiles | undefined };

/**
 * Reads options of `createHandler` from the environment: `createHandler({ ...fromEnv(), authorize })`. To go from staging to
 * production you change only variables.
 *
 * - `LENDING_BASE_URL`: the base URL of the service's API.
 * - `LENDING_SECRET_KEY`: the partner's secret key. It is read again for each request.
 * - `LENDING_SESSION_SECRET`: 32 or more random characters. While you change it, `LENDING_SESSION_SECRET_PREVIOUS` has the old one.
 * - `LENDING_WIDGET`: the widget's settings as JSON. `LENDING_WIDGET_SCRIPT_URL` adds the URL of the script, or
 *   `LENDING_EMBED_CODE_FILE` adds the embed code from a file. Default: the journey ends without a widget.
 * - `LENDING_DATABASE`: the path of a SQLite file, which ends in `.db`, `.sqlite` or `.sqlite3` unless it exists, or the URL of a PostgreSQL database,
 *   such as `postgres://…`: the option `store`. The first call opens it. Default: `lending-sandbox.db` in the working directory for the sandbox; otherwise you pass a `store` to `createHandler` yourself.
 * - `LENDING_NAMESPACE`: the name under which the rows of this handler are in the database. Default: the environment and the origin of the service,
 *   like `staging https://api.example`.
 * - `LENDING_DRAFTS`: `off` stores no typed answers (`drafts: false`). Default: they are stored until they are sent.
 * - `LENDING_CONSENTS_KEY`: 32 or more random characters. Each consent gets a mark made with this key. `LENDING_CONSENTS_KEY_PREVIOUS` has the keys
 *   of earlier entries, separated by commas. Default: consents have only a hash.
 * - `LENDING_ENVIRONMENT`: `production`, `staging` or `sandbox`, which is a sandbox on this machine. Default: `production`. `NODE_ENV`
 *   does not matter. You can set the base URL, the key and the widget for staging and for production, with names like
 *   `LENDING_STAGING_BASE_URL`; this variable then chooses between them.
 *
 * Throws `config-invalid`, which names every variable that is invalid or does not match another one. If a variable is missing, it
 * throws nothing, because a build runs without a key: `createHandler` prints the error when it is called, and the handler responds to every
 * call with it. `createPartnerClient` does the same, and needs only the variables of the base URL and the key. `npx lending-elements doctor` reports both and exits with 1. The error never contains a value. Source: specification,
 * "Authentication".
 */
export function fromEnv(env: Env = process.env): EnvOptions {
  const { environment, baseUrl, widget, secrets, names, problems, ...kept } = readEnvironment(env);
  const { database, consentKeys, namespace, drafts } = kept;
  const service = {
    environment,
    baseUrl: baseUrl ?? '',
    secretKey: () => env[names.SECRET_KEY] ?? '',
    fetch: nodeFetch,
    serveFiles: elementFiles(),
  };
  if (problems.length > 0) return rejectProblems(problems, service);
  const store = database === undefined ? undefined : databaseAt(database, { consentsKey: consentKeys, namespace });
  // A log of the options prints a function without its result, and JSON leaves it out.
  return { ...service, secret: () => secrets, drafts, widget, store };
}

/**
 * A build has no key, so a missing variable is not an error yet: the handler reports it. If all variables are set and one does not work, that
 * is an error of this process.
 */
function rejectProblems(problems: readonly EnvProblem[], service: Omit<EnvOptions, 'secret'>): EnvOptions {
  if (!problems.some(({ reason }) => reason === 'missing')) {
    const issues = problems.map(({ variable, reason }) => ({ path: variable, reason }));
    throw environmentError(problems, issues);
  }
  // The client has no secret, no widget and no store.
  const ofService = problems.filter(({ variable }) => /_(?:ENVIRONMENT|BASE_URL|SECRET_KEY)$/.test(variable));
  return withConfigError(
    { ...service, secret: [] },
    { whole: environmentError(problems), service: ofService.length ? environmentError(ofService) : undefined },
  );
}

// A response of the handler lists no field problems: the variables are not fields of a form.
function environmentError(problems: readonly EnvProblem[], issues: LendingError['issues'] = []): LendingError {
  const sentences = problems.map(({ variable, message }) => `${variable} ${message}.`);
  const remedies = problems.map(({ variable, remedy }) => `${variable}: ${remedy}`);
  const isUnset = problems.length > 1 && problems.every(({ reason }) => reason === 'missing');
  const file = isUnset ? ['If they are in a file, load it: node --env-file=.env.'] : [];
  return new LendingError('config-invalid', `fromEnv(): ${sentences.join(' ')}`, {
    remedy: [...remedies, ...file, 'Then run `npx lending-elements doctor`.'].join(' '),
    issues,
  });
}
