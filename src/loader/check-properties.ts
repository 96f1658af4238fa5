import { LendingError } from '../errors.js';
import { isOrigin } from '../schema/widget/origins.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import {
  unknownAmong,
  unknownChoice,
  unknownInHandOff,
  type Choices,
  describeMistake,
  mistakeIn,
  mistakeInCode,
} from '../schema/widget/mistakes.js';
import type { UnknownName } from '../schema/nearest.js';
import { tokenTextProblem } from '../schema/widget/token.js';
import { pageUrl } from './policy.js';
import type { HandOffFunction } from './types.js';

/** The properties of `<lending-widget>` as set by a page, with any type. */
interface WidgetProperties extends Choices {
  widget?: unknown;
  settings?: unknown;
  timeoutMs?: unknown;
  accessToken?: unknown;
  getToken?: unknown;
  handOff?: unknown;
}

type WidgetSettings = Parameters<typeof mistakeIn>[0];

/** A shorter `timeoutMs` was probably meant in seconds. The longest one is the limit of a browser's timer. */
const [MIN_TIMEOUT_MS, MAX_TIMEOUT_MS] = [100, 2 ** 31 - 1];
const invalid = (message: string, remedy?: string) =>
  new LendingError('config-invalid', `<lending-widget>: ${message}`, { remedy });

/** Describes the type of a value, never its content, because it may be a token. */
function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'string') return value ? 'a string' : 'an empty string';
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  return `${/^[aeio]/i.test(kind) ? 'an' : 'a'} ${kind === 'Object' || kind === 'Array' ? kind.toLowerCase() : kind}`;
}

/** Describes why a value is not a token; `undefined` if it is one. */
export function tokenProblem(token: unknown): string | undefined {
  return typeof token === 'string' ? tokenTextProblem(token) : describeType(token);
}

const isSet = (value: unknown) => value !== undefined && value !== null;

/** Rejects properties that would be misinterpreted silently. `defaults` are the settings that the backend decides. */
export function checkProperties(own: WidgetProperties, template: HTMLTemplateElement | null, defaults: object): void {
  const { widget, settings, timeoutMs, accessToken } = own;
  checkChoices(own);
  const mistake = template && mistakeInCode(markupOf(template));
  if (mistake) throw invalid(`the <template> contains ${mistake.found}, ${mistake.so}.`, mistake.remedy);
  const isTime = typeof timeoutMs === 'number';
  if (isSet(timeoutMs) && !(isTime && timeoutMs >= MIN_TIMEOUT_MS && timeoutMs <= MAX_TIMEOUT_MS)) {
    const given = isTime ? String(timeoutMs) : describeType(timeoutMs);
    throw invalid(
      `timeoutMs must be a number of milliseconds, at least ${MIN_TIMEOUT_MS}; it is ${given}.`,
      'Write 15000 for 15 seconds.',
    );
  }
  for (const name of ['getToken', 'handOff'] as const) {
    if (isSet(own[name]) && typeof own[name] !== 'function')
      throw invalid(`${name} must be a function; it is ${describeType(own[name])}.`);
  }
  const problem = isSet(accessToken) && tokenProblem(accessToken);
  if (problem)
    throw invalid(
      `accessToken must be the token as a string; it is ${problem}.`,
      'Set it to the token alone, without quotes and without "Bearer".',
    );
  if (isSet(settings))
    checkNames('settings', settings, unknownAmong(settings, [...Object.keys(defaults), 'diagnostics']));
  if (isSet(widget)) checkWidget(widget, isSet(own.handOff) || !!template);
}

/** The error for embed code in a part of the page's HTML that the widget does not read; `undefined` without such code. */
export function misplacedCode(element: Element): LendingError | undefined {
  const name = ['widget', 'embed-code'].find((one) => element.hasAttribute(one));
  if (name) {
    const remedy = 'Set createHandler({ widget }) in the backend, or the property widget by a script.';
    return invalid(`the attribute ${name} does nothing.`, remedy);
  }
  if (!element.querySelector(':scope > script, :scope > :not([slot]) script')) return undefined;
  const remedy = 'Write <template> before it and </template> after it, or set it in createHandler({ widget }).';
  return invalid('embed code between the tags needs a <template> around it.', remedy);
}

function checkChoices(given: Choices): void {
  const problem = unknownChoice(given);
  if (problem) throw invalid(problem);
}

