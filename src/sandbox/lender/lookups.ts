import type { FoundAddress, FoundCompany } from '../../schema/calls/lookups.js';

// No real company has one of these names or numbers, and no real postcode area is called ZZ.

const company = (
  registered_name: string,
  registered_number: string,
  day: string,
  house_number: string,
  line_1: string,
  city: string,
  postcode: string,
): FoundCompany => ({
  registered_name,
  registered_number,
  type: 'ltd',
  formation_date: `${day} 00:00:00.000`,
  address: { house_number, line_1, city, postcode },
});

const COMPANIES: readonly FoundCompany[] = [
  company('Acorn Sample Bakery Ltd', '99000101', '2016-03-14', '12', 'Sample Street', 'Sampleton', 'ZZ1 1AB'),
  company('Acorn Sample Books Ltd', '99000102', '2019-11-04', 'Unit 3', 'Specimen Way', 'Exampleby', 'ZZ2 4BD'),
  company('Birch Example Joinery Ltd', '99000103', '2012-06-01', '48', 'Model Road', 'Sampleton', 'ZZ1 2EF'),
  company('Bluebell Sample Florists Ltd', '99000104', '2021-02-17', '7', 'Pattern Lane', 'Mockford', 'ZZ3 5GH'),
  company('Copper Example Kettle Cafe Ltd', '99000105', '2017-09-25', '101', 'Sample Street', 'Sampleton', 'ZZ1 1AB'),
  company('Fern Example Software Ltd', '99000106', '2020-07-10', 'Floor 2', 'Prototype House', 'Exampleby', 'ZZ2 6JL'),
  company('Harbour Sample Fishmongers Ltd', '99000107', '2008-05-19', '3', 'Quayside Example', 'Mockford', 'ZZ3 9LN'),
  company('Juniper Sample Physiotherapy Ltd', '99000108', '2018-01-08', '22', 'Model Road', 'Sampleton', 'ZZ1 2EF'),
  company('Lantern Example Lighting Ltd', '99000109', '2014-10-30', '5', 'Specimen Way', 'Exampleby', 'ZZ2 4BD'),
  company('Meadow Sample Cycles Ltd', '99000110', '2022-04-12', '64', 'Pattern Lane', 'Mockford', 'ZZ3 5GH'),
  company('Quarry Example Landscapes Ltd', '99000111', '2011-08-22', '1', 'Stone Sample Yard', 'Mockford', 'ZZ3 7NP'),
  { ...company('Loom Sample Ltd', '99000113', '2009-09-09', '9', 'Model Road', 'Sampleton', 'ZZ1 2EF'), active: false },
  company('Willow Sample Accountants Ltd', '99000112', '2015-12-03', '30', 'Sample Street', 'Sampleton', 'ZZ1 1AB'),
];

/** The made-up streets, with their house numbers. */
const STREETS: readonly (readonly [
  line_1: string,
  city: string,
  county: string,
  postcode: string,
  numbers: string[],
])[] = [
  ['Sample Street', 'Sampleton', 'Sampleshire', 'ZZ1 1AB', ['2', '4', '6', '8', '10', '12', '14A']],
  ['Model Road', 'Sampleton', 'Sampleshire', 'ZZ1 2EF', ['1', '3', '5', '7', 'Flat 1', 'Flat 2']],
  ['Specimen Way', 'Exampleby', 'Exampleshire', 'ZZ2 4BD', ['11', '13', '15', 'Rose Cottage']],
  ['Pattern Lane', 'Mockford', 'Mockshire', 'ZZ3 5GH', ['20', '22', '24', 'The Old Mill']],
];
const ADDRESSES: readonly FoundAddress[] = STREETS.flatMap(([line_1, city, county, postcode, numbers]) =>
  numbers.map((house_number) => ({ house_number, line_1, city, county, postcode })),
);

const MAX_RESULTS = 8;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/** The entries in which each word of a query begins a word. A postcode may be written without its space. */
function search<T>(entries: readonly T[], query: string, textOf: (entry: T) => string): T[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const fits = (entry: T) => {
    const text = textOf(entry);
    const words = wordsOf(`${text} ${text.replace(/^.*?(?=ZZ)/, '').replace(/\s/g, '')}`);
    return wanted.every((one) => words.some((word) => word.startsWith(one)));
  };
  return entries.filter(fits).slice(0, MAX_RESULTS);
}

const inLine = ({ house_number, line_1, city, county, postcode }: Partial<FoundAddress>) =>
  [house_number, line_1, city, county, postcode].filter(Boolean).join(' ');

/**
 * Creates both lookups of `createHandler` with made-up data: `createHandler({ ...options, ...sampleLookups() })`. Try `acorn`, or the postcode `ZZ1 1AB`; `loom` is not active.
 */
export const sampleLookups = () => ({
  /** Finds made-up companies by name, number or town. */
  lookupCompany: ({ query }: { query: string }): FoundCompany[] =>
    search(COMPANIES, query, (one) => `${one.registered_name} ${one.registered_number} ${one.address!.city}`),
  /** Finds made-up addresses by postcode, street or number. */
  lookupAddress: ({ query }: { query: string }): FoundAddress[] => search(ADDRESSES, query, inLine),
});
