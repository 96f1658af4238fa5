import * as z from 'zod/mini';

/**
 * JSON with the placeholders `{access_token}`, `{container}` (the element), `{container_id}` and `{get_token}` (a function
 * that resolves with a new token). The token and the id may be part of a longer string.
 */
const value = () => z.unknown();
const values = () => z.array(value());
/** The name of a global, a method or a property. Dots lead to nested ones. */
const name = () => z.string().check(z.regex(/^[\w$]+(\.[\w$]+)*$/, 'format'));
const attributes = () => z.record(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'format')), z.string());

/**
 * How a script gets its token without embed code: the preparation before it loads, how it loads, and the calls after. Set only
 * the fields that the service's instructions need.
 */
// Spec: how the widget gets its token is not shown; these are the usual methods of such scripts.
export const handOff = z.strictObject({
  /** Before loading: globals in which the script looks for its settings. */
  globals: z.optional(z.record(name(), value())),
  /** Before loading: a global function that the script calls when it is ready. `calls` wait for it. */
  callback: z.optional(name()),
  /** Before loading: a stub that queues these calls until the script has loaded and replays them. */
  queue: z.optional(z.strictObject({ global: name(), calls: z.array(values()) })),
  /** Before loading: an element in the container, which the script fills or defines. It may request its token with an event. */
  element: z.optional(
    z.strictObject({
      tag: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'format'))),
      attributes: z.optional(attributes()),
      properties: z.optional(z.record(name(), value())),
      asks: z.optional(z.strictObject({ event: z.string(), method: name(), arguments: values() })),
    }),
  ),
  /** Attributes that the script reads from its own `<script>` tag. */
  script: z.optional(attributes()),
  /** `module` or `classic`. Default: `classic`. */
  type: z.optional(z.enum(['classic', 'module'])),
  /** After loading: the global that the script defines. */
  global: z.optional(name()),
  /** After loading: the export of the module. Default: `default`. */
  export: z.optional(name()),
  /** After loading: the arguments for `new`, if the global or the export is a class. */
  construct: z.optional(values()),
  /** After loading: calls, one after the other, on the constructed object, or otherwise on the global or the export. Promises are awaited. */
  calls: z.optional(z.array(z.strictObject({ method: z.optional(name()), arguments: z.optional(values()) }))),
  /**
   * At the end: the method that stops the widget. It is called on the result of the calls, or otherwise on the object of the calls.
   * An object that several widgets share, such as a global, is stopped with the last of them.
   */
  destroy: z.optional(name()),
  /** Instead of a script: a page of the service in a frame. It gets the token in its URL, or in a message when it is ready. */
  iframe: z.optional(
    z.strictObject({ src: z.string(), title: z.string(), ready: z.optional(value()), message: z.optional(value()) }),
  ),
  /** The `code` of the widget's error for an expired token. Default: `token-expired`. */
  expired: z.optional(z.string()),
});

export type HandOff = z.infer<typeof handOff>;
