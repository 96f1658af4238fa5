import fs from 'node:fs';
import path from 'node:path';
import { LendingError } from '../errors.js';
import { widgetAddresses } from '../schema/widget/addresses.js';
import { describeMissingToken, missingToken } from '../schema/widget/placeholders.js';
import { widgetSettings, type WidgetSettings } from '../schema/widget-settings.js';
import { pairFaults, type EnvFault, type LendingEnvironment } from './env-pair.js';
import type { HandlerEnvironment } from './environments.js';
import { isLoopback } from './loopback.js';
import { isGuessable } from './seal.js';
import { createPartnerClient } from './upstream.js';

/** The variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What an environment says, as far as it is good, and all that is wrong with it. */
export interface Environment {
  /** Which of the service's two is meant, where a variable says so. */
  declared: LendingEnvironment | undefined;
  /** What the handler works for: production, unless `LENDING_ENVIRONMENT` says otherwise. */
  environment: HandlerEnvironment;
  /** What the variables of the pair are called: with `LENDING_STAGING_`, with `LENDING_PRODUCTION_`, or plainly. */
  names: Record<PairName, string>;
  baseUrl: string | undefined;
  widget: WidgetSettings | undefined;
  secrets: string[];
  consents: string | undefined;
  /** The keys that mark the lines of that file: the first is used, the other was. */
  consentKeys: string[];
  faults: EnvFault[];
}

const PAIR = ['BASE_URL', 'SECRET_KEY', 'WIDGET', 'WIDGET_SCRIPT_URL', 'EMBED_CODE_FILE'] as const;
type PairName = (typeof PAIR)[number];
type Tell = (variable: string, reason: string, message: string, remedy: string) => void;

/** Reads the variables of this library, and finds everything that is wrong with them. */
export function readEnvironment(env: Env): Environment {
  const faults: EnvFault[] = [];
  const tell: Tell = (variable, reason, message, remedy) => faults.push({ variable, reason, message, remedy });
  const { declared, environment, names } = choosePair(env, tell);
  const isSandbox = environment === 'sandbox';
  const baseUrl = readBaseUrl(env, names.BASE_URL, isSandbox, tell);
  const key = readKey(env, names.SECRET_KEY, tell);
  const widget = readWidget(env, names, isSandbox, tell);
  const secrets = readSecrets(env, key, isSandbox, tell);
  const consents = readConsents(env, tell);
  const consentKeys = readConsentKeys(env, [key, ...secrets], tell);
  const pair = { names: { baseUrl: names.BASE_URL, widget: widgetName(env, names) }, baseUrl, widget };
  if (!isSandbox) faults.push(...pairFaults(pair, declared));
  return { declared, environment, names, baseUrl, widget, secrets, consents, consentKeys, faults };
}

/** An empty variable is one that was forgotten. */
const read = (env: Env, name: string) => env[name] || undefined;
const missing = (tell: Tell, variable: string, remedy: string) => tell(variable, 'missing', 'is missing', remedy);

/** Which of the pairs counts. The variables of one pair are never filled up from another. */
function choosePair(env: Env, tell: Tell): Pick<Environment, 'declared' | 'environment' | 'names'> {
  const named = (prefix: string) =>
    Object.fromEntries(PAIR.map((name) => [name, prefix + name])) as Environment['names'];
  const has = (prefix: string) => PAIR.some((name) => read(env, prefix + name));
  const given = read(env, 'LENDING_ENVIRONMENT');
  const declared = given === 'staging' || given === 'production' ? given : undefined;
  // The sandbox has no pair of its own. Those of staging and production may be set next to it.
  if (given === 'sandbox') return { declared, environment: given, names: named('LENDING_') };
  if (given && !declared)
    tell('LENDING_ENVIRONMENT', 'format', 'is none of production, staging and sandbox', 'Choose one.');
  const environment = declared ?? 'production';
  const pairs = ['LENDING_STAGING_', 'LENDING_PRODUCTION_'].filter(has);
  if (pairs.length === 0) return { declared, environment, names: named('LENDING_') };
  if (has('LENDING_')) {
    const variable = PAIR.map((name) => `LENDING_${name}`).find((name) => read(env, name))!;
    tell(variable, 'ambiguous', `stands beside ${pairs.join('… and ')}…`, 'Take it away: only one of them can count.');
  }
  if (!declared) missing(tell, 'LENDING_ENVIRONMENT', 'Say staging or production: it chooses between the pairs.');
  if (pairs.length === 2) compare(env, tell);
  return { declared, environment, names: named(declared ? `LENDING_${declared.toUpperCase()}_` : pairs[0]!) };
}

/** What staging and production have in common was copied, and not changed. */
// Spec: only that the base addresses differ is shown; that keys and widgets do is taken from there.
function compare(env: Env, tell: Tell): void {
  for (const name of ['BASE_URL', 'SECRET_KEY', 'WIDGET_SCRIPT_URL'] as const) {
    const value = read(env, `LENDING_STAGING_${name}`);
    if (!value || value !== read(env, `LENDING_PRODUCTION_${name}`)) continue;
    tell(`LENDING_PRODUCTION_${name}`, 'same', `is the same as LENDING_STAGING_${name}`, 'Take the one of production.');
  }
}

