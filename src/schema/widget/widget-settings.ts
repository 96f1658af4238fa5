import * as z from 'zod/mini';
import { optional } from '../fields/wire.js';
import { must } from '../parse-options.js';
import { isOrigin } from './origins.js';

/**
 * JSON with placeholders. The last two are for whole strings; the others can be part of one, also in embed code and in URLs.
 *
 * - `{access_token}`: the access token, encoded for its place: HTML, a string of a script, or a URL. Example: `data-token="{access_token}"`.
 * - `{access_token_url}`: the access token, encoded for a URL that a script builds. Example: `frame.src = "/offers?token={access_token_url}"`.
 * - `{container_id}`: the id of the element in which the widget belongs. Example: `<div id="offers-{container_id}"></div>`.
 * - `{container}`: in a hand-off, the element in which the widget belongs. Example: `"arguments": ["{container}"]`.
 * - `{get_token}`: in a hand-off, a function that resolves with a new token each time. Example: `"getToken": "{get_token}"`.
 */
const value = () => z.unknown();
const values = () => z.array(value());
/** The name of a global, a method or a property. Dots lead to nested ones. */
const name = () =>
  z.string().check(must((text: string) => /^[\w$]+(\.[\w$]+)*$/.test(text), 'a name, like "Lender.widget"'));
const attributes = () => z.record(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'format')), z.string());

/**
 * How a script gets its token without embed code: the preparation before it loads, how it loads, and the calls after. Set only
 * the fields that the service's instructions need.
 */
// Spec: how the widget gets its token is not shown; these are the usual methods of such scripts.
export const handOff = z.strictObject({
  /** Before loading: globals in which the script looks for its settings. Example: `{ "lenderConfig": { "token": "{access_token}" } }`. */
  globals: z.optional(z.record(name(), value())),
  /** Before loading: a global function that the script calls when it is ready. `calls` wait for it. Example: `"onLenderReady"`. */
  callback: z.optional(name()),
  /**
   * Before loading: a stub that queues these calls until the script has loaded and replays them. Example:
   * `{ "global": "lender", "calls": [["boot", { "token": "{access_token}" }]] }`.
   */
  queue: z.optional(z.strictObject({ global: name(), calls: z.array(values()) })),
  /**
   * Before loading: an element in the container, which the script fills or defines, with `tag`, `attributes` and `properties`. If it dispatches the
   * event of `asks`, its `method` is called with the `arguments`. Example:
   * `{ "tag": "lender-offers", "asks": { "event": "token-needed", "method": "authorize", "arguments": ["{access_token}"] } }`.
   */
  element: z.optional(
    z.strictObject({
      tag: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'format'))),
      attributes: z.optional(attributes()),
      properties: z.optional(z.record(name(), value())),
      asks: z.optional(z.strictObject({ event: z.string(), method: name(), arguments: values() })),
    }),
  ),
  /** Attributes that the script reads from its own `<script>` tag. Example: `{ "data-token": "{access_token}" }`. */
  script: z.optional(attributes()),
  /** `module` for a script with exports; otherwise it is `classic`. Example: `"module"`. */
  type: z.optional(z.enum(['classic', 'module'])),
  /** After loading: the global that the script defines. Example: `"Lender.widget"`. */
  global: z.optional(name()),
  /** After loading: the export of the module; otherwise it is `default`. Example: `"mount"`. */
  export: z.optional(name()),
  /** After loading: the arguments for `new`, if the global or the export is a class. Example: `["{container}", { "token": "{access_token}" }]`. */
  construct: z.optional(values()),
  /**
   * After loading: calls, one after the other, on the constructed object, or otherwise on the global or the export. Without `method`, that itself is
   * called. Promises are awaited. Example: `[{ "method": "init", "arguments": [{ "token": "{access_token}" }] }]`.
   */
  calls: z.optional(z.array(z.strictObject({ method: z.optional(name()), arguments: z.optional(values()) }))),
  /**
   * At the end: the method that stops the widget. It is called on the result of the calls, or otherwise on the object of the calls.
   * An object that several widgets share, such as a global, is stopped with the last of them. Example: `"destroy"`.
   */
  destroy: z.optional(name()),
  /**
   * Instead of a script: a page of the service in a frame, with `src` and `title`. It gets the token in its URL, or in `message` after it has sent
   * `ready`. Example: `{ "src": "https://widget.lender.example/offers?token={access_token}", "title": "Your offers" }`.
   */
  iframe: z.optional(
    z.strictObject({ src: z.string(), title: z.string(), ready: z.optional(value()), message: z.optional(value()) }),
  ),
  /** The `code` of the widget's error for an expired token; otherwise it is `token-expired`. Example: `"TOKEN_EXPIRED"`. */
  expired: z.optional(z.string()),
});

export type HandOff = z.infer<typeof handOff>;

/** How the page runs the service's widget: with the dashboard's embed code, or with a script and a hand-off of the token. */
export const widgetSettings = z
  .strictObject({
    /** The dashboard's embed code, with `{access_token}` in place of the token. */
    embedCode: optional(z.string().check(z.minLength(1))),
    /** The URL of the widget script: https, or http on loopback. */
    scriptUrl: optional(
      z.string().check(must((url: string) => /^https?:\/\//.test(url), 'a whole URL, which begins with https://')),
    ),
    /** The integrity hash of the script, such as `sha384-…`. */
    integrity: optional(z.string()),
    /** How the script gets its token. */
    handOff: optional(handOff),
    /**
     * Origins that the widget needs and that are not in its other settings, such as `https://cdn.example`. Scripts in a `<template>` of the page may
     * load only from these and from the origin of `scriptUrl`. Default: none.
     */
    origins: optional(z.array(z.string().check(must(isOrigin, 'an origin like "https://cdn.example"')))),
    /** `true` for a widget that needs no token. Otherwise, settings that do not use the token are rejected. Default: `false`. */
    withoutToken: optional(z.boolean()),
    /**
     * `frame` runs the script in a document of the handler, with an opaque origin and its own policy. `page` runs it in the page, with access to the
     * whole page. Choose `frame` if the widget works in it. Default: `page`, because the specification does not show how a widget must be embedded.
     */
    isolation: optional(z.enum(['page', 'frame'])),
    /** How a dialog of a widget in a frame is shown: `cover` covers the window while it is open, `inline` does not. Default: `cover`. */
    dialogs: optional(z.enum(['cover', 'inline'])),
    /** The URL of the frame document. The handler sets it. */
    frameUrl: optional(z.string()),
    /** The features that the frame may use, such as `fullscreen`. The handler sets it from `frame.allow`. */
    frameAllow: optional(z.array(z.string())),
    /** `true` for a widget that shows nothing when it has started, because it opens after a press. Default: `false`. */
    opensLater: optional(z.boolean()),
    /**
     * `true` for a script that keeps the first token that it gets: in the page, the widget then asks the applicant to reload the page before it
     * starts a second time. Default: `false`.
     */
    runsOnce: optional(z.boolean()),
  })
  .check(
    z.refine(({ embedCode, scriptUrl, handOff }) => embedCode || scriptUrl || handOff?.iframe, {
      error: 'empty',
      path: ['scriptUrl'],
      params: { expected: 'a URL, unless embedCode or handOff.iframe is set' },
    }),
  );

export type WidgetSettings = z.infer<typeof widgetSettings>;
