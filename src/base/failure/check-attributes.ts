// Explains attributes without effect, and other mistakes of the page, in the console. It loads on the developer's own machine only.
import type { LitElement } from 'lit';
import { nearest } from '../../schema/nearest.js';
import type { ColouredElement } from '../look/colours/page-colours.js';
import { jsonObject } from '../flag.js';
import { isSwitchedOff, withHosts, type Diagnosed } from './diagnostics.js';

/** Attributes with a few values. Another value means the first one. */
const VALUES: Record<string, RegExp> = {
  layout: /^(page|screens)$/i,
  look: /^(page)$/,
  density: /^(compact)$/,
  history: /^(on|off|false|true)$/i,
  diagnostics: /^(on|off|false|true)$/i,
};

/** Attributes of HTML and of frameworks. They are not misspelled attributes of an element. */
const FOREIGN =
  /^(data-|aria-|on|xml|v-|_|ng|[^a-z])|^(class|id|is|slot|style|part|name|role|title|hidden|inert|tabindex)$/;

/** Names that developers try, each with the attribute that they need. */
const OTHER_NAMES: Record<string, string> = { locale: 'lang', language: 'lang' };

/** The tokens that a page sets when it has its own colours. */
const TOKENS = ['accent', 'on-accent', 'link', 'surface', 'text', 'muted', 'tint', 'border', 'error', 'focus'];

const reported = new Set<string>();

/** Warns of attributes that do nothing, of a business that is not used, and of colours that cannot be read. */
export async function checkPage(element: ColouredElement): Promise<void> {
  if (isSwitchedOff(withHosts(element))) return;
  checkAttributes(element);
  const styles = getComputedStyle(element);
  const hasOwnColours = TOKENS.some((name) => styles.getPropertyValue(`--lending-color-${name}`));
  const colours = await import('../look/colours/page-colours.js');
  if (hasOwnColours) colours.warnOfColours(element);
  const { colourBehind } = await import('../look/page-look.js');
  const page = colourBehind(element);
  const { surface } = colours.readColours(element, ['surface']);
  if (page && colours.textOn(page, 7) === colours.WHITE && colours.textOn(surface, 7) === colours.BLACK)
    warnOnce(
      element,
      'the page is dark here, and the element is light. Add :root { color-scheme: dark } to the style sheet of the page, or look="page" to the element.',
    );
}

function warnOnce({ localName }: Diagnosed, message: string): void {
  const warning = `<${localName}>: ${message}`;
  if (!reported.has(warning)) console.warn(warning);
  reported.add(warning);
}

/** Warns, once for each mistake, of attributes that the element does not read. */
function checkAttributes(element: Diagnosed): void {
  const { elementProperties, observedAttributes: attributes } = element.constructor as typeof LitElement;
  const names = [...elementProperties].flatMap(([name, { state }]) => (state ? [] : [String(name)]));
  for (const { name, value } of element.attributes) {
    const isRead = attributes.includes(name);
    // Frameworks may write a property as an attribute on a server, and set it later.
    const isSet = names.some((one) => one.toLowerCase() === name && element[one as keyof Diagnosed]);
    if (isSet && (!isRead || name === 'prefill')) continue;
    const message = isRead
      ? (aboutBusiness(name, element) ?? aboutValue(name, value))
      : aboutName(name, names, attributes);
    if (message) warnOnce(element, message);
  }
}

function aboutBusiness(name: string, { business, namedBusiness }: Diagnosed): string | undefined {
  if (name !== 'business' || business === namedBusiness) return undefined;
  return 'business is not used, because the property adapter is set, and names another business: createAdapter({ business }).';
}

function aboutValue(name: string, value: string): string | undefined {
  if (name === 'prefill' && !jsonObject(value))
    return 'the attribute prefill is not a JSON object, so it does nothing.';
  if (!VALUES[name] || VALUES[name].test(value.trim())) return undefined;
  const choices = VALUES[name].source.replace(/^\^\(|(\|false\|true)?\)\$$/g, '').split('|');
  return `${name} must be "${choices.join('" or "')}", so the given value does nothing.`;
}

function aboutName(given: string, names: readonly string[], attributes: readonly string[]): string | undefined {
  if (FOREIGN.test(given) || given === 'lang' || given === 'dir') return undefined;
  const other = OTHER_NAMES[given] ?? nearest(given, attributes);
  if (other) return `the attribute ${given} does nothing. Did you mean "${other}"?`;
  const property = nearest(given, names);
  return property && `${property} is a property and not an attribute. Set it with a script: element.${property} = ….`;
}