function readBaseUrl(env: Env, name: string, isSandbox: boolean, tell: Tell): string | undefined {
  const baseUrl = read(env, name);
  if (!baseUrl) return void missing(tell, name, 'Set it to the API base address of the service.');
  const isTaken = baseUrl.trim() === baseUrl && !refused(() => createPartnerClient({ baseUrl, secretKey: 'none' }));
  if (/\/partner-api\/v1\/?$/.test(baseUrl))
    return void tell(name, 'format', 'ends in /partner-api/v1, which each call adds by itself', 'Leave it out.');
  if (!isTaken) {
    const remedy = 'Use the API base address of the service; http is accepted on loopback only.';
    return void tell(name, 'format', 'is not an https address without a query', remedy);
  }
  if (!isSandbox && isLoopback(new URL(baseUrl).hostname)) {
    const remedy = 'Use the service’s, or set LENDING_ENVIRONMENT=sandbox for a sandbox.';
    tell(name, 'loopback', 'is an address of this machine, where applicants come', remedy);
  }
  return baseUrl;
}

function readKey(env: Env, name: string, tell: Tell): string | undefined {
  const key = read(env, name);
  if (!key) return void missing(tell, name, 'Copy it from the partner dashboard.');
  // A space or a line break no header carries; quotes and brackets are what a file or a manual had around the key.
  if (/^[^\s"'`<>]+$/.test(key) && /^[\x21-\x7E]+$/.test(key)) return key;
  tell(name, 'format', 'has a space, a line break, a quote or another sign that no key has', 'Copy the key alone.');
  return key;
}

function readSecrets(env: Env, key: string | undefined, isSandbox: boolean, tell: Tell): string[] {
  const [name, earlier] = ['LENDING_SESSION_SECRET', 'LENDING_SESSION_SECRET_PREVIOUS'];
  if (!read(env, name)) missing(tell, name, 'Set it to 32 or more random characters, the same on every machine.');
  const given = [name, earlier].filter((one) => read(env, one));
  for (const one of given) {
    if (env[one]!.length < 32) tell(one, 'too-short', 'is shorter than 32 characters', 'Make a new one, at random.');
    else if (env[one] === key) tell(one, 'same', 'is the secret key', 'Make one of its own, at random.');
    else if (!isSandbox && isGuessable(env[one]!)) tell(one, 'weak', 'can be guessed', 'Make a new one, at random.');
  }
  return given.map((one) => env[one]!);
}

function readConsentKeys(env: Env, others: readonly (string | undefined)[], tell: Tell): string[] {
  const given = ['LENDING_CONSENTS_KEY', 'LENDING_CONSENTS_KEY_PREVIOUS'].filter((one) => read(env, one));
  for (const one of given) {
    if (env[one]!.length < 32) tell(one, 'too-short', 'is shorter than 32 characters', 'Make a new one, at random.');
    else if (others.includes(env[one]))
      tell(one, 'same', 'is another secret as well', 'Make one of its own, at random.');
  }
  return given.map((one) => env[one]!);
}

/** The variable that says where the widget comes from. */
const widgetName = (env: Env, { WIDGET, WIDGET_SCRIPT_URL, EMBED_CODE_FILE }: Environment['names']) =>
  [WIDGET_SCRIPT_URL, EMBED_CODE_FILE].find((name) => read(env, name)) ?? WIDGET;

/** The settings of `…WIDGET`, with the address or the embed code that stands apart. */
function readWidget(env: Env, names: Environment['names'], isSandbox: boolean, tell: Tell) {
  const variable = widgetName(env, names);
  const settings = parseSettings(read(env, names.WIDGET) ?? '{}');
  const remedy = 'Use {"embed_code": "…"} or {"script_url": "…", "hand_off": {…}}; embed code also from a file.';
  if (!settings) return void tell(names.WIDGET, 'format', 'is not a JSON object', remedy);
  const script_url = read(env, names.WIDGET_SCRIPT_URL);
  const embed_code = readEmbedCode(env, names.EMBED_CODE_FILE, tell);
  if (script_url) Object.assign(settings, { script_url });
  if (embed_code) Object.assign(settings, { embed_code });
  if (Object.keys(settings).length === 0) return undefined;
  if (!widgetSettings.safeParse(settings).success)
    return void tell(variable, 'format', 'is not what the widget needs', remedy);
  const missing = missingToken(settings);
  if (missing) {
    const [first] = missing.lookAlikes;
    const message = `has no {access_token}${first ? `, but ${first}` : ''}`;
    tell(variable, 'no-token', message, describeMissingToken(missing).remedy);
  }
  const hosts = widgetAddresses(settings).map((address) => new URL(address));
  const isOpen = hosts.some(({ protocol, hostname }) => protocol !== 'https:' && !isLoopback(hostname));
  if (isOpen) tell(variable, 'format', 'names an http address', 'Scripts come over https; http is for loopback only.');
  if (!isSandbox && hosts.some(({ hostname }) => isLoopback(hostname)))
    tell(variable, 'loopback', 'names an address of this machine, where applicants come', 'Use the service’s.');
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

function readEmbedCode(env: Env, name: string, tell: Tell): string | undefined {
  const file = read(env, name);
  if (!file) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return void tell(name, 'unreadable', 'names a file that cannot be read', 'Save the dashboard’s embed code there.');
  }
}

function readConsents(env: Env, tell: Tell): string | undefined {
  const name = 'LENDING_CONSENTS';
  const file = read(env, name);
  if (!file) return undefined;
  try {
    fs.accessSync(path.dirname(path.resolve(file)), fs.constants.W_OK);
  } catch {
    tell(
      name,
      'unwritable',
      'is in a folder that this process cannot write to',
      'Make the folder, for its owner alone.',
    );
  }
  return file;
}

/** Whether a check refuses what it is given. */
function refused(check: () => unknown): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof LendingError) return true;
    throw error;
  }
}
