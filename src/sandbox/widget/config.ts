import * as z from 'zod/mini';
import { ACCENT } from '../palette.js';

/** An https URL, or an empty string. */
const LOGO = /^(https:\/\/[^\s"'<>\\]{1,2000})?$/;

/** How the sandbox's widget looks and behaves. */
export const widgetConfig = z.strictObject({
  /** The colour of buttons, as `#rrggbb`. The text on it is black or white, whichever is easier to read. Default: the page's accent. */
  accent: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  /** The https URL of the partner's logo. Default: none. */
  logo: z.string().check(z.regex(LOGO)),
  /** The partner's name, which is the alternative text of the logo. Default: none. */
  name: z.string().check(z.maxLength(60)),
  /** The seconds between two requests for new offers. */
  pollSeconds: z.int().check(z.gte(2), z.lte(600)),
});

export type WidgetConfig = z.infer<typeof widgetConfig>;

export const DEFAULT_CONFIG: WidgetConfig = { accent: ACCENT, logo: '', name: '', pollSeconds: 15 };

/** Faults of the sandbox's widget, and the effect of each on a page. */
export const WIDGET_FAULTS = {
  missing: 'The URL of the script returns 404.',
  html: 'The URL of the script returns an HTML page.',
  slow: 'The script arrives after 20 seconds.',
  'no-global': 'The script runs, but defines nothing.',
  late: 'The script defines its global half a second after it has loaded.',
  throws: 'The script throws an error while it loads.',
  'start-throws': 'The script throws an error when it starts.',
  'never-ready': 'The start never ends.',
  blank: 'The start ends, but nothing appears.',
  expired: 'The widget rejects each token as expired.',
  unavailable: 'The widget cannot read the offers.',
  navigates: 'The script sends the whole page to another URL.',
} as const;

export type WidgetFault = keyof typeof WIDGET_FAULTS;

export const isWidgetFault = (name: string): name is WidgetFault => Object.hasOwn(WIDGET_FAULTS, name);

/** The settings of the sandbox's widget, which the dashboard changes. They are in memory only. */
export interface WidgetState {
  config: WidgetConfig;
  fault: WidgetFault | undefined;
}

/** A change of these settings by the dashboard. An empty fault ends the fault. */
export const widgetChange = z.extend(z.partial(widgetConfig), {
  fault: z.optional(z.literal(['', ...(Object.keys(WIDGET_FAULTS) as WidgetFault[])])),
});
