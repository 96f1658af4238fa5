import * as z from 'zod/mini';
import { handOff } from './hand-off.js';
import { optional } from './wire.js';

/** How the page runs the service's widget: by the dashboard's embed code, or by a script and a way to hand over the token. */
export const widgetSettings = z
  .object({
    /** The embed code as the dashboard made it, with `{access_token}` where the token goes. */
    embed_code: optional(z.string().check(z.minLength(1))),
    /** The address of the widget script: https, or http on loopback. */
    script_url: optional(z.string().check(z.regex(/^https?:\/\//, 'format'))),
    /** The hash that the script must have. */
    integrity: optional(z.string()),
    /** How the script gets its token. */
    hand_off: optional(handOff),
    /** Origins whose scripts a `<template>` of the page may load, beside the one of `script_url`. Default: none. */
    origins: optional(z.array(z.string())),
    /**
     * `frame` runs the script in a document of the handler's, with an opaque origin and a policy of its own; `page` runs it
     * in the page, as vendors expect, with all that the page can do. Default: `page`, because how a widget wants to be
     * embedded is not specified. Choose `frame` where the widget works in it.
     */
    isolation: optional(z.enum(['page', 'frame'])),
    /** The address of the frame document. The handler says it. */
    frame_url: optional(z.string()),
    /** Whether the widget must have painted something when it has started. Default: `true`; `false` suits one that opens later. */
    paints: optional(z.boolean()),
  })
  .check(
    z.refine(({ embed_code, script_url, hand_off }) => embed_code || script_url || hand_off?.iframe, {
      error: 'empty',
      path: ['script_url'],
    }),
  );

export type WidgetSettings = z.infer<typeof widgetSettings>;
