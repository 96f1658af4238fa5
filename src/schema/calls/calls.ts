/** The five calls. They have the same names in every layer. */
export const CALLS = ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'] as const;
export type CallName = (typeof CALLS)[number];
