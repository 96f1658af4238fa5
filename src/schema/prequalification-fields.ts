import type { Kind, ReadingSettings, Result } from './kind.js';
import { LONGEST, tidyPlain } from './tidy.js';

/** More is a slip of the finger. */
const MOST = 1e12;

/** What stands there as a number, or why it is none. */
function readAmount(typed: unknown, sign: string): Result<number> {
  if (typeof typed === 'string' && typed.length > LONGEST) return { reason: 'not-money' };
  const text = (typeof typed === 'string' ? tidyPlain(typed) : '')
    .replace(/gbp|pounds?/i, '£')
    // Two spaces part more than thousands: `25£300` is no number.
    .replaceAll(sign, '  ')
    .replace(/[ '\u2019,](?=\d{3}(?!\d))/g, '')
    .replace(/[\u2013\u2212]/, '-')
    .trim();
  const [, number = '', decimals = '', unit] =
    /^(-?\d{1,300})(?:\.(\d*))? *(k|mn?|million|thousand|grand)?$/i.exec(text) ?? [];
  const power = unit ? (/^m/i.test(unit) ? 6 : 3) : 0;
  // As text: 1.1 times a million is not 1,100,000.
  if (number && decimals.length <= 2 + power) return { value: Number(`${number}.${decimals}e${power}`) };
  return { reason: number ? 'decimals' : text ? 'not-money' : 'empty' };
}

/** Money as people write it (`£25,000.00`, `25k`, `1.5 million`), and as a number on the wire. */
// Spec: currency, minimum and maximum are not shown; a negative amount is refused.
function amount(isEnough: (value: number) => boolean): Kind<number, false> {
  const accept = (value: unknown): Result<number> => {
    if (typeof value !== 'number' || Number.isNaN(value)) return { reason: 'empty' };
    if (!isEnough(value)) return { reason: 'too-small' };
    return value <= MOST ? { value } : { reason: 'too-large', params: { maximum: MOST } };
  };
  return {
    always: false,
    accept,
    read(typed, { currency_sign = '£' }: ReadingSettings & { currency_sign?: string }) {
      const result = readAmount(typed, currency_sign);
      return 'value' in result ? accept(result.value) : result;
    },
    write: (value) => (typeof value === 'number' ? String(value) : undefined),
  };
}

/** A choice between yes and no. No choice is a problem, not a no. */
const yesNo: Kind<boolean, false> = {
  always: false,
  accept: (value) => (typeof value === 'boolean' ? { value } : { reason: 'empty' }),
  read: (typed) => (typed === 'yes' || typed === 'no' ? { value: typed === 'yes' } : { reason: 'empty' }),
  write: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
};

/** The figures, in the order in which they are asked. Amounts are in the partner's currency. Source: Prequalification. */
export const PREQUALIFICATION = {
  funding_amount: amount((value) => value > 0),
  monthly_revenue: amount((value) => value >= 0),
  any_ccj: yesNo,
};
