import type { LendingError } from '../../errors.js';
import { nearest } from '../../schema/nearest.js';
import { isGuessable, isPlaceholder } from '../seal.js';
import { textProblem } from '../options/text-kinds.js';
import { checkBaseUrl } from '../service/check-service.js';
import type { HandlerEnvironment } from '../types.js';
import { isPostgres, locationProblem } from './location.js';
import {
  checkEnvironments,
  checkHosts,
  readWidget,
  valueOf,
  widgetName,
  type Env,
  type EnvProblem,
  type LendingEnvironment,
  type Reading,
} from './environment-addresses.js';

export type { Env } from './environment-addresses.js';

/** The valid values of an environment, and the problems of the others. */
export type Environment = ReturnType<typeof readEnvironment>;

/** The variables that can be set for staging and for production, without their prefix. */
const VARIABLES = ['BASE_URL', 'SECRET_KEY', 'WIDGET', 'WIDGET_SCRIPT_URL', 'EMBED_CODE_FILE'] as const;
interface Chosen {
  declared: LendingEnvironment | undefined;
  environment: HandlerEnvironment;
  names: Record<(typeof VARIABLES)[number], string>;
}
const [SESSION_SECRET, CONSENTS_KEY] = ['LENDING_SESSION_SECRET', 'LENDING_CONSENTS_KEY'];
const PREFIXES = ['LENDING_', 'LENDING_STAGING_', 'LENDING_PRODUCTION_'];
const KNOWN = [
  ...PREFIXES.flatMap((prefix) => VARIABLES.map((name) => prefix + name)),
  ...['ENVIRONMENT', 'DATABASE', 'NAMESPACE', 'DRAFTS'].map((name) => `LENDING_${name}`),
  // Those of `lending-elements serve`.
  ...['PUBLIC_ORIGIN', 'SETTINGS', 'WEBHOOK_URL'].map((name) => `LENDING_${name}`),
  ...[SESSION_SECRET, CONSENTS_KEY, 'LENDING_USER_KEY', 'LENDING_USER_PUBLIC_KEY', 'LENDING_WEBHOOK_SECRET'].flatMap(
    (name) => [name, `${name}_PREVIOUS`],
  ),
];

/** The other variables that are read. The location of the database has more rules. */
const ALONE = ['LENDING_NAMESPACE', 'LENDING_DRAFTS', SESSION_SECRET, CONSENTS_KEY];

const NO_VALUE = 'no-value';

/** Reports variables whose value nobody meant. */
function reportTexts(env: Env, report: Reading['report'], names: readonly string[]): void {
  for (const name of names) {
    const problem = textProblem(valueOf(env, name) ?? '');
    if (problem) report(name, NO_VALUE, problem.message, problem.remedy);
  }
}

export function readEnvironment(env: Env) {
  const problems: EnvProblem[] = [];
  const report: Reading['report'] = (variable, reason, message, remedy) => {
    // Every other problem of a value that nobody meant follows from that.
    const isKnown = problems.some((one) => one.variable === variable && one.reason === NO_VALUE);
    if (!isKnown) problems.push({ variable, reason, message, remedy });
  };
  reportTexts(env, report, ['LENDING_ENVIRONMENT']);
  const { declared, environment, names } = chooseVariables(env, report);
  // With an unknown environment, the rules for production would report everything that a sandbox may have.
  const isSandbox = environment === 'sandbox' || problems.some(({ reason }) => ['format', NO_VALUE].includes(reason));
  const reading: Reading = { env, isSandbox, report };
  reportTexts(env, report, [...Object.values(names), ...ALONE]);
  const baseUrl = readBaseUrl(reading, names.BASE_URL);
  const key = readKey(reading, names.SECRET_KEY);
  const widget = readWidget(reading, names);
  if (!valueOf(env, SESSION_SECRET))
    reportMissing(report, SESSION_SECRET, 'Set it to 32 or more random characters, the same on every machine.');
  const secrets = readSecrets(reading, SESSION_SECRET, [key]);
  const database = readDatabase(reading);
  const namespace = readNamespace(reading, environment, baseUrl);
  const drafts = readDrafts(reading);
  const consentKeys = readSecrets(reading, CONSENTS_KEY, [key, ...secrets]);
  checkEnvironments(reading, declared, [names.BASE_URL, baseUrl], [widgetName(env, names), widget]);
  return { declared, environment, names, baseUrl, widget, secrets, database, namespace, drafts, consentKeys, problems };
}

