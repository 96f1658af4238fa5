import type { Settings } from '../../../schema/settings.js';
import { addSentences } from '../text.js';
import { Site, supportName } from './en.js';

function addressHint(this: Settings) {
  return `By postcode or street. ${Site(this)} searches as you type.`;
}

/** English, for the search for a business or an address. It loads with the first one. */
export const enLookup = {
  'query.label': 'Find your business',
  'query.hint'(this: Settings) {
    return `By name or registration number. ${Site(this)} searches as you type.`;
  },
  'query.unchosen': 'Choose your business from the results, or enter the details yourself',
  'address.query.label': 'Find your address',
  'address.query.hint': addressHint,
  'address.query.unchosen': 'Choose your address from the results, or enter it yourself',
  'previous.query.label': 'Find this address',
  'previous.query.hint': addressHint,
  'previous.query.unchosen': 'Choose your previous address from the results, or enter it yourself',

  'lookup.who'(this: Settings) {
    return `${Site(this)} searches as you type.`;
  },
  'lookup.list': 'Results',
  'lookup.clear': 'Clear the search',
  'lookup.searching': 'Searching…',
  'lookup.slow': 'This is taking a while. You can also enter the details yourself.',
  'lookup.results': (count: number) =>
    count === 1 ? '1 result. Choose it from the list.' : `${count} results. Choose one from the list.`,
  'lookup.none': 'No results. Check the spelling, or enter the details yourself.',
  'lookup.failed': 'The search is not working. Enter the details yourself.',
  'lookup.company.own': 'Enter the details yourself',
  'lookup.address.own': 'Enter the address yourself',
  'lookup.company.search': 'Search for your business',
  'lookup.address.search': 'Search for the address',
  'lookup.change': 'Change',
  'lookup.company.name': 'your business',
  'lookup.address.name': 'the address',
  'lookup.number': (number: string) => `Registration number ${number}`,
  'lookup.formed': (day: string) => `Formed on ${day}`,
  'lookup.inactive': 'Not active',
  'lookup.inactive.card': 'The register does not show this business as active. Check that it is yours.',
  'lookup.unoffered': 'Other type of business',
  'lookup.unoffered.card'(this: Settings) {
    return `This form is not for this type of business. If it is yours, ask ${supportName(this)} how you can apply.`;
  },
};

export const lookupText = addSentences(enLookup);
