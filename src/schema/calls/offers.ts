import * as z from 'zod/mini';

/** The body of endpoint 4. Source: specification, Request-offers. */
export const requestOffers = z.strictObject({ credit_score_check_consent: z.boolean() });

export type RequestOffers = z.infer<typeof requestOffers>;
