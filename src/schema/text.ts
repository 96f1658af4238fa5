import type { Kind } from './kind.js';
import { LONGEST, tidy, tidyPlain, tidyWords } from './tidy.js';

export { tidy } from './tidy.js';

type Check = readonly [pattern: RegExp, reason: string];

/** A line of text, tidied, neither empty nor longer than `max` characters. */
export function line(max = 200, tidied = tidy, checks: readonly Check[] = []): Kind<string, false> {
  const read: Kind<string>['accept'] = (typed) => {
    const text = typeof typed === 'string' ? typed : '';
    if (text.length > LONGEST) return { reason: 'too-long', params: { maximum: max } };
    const value = tidied(text);
    if (!value) return { reason: 'empty' };
    if (value.length > max) return { reason: 'too-long', params: { maximum: max } };
    const wrong = checks.find(([pattern]) => !pattern.test(value));
    return wrong ? { reason: wrong[1] } : { value };
  };
  const write = (value: unknown) =>
    typeof value === 'string' && value.length <= LONGEST && tidied(value) ? value : undefined;
  return { always: false, read, accept: read, write };
}

/** A name or a line of an address, as somebody enters it. */
export const words = line(200, tidyWords);

/** A code or a name from a list that is open: the partner's settings propose, nothing here refuses. */
// Spec: allowed values of type, status, region, country_code and the document type are not shown; the samples are defaults.
export const code = () => line(100);

/**
 * What goes around an address when it is copied: spaces, `mailto:` or `Email:`, a name before its brackets, the end of the
 * sentence; and a curly apostrophe.
 */
const tidyEmail = (typed: string) =>
  tidyPlain(typed)
    .replace(/^[^<]*<([^<>]*)>\W*$/, '$1')
    .replace(/ |^[^@:]*:|(?<![.,;])[.,;]+$/g, '')
    .replace(/\u2019/g, "'");

/** An e-mail address of at most 254 characters. */
// Spec: whether addresses with other letters than a to z arrive is not shown; they are refused, with a sentence.
export const email = line(254, tidyEmail, [
  [/^[!-~]*$/, 'letters'],
  [/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i, 'format'],
]);

/** A postcode: upper case, and one of the United Kingdom with its space where it belongs. */
const tidyPostcode = (typed: string) => {
  const text = tidyPlain(typed).toUpperCase();
  const bare = text.replace(/[\s.,-]/g, '');
  return /^([A-Z]{1,2}\d[A-Z\d]?|GIR)\d[A-Z]{2}$/.test(bare) ? bare.replace(/...$/, ' $&') : tidyWords(text);
};

/** A postcode of any country, tidied. Source: Address object. */
export const postcode = line(20, tidyPostcode);
