/** Reads a boolean attribute. `attribute="false"` is off, because templates and frameworks write it so. */
export const flag = (value: string | null): boolean => value !== null && value.trim().toLowerCase() !== 'false';
