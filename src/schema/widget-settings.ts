import * as z from 'zod/mini';
import { handOff } from './hand-off.js';
import { optional } from './wire.js';

/** Whether a text is an origin and nothing else: it goes into the frame's policy as it is. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** How the page runs the service's widget: by the dashboard's embed code, or by a script and a way to hand over the token. */
export const widgetSettings = z
  .strictObject({
    /** The embed code as the dashboard made it, with `{access_token}` where the token goes. */
    embed_code: optional(z.string().check(z.minLength(1))),
    /** The address of the widget script: https, or http on loopback. */
    script_url: optional(z.string().check(z.regex(/^https?:\/\//, 'format'))),
    /** The hash that the script must have. */
    integrity: optional(z.string()),
    /** How the script gets its token. */
    hand_off: optional(handOff),
    /**
     * Origins that the widget needs and its settings do not show, like `https://cdn.example`. Scripts of a `<template>` of
     * the page may come from these and from the one of `script_url`, and from no other. Default: none.
     */
    origins: optional(z.array(z.string().check(z.refine(isOrigin, 'format')))),
    /** Whether the widget needs no token. Without it, settings in which no token goes anywhere are refused. Default: `false`. */
    tokenless: optional(z.boolean()),
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
