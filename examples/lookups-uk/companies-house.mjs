// @ts-check
// Looks up companies in the public register of the United Kingdom: the search and the company profile of Companies House.
import { jsonFrom } from './get-json.mjs';
import { officeAddress } from './registered-office.mjs';

/**
 * @typedef {import('lending-elements/server').FoundCompany} FoundCompany
 * @typedef {import('lending-elements/server').LookupQuery} LookupQuery
 */

const API = 'https://api.company-information.service.gov.uk/';
/** The handler sends at most 20 results, so the first page is enough. */
const RESULTS = '20';
/** A whole number: digits of which zeros at the start may be missing, or a prefix such as SC, NI or OC and its digits. */
const NUMBER = /^(?:\d{6,8}|[A-Z]{2}\d{5,6}|R\d{7})$/;
/** The statuses that do not worry a lender: `open` is an establishment of a company abroad, `registered` an entity abroad. */
const ACTIVE = ['active', 'open', 'registered'];

/**
 * Creates `lookupCompany`.
 * @param {object} options
 * @param {string} options.key The key of the API. It is the name of the basic authentication, without a password.
 * @param {Record<string, string>} options.types Your code in `settings.companyTypes` for each type of the register, such as `ltd`. Another type
 *   reaches the page as the register has it, and the page says that the form is not for it.
 * @param {typeof globalThis.fetch} [options.fetch]
 */
export function companiesHouse({ key, types, fetch = globalThis.fetch }) {
  const getJson = jsonFrom('Companies House', fetch);
  const headers = { authorization: `Basic ${btoa(`${key}:`)}` };

  /**
   * @param {Pick<LookupQuery, 'query' | 'signal'>} query
   * @returns {Promise<FoundCompany[]>}
   */
  return async ({ query, signal }) => {
    const number = wholeNumber(query);
    const profile = number && (await getJson(new URL(`company/${number}`, API), { signal, headers }));
    if (profile) return [toCompany(profile, types)].flat();
    const url = new URL('search/companies', API);
    url.search = String(new URLSearchParams({ q: query, items_per_page: RESULTS, start_index: '0' }));
    const { items = [] } = (await getJson(url, { signal, headers })) ?? {};
    const found = items.flatMap((/** @type {Entry} */ item) => toCompany(item, types));
    // Names are used again after a dissolution. The living company comes first.
    return found.sort((/** @type {FoundCompany} */ a, /** @type {FoundCompany} */ b) => rank(a) - rank(b));
  };
}

/**
 * An entry of the search, or a profile: they name the same things differently.
 * @typedef {object} Entry
 * @property {string} [title]
 * @property {string} [company_name]
 * @property {string} [company_number]
 * @property {string} [company_type]
 * @property {string} [type]
 * @property {string} [company_status]
 * @property {string} [date_of_creation]
 * @property {import('./registered-office.mjs').Office} [address]
 * @property {import('./registered-office.mjs').Office} [registered_office_address]
 */

/**
 * @param {Entry} entry
 * @param {Record<string, string>} types
 * @returns {FoundCompany[]}
 */
function toCompany(entry, types) {
  const name = entry.title ?? entry.company_name;
  if (!name) return [];
  const type = entry.company_type ?? entry.type;
  const { company_status: status, date_of_creation: day } = entry;
  return [
    {
      registered_name: name,
      // A string: a number would lose its zeros.
      registered_number: entry.company_number,
      type: type && (types[type] ?? type),
      // Charities and old companies have no date.
      formation_date: /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? `${day} 00:00:00.000` : undefined,
      address: officeAddress(entry.address ?? entry.registered_office_address),
      active: status ? ACTIVE.includes(status) : undefined,
    },
  ];
}

/** @param {string} query */
function wholeNumber(query) {
  const bare = query.toUpperCase().replace(/\s/g, '');
  return NUMBER.test(bare)
    ? bare.replace(/\d+/, (digits) => digits.padStart(8 - (bare.length - digits.length), '0'))
    : '';
}

/** @param {FoundCompany} company */
const rank = ({ active }) => (active === false ? 1 : 0);
