import { LendingError } from '../errors.js';
import { unknownAmong, unknownIsolation, unknownName, type UnknownName } from '../schema/widget/names.js';
import { describeMissingToken, missingToken } from '../schema/widget/placeholders.js';
import { pageUrl } from './policy.js';
import type { HandOffFunction } from './run-widget.js';

/** The properties of `<lending-widget>` that a page sets, in whatever way. */
export interface OwnSettings {
  widget?: unknown;
  settings?: unknown;
  isolation?: unknown;
  timeout?: unknown;
  accessToken?: unknown;
  getToken?: unknown;
  handOff?: unknown;
}

type WidgetSettings = Parameters<typeof missingToken>[0];

/** The longest time that a browser's timer takes. */
const LONGEST = 2 ** 31 - 1;
const wrong = (message: string, remedy?: string) =>
  new LendingError('config-invalid', `<lending-widget>: ${message}`, { remedy });

/** Describes a value by its kind, never by its content: it may be a token. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'string') return value ? 'a string' : 'an empty string';
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  return `${/^[aeio]/i.test(kind) ? 'an' : 'a'} ${kind === 'Object' || kind === 'Array' ? kind.toLowerCase() : kind}`;
}

/** Describes the problem of a value that should be a token; `undefined` if there is none. */
export function wrongToken(token: unknown): string | undefined {
  if (typeof token !== 'string' || !token) return kindOf(token);
  if (token === 'undefined' || token === 'null') return `the word "${token}"`;
  return /[\s\p{Cc}]/u.test(token) ? 'a string with white space or control characters' : undefined;
}

const isSet = (value: unknown) => value !== undefined && value !== null;

/**
 * Refuses what a page has set in a way that would be taken for something else without a word. `defaults` are the
 * settings that the backend decides.
 */
export function checkOwnSettings(own: OwnSettings, template: HTMLTemplateElement | null, defaults: object): void {
  const { widget, settings, isolation, timeout, accessToken } = own;
  if (isSet(isolation)) checkIsolation(isolation);
  if (isSet(timeout) && !(typeof timeout === 'number' && timeout > 0 && timeout <= LONGEST)) {
    const given = typeof timeout === 'number' ? String(timeout) : kindOf(timeout);
    throw wrong(
      `timeout must be a number of milliseconds greater than 0; it is ${given}.`,
      'Write 15000 for 15 seconds.',
    );
  }
  for (const name of ['getToken', 'handOff'] as const) {
    if (isSet(own[name]) && typeof own[name] !== 'function')
      throw wrong(`${name} must be a function; it is ${kindOf(own[name])}.`);
  }
  const problem = isSet(accessToken) && wrongToken(accessToken);
  if (problem) throw wrong(`accessToken must be a token; it is ${problem}.`, 'Set it to the token alone, as a string.');
  if (isSet(settings))
    checkNames('settings', settings, unknownAmong(settings, [...Object.keys(defaults), 'diagnostics']));
  if (isSet(widget)) checkWidget(widget, isSet(own.handOff) || !!template);
}

/** Refuses a place for the script that is none: a typing error would mean the less strict one. */
function checkIsolation(isolation: unknown): void {
  const problem = unknownIsolation(isolation);
  if (problem) throw wrong(problem);
}

function checkNames(property: string, given: unknown, unknown: UnknownName | undefined): void {
  if (typeof given !== 'object' || Array.isArray(given)) {
    const remedy = typeof given === 'string' ? 'Read JSON with JSON.parse() first.' : undefined;
    throw wrong(`${property} must be an object; it is ${kindOf(given)}.`, remedy);
  }
  if (!unknown) return;
  const remedy = 'docs/options.md lists the settings.';
  throw wrong(`"${unknown.path}" is not a setting of ${property}.${unknown.hint}`, remedy);
}

/** The kinds of the settings that are no objects, and whether a value is of it. */
const KINDS: Partial<Record<keyof WidgetSettings, [string, (value: unknown) => boolean]>> = {
  embed_code: ['a text', (value) => typeof value === 'string' && value.trim() !== ''],
  script_url: ['an address', (value) => typeof value === 'string' && URL.canParse(value, pageUrl())],
  hand_off: ['an object', (value) => typeof value === 'object' && !Array.isArray(value)],
  origins: [
    'a list of origins, such as "https://cdn.example"',
    (value) => Array.isArray(value) && value.every(isOrigin),
  ],
  tokenless: ['true or false', (value) => typeof value === 'boolean'],
  paints: ['true or false', (value) => typeof value === 'boolean'],
};
const isOrigin = (text: unknown) => typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text;

/** `isStarted`: whether something else starts the widget. */
function checkWidget(given: object, isStarted: boolean): void {
  checkNames('widget', given, unknownName(given));
  const widget = given as WidgetSettings;
  for (const [name, [kind, isRight]] of Object.entries(KINDS)) {
    const value = widget[name as keyof WidgetSettings];
    if (isSet(value) && !isRight(value)) {
      const found = Array.isArray(value) ? 'another list' : kindOf(value);
      throw wrong(`widget.${name} must be ${kind}; it is ${found}.`);
    }
  }
  if (isSet(widget.isolation)) checkIsolation(widget.isolation);
  if (isStarted) return;
  if (!widget.embed_code && !widget.script_url && !widget.hand_off?.iframe) {
    throw wrong('widget names no embed_code and no script_url.', 'Set one of them, as the dashboard shows it.');
  }
  const missing = missingToken(widget);
  if (!missing) return;
  const { message, remedy } = describeMissingToken(missing);
  throw wrong(message, remedy);
}

const warned = new Set<string>();
/** Warns once on a page: it may be meant. */
function warn(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}

/** Warns of embed code in the page's HTML that has no place for the token. */
function checkTemplate(template: HTMLTemplateElement): void {
  const markup = new XMLSerializer().serializeToString(template.content);
  if (/\{access_token(_url)?\}/.test(markup)) return;
  warn(
    '<lending-widget>: the <template> has no {access_token}, so its widget never gets the token. Put {access_token} where ' +
      'the token goes, or set "tokenless": true in the settings of the widget.',
  );
}

/** Milliseconds after which a hand-off that has ended is taken to have what it wanted. */
const SETTLED = 1000;

/** The same hand-off, with a warning after it where it has asked for no token. */
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
        '<lending-widget>: handOff has read neither accessToken nor getToken, so the widget has no token. Hand one of them ' +
          'to the widget, or set "tokenless": true in the settings of the widget.',
      );
    }, SETTLED);
    return stop;
  };

/** Warns of a widget that never gets its token. Answers with its hand-off, which is watched for that. */
export function watchToken(
  { handOff }: { handOff: HandOffFunction | undefined },
  template: HTMLTemplateElement | null,
  config: Pick<WidgetSettings, 'tokenless'> | undefined,
): HandOffFunction | undefined {
  if (config?.tokenless) return handOff;
  if (handOff) return watchHandOff(handOff);
  if (template) checkTemplate(template);
  return undefined;
}
