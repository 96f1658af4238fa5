import * as z from 'zod/mini';
import { areFieldRules, settings, type FieldRules, type Settings } from '../schema/index.js';
import { checkedBy, parseOptions } from '../schema/parse-options.js';
import type { SandboxTokens } from './lender/tokens.js';
import { WIDGET_FAULTS, widgetConfig, type WidgetConfig, type WidgetFault } from './widget/config.js';

/** Behaviours of the service that the specification does not show. A partner can try each of them: the handler supports all. */
export interface SandboxBehaviour {
  /** The name of the file part of endpoint 2. Default: `file`. */
  filePart?: string;
  /** Where the response of endpoint 5 has `access_token`: at the top level, or under `data`. Default: `top`. */
  tokenPosition?: 'top' | 'data';
  /**
   * The body of a rejection: `message` as a string or (`messages`) a list, `error` as a string or (`errorObject`) an object, a list `errors`, an
   * HTML page, or nothing. Default: `message`.
   */
  errorBody?: 'message' | 'messages' | 'error' | 'errorObject' | 'errors' | 'html' | 'empty';
  /** The HTTP status of success. Default: `201`. */
  successStatus?: 201 | 200;
  /** `wrapped` puts the content of a response under `data`, `flat` at the top level. Default: `wrapped`. */
  envelope?: 'wrapped' | 'flat';
  /**
   * How endpoint 3 responds for a company below the minimum criteria: `flag` is a success status with `success: false`, `error` is 422.
   * With `none` the response is a success, and only the widget shows the rejection. Default: `flag`.
   */
  prequalificationRejection?: 'flag' | 'error' | 'none';
}

/** The values of each behaviour. The first one is the default. */
// Spec: position of access_token, error response shape, HTTP status codes and response bodies are not shown. Public documentation shows
// 201 for these POSTs. The default of an error mirrors the success of endpoint 1.
export const BEHAVIOURS = {
  tokenPosition: ['top', 'data'],
  errorBody: ['message', 'messages', 'error', 'errorObject', 'errors', 'html', 'empty'],
  successStatus: [201, 200],
  envelope: ['wrapped', 'flat'],
  prequalificationRejection: ['flag', 'error', 'none'],
} as const satisfies { [K in Exclude<keyof SandboxBehaviour, 'filePart'>]-?: readonly SandboxBehaviour[K][] };

/** The behaviour of a sandbox without options. */
// Spec: name of the file part not shown; `file`, and an option.
export const DEFAULT_BEHAVIOUR = {
  filePart: 'file',
  ...Object.fromEntries(Object.entries(BEHAVIOURS).map(([name, [first]]) => [name, first])),
} as Required<SandboxBehaviour>;

export interface SandboxOptions {
  /** The key that the header `x-bs-sk` must contain. Default: `sandbox-secret-key`. */
  secretKey?: string;
  /** The origin of the sandbox. No request is sent to it. Default: `http://lender.localhost`. */
  origin?: string;
  /** The rules of the fields, as in `settings.fields`. Default: those of the default settings. */
  fields?: FieldRules;
  /**
   * The types of business, as in `settings.companyTypes`: any other is rejected, and so is a field that the type hides. Default: any type, with the
   * rules of `fields`.
   */
  companyTypes?: Settings['companyTypes'];
  /**
   * `true` rejects bodies with other fields or shapes than those of the specification. `false` accepts any JSON object,
   * even with another content type, and reads the fields that have a usable value. Default: `true`.
   */
  strict?: boolean;
  /** The behaviours that the specification does not show. Default: those of public documentation. */
  behaviour?: SandboxBehaviour;
  /** The lifetime of access tokens, and how many widgets each can start. Default: an hour, and any number of widgets. */
  tokens?: SandboxTokens;
  /**
   * Seconds from the request for offers to the decision of each lender, in their order. The last number applies to all further lenders. Default:
   * `[0]`, so that a test need not wait.
   */
  offersAfterSeconds?: readonly number[];
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /** The look of the sandbox's widget. Default: the sandbox's own. */
  widgetConfig?: Partial<WidgetConfig>;
  /** The fault of all widget scripts, like `?fault=` in the URL of one script. Default: none. */
  widgetFault?: WidgetFault;
  /** `true` serves `/dashboard`, which shows the key and all calls to anyone who can reach it. Default: `true` if `origin` is this machine. */
  dashboard?: boolean;
}

const isSeconds = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < Infinity;
const text = z.nullish(
  checkedBy<string>((value) => typeof value === 'string' && value !== '', 'a string that is not empty'),
);
const flag = z.nullish(z.literal([true, false]));
const oneOf = (values: readonly (string | number)[]) => z.nullish(z.literal(values));

/** Every option. The compiler reports an option that is missing here. */
const sandboxOptions = z.strictObject({
  secretKey: text,
  // For an invalid origin, the platform's own error is thrown.
  origin: z.optional(z.unknown()),
  fields: z.nullish(
    checkedBy<FieldRules>(
      areFieldRules,
      'the rules "required", "asked", "optional" or "hidden" by the paths of fields',
    ),
  ),
  companyTypes: z.optional(settings.shape.companyTypes),
  strict: flag,
  behaviour: z.optional(
    z.strictObject({
      filePart: text,
      ...Object.fromEntries(Object.entries(BEHAVIOURS).map(([name, values]) => [name, oneOf(values)])),
    }),
  ),
  tokens: z.optional(
    z.strictObject({
      lifetimeSeconds: z.nullish(checkedBy((value) => isSeconds(value) && value > 0, 'a number of seconds above 0')),
      singleUse: flag,
    } satisfies Record<keyof SandboxTokens, z.ZodMiniType>),
  ),
  offersAfterSeconds: z.nullish(
    checkedBy(
      (value) => Array.isArray(value) && value.length > 0 && value.every(isSeconds),
      'a list of numbers of seconds, like [0, 10, 30]',
    ),
  ),
  now: z.nullish(checkedBy((value) => typeof value === 'function', 'a function that returns milliseconds since 1970')),
  widgetConfig: z.optional(z.partial(widgetConfig)),
  widgetFault: oneOf(Object.keys(WIDGET_FAULTS)),
  dashboard: flag,
} satisfies Record<keyof SandboxOptions, z.ZodMiniType>);

/** Rejects unknown names, and values of a wrong type. The message does not repeat a value, which may be a key. */
export const checkOptions = (options: SandboxOptions) =>
  parseOptions({ name: 'createSandbox', showsValues: false }, sandboxOptions, options);
