import type { WidgetSettings } from '../widget-settings.js';

/** Comments of HTML and of scripts: what they name is for people. `//` counts where no address can begin there. */
const COMMENTS = /<!--(?:[^-]|-(?!->))*|\/\*(?:[^*]|\*(?!\/))*|(?<=^|[\s;{}()])\/\/.*$/gm;

/** An address as it is written in markup and in scripts, up to where a quote, a bracket or a value to fill in begins. */
const ADDRESS = /(?<![\w.:/-])(?:https?:)?\/\/(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:\/[^\s"'`<>\\{}$()]*)?/gi;

/** Names that only look like addresses: of XML's vocabularies, and of the vocabulary for search engines. */
const VOCABULARIES = ['www.w3.org', 'schema.org'];

/** The addresses in embed code. One without a scheme, as in `src="//cdn.example/x.js"`, is taken as https. */
function addressesIn(embedCode: string): string[] {
  const text = embedCode.replaceAll('\\/', '/').replace(COMMENTS, '');
  return [...text.matchAll(ADDRESS)].map(([address]) => address.replace(/^\/\//, 'https://'));
}

/**
 * The addresses that a widget needs, as far as its settings tell: of its script, of its page, and those in its embed code.
 * What the script asks for later is not in the settings.
 */
export function widgetAddresses({ script_url, embed_code = '', hand_off }: WidgetSettings): string[] {
  const named = [script_url, hand_off?.iframe?.src, ...addressesIn(embed_code)];
  return named.filter((address): address is string => !!address && URL.canParse(address) && isHost(new URL(address)));
}

/** Whether something could answer there: the beginning of an address that a script puts together is no host. */
const isHost = ({ hostname }: URL) => /^localhost$|^\[|\.[\w-]+$/.test(hostname) && !VOCABULARIES.includes(hostname);

/** The origins that a widget needs: of its addresses, and those that the partner named in `origins`. */
export const widgetOrigins = (settings: WidgetSettings): string[] => [
  ...new Set([...widgetAddresses(settings).map((address) => new URL(address).origin), ...(settings.origins ?? [])]),
];
