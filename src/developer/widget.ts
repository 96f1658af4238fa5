// Rejects properties of `<lending-widget>` that would be misinterpreted silently. It loads if the page sets one of them.
import { LendingError } from '../errors.js';
import type { HandOffFunction } from '../loader/types.js';
import { didYouMean } from '../schema/nearest.js';
import { describeMistake, describeType, mistakeIn, mistakeInCode, tokenProblem } from '../schema/widget/mistakes.js';
import { isOrigin } from '../schema/widget/origins.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import type { HandOff, WidgetSettings } from '../schema/widget/widget-settings.js';
import { pageUrl, warnOnce } from './diagnostics.js';

const invalid = (message: string, remedy?: string) =>
  new LendingError('config-invalid', `<lending-widget>: ${message}`, { remedy });

/** A right value in words, its check, and what to do otherwise. A value of the type in words can still have wrong content. */
type Rule = readonly [right: string, isRight: (value: unknown) => boolean, remedy?: string];

const isToken = (value: unknown) => !tokenProblem(value);
const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
const isUrl = (value: unknown) => typeof value === 'string' && !!parseUrl(value, pageUrl());
const areOrigins = (value: unknown) => Array.isArray(value) && value.every(isOrigin);
const OBJECT: Rule = ['an object', isObject, 'If it is JSON, read it with JSON.parse() first.'];
const FUNCTION: Rule = ['a function', (value) => typeof value === 'function'];
const BOOLEAN: Rule = ['true or false', (value) => typeof value === 'boolean'];
const ANY: Rule = ['anything', () => true];

/** A typing error must not select the default. */
const ISOLATION: Rule = ['"page" or "frame"', (value) => value === 'page' || value === 'frame'];
const DIALOGS: Rule = ['"cover" or "inline"', (value) => value === 'cover' || value === 'inline'];

/** A shorter `timeoutMs` was probably meant in seconds. The longest one is the limit of a browser's timer. */
const [MIN_TIMEOUT_MS, MAX_TIMEOUT_MS] = [100, 2 ** 31 - 1];
const isTime = (value: unknown) => typeof value === 'number' && value >= MIN_TIMEOUT_MS && value <= MAX_TIMEOUT_MS;

const PROPERTIES: Record<string, Rule> = {
  isolation: ISOLATION,
  dialogs: DIALOGS,
  timeoutMs: [`a number of milliseconds, at least ${MIN_TIMEOUT_MS}`, isTime, 'Write 15000 for 15 seconds.'],
  getToken: FUNCTION,
  handOff: FUNCTION,
  accessToken: ['the token as a string', isToken, 'Set it to the token alone, without quotes and without "Bearer".'],
  settings: OBJECT,
  widget: OBJECT,
};

const WIDGET = {
  embedCode: ['a string of HTML', (value) => typeof value === 'string' && value.trim() !== ''],
  scriptUrl: ['a string with a valid URL', isUrl],
  integrity: ANY,
  handOff: OBJECT,
  origins: ['a list of origins, such as "https://cdn.example"', areOrigins],
  withoutToken: BOOLEAN,
  isolation: ISOLATION,
  dialogs: DIALOGS,
  frameUrl: ANY,
  frameAllow: ANY,
  opensLater: BOOLEAN,
  runsOnce: BOOLEAN,
} satisfies Record<keyof WidgetSettings, Rule>;

type Names<T> = { [name in keyof T]-?: true | Names<NonNullable<T[name]>> };

/** The names of a hand-off: pages do not download its schema. The compiler checks that none is missing. */
const HAND_OFF: Names<HandOff> = {
  globals: true,
  callback: true,
  queue: { global: true, calls: true },
  element: { tag: true, attributes: true, properties: true, asks: { event: true, method: true, arguments: true } },
  script: true,
  type: true,
  global: true,
  export: true,
  construct: true,
  calls: [{ method: true, arguments: true }],
  destroy: true,
  iframe: { src: true, title: true, ready: true, message: true },
  expired: true,
};

type Given = Readonly<Record<string, unknown>>;

/** Rejects a value that breaks its rule. The error has no value but a number or a choice, because it may be a token. */
function checkValues(given: Given, rules: Record<string, Rule>, place = ''): void {
  for (const [name, [right, isRight, remedy]] of Object.entries(rules)) {
    const value = given[name] ?? undefined;
    if (value === undefined || isRight(value)) continue;
    const choices = right.match(/(?<=")\w+(?=")/g);
    const text = choices || typeof value === 'number' ? String(value as string | boolean).slice(0, 40) : '';
    const type = name === 'accessToken' ? tokenProblem(value)! : describeType(value);
    const found = choices ? `"${text}"` : text || type;
    const isRightType = right.startsWith(found.replace('an array', 'a list'));
    const message = `${place}${name} must be ${right}${isRightType ? '' : `; it is ${found}`}.`;
    throw invalid(message + didYouMean(text, choices ?? []), remedy);
  }
}

