import fs from 'node:fs';
import { isRecord } from '../../schema/calls/read-answers.js';
import { widgetAddresses } from '../../schema/widget/addresses.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { mistakeIn } from '../../schema/widget/mistakes.js';
import { widgetSettings, type WidgetSettings } from '../../schema/widget/widget-settings.js';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Reading {
  env: Env;
  isSandbox: boolean;
  report(variable: string, reason: string, message: string, remedy: string): void;
}

/** Treats an empty variable as missing. */
export const valueOf = (env: Env, name: string) => env[name] || undefined;

type WidgetNames = Record<'WIDGET' | 'WIDGET_SCRIPT_URL' | 'EMBED_CODE_FILE', string>;

/** A problem of a variable. It never contains the value. */
export interface EnvProblem {
  variable: string;
  /** `missing`, `format` … */
  reason: string;
  /** The rest of a sentence that begins with the variable's name. */
  message: string;
  remedy: string;
}

/** The two environments of the service. Source: specification, "Authentication". */
export type LendingEnvironment = 'staging' | 'production';

// Spec: the URLs of staging and production are not shown; they are recognised by these words in the host or the path.
const WORDS: Record<LendingEnvironment, RegExp> = {
  staging: /\b(staging|stage|stg|sandbox|test|testing|uat|qa|dev|demo|preprod)\d*\b/i,
  production: /\b(production|prod|live)\d*\b/i,
};

/** Returns the environment that a URL names, or `undefined` if it names neither or both. */
function environmentOf(address: string): LendingEnvironment | undefined {
  const { hostname, pathname } = new URL(address);
  // The top-level domain does not count: `lender.dev` is not a staging URL.
  const words = `${hostname.replace(/\.[^.]+$/, '')} ${pathname}`.replaceAll('_', '-');
  const isStaging = WORDS.staging.test(words);
  return isStaging === WORDS.production.test(words) ? undefined : isStaging ? 'staging' : 'production';
}

/**
 * Reports URLs that belong to different environments: the widget of one environment does not accept the token of the other. With
 * `LENDING_ENVIRONMENT` no URL may name the other environment. Without it all URLs must name the same environment, or none.
 */
export function checkEnvironments(
  { isSandbox, report }: Reading,
  declared: LendingEnvironment | undefined,
  [baseVariable, baseUrl]: [string, string | undefined],
  [widgetVariable, widget]: [string, WidgetSettings | undefined],
): void {
  if (isSandbox || !baseUrl) return;
  const base = environmentOf(baseUrl);
  const widgets = widget ? widgetAddresses(widget).map(environmentOf) : [];
  if (declared) {
    for (const [variable, named] of [
      [baseVariable, [base]],
      [widgetVariable, widgets],
    ] as const) {
      const message = `looks like a URL of the other environment, but LENDING_ENVIRONMENT is ${declared}`;
      if (named.some((one) => one && one !== declared))
        report(variable, 'other-environment', message, `Use the address of ${declared}.`);
    }
  } else if (widgets.length > 0 && !widgets.includes(base)) {
    const message = `does not match ${baseVariable}: only one of them looks like a URL of ${base ?? widgets[0]}`;
    const remedy =
      'Copy both from the same environment. If they are from the same one, name it in LENDING_ENVIRONMENT.';
    report(widgetVariable, 'other-environment', message, remedy);
  }
}

/** Reports URLs with which only a sandbox works. No real host has the top-level domain `example` (RFC 2606). */
export function checkHosts({ isSandbox, report }: Reading, variable: string, urls: readonly URL[]): void {
  if (isSandbox) return;
  const remedy = 'Set it to the value that the service gave you.';
  if (urls.some(({ hostname }) => isLoopback(hostname))) {
    const message = 'contains a URL on this machine, but LENDING_ENVIRONMENT is not sandbox';
    report(variable, 'loopback', message, `${remedy} For a sandbox, set LENDING_ENVIRONMENT=sandbox.`);
  }
  if (urls.some(({ hostname }) => /(^|\.)example$/.test(hostname)))
    report(variable, 'placeholder', 'contains a URL of an example', remedy);
}

export const widgetName = (env: Env, { WIDGET, WIDGET_SCRIPT_URL, EMBED_CODE_FILE }: WidgetNames) =>
  [WIDGET_SCRIPT_URL, EMBED_CODE_FILE].find((name) => valueOf(env, name)) ?? WIDGET;

/** Returns the settings of `…WIDGET`, with the script URL or the embed code from their own variables. */
export function readWidget(reading: Reading, names: WidgetNames) {
  const { env, report } = reading;
  const variable = widgetName(env, names);
  const settings = parseSettings(valueOf(env, names.WIDGET) ?? '{}');
  const remedy = `Use {"embedCode": "…"} or {"scriptUrl": "…", "handOff": {…}}. ${names.EMBED_CODE_FILE} can name a file with the embed code.`;
  if (!settings) return void report(names.WIDGET, 'format', 'is not a JSON object', remedy);
  const scriptUrl = valueOf(env, names.WIDGET_SCRIPT_URL);
  const embedCode = readEmbedCode(reading, names.EMBED_CODE_FILE);
  if (scriptUrl) Object.assign(settings, { scriptUrl });
  if (embedCode) Object.assign(settings, { embedCode });
  if (Object.keys(settings).length === 0) return undefined;
  if (!widgetSettings.safeParse(settings).success)
    return void report(variable, 'format', 'contains a setting that is unknown or not valid', remedy);
  const mistake = mistakeIn(settings);
  if (mistake) report(variable, 'no-token', `contains ${mistake.found}`, mistake.remedy);
  const hosts = widgetAddresses(settings).map((address) => new URL(address));
  const isHttp = hosts.some(({ protocol, hostname }) => protocol !== 'https:' && !isLoopback(hostname));
  if (isHttp) report(variable, 'format', 'contains an http URL', 'Use https. Only a URL on this machine may use http.');
  checkHosts(reading, variable, hosts);
  return settings;
}

function parseSettings(json: string): WidgetSettings | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readEmbedCode({ env, report }: Reading, name: string): string | undefined {
  const file = valueOf(env, name);
  if (!file) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    const remedy = 'Save the embed code from the partner dashboard in that file.';
    return void report(name, 'unreadable', 'names a file that this process cannot read', remedy);
  }
}
