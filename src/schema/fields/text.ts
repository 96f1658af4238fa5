import type { FieldType } from './field-type.js';
import { MAX_TYPED_LENGTH, normalise, normalisePlain, normaliseWords } from './normalise.js';

export { normalise } from './normalise.js';

type Check = readonly [pattern: RegExp, reason: string];

/** A line of text, not empty, at most `max` characters after normalising. Default: 200. */
export function textLine(max = 200, tidied = normalise, checks: readonly Check[] = []): FieldType<string, false> {
  const read: FieldType<string>['accept'] = (typed) => {
    const text = typeof typed === 'string' ? typed : '';
    if (text.length > MAX_TYPED_LENGTH) return { reason: 'too-long', params: { maximum: max } };
    const value = tidied(text);
    if (!value) return { reason: 'empty' };
    if (value.length > max) return { reason: 'too-long', params: { maximum: max } };
    const wrong = checks.find(([pattern]) => !pattern.test(value));
    return wrong ? { reason: wrong[1] } : { value };
  };
  const write = (value: unknown) =>
    typeof value === 'string' && value.length <= MAX_TYPED_LENGTH && tidied(value) ? value : undefined;
  return { always: false, read, accept: read, write };
}

/** A name, or another text that is not changed. */
export const nameLine = textLine(200, normaliseWords);

interface Spoken {
  /** Reads a line of an address, or the name of a person or a town. */
  line(text: string, name?: 'person' | 'town'): string;
  /** Returns why a string is not an amount of money. */
  notMoney?(text: string): string;
}
/** How the forms read spoken answers. Default: unchanged. The part for rare answers adds its own functions. */
export const spoken: Spoken = { line: (text) => text };

export const spokenLine = (name?: 'person' | 'town') =>
  textLine(200, (typed) => spoken.line(normaliseWords(typed), name));

/** A code or a name from an open list: the partner's settings suggest values, and any other is accepted. */
// Spec: allowed values of type, status, region, country_code and the document type are not shown; the samples are defaults.
export const openCode = () => textLine(100);

/** Makes a postcode upper case, and puts the space of a UK postcode in its place. */
const normalisePostcode = (typed: string) => {
  const text = normalisePlain(typed).toUpperCase();
  const bare = text.replace(/[\s.,-]/g, '');
  return /^([A-Z]{1,2}\d[A-Z\d]?|GIR)\d[A-Z]{2}$/.test(bare) ? bare.replace(/...$/, ' $&') : normaliseWords(text);
};

/** A postcode of any country. Source: specification, Address object. */
export const postcode = textLine(20, (typed) => spoken.line(normalisePostcode(typed)));

/** A label in front of a number: `Company no. 01234567`, `CRN: SC123456`. `NO000123` is a number without a label. */
const LABEL = /^(?:\D*\b(?:NUMBER|CRN)\b|\D*[A-Z]\W{1,3}N[OR]\b|(?:N[OR][.:]\W{0,3})+)[\s.:#]*(?=[A-Z]{0,2}\d)/;

/** Removes spaces and the label from a number, and makes it upper case. */
export const normaliseCompanyNumber = (typed: string) =>
  normalisePlain(typed).toUpperCase().normalize('NFKC').replace(LABEL, '').replace(/\s/g, '');

// Spec: the shape of a number is not shown; every register has numbers with a digit. The magic values of the sandbox have none.
export const COMPANY_NUMBER = /\d|^SANDBOX\b/;

/** The registration number of a company, of any country. Source: specification, Company object. */
export const companyNumber = textLine(50, (typed) => spoken.line(normaliseCompanyNumber(typed)), [
  [COMPANY_NUMBER, 'format'],
]);