/** Rejects a name that is not known in its object. A list of names is for each item of a list. */
function checkNames(property: string, given: unknown, known: object, path = ''): void {
  if (typeof given !== 'object' || given === null) return;
  for (const [name, value] of Object.entries(given)) {
    const inside: unknown = Array.isArray(known) ? known[0] : Object.hasOwn(known, name) && known[name as never];
    if (typeof inside === 'object') checkNames(property, value, inside as object, `${path}${name}.`);
    if (inside) continue;
    const message = `"${path}${name}" is not a setting of ${property}.${didYouMean(name, Object.keys(known))}`;
    throw invalid(message, 'docs/reference.md lists the settings.');
  }
}

/** Rejects wrong properties of a widget, and wrong code in its `<template>`. `defaults` are the settings that the backend decides. */
export function checkProperties(own: object, template: HTMLTemplateElement | null, defaults: object): void {
  const given = own as Given;
  checkValues(given, PROPERTIES);
  const mistake = template && mistakeInCode(markupOf(template));
  if (mistake) throw invalid(`the <template> contains ${mistake.found}, ${mistake.so}.`, mistake.remedy);
  const settings = [...Object.keys(defaults), 'diagnostics'].map((name) => [name, true]);
  checkNames('settings', given['settings'], Object.fromEntries(settings));
  const widget = given['widget'] as WidgetSettings | undefined;
  checkNames('widget', widget, { ...WIDGET, handOff: HAND_OFF });
  if (widget) checkWidget(widget, !!given['handOff'] || !!template);
}

/** `isStarted` is true if a hand-off function or a `<template>` starts the widget. */
function checkWidget(widget: WidgetSettings, isStarted: boolean): void {
  checkValues(widget, WIDGET, 'widget.');
  if (isStarted) return;
  if (!widget.embedCode && !widget.scriptUrl && !widget.handOff?.iframe)
    throw invalid('widget has neither embedCode nor scriptUrl.', 'Set one of them. The partner dashboard shows both.');
  const mistake = mistakeIn(widget);
  if (mistake) throw invalid(describeMistake(mistake), mistake.remedy);
}

/** The error for embed code in a part of the page's HTML that the widget does not read; `undefined` without such code. */
export function misplacedCode(element: Element): LendingError | undefined {
  const name = ['widget', 'embed-code'].find((one) => element.hasAttribute(one));
  if (name)
    return invalid(
      `the attribute ${name} does nothing.`,
      'Set createHandler({ widget }) in the backend, or the property widget by a script.',
    );
  if (!element.querySelector(':scope > script, :scope > :not([slot]) script')) return undefined;
  const remedy = 'Write <template> before it and </template> after it, or set it in createHandler({ widget }).';
  return invalid('embed code between the tags needs a <template> around it.', remedy);
}

const markupOf = ({ content }: HTMLTemplateElement) => new XMLSerializer().serializeToString(content);

/** Milliseconds after a hand-off has ended in which its code may still read the token. */
const SETTLED_MS = 1000;

/** Wraps a hand-off to warn if it reads no token. */
const watchHandOff =
  (handOff: HandOffFunction): HandOffFunction =>
  async (start) => {
    let isRead = false;
    const get = (of: typeof start, name: keyof typeof start): unknown => {
      isRead ||= name === 'accessToken' || name === 'getToken';
      return of[name];
    };
    const stop = await handOff(new Proxy(start, { get } as ProxyHandler<typeof start>));
    const message =
      '<lending-widget>: your handOff function used neither accessToken nor getToken, so the widget has no token. Pass one ' +
      'of them to the widget. If it needs no token, set "withoutToken": true in its settings.';
    setTimeout(() => isRead || start.signal.aborted || warnOnce(message), SETTLED_MS);
    return stop;
  };

/** Warns if a widget never gets its token: the page may intend it. Returns its hand-off, wrapped for that check. */
export function warnIfTokenUnused(
  { handOff }: { handOff: HandOffFunction | undefined },
  template: HTMLTemplateElement | null,
  config: Pick<WidgetSettings, 'withoutToken'> | undefined,
): HandOffFunction | undefined {
  if (config?.withoutToken) return handOff;
  if (handOff) return watchHandOff(handOff);
  const mistake = template && mistakeIn({ embedCode: markupOf(template) });
  if (mistake) warnOnce(`<lending-widget>: the <template> contains ${mistake.found}, ${mistake.so}. ${mistake.remedy}`);
  return undefined;
}
