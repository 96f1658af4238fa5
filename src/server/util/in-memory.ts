const IN_MEMORY = Symbol('in memory');

/** Marks a store that loses everything when its process ends. Production and staging reject it. */
export const markInMemory = <T extends object>(store: T): T => Object.defineProperty(store, IN_MEMORY, { value: true });

/** Returns true if a store is marked with {@link markInMemory}. */
export const isInMemory = (store: unknown): boolean => typeof store === 'object' && !!store && IN_MEMORY in store;
