import { widgetCode } from '../browser-code.js';
import { DEFAULT_CONFIG, type WidgetConfig, type WidgetFault } from './config.js';
import { HAND_OFFS, type HandOff, type WidgetStyle } from './hand-offs.js';

export interface WidgetScriptOptions {
  /** The way in which the script gets its token. Default: `init`. */
  style?: WidgetStyle;
  /** Settings that override the default ones. */
  config?: Partial<WidgetConfig>;
  /** The fault of the script. Default: none. */
  fault?: WidgetFault | undefined;
}

/** Returns a value as code for a script. It replaces `<`, because a script in HTML ends at `</script>`. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Returns the source of the sandbox's widget. By default it is a classic script that defines the global `SampleFundingWidget`:
 *
 * - `init({ token, container })` shows the offers behind the token in the element `container`, and replaces earlier offers there. It
 *   resolves to `{ offers, destroy }`: the number of offers, and a function that removes them. It rejects with an `Error` whose
 *   `code` is `token-expired` (the token is invalid), `unavailable` (the offers cannot be read), `destroyed` (the widget was destroyed
 *   meanwhile) or `no-container` (the container is not an element).
 * - `destroy()` removes the offers of all containers, and makes pending `init` calls reject.
 *
 * It works under a strict Content-Security-Policy and Trusted Types that allow the script and connections to `origin`. If the page
 * has a sandbox as its global `lendingSandbox`, offers come from there. Colours follow the `color-scheme` around the container.
 */
// Spec: the embed code, its global, its calls and its token hand-off are not shown; these are the sandbox's own.
export function widgetScript(origin: string, options: WidgetScriptOptions = {}): string {
  const { style = 'init', fault } = options;
  const { handOff } = HAND_OFFS[style];
  const settings = literal({ handOff, origin, config: { ...DEFAULT_CONFIG, ...options.config }, fault });
  return handOff.type === 'module'
    ? moduleOf(handOff, settings)
    : `'use strict';\n(() => {\n${widgetCode()}\nsandboxCode.run(${settings});\n})();\n`;
}

const moduleOf = ({ export: name }: HandOff, settings: string) =>
  [
    widgetCode(),
    `const settings = ${settings};`,
    'sandboxCode.run(settings);',
    `export const ${name} = settings.fault === 'no-global' ? undefined : sandboxCode.mountOf(settings);`,
    '',
  ].join('\n');
