import fs from 'node:fs';
import type { LendingError } from '../../errors.js';
import { nearest } from '../../schema/nearest.js';
import { widgetAddresses } from '../../schema/widget/addresses.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { mistakeIn } from '../../schema/widget/placeholders.js';
import { widgetSettings, type WidgetSettings } from '../../schema/widget/widget-settings.js';
import { isGuessable, isPlaceholder } from '../seal.js';
import { checkBaseUrl } from '../service/check-service.js';
import type { HandlerEnvironment } from '../types.js';
import { isPostgres } from './database.js';
import { findMismatches, type EnvFault, type LendingEnvironment } from './environment-addresses.js';

/** The variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The valid values of an environment, and the faults of the others. */
export interface Environment {
  /** The environment of the service that `LENDING_ENVIRONMENT` names. */
  declared: LendingEnvironment | undefined;
  /** The handler's environment. Default: production. */
  environment: HandlerEnvironment;
  /** The full names of the variables that are used, with the prefix `LENDING_`, `LENDING_STAGING_` or `LENDING_PRODUCTION_`. */
  names: Record<VariableName, string>;
  baseUrl: string | undefined;
  widget: WidgetSettings | undefined;
  secrets: string[];
  /** The path of a SQLite file, or the URL of a PostgreSQL. */
  database: string | undefined;
  /** The name under which the rows are stored. Missing if it cannot be derived. */
  namespace: string | undefined;
  drafts: boolean;
  /** The keys for the marks of consents: the current one, then the previous one. */
  consentKeys: string[];
  faults: EnvFault[];
}

/** The variables that can be set for staging and for production, without their prefix. */
const VARIABLES = ['BASE_URL', 'SECRET_KEY', 'WIDGET', 'WIDGET_SCRIPT_URL', 'EMBED_CODE_FILE'] as const;
type VariableName = (typeof VARIABLES)[number];
const [SESSION_SECRET, CONSENTS_KEY] = ['LENDING_SESSION_SECRET', 'LENDING_CONSENTS_KEY'];
const PREFIXES = ['LENDING_', 'LENDING_STAGING_', 'LENDING_PRODUCTION_'];
const KNOWN = [
  ...PREFIXES.flatMap((prefix) => VARIABLES.map((name) => prefix + name)),
  ...['ENVIRONMENT', 'DATABASE', 'NAMESPACE', 'DRAFTS'].map((name) => `LENDING_${name}`),
  ...[SESSION_SECRET, CONSENTS_KEY].flatMap((name) => [name, `${name}_PREVIOUS`]),
];
type Report = (variable: string, reason: string, message: string, remedy: string) => void;

/** Reads the variables of this library, and finds all their faults. */
export function readEnvironment(env: Env): Environment {
  const faults: EnvFault[] = [];
  const report: Report = (variable, reason, message, remedy) => faults.push({ variable, reason, message, remedy });
  const { declared, environment, names } = chooseVariables(env, report);
  const isSandbox = environment === 'sandbox';
  const baseUrl = readBaseUrl(env, names.BASE_URL, isSandbox, report);
  const key = readKey(env, names.SECRET_KEY, isSandbox, report);
  const widget = readWidget(env, names, isSandbox, report);
  if (!valueOf(env, SESSION_SECRET))
    reportMissing(report, SESSION_SECRET, 'Set it to 32 or more random characters, the same on every machine.');
  const secrets = readSecrets(env, SESSION_SECRET, [key], isSandbox, report);
  const database = readDatabase(env, isSandbox, report);
  const namespace = readNamespace(env, environment, baseUrl, report);
  const drafts = readDrafts(env, report);
  const consentKeys = readSecrets(env, CONSENTS_KEY, [key, ...secrets], isSandbox, report);
  const addresses = { names: { baseUrl: names.BASE_URL, widget: widgetName(env, names) }, baseUrl, widget };
  if (!isSandbox) faults.push(...findMismatches(addresses, declared));
  return { declared, environment, names, baseUrl, widget, secrets, database, namespace, drafts, consentKeys, faults };
}

/** Finds variables that are not read, although their names are similar to those that are. */
export const misspeltVariables = (env: Env): { name: string; meant: string }[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('LEND') && !KNOWN.includes(name))
    .map((name) => ({ name, meant: nearest(name, KNOWN) ?? '' }))
    .filter(({ meant }) => meant);

/** Treats an empty variable as missing. */
const valueOf = (env: Env, name: string) => env[name] || undefined;
const reportMissing = (report: Report, variable: string, remedy: string) =>
  report(variable, 'missing', 'is missing', remedy);

