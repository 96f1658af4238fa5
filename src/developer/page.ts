// Warns of attributes without effect, and of colours that cannot be read. It loads on the developer's own machine only.
import { jsonObject } from '../base/flag.js';
import * as colours from '../base/look/colours/page-colours.js';
import { didYouMean, nearest } from '../schema/nearest.js';
import { COLOUR_NAMES, weakPairs } from './colours.js';
import { isSwitchedOff, warnOnce, withHosts } from './diagnostics.js';

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
  /^(data-|aria-|on|xml|v-|_|ng|[^a-z])|^(class|id|is|slot|style|part|name|role|title|hidden|inert|tabindex|lang|dir)$/;

/** Names that developers try, each with the attribute that they need. */
const OTHER_NAMES: Record<string, string> = { locale: 'lang', language: 'lang' };

/** The part of a class of Lit that is read here. */
interface ElementClass {
  elementProperties: ReadonlyMap<PropertyKey, { state?: boolean }>;
  observedAttributes: readonly string[];
}

/** Warns once of attributes that do nothing, of a business that is not used, and of colours that cannot be read. */
export function checkPage(element: colours.ColouredElement): void {
  if (isSwitchedOff(withHosts(element))) return;
  const about = (message: string) => warnOnce(`<${element.localName}>: ${message}`);
  attributeProblems(element).forEach(about);
  const styles = getComputedStyle(element);
  if (COLOUR_NAMES.some((name) => styles.getPropertyValue(`--lending-color-${name}`)))
    for (const { found, remedy } of weakPairs(colours.readColours(element, COLOUR_NAMES)))
      warnOnce(`lending-elements: ${found} ${remedy}`);
  const page = colours.colourBehind(element);
  const { surface } = colours.readColours(element, ['surface']);
  if (page && colours.textOn(page, 7) === colours.WHITE && colours.textOn(surface, 7) === colours.BLACK)
    about(
      'the page is dark here, and the element is light. Add :root { color-scheme: dark } to the style sheet of the page, or look="page" to the element.',
    );
}

function attributeProblems(element: colours.ColouredElement): string[] {
  const { elementProperties, observedAttributes: attributes } = element.constructor as unknown as ElementClass;
  const names = [...elementProperties].flatMap(([name, { state }]) => (state ? [] : [String(name)]));
  return [...element.attributes].flatMap(({ name, value }) => {
    const isRead = attributes.includes(name);
    // Frameworks may write a property as an attribute on a server, and set it later.
    const isSet = names.some((one) => one.toLowerCase() === name && element[one as keyof typeof element]);
    if (isSet && (!isRead || name === 'prefill')) return [];
    return (isRead ? aboutValue(name, value, element) : aboutName(name, names, attributes)) ?? [];
  });
}

function aboutValue(name: string, value: string, element: colours.ColouredElement): string | undefined {
  if (name === 'business' && element.business !== element.namedBusiness)
    return 'business is not used, because the property adapter is set, and names another business: createAdapter({ business }).';
  if (name === 'prefill' && !jsonObject(value))
    return 'the attribute prefill is not a JSON object, so it does nothing.';
  if (!VALUES[name] || VALUES[name].test(value.trim())) return undefined;
  const choices = VALUES[name].source.replace(/^\^\(|(\|false\|true)?\)\$$/g, '').split('|');
  return `${name} must be "${choices.join('" or "')}", so the given value does nothing.${didYouMean(value, choices)}`;
}

function aboutName(given: string, names: readonly string[], attributes: readonly string[]): string | undefined {
  if (FOREIGN.test(given)) return undefined;
  const other = OTHER_NAMES[given] ?? nearest(given, attributes);
  if (other) return `the attribute ${given} does nothing. Did you mean "${other}"?`;
  const property = nearest(given, names);
  return property && `${property} is a property and not an attribute. Set it with a script: element.${property} = ….`;
}
