/** The five calls. They have the same names in every layer. */
export const CALLS = ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'] as const;
export type CallName = (typeof CALLS)[number];

/** The answers of an application that exists, if they differ from those of a request, or are not known. */
export const CREATED_WITH = ['other', 'unknown'] as const;
export type CreatedWith = (typeof CREATED_WITH)[number];
