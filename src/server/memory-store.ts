/** Marks the stores that forget: production refuses them. */
const FORGETS = Symbol('forgets');

/** Marks a store as one that forgets everything when its process ends. */
export const forgetful = <T extends object>(store: T): T => Object.defineProperty(store, FORGETS, { value: true });

/** Whether a store forgets everything when its process ends, as far as that is known. */
export const forgets = (store: object | undefined): boolean => !!store && FORGETS in store;
