import { LendingError } from '../errors.js';
import { areFieldRules, type FieldRules } from '../schema/index.js';
import { didYouMean } from '../schema/nearest.js';
import { BEHAVIOURS, type SandboxBehaviour } from './behaviour.js';
import type { SandboxTokens } from './tokens.js';
import { DEFAULT_CONFIG, mergeConfig, type WidgetConfig } from './widget/config.js';
import { isWidgetFault, WIDGET_FAULTS, type WidgetFault } from './widget/names.js';

export interface SandboxOptions {
  /** The key that the header `x-bs-sk` must contain. Default: `sandbox-secret-key`. */
  secretKey?: string;
  /** The origin of the sandbox. No request is sent to it. Default: `http://lender.localhost`. */
  origin?: string;
  /** The rules of the fields by their paths, as in `settings.fields` of `createHandler`. Default: those of the default settings. */
  fields?: FieldRules;
  /**
   * Whether the sandbox refuses bodies with other fields or shapes than those of the specification. Otherwise it accepts any JSON object,
   * also under another content type, and reads the fields that have a usable value. Default: `true`.
   */
  strict?: boolean;
  /** The behaviours that the specification does not show. Default: those of public documentation. */
  behaviour?: SandboxBehaviour;
  /** The lifetime of access tokens, and whether each starts one widget only. Default: an hour, and any number of widgets. */
  tokens?: SandboxTokens;
  /**
   * Seconds from the request for offers to the answer of each lender, in their order. The last number is that of all others. Default:
   * `[0]`, so that a test need not wait.
   */
  offersAfter?: readonly number[];
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /** The look of the sandbox's widget. Default: the sandbox's own. The query of a script's address overrides it. */
  widgetConfig?: Partial<WidgetConfig>;
  /** The fault of all widget scripts, like `?fault=` in the address of one. Default: none. */
  widgetFault?: WidgetFault;
  /** Whether `/dashboard` exists. It shows the key and all calls to anyone who can reach it. Default: `true` if `origin` is this machine. */
  dashboard?: boolean;
}

/** Every option by its name. The compiler reports a missing one. */
const OPTIONS = {
  secretKey: true,
  origin: true,
  fields: true,
  strict: true,
  behaviour: {
    filePart: true,
    tokenPosition: true,
    errorBody: true,
    successStatus: true,
    envelope: true,
    prequalificationRejection: true,
  },
  tokens: { lifetime: true, singleUse: true },
  offersAfter: true,
  now: true,
  widgetConfig: Object.fromEntries(Object.keys(DEFAULT_CONFIG).map((name) => [name, true])),
  widgetFault: true,
  dashboard: true,
} satisfies Record<keyof SandboxOptions, true | object> & {
  behaviour: Record<keyof SandboxBehaviour, true>;
  tokens: Record<keyof SandboxTokens, true>;
};

/** Refuses options that would have no effect or another one than expected: unknown names, and values of another kind. */
export function checkOptions(options: SandboxOptions): void {
  checkNames(options, OPTIONS);
  const {
    secretKey,
    fields,
    strict,
    behaviour = {},
    tokens = {},
    offersAfter,
    now,
    widgetConfig = {},
    widgetFault,
    dashboard,
  } = options;
  check('secretKey', secretKey, isText, 'a text that is not empty');
  check(
    'fields',
    fields,
    areFieldRules,
    'the rules "required", "asked", "optional" or "hidden" by the paths of fields',
  );
  check('strict', strict, isBoolean, 'true or false');
  check('behaviour.filePart', behaviour.filePart, isText, 'a text that is not empty');
  for (const [name, values] of Object.entries(BEHAVIOURS)) {
    const known: readonly unknown[] = values;
    check(
      `behaviour.${name}`,
      behaviour[name as keyof typeof BEHAVIOURS],
      (value) => known.includes(value),
      oneOf(known),
    );
  }
  check('tokens.lifetime', tokens.lifetime, (value) => isSeconds(value) && value > 0, 'a number of seconds above 0');
  check('tokens.singleUse', tokens.singleUse, isBoolean, 'true or false');
  const areSeconds = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSeconds);
  check('offersAfter', offersAfter, areSeconds, 'a list of numbers of seconds, like [0, 10, 30]');
  const [setting] = mergeConfig(DEFAULT_CONFIG, widgetConfig).wrong;
  if (setting) throw wrong(`widgetConfig.${setting}`, `createSandbox(): "widgetConfig.${setting}" is not valid.`);
  const faults = Object.keys(WIDGET_FAULTS);
  check('dashboard', dashboard, isBoolean, 'true or false');
  check('widgetFault', widgetFault, (value) => isText(value) && isWidgetFault(value), oneOf(faults));
  check('now', now, (value) => typeof value === 'function', 'a function that returns milliseconds since 1970');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isSeconds = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < Infinity;
const oneOf = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' or ');

function checkNames(given: unknown, known: object, prefix = ''): void {
  if (typeof given !== 'object' || given === null)
    throw wrong(
      prefix.slice(0, -1) || 'options',
      `createSandbox(): ${prefix.slice(0, -1) || 'the options'} must be an object.`,
    );
  for (const [name, value] of Object.entries(given)) {
    const inner: unknown = Object.hasOwn(known, name) ? known[name as never] : undefined;
    const path = prefix + name;
    if (!inner) {
      const names = Object.keys(known);
      const hint = didYouMean(name, names) || ` The options are ${names.join(', ')}.`;
      throw wrong(path, `createSandbox(): "${path}" is not an option.${hint}`, 'unknown');
    }
    if (typeof inner === 'object' && value !== undefined) checkNames(value, inner, `${path}.`);
  }
}

/** The message does not repeat the value, which may be a key. */
function check(path: string, value: unknown, isRight: (value: unknown) => boolean, expected: string): void {
  if (value === undefined || isRight(value)) return;
  throw wrong(path, `createSandbox(): "${path}" must be ${expected}.`);
}

const wrong = (path: string, message: string, reason = 'format') =>
  new LendingError('config-invalid', message, { issues: [{ path, reason }] });
