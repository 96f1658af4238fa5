import type { FieldType, ReadingSettings, FieldResult } from '../fields/field-type.js';
import { formFor } from '../fields/form.js';
import { MAX_TYPED_LENGTH, normalisePlain } from '../fields/normalise.js';
import { spoken } from '../fields/text.js';

/** The largest amount. Anything larger is a typing error. */
const MAX_AMOUNT = 1e12;

/** A decimal comma: `25 000,00`, `25.000,00`, `25000,00`. In `25,00` a digit may be missing. */
const DECIMAL_COMMA = /^(\D*)(\d{4,}|\d{1,3}(?:[ .'\u2019]\d{3})+),(?=\d\d?(?!\d))/;

/** Reads a typed amount as a number. */
function readAmount(typed: unknown, sign: string): FieldResult<number> {
  if (typeof typed === 'string' && typed.length > MAX_TYPED_LENGTH) return { reason: 'not-money' };
  const text = (typeof typed === 'string' ? normalisePlain(typed) : '')
    .replace(/gbp|pounds?( sterling)?/i, '£')
    .replace(/\beuros?\b|\beur(?=\b|\d)/i, '€')
    .replace(/dollars?/i, '$')
    // Two spaces do not count as a thousands separator, so `25£300` is rejected.
    .replaceAll(sign, '  ')
    // Arabic keyboards have other separators.
    .replace(/[\u066c\u060c]/g, ',')
    .replace(/\u066b/g, '.')
    .replace(DECIMAL_COMMA, (_, before: string, whole: string) => `${before}${whole.replaceAll('.', '')}.`)
    .replace(/(?: ?[,'\u2019] ?| )(?=\d{3}(?!\d))/g, '')
    .replace(/[\u2013\u2212]/, '-')
    .trim();
  const [, number = '', decimals = '', unit] =
    /^(-?\d{1,300})(?:\.(\d*))? *(k|mn?|million|thousand|grand)?$/i.exec(text) ?? [];
  const power = unit ? (/^m/i.test(unit) ? 6 : 3) : 0;
  // The exponent avoids a rounding error: 1.1 * 1e6 is not 1,100,000.
  if (number && decimals.length <= 2 + power) return { value: Number(`${number}.${decimals}e${power}`) };
  return { reason: number ? 'decimals' : text ? (spoken.notMoney?.(text) ?? 'not-money') : 'empty' };
}

/** An amount of money as people write it (`£25,000.00`, `25k`, `1.5 million`), and a number on the wire. */
// Spec: currency, minimum and maximum are not shown; we reject a negative amount.
function amount(isEnough: (value: number) => boolean): FieldType<number, false> {
  const accept = (value: unknown): FieldResult<number> => {
    if (typeof value !== 'number' || Number.isNaN(value)) return { reason: 'empty' };
    if (!isEnough(value)) return { reason: 'too-small' };
    return value <= MAX_AMOUNT ? { value } : { reason: 'too-large', params: { maximum: MAX_AMOUNT } };
  };
  return {
    always: false,
    question: { control: 'money' },
    accept,
    read(typed, { currencySign = '£' }: ReadingSettings & { currencySign?: string }) {
      const result = readAmount(typed, currencySign);
      return 'value' in result ? accept(result.value) : result;
    },
    write: (value) => (typeof value === 'number' ? String(value) : undefined),
  };
}

/** A choice between yes and no. Leaving it unanswered is not a no. */
const yesNo: FieldType<boolean, false> = {
  always: false,
  question: { control: 'yes-no' },
  accept: (value) => (typeof value === 'boolean' ? { value } : { reason: 'empty' }),
  read: (typed) => (typed === 'yes' || typed === 'no' ? { value: typed === 'yes' } : { reason: 'empty' }),
  write: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
};

/** The figures, in the order of the form. Amounts are in the partner's currency. Source: specification, Prequalification. */
export const PREQUALIFICATION = {
  funding_amount: amount((value) => value > 0),
  monthly_revenue: amount((value) => value >= 0),
  any_ccj: yesNo,
};

/** The prequalification step's form. */
export const prequalificationForm = /* @__PURE__ */ formFor(PREQUALIFICATION, 'prequalification');