/** Chooses the prefix. A variable that is missing is never read with another prefix. */
function chooseVariables(env: Env, report: Report): Pick<Environment, 'declared' | 'environment' | 'names'> {
  const namesWith = (prefix: string) =>
    Object.fromEntries(VARIABLES.map((name) => [name, prefix + name])) as Environment['names'];
  const isUsed = (prefix: string) => VARIABLES.some((name) => valueOf(env, prefix + name));
  const given = valueOf(env, 'LENDING_ENVIRONMENT');
  const declared = given === 'staging' || given === 'production' ? given : undefined;
  // The variables of staging and production may be set while the sandbox is used.
  if (given === 'sandbox') return { declared, environment: given, names: namesWith('LENDING_') };
  if (given && !declared)
    report('LENDING_ENVIRONMENT', 'format', 'is not production, staging or sandbox', 'Set it to one of them.');
  const environment = declared ?? 'production';
  const prefixes = ['LENDING_STAGING_', 'LENDING_PRODUCTION_'].filter(isUsed);
  if (prefixes.length === 0) return { declared, environment, names: namesWith('LENDING_') };
  if (isUsed('LENDING_')) {
    const variable = VARIABLES.map((name) => `LENDING_${name}`).find((name) => valueOf(env, name))!;
    const message = `is set, but so are variables that begin with ${prefixes.join(' and ')}`;
    report(variable, 'ambiguous', message, 'Remove it, and set every variable with the prefix of its environment.');
  }
  if (!declared)
    reportMissing(
      report,
      'LENDING_ENVIRONMENT',
      `Set it to staging or production. It decides which variables are read: ${prefixes.join('… or ')}….`,
    );
  if (prefixes.length === 2) findCopies(env, report);
  return { declared, environment, names: namesWith(declared ? `LENDING_${declared.toUpperCase()}_` : prefixes[0]!) };
}

/** Finds values of production that are the same as those of staging. */
// Spec: only the base addresses are shown to differ; keys and widget addresses are taken to differ as well.
function findCopies(env: Env, report: Report): void {
  for (const name of ['BASE_URL', 'SECRET_KEY', 'WIDGET_SCRIPT_URL'] as const) {
    const value = valueOf(env, `LENDING_STAGING_${name}`);
    if (!value || value !== valueOf(env, `LENDING_PRODUCTION_${name}`)) continue;
    const message = `is the same as LENDING_STAGING_${name}`;
    report(`LENDING_PRODUCTION_${name}`, 'same', message, 'Set it to the value for production.');
  }
}

function readBaseUrl(env: Env, name: string, isSandbox: boolean, report: Report): string | undefined {
  const baseUrl = valueOf(env, name);
  if (!baseUrl) return void reportMissing(report, name, 'Set it to the base address of the service’s API.');
  try {
    // The URL parser would remove a space.
    checkBaseUrl(baseUrl.trim() === baseUrl ? baseUrl : '');
  } catch (error) {
    const { message, remedy } = error as LendingError;
    return void report(name, 'format', message.replace(/^baseUrl |\.$/g, ''), remedy!);
  }
  if (!isSandbox && isLoopback(new URL(baseUrl).hostname)) {
    const remedy = 'Set it to the address of the service. For a sandbox, set LENDING_ENVIRONMENT=sandbox.';
    report(name, 'loopback', 'is an address of this machine, but LENDING_ENVIRONMENT is not sandbox', remedy);
  }
  if (!isSandbox && isOfExample(new URL(baseUrl)))
    report(name, 'placeholder', 'is the URL of an example', 'Set it to the base address of the service’s API.');
  return baseUrl;
}

