import * as z from 'zod/mini';
import { tidy } from './text.js';

const amount = (isEnough: (value: number) => boolean) =>
  z.number().check(
    z.refine(isEnough, 'too-small'),
    z.refine((value: number) => value <= 1e12, 'too-large'),
  );
const wanted = amount((value) => value > 0);
const earned = amount((value) => value >= 0);

/** The body of endpoint 3. Source: Prequalification. Amounts are in the partner's currency, in whole units with decimals. */
// Spec: currency, minimum and maximum are not shown; a negative amount is refused.
export const prequalification = z.strictObject({
  funding_amount: wanted,
  monthly_revenue: earned,
  any_ccj: z.boolean(),
});

/** Money as people write it (`£25,000.00`), decoded to a number. */
const typedAmount = (out: ReturnType<typeof amount>) =>
  z.codec(z.custom<string | undefined>(), out, {
    decode(typed = '', { issues }) {
      const digits = tidy(typed.normalize('NFKC')).replace(/[£$€\s]|,(?=\d{3})/g, '');
      if (/^-?\d{1,15}(\.\d{1,2})?$/.test(digits)) return Number(digits);
      issues.push({ code: 'custom', input: typed, message: digits ? 'not-money' : 'empty' });
      return z.NEVER;
    },
    encode: String,
  });

/** A choice between yes and no, decoded to a boolean. No choice is a problem, not a no. */
const typedYesNo = z.codec(z.custom<string | undefined>(), z.boolean(), {
  decode(typed, { issues }) {
    if (typed === 'yes' || typed === 'no') return typed === 'yes';
    issues.push({ code: 'custom', input: typed, message: 'empty' });
    return z.NEVER;
  },
  encode: (value) => (value ? 'yes' : 'no'),
});

/** What the prequalification step's form holds, decoded to the wire, and back. */
export const prequalificationForm = z.object({
  funding_amount: typedAmount(wanted),
  monthly_revenue: typedAmount(earned),
  any_ccj: typedYesNo,
});

export type Prequalification = z.infer<typeof prequalification>;
