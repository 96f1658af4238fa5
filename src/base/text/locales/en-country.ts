import { addSentences } from '../text.js';
import { withArticle } from './en-later.js';

/** English, for the country of an address. It loads with the first form that asks for one. */
export const enCountry = {
  'country.question': (country: string) => `Is this address in ${withArticle(country)}?`,
  'country.other': 'Another country',
  'address.country.label': 'Country',
  'address.country.empty': 'Select the country of the business address',
  'addresses.country.empty': 'Select the country you live in',
  'previous.country.label': 'Country',
  'previous.country.empty': 'Select the country of your previous address',
};

export const countryText = addSentences(enCountry);