function checkNames(property: string, given: unknown, unknown: UnknownName | undefined): void {
  if (typeof given !== 'object' || Array.isArray(given)) {
    const remedy = typeof given === 'string' ? 'Read JSON with JSON.parse() first.' : undefined;
    throw invalid(`${property} must be an object; it is ${describeType(given)}.`, remedy);
  }
  if (!unknown) return;
  const remedy = 'docs/reference.md lists the settings.';
  throw invalid(`"${unknown.path}" is not a setting of ${property}.${unknown.hint}`, remedy);
}

type Check = readonly [kind: string, isRight: (value: unknown) => boolean, typeOfRight?: string];
const BOOLEAN: Check = ['true or false', (value) => typeof value === 'boolean'];
const ANY: Check = ['anything', () => true];

/** The settings of a widget, and their valid values. A value of the type at the end can still have invalid content. */
const CHECKS: Record<keyof WidgetSettings, Check> = {
  embedCode: ['a string of HTML', (value) => typeof value === 'string' && value.trim() !== '', 'a string'],
  scriptUrl: ['a valid URL', (value) => typeof value === 'string' && !!parseUrl(value, pageUrl()), 'a string'],
  integrity: ANY,
  handOff: ['an object', (value) => typeof value === 'object' && !Array.isArray(value)],
  origins: [
    'a list of origins, such as "https://cdn.example"',
    (value) => Array.isArray(value) && value.every(isOrigin),
    'an array',
  ],
  withoutToken: BOOLEAN,
  isolation: ANY,
  dialogs: ANY,
  frameUrl: ANY,
  frameAllow: ANY,
  opensLater: BOOLEAN,
  runsOnce: BOOLEAN,
};

/** `isStarted` is true if a hand-off function or a `<template>` starts the widget. */
function checkWidget(given: object, isStarted: boolean): void {
  const widget = given as WidgetSettings;
  checkNames('widget', given, unknownAmong(given, Object.keys(CHECKS)) ?? unknownInHandOff(widget.handOff));
  for (const [name, [kind, isRight, typeOfRight]] of Object.entries(CHECKS)) {
    const value = widget[name as keyof WidgetSettings];
    if (isSet(value) && !isRight(value)) {
      const type = describeType(value);
      throw invalid(`widget.${name} must be ${kind}${type === typeOfRight ? '' : `; it is ${type}`}.`);
    }
  }
  checkChoices(widget);
  if (isStarted) return;
  if (!widget.embedCode && !widget.scriptUrl && !widget.handOff?.iframe) {
    throw invalid('widget has neither embedCode nor scriptUrl.', 'Set one of them. The partner dashboard shows both.');
  }
  const mistake = mistakeIn(widget);
  if (mistake) throw invalid(describeMistake(mistake), mistake.remedy);
}

const warned = new Set<string>();
/** Warns once on a page. It is not an error, because the page may intend it. */
function warn(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}

const markupOf = ({ content }: HTMLTemplateElement) => new XMLSerializer().serializeToString(content);

/** Warns if a `<template>` has no placeholder for the token. */
function checkTemplate(template: HTMLTemplateElement): void {
  if (/\{access_token(_url)?\}/.test(markupOf(template))) return;
  warn(
    '<lending-widget>: the <template> contains no {access_token}, so the widget gets no token. Put {access_token} in the place ' +
      'of the token. If the widget needs no token, set "withoutToken": true in its settings.',
  );
}

/** Milliseconds after a hand-off has ended in which its code may still read the token. */
const SETTLED_MS = 1000;

/** Wraps a hand-off to warn if it reads no token. */
const watchHandOff =
  (handOff: HandOffFunction): HandOffFunction =>
  async (start) => {
    let isRead = false;
    const noting = <T>(value: T): PropertyDescriptor => ({ enumerable: true, get: () => ((isRead = true), value) });
    const { accessToken, getToken, ...rest } = start;
    const offer = Object.defineProperties(rest, { accessToken: noting(accessToken), getToken: noting(getToken) });
    const stop = await handOff(offer as typeof start);
    setTimeout(() => {
      if (isRead || start.signal.aborted) return;
      warn(
        '<lending-widget>: your handOff function used neither accessToken nor getToken, so the widget has no token. Pass one ' +
          'of them to the widget. If it needs no token, set "withoutToken": true in its settings.',
      );
    }, SETTLED_MS);
    return stop;
  };

/** Warns if a widget never gets its token. Returns its hand-off, wrapped for that check. */
export function warnIfTokenUnused(
  { handOff }: { handOff: HandOffFunction | undefined },
  template: HTMLTemplateElement | null,
  config: Pick<WidgetSettings, 'withoutToken'> | undefined,
): HandOffFunction | undefined {
  if (config?.withoutToken) return handOff;
  if (handOff) return watchHandOff(handOff);
  if (template) checkTemplate(template);
  return undefined;
}
