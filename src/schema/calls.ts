/** The five calls, under the names that they have in every layer. */
export const CALLS = ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'] as const;
export type CallName = (typeof CALLS)[number];
