import type { TextController } from '../text/text.js';

/** Returns the name of a country by its code. An unknown code is returned as it is. */
// Spec: whether `UK` or `GB` is the code is not shown; ISO 3166 has `GB`, and the samples have both.
export function countryName(text: TextController, code: string): string {
  const region = code.toUpperCase().replace(/^UK$/, 'GB');
  // The first call of `Intl.DisplayNames` takes 40 ms on a slow phone, and most forms name only this country.
  if (region === 'GB') return text.choice({ value: 'United Kingdom' });
  try {
    return new Intl.DisplayNames(text.language, { type: 'region' }).of(region) ?? code;
  } catch {
    return code;
  }
}