function readKey(env: Env, name: string, isSandbox: boolean, report: Report): string | undefined {
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

/** Returns true for a host of a guide. No host has this top-level domain (RFC 2606). */
const isOfExample = ({ hostname }: URL) => /(^|\.)example$/.test(hostname);

const MAKE_SECRET = 'Make a new one: openssl rand -base64 32.';

/** Reads the secret of a variable, and the former ones of `…_PREVIOUS`, which are separated by commas. */
function readSecrets(
  env: Env,
  name: string,
  others: readonly (string | undefined)[],
  isSandbox: boolean,
  report: Report,
): string[] {
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

/** Returns the name of the variable that has the widget's address. */
const widgetName = (env: Env, { WIDGET, WIDGET_SCRIPT_URL, EMBED_CODE_FILE }: Environment['names']) =>
  [WIDGET_SCRIPT_URL, EMBED_CODE_FILE].find((name) => valueOf(env, name)) ?? WIDGET;

/** Returns the settings of `…WIDGET`, with the script address or the embed code from their own variables. */
function readWidget(env: Env, names: Environment['names'], isSandbox: boolean, report: Report) {
  const variable = widgetName(env, names);
  const settings = parseSettings(valueOf(env, names.WIDGET) ?? '{}');
  const remedy = `Use {"embedCode": "…"} or {"scriptUrl": "…", "handOff": {…}}. ${names.EMBED_CODE_FILE} can name a file with the embed code.`;
  if (!settings) return void report(names.WIDGET, 'format', 'is not a JSON object', remedy);
  const scriptUrl = valueOf(env, names.WIDGET_SCRIPT_URL);
  const embedCode = readEmbedCode(env, names.EMBED_CODE_FILE, report);
  if (scriptUrl) Object.assign(settings, { scriptUrl });
  if (embedCode) Object.assign(settings, { embedCode });
  if (Object.keys(settings).length === 0) return undefined;
  if (!widgetSettings.safeParse(settings).success)
    return void report(variable, 'format', 'contains a setting that is unknown or not valid', remedy);
  const mistake = mistakeIn(settings);
  if (mistake) report(variable, 'no-token', `contains ${mistake.found}`, mistake.remedy);
  const hosts = widgetAddresses(settings).map((address) => new URL(address));
  const isHttp = hosts.some(({ protocol, hostname }) => protocol !== 'https:' && !isLoopback(hostname));
  if (isHttp)
    report(variable, 'format', 'contains an http address', 'Use https. Only an address of this machine may use http.');
  if (!isSandbox && hosts.some(({ hostname }) => isLoopback(hostname))) {
    const fix = 'Use the address from the partner dashboard. For a sandbox, set LENDING_ENVIRONMENT=sandbox.';
    report(variable, 'loopback', 'contains an address of this machine, but LENDING_ENVIRONMENT is not sandbox', fix);
  }
  if (!isSandbox && hosts.some(isOfExample))
    report(variable, 'placeholder', 'contains a URL of an example', 'Copy the code from the partner dashboard.');
  return settings;
}

function parseSettings(json: string): WidgetSettings | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readEmbedCode(env: Env, name: string, report: Report): string | undefined {
  const file = valueOf(env, name);
  if (!file) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    const remedy = 'Save the embed code from the partner dashboard in that file.';
    return void report(name, 'unreadable', 'names a file that this process cannot read', remedy);
  }
}

/** The database of a sandbox, in the working directory. */
const SANDBOX_DATABASE = 'lending-sandbox.db';

/** Variables of hosts whose files are lost with each deployment, or differ between their machines. */
const SERVERLESS = {
  AWS_LAMBDA_FUNCTION_NAME: 'AWS Lambda',
  VERCEL: 'Vercel',
  NETLIFY: 'Netlify',
  K_SERVICE: 'Cloud Run',
  FUNCTIONS_WORKER_RUNTIME: 'Azure Functions',
};

function readDatabase(env: Env, isSandbox: boolean, report: Report): string | undefined {
  const name = 'LENDING_DATABASE';
  const location = valueOf(env, name) ?? (isSandbox ? SANDBOX_DATABASE : undefined);
  if (location === undefined) return undefined;
  if (isPostgres(location)) {
    const remedy =
      'Write postgres://user:password@host/database, with a % code for each special character of the password.';
    if (!URL.canParse(location)) report(name, 'malformed', 'is not a valid URL of a PostgreSQL', remedy);
    return location;
  }
  const host = Object.entries(SERVERLESS).find(([variable]) => valueOf(env, variable))?.[1];
  if (host && !isSandbox)
    report(name, 'serverless', `is a file, and ${host} does not keep files`, 'Use a PostgreSQL: postgres://….');
  return location;
}

function readNamespace(
  env: Env,
  environment: HandlerEnvironment,
  baseUrl: string | undefined,
  report: Report,
): string | undefined {
  const name = 'LENDING_NAMESPACE';
  const given = valueOf(env, name);
  if (!given) return baseUrl && `${environment} ${new URL(baseUrl).origin}`;
  if (!/^[^\p{Cc}]{1,200}$/u.test(given))
    report(name, 'format', 'is longer than 200 characters, or contains a line break', 'Use a short name.');
  return given;
}

function readDrafts(env: Env, report: Report): boolean {
  const given = valueOf(env, 'LENDING_DRAFTS');
  if (given && given !== 'on' && given !== 'off')
    report('LENDING_DRAFTS', 'format', 'is neither on nor off', 'Set it to off, or remove it.');
  return given !== 'off';
}
