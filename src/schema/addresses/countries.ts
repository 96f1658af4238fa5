import type { Settings } from '../settings.js';

type CountrySettings = Pick<Settings, 'countries' | 'countriesOfResidence' | 'countryCode'>;
type Country = Partial<NonNullable<Settings['countries']>[number]> & { name: string };

/** The code of a country in ISO 3166, which has `GB`. */
// Spec: whether `UK` or `GB` is the code is not shown; the samples have both.
export const isoCode = (code: string): string => code.toUpperCase().replace(/^UK$/, 'GB');

/** The countries abroad that an applicant can choose. The country of `countryCode` is found by its entry, its code or its English name. */
export function countriesAbroad({ countries = [], countriesOfResidence, countryCode }: CountrySettings): Country[] {
  const home = isoCode(countryCode);
  const english = /^[A-Z]{2}$/.test(home) && new Intl.DisplayNames('en', { type: 'region' }).of(home);
  const names = new Set([...countriesOfResidence.map(({ value }) => value), ...countries.map(({ name }) => name)]);
  return [...names]
    .map((name): Country => countries.find((country) => country.name === name) ?? { name })
    .filter(({ name, countryCode: code = name }) => isoCode(code) !== home && name !== english);
}
