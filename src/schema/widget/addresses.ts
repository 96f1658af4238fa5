import { parseUrl } from './parse-url.js';
import type { WidgetSettings } from './widget-settings.js';

/** Comments in HTML and scripts, which are ignored. `//` counts only where it cannot begin a URL. */
const COMMENTS = /<!--(?:[^-]|-(?!->))*|\/\*(?:[^*]|\*(?!\/))*|(?<=^|[\s;{}()])\/\/.*$/gm;

/** A URL in markup or scripts, up to a quote, a bracket or a placeholder. */
const ADDRESS = /(?<![\w.:/-])(?:https?:)?\/\/(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:\/[^\s"'`<>\\{}$()]*)?/gi;

/** Hosts of XML namespaces and vocabularies, which are names rather than URLs to load. */
const VOCABULARIES = ['www.w3.org', 'schema.org'];

/** The URLs in embed code. A URL without a scheme, as in `src="//cdn.example/x.js"`, becomes https. */
function addressesIn(embedCode: string): string[] {
  const text = embedCode.replaceAll('\\/', '/').replace(COMMENTS, '');
  return [...text.matchAll(ADDRESS)].map(([address]) => address.replace(/^\/\//, 'https://'));
}

/** The URLs in a widget's settings: of its script, of its page, and in its embed code. The script may load others later. */
export function widgetAddresses({ scriptUrl, embedCode = '', handOff }: WidgetSettings): string[] {
  const named = [scriptUrl, handOff?.iframe?.src, ...addressesIn(embedCode)];
  return named.filter((address): address is string => !!address && isHost(parseUrl(address)));
}

/** Returns true for a complete host, and false for the beginning of a URL that a script puts together. */
const isHost = ({ hostname = '' }: Partial<URL> = {}) =>
  /^localhost$|^\[|\.[\w-]+$/.test(hostname) && !VOCABULARIES.includes(hostname);

/** The origins that a widget needs: those of its URLs, and those in the partner's `origins`. */
export const widgetOrigins = (settings: WidgetSettings): string[] => [
  ...new Set([...widgetAddresses(settings).map((address) => new URL(address).origin), ...(settings.origins ?? [])]),
];
