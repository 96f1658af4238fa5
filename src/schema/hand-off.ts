import * as z from 'zod/mini';

/**
 * JSON in which `{access_token}`, `{container}` (the element), `{container_id}` and `{get_token}` (a function that resolves
 * with a fresh token) are filled in. The token and the id may stand inside a longer string.
 */
const value = () => z.unknown();
const values = () => z.array(value());
/** A global, a method or a property, with dots on the way to it. */
const name = () => z.string().check(z.regex(/^[\w$]+(\.[\w$]+)*$/, 'format'));
const attributes = () => z.record(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'format')), z.string());

/**
 * How a script gets its token without embed code: what is put up before it loads, how it is loaded, and what is called
 * after. Each way that scripts of this kind have is a line or two of it; none is needed more than the ones that the vendor asks for.
 */
// Spec: the way the token is handed to the widget is not shown; these are the ways of its kind of script.
export const handOff = z.strictObject({
  /** Before: globals in which the script finds its settings when it loads. */
  globals: z.optional(z.record(name(), value())),
  /** Before: a global function that the script calls when it is ready. The calls below wait for it. */
  callback: z.optional(name()),
  /** Before: a stub that takes these calls until the script has come to replay them. */
  queue: z.optional(z.strictObject({ global: name(), calls: z.array(values()) })),
  /** Before: an element in the container; the script fills it, or defines it. It may ask for its token by an event. */
  element: z.optional(
    z.strictObject({
      tag: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'format'))),
      attributes: z.optional(attributes()),
      properties: z.optional(z.record(name(), value())),
      asks: z.optional(z.strictObject({ event: z.string(), method: name(), arguments: values() })),
    }),
  ),
  /** Attributes that the script reads from its own tag. */
  script: z.optional(attributes()),
  /** `module` for a module. Default: a classic script. */
  type: z.optional(z.enum(['classic', 'module'])),
  /** After: the global that the script defines. */
  global: z.optional(name()),
  /** After: the export of the module. */
  export: z.optional(name()),
  /** After: makes an object of the class that the global or the export is, with these arguments. */
  construct: z.optional(values()),
  /** After: calls, in turn, on that object, else on the global or the export. A promise is waited for. */
  calls: z.optional(z.array(z.strictObject({ method: z.optional(name()), arguments: z.optional(values()) }))),
  /**
   * At the end: the method that stops the widget, of what the calls answered, else of what they were made on. What several
   * widgets of a page share, as a global, is stopped with the last of them; until then only the widget's elements go.
   */
  destroy: z.optional(name()),
  /** Instead of a script: a page of the service's, with the token in its address, or in a message once it is ready. */
  iframe: z.optional(
    z.strictObject({ src: z.string(), title: z.string(), ready: z.optional(value()), message: z.optional(value()) }),
  ),
  /** The `code` of the error by which the widget says that its token has expired. Default: `token-expired`. */
  expired: z.optional(z.string()),
});

export type HandOff = z.infer<typeof handOff>;
