import type { TextController } from '../text/text.js';

/** Returns the name of a country by its code. An unknown code is returned as it is. */
export function countryName(text: TextController, code: string): string {
  // The first call of `Intl.DisplayNames` takes 40 ms on a slow phone, and most forms name only this country.
  if (/^(UK|GB)$/i.test(code)) return text.choice({ value: 'United Kingdom' });
  try {
    return new Intl.DisplayNames(text.language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
