/** Finds a sentence of the step by its key, if the step has one. */
export type FindSentence = (what: string) => string | undefined;

/** Removes secrets from a text. */
export type RemoveSecrets = (text: string) => string | Promise<string>;
