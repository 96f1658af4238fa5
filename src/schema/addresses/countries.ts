import type { Settings } from '../settings.js';

/** The code of a country in ISO 3166, which has `GB`. */
// Spec: whether `UK` or `GB` is the code is not shown; the samples have both.
export const isoCode = (code: string): string => code.toUpperCase().replace(/^UK$/, 'GB');

type CountrySettings = Pick<Settings, 'countries' | 'countriesOfResidence' | 'countryCode'>;
type Country = Partial<NonNullable<Settings['countries']>[number]> & { name: string; label?: string | undefined };

/** The countries abroad that an applicant can choose. The country of `countryCode` is found by its entry, its code or its English name. */
export function countriesAbroad({ countries = [], countriesOfResidence, countryCode }: CountrySettings): Country[] {
  const home = isoCode(countryCode);
  const english = /^[A-Z]{2}$/.test(home) && new Intl.DisplayNames('en', { type: 'region' }).of(home);
  const byName: Record<string, Country> = {};
  for (const { value: name, label } of countriesOfResidence) byName[name] = { name, label };
  for (const country of countries) byName[country.name] = { ...byName[country.name], ...country };
  return Object.values(byName).filter(
    ({ name, countryCode: code = name }) => isoCode(code) !== home && name !== english,
  );
}
