import fs from 'node:fs';
import { isRecord } from '../../schema/calls/read-answers.js';
import { widgetAddresses } from '../../schema/widget/addresses.js';
import { problemOf } from '../../schema/parse-options.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { mistakeIn } from '../../schema/widget/mistakes.js';
import { widgetSettings, type WidgetSettings } from '../../schema/widget/widget-settings.js';
import { codeOfOtherKind, kindOf, type TextKind } from '../options/text-kinds.js';

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

/** What to do with a value of each kind. */
const placesOf = ({ WIDGET, WIDGET_SCRIPT_URL, EMBED_CODE_FILE }: WidgetNames): Record<TextKind, string> => ({
  HTML: `Save the embed code in a file, and set ${EMBED_CODE_FILE} to its path.`,
  JSON: `Set ${WIDGET} to an object: {"embedCode": "…"} or {"scriptUrl": "…", "handOff": {…}}.`,
  'a URL': `Set ${WIDGET_SCRIPT_URL} to the URL of the widget’s script, with https:// and its host.`,
  'the path of a file': `Set ${EMBED_CODE_FILE} to the path of a file with the embed code.`,
});

/** Reports a value of another kind than the wanted one, and with `otherwise` every other value, too. Returns true if it did. */
function isMisplaced(
  { report }: Reading,
  names: WidgetNames,
  [variable, text, wanted]: [variable: string, text: string, wanted: TextKind],
  otherwise?: string,
): boolean {
  const kind = kindOf(text);
  const message = kind && kind !== wanted ? `is ${kind}, not ${wanted}` : otherwise;
  if (!message) return false;
  report(variable, 'format', message, placesOf(names)[kind ?? wanted]);
  return true;
}

/** Returns the settings of `…WIDGET`, with the script URL or the embed code from their own variables. */
export function readWidget(reading: Reading, names: WidgetNames) {
  const { env, report } = reading;
  const variable = widgetName(env, names);
  const json = valueOf(env, names.WIDGET) ?? '{}';
  const settings = parseSettings(json);
  const scriptUrl = valueOf(env, names.WIDGET_SCRIPT_URL);
  if (!settings) return void isMisplaced(reading, names, [names.WIDGET, json, 'JSON'], 'is not a JSON object');
  if (scriptUrl && !/^https?:\/\//.test(scriptUrl)) {
    // A path, or a URL without its scheme, is an incomplete URL.
    const text = /^(HTML|JSON)$/.test(kindOf(scriptUrl) ?? '') ? scriptUrl : '';
    return void isMisplaced(reading, names, [names.WIDGET_SCRIPT_URL, text, 'a URL'], 'is not a whole URL');
  }
  const embedCode = readEmbedCode(reading, names);
  if (scriptUrl) Object.assign(settings, { scriptUrl });
  if (embedCode) Object.assign(settings, { embedCode });
  if (Object.keys(settings).length === 0) return undefined;
  const problem = problemOf(widgetSettings, settings);
  if (problem) return void report(variable, 'format', `contains ${problem.found}`, problem.remedy);
  const mistake = codeOfOtherKind(settings.embedCode) ?? mistakeIn(settings);
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

function readEmbedCode(reading: Reading, names: WidgetNames): string | undefined {
  const [name, { env, report }] = [names.EMBED_CODE_FILE, reading];
  const file = valueOf(env, name);
  if (!file || isMisplaced(reading, names, [name, file, 'the path of a file'])) return undefined;
  const remedy = 'Save the embed code from the partner dashboard in that file.';
  try {
    const code = fs.readFileSync(file, 'utf8');
    if (!code.trim()) report(name, 'empty', 'names a file that is empty', remedy);
    return code;
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
    const what = isFolder ? 'a folder, not a file' : 'a file that this process cannot read';
    return void report(name, 'unreadable', `names ${what}`, isFolder ? 'Add the name of the file to it.' : remedy);
  }
}
