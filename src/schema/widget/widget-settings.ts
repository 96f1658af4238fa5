import * as z from 'zod/mini';
import { optional } from '../fields/wire.js';
import { handOff } from './hand-off.js';
import { isOrigin } from './origins.js';

/** How the page runs the service's widget: with the dashboard's embed code, or with a script and a hand-off of the token. */
export const widgetSettings = z
  .strictObject({
    /** The dashboard's embed code, with `{access_token}` in place of the token. */
    embedCode: optional(z.string().check(z.minLength(1))),
    /** The URL of the widget script: https, or http on loopback. */
    scriptUrl: optional(z.string().check(z.regex(/^https?:\/\//, 'format'))),
    /** The integrity hash of the script, such as `sha384-…`. */
    integrity: optional(z.string()),
    /** How the script gets its token. */
    handOff: optional(handOff),
    /**
     * Origins that the widget needs and that are not in its other settings, such as `https://cdn.example`. Scripts in a `<template>` of the page may
     * load only from these and from the origin of `scriptUrl`. Default: none.
     */
    origins: optional(z.array(z.string().check(z.refine(isOrigin, 'format')))),
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
    /** `true` for a widget that shows nothing when it has started, because it opens after a press. Default: `false`. */
    opensLater: optional(z.boolean()),
  })
  .check(
    z.refine(({ embedCode, scriptUrl, handOff }) => embedCode || scriptUrl || handOff?.iframe, {
      error: 'empty',
      path: ['scriptUrl'],
    }),
  );

export type WidgetSettings = z.infer<typeof widgetSettings>;
