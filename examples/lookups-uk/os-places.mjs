// @ts-check
// Looks up addresses in the United Kingdom by postcode or street, with OS Places of Ordnance Survey (delivery points, `DPA`).
import { joined, tidy } from './capitals.mjs';
import { jsonFrom } from './get-json.mjs';

/**
 * @typedef {import('lending-elements/server').FoundAddress} FoundAddress
 * @typedef {import('lending-elements/server').AddressQuery} AddressQuery
 */

const API = 'https://api.os.uk/search/places/v1/';
/** The most results of a page, and the most of all pages: a large block of flats has a few hundred. */
const PAGE = 100;
const MOST = 300;
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/i;

/**
 * Creates `lookupAddress`. With a postcode, it gets all addresses there, and the rest of the text selects from them: `12 ZZ1 1AB`. The page shows
 * 20 at most, so an applicant in a large block types the number or the flat as well. A query without a whole postcode is searched for.
 * @param {object} options
 * @param {string} options.key The key of your project. It is a parameter of the URL, so keep these URLs out of your logs.
 * @param {typeof globalThis.fetch} [options.fetch]
 */
export function osPlaces({ key, fetch = globalThis.fetch }) {
  const getJson = jsonFrom('OS Places', fetch);

  /**
   * @param {string} path
   * @param {Record<string, string>} parameters
   * @param {AbortSignal} signal
   */
  const page = async (path, parameters, signal) => {
    const url = new URL(path, API);
    url.search = String(new URLSearchParams({ ...parameters, dataset: 'DPA', key }));
    const { header, results = [] } = (await getJson(url, { signal })) ?? {};
    const found = results.flatMap((/** @type {{ DPA?: DeliveryPoint }} */ { DPA }) => toAddress(DPA));
    return { total: Number(header?.totalresults ?? 0), found: /** @type {FoundAddress[]} */ (found) };
  };

  /**
   * @param {Pick<AddressQuery, 'query' | 'signal' | 'countryCode'>} query
   * @returns {Promise<FoundAddress[]>}
   */
  return async ({ query, signal, countryCode }) => {
    if (!['UK', 'GB'].includes(countryCode)) return [];
    const [typed, area, unit] = POSTCODE.exec(query) ?? [];
    if (!typed) return (await page('find', { query, maxresults: '20' }, signal)).found;
    const all = [];
    let total = 1;
    for (let offset = 0; offset < Math.min(total, MOST); offset += PAGE) {
      const one = await page(
        'postcode',
        { postcode: `${area} ${unit}`, maxresults: `${PAGE}`, offset: `${offset}` },
        signal,
      );
      all.push(...one.found);
      total = one.total;
    }
    const wanted = wordsOf(query.replace(typed, ' '));
    return all.filter(({ house_number, line_1 }) => {
      const words = wordsOf(joined([house_number, line_1]) ?? '');
      return wanted.every((one) => words.some((word) => word.startsWith(one)));
    });
  };
}

/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/**
 * The parts of a delivery point by their names in the description. Most are missing in most addresses.
 * @typedef {Record<string, string | number | undefined>} DeliveryPoint
 */

/**
 * The flat, the building and its number are the house. The streets and the villages are the street: a farm or a village without streets has
 * only the village, or the post town. Postal addresses have no county.
 * @param {DeliveryPoint | undefined} point
 * @returns {FoundAddress[]}
 */
function toAddress(point = {}) {
  const box = tidy(point.PO_BOX_NUMBER);
  const city = tidy(point.POST_TOWN);
  const house = [box && `PO Box ${box}`, point.SUB_BUILDING_NAME, point.BUILDING_NAME, point.BUILDING_NUMBER].map(tidy);
  const streets = [point.DEPENDENT_THOROUGHFARE_NAME, point.THOROUGHFARE_NAME];
  const villages = [point.DOUBLE_DEPENDENT_LOCALITY, point.DEPENDENT_LOCALITY];
  const line_1 = joined([...streets, ...villages].map(tidy)) ?? city;
  if (!line_1) return [];
  return [
    {
      house_number: joined(house) ?? tidy(point.ORGANISATION_NAME),
      line_1,
      city,
      postcode: String(point.POSTCODE ?? ''),
    },
  ];
}
