/** The code of a country in ISO 3166, which has `GB`. */
// Spec: whether `UK` or `GB` is the code is not shown; the samples have both.
export const isoCode = (code: string): string => code.toUpperCase().replace(/^UK$/, 'GB');
