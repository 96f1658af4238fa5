/** Faults of the sandbox's widget, and the effect of each on a page. */
export const WIDGET_FAULTS = {
  missing: 'The address of the script answers 404.',
  html: 'The address of the script answers a page of HTML.',
  slow: 'The script arrives after 20 seconds.',
  'no-global': 'The script runs, but defines nothing.',
  late: 'The script defines its global half a second after it has loaded.',
  throws: 'The script throws an error while it loads.',
  'start-throws': 'The script throws an error when it starts.',
  'never-ready': 'The start never ends.',
  blank: 'The start ends, but nothing appears.',
  expired: 'The widget refuses each token as expired.',
  unavailable: 'The widget cannot read the offers.',
  navigates: 'The script sends the whole page to another address.',
} as const;

export type WidgetFault = keyof typeof WIDGET_FAULTS;

export const isWidgetFault = (name: string): name is WidgetFault => Object.hasOwn(WIDGET_FAULTS, name);