/** Finds variables that are not read, although their names are similar to those that are. */
export function misspeltVariables(env: Env): { name: string; meant: string }[] {
  // A secret that is set must not be replaced by another value.
  const free = KNOWN.filter((name) => !/SECRET|KEY/.test(name) || !valueOf(env, name));
  return Object.keys(env)
    .filter((name) => name.startsWith('LEND') && !KNOWN.includes(name))
    .map((name) => ({ name, meant: nearest(name, free) ?? '' }))
    .filter(({ meant }) => meant);
}

const reportMissing = (report: Reading['report'], variable: string, remedy: string) =>
  report(variable, 'missing', 'is missing', remedy);

/**
 * Chooses the prefix. A variable that is missing is never read with another prefix. `declared` is the environment of the service that
 * `LENDING_ENVIRONMENT` names, and `environment` the handler's.
 */
function chooseVariables(env: Env, report: Reading['report']): Chosen {
  const namesWith = (prefix: string) =>
    Object.fromEntries(VARIABLES.map((name) => [name, prefix + name])) as Chosen['names'];
  const isUsed = (prefix: string) => VARIABLES.some((name) => valueOf(env, prefix + name));
  const given = valueOf(env, 'LENDING_ENVIRONMENT');
  const declared = given === 'staging' || given === 'production' ? given : undefined;
  // The variables of staging and production may be set while the sandbox is used.
  if (given === 'sandbox') return { declared, environment: given, names: namesWith('LENDING_') };
  if (given && !declared)
    report(
      'LENDING_ENVIRONMENT',
      'format',
      'is not production, staging or sandbox',
      'Set it to one of them, in small letters.',
    );
  const environment = declared ?? 'production';
  const prefixes = ['LENDING_STAGING_', 'LENDING_PRODUCTION_'].filter(isUsed);
  if (prefixes.length === 0) return { declared, environment, names: namesWith('LENDING_') };
  if (isUsed('LENDING_')) {
    const variable = VARIABLES.map((name) => `LENDING_${name}`).find((name) => valueOf(env, name))!;
    const message = `is set, but so are variables that begin with ${prefixes.join(' and ')}`;
    report(variable, 'ambiguous', message, 'Remove it, and set every variable with the prefix of its environment.');
  }
  if (!given)
    reportMissing(
      report,
      'LENDING_ENVIRONMENT',
      `Set it to staging or production. It decides which variables are read: ${prefixes.join('… or ')}….`,
    );
  if (prefixes.length === 2) findCopies(env, report);
  return { declared, environment, names: namesWith(declared ? `LENDING_${declared.toUpperCase()}_` : prefixes[0]!) };
}

/** Finds values of production that are the same as those of staging. */
// Spec: only the base URLs are shown to differ; keys and widget URLs are assumed to differ as well.
function findCopies(env: Env, report: Reading['report']): void {
  for (const name of ['BASE_URL', 'SECRET_KEY', 'WIDGET_SCRIPT_URL'] as const) {
    const value = valueOf(env, `LENDING_STAGING_${name}`);
    if (!value || value !== valueOf(env, `LENDING_PRODUCTION_${name}`)) continue;
    const message = `is the same as LENDING_STAGING_${name}`;
    report(`LENDING_PRODUCTION_${name}`, 'same', message, 'Set it to the value for production.');
  }
}

function readBaseUrl(reading: Reading, name: string): string | undefined {
  const { env, report } = reading;
  const baseUrl = valueOf(env, name);
  if (!baseUrl) return void reportMissing(report, name, 'Set it to the base URL of the service’s API.');
  try {
    // The URL parser would remove a space.
    checkBaseUrl(baseUrl.trim() === baseUrl ? baseUrl : '');
  } catch (error) {
    const { message, remedy } = error as LendingError;
    return void report(name, 'format', message.replace(/^baseUrl |\.$/g, ''), remedy!);
  }
  checkHosts(reading, name, [new URL(baseUrl)]);
  return baseUrl;
}

function readKey({ env, isSandbox, report }: Reading, name: string): string | undefined {
  const key = valueOf(env, name);
  if (!key) return void reportMissing(report, name, 'Copy it from the partner dashboard.');
  if (!isSandbox && isPlaceholder(key))
    report(name, 'placeholder', 'is the text of an example', 'Copy the key from the partner dashboard.');
  // A header cannot contain a space or a line break. Quotes and brackets were copied from a file or a manual.
  if (/^[^\s"'`<>]+$/.test(key) && /^[\x21-\x7E]+$/.test(key)) return key;
  const message = 'contains a space, a line break, a quote or another character that a key cannot have';
  report(name, 'format', message, 'Copy only the key.');
  return key;
}

const MAKE_SECRET = 'Make a new one: openssl rand -base64 32.';

/** Reads the secret of a variable, and the former ones of `…_PREVIOUS`, which are separated by commas. */
function readSecrets({ env, isSandbox, report }: Reading, name: string, others: readonly (string | undefined)[]) {
  const previous = `${name}_PREVIOUS`;
  const former = valueOf(env, previous)?.split(',') ?? [];
  const given = [[name, valueOf(env, name)] as const, ...former.map((one) => [previous, one.trim()] as const)];
  return given.flatMap(([variable, secret]) => {
    if (secret === undefined) return [];
    if (secret.length < 32) report(variable, 'too-short', 'is shorter than 32 characters', MAKE_SECRET);
    else if (others.includes(secret)) report(variable, 'same', 'is the same as another secret', MAKE_SECRET);
    else if (!isSandbox && isGuessable(secret)) report(variable, 'weak', 'is easy to guess', MAKE_SECRET);
    return secret;
  });
}

const SANDBOX_DATABASE = 'lending-sandbox.db';

/** Variables of hosting platforms that lose files with each deployment, or whose machines do not share files. */
const SERVERLESS = {
  AWS_LAMBDA_FUNCTION_NAME: 'AWS Lambda',
  VERCEL: 'Vercel',
  NETLIFY: 'Netlify',
  K_SERVICE: 'Cloud Run',
  FUNCTIONS_WORKER_RUNTIME: 'Azure Functions',
};

function readDatabase({ env, isSandbox, report }: Reading): string | undefined {
  const name = 'LENDING_DATABASE';
  const location = valueOf(env, name) ?? (isSandbox ? SANDBOX_DATABASE : undefined);
  if (location === undefined) return undefined;
  const problem = locationProblem(location);
  if (problem) report(name, 'format', problem.message, problem.remedy);
  if (problem || isPostgres(location)) return location;
  const host = Object.entries(SERVERLESS).find(([variable]) => valueOf(env, variable))?.[1];
  if (host && !isSandbox)
    report(name, 'serverless', `is a file, and ${host} does not keep files`, 'Use a PostgreSQL: postgres://….');
  return location;
}

function readNamespace({ env, report }: Reading, environment: string, baseUrl: string | undefined) {
  const name = 'LENDING_NAMESPACE';
  const given = valueOf(env, name);
  if (!given) return baseUrl && `${environment} ${new URL(baseUrl).origin}`;
  if (!/^[^\p{Cc}]{1,200}$/u.test(given))
    report(name, 'format', 'is longer than 200 characters, or contains a line break', 'Use a short name.');
  return given;
}

function readDrafts({ env, report }: Reading): boolean {
  const given = valueOf(env, 'LENDING_DRAFTS');
  if (given && given !== 'on' && given !== 'off')
    report('LENDING_DRAFTS', 'format', 'is neither on nor off', 'Set it to off, in small letters, or remove it.');
  return given !== 'off';
}
