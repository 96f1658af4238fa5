// @ts-check
// The address of a registered office at Companies House, as an address of the application.
import { joined, tidy } from './capitals.mjs';

/**
 * @typedef {Partial<Record<'care_of' | 'po_box' | 'premises' | 'address_line_1' | 'address_line_2' | 'locality' | 'region' | 'postal_code' | 'country', string>>} Office
 * @typedef {NonNullable<import('lending-elements/server').FoundCompany['address']>} Address
 */

/** The countries of the register that are in the United Kingdom. Many offices have no country. */
const IN_THE_UK =
  /^(?:england|wales|scotland|northern ireland|great britain|united kingdom|england and wales|uk|not specified)$/i;
/** The name of a firm or a person that gets the post: the start of a line, up to a comma or a number. It is not a part of the place. */
const CARE_OF = /^(?:c\/o|care of)\b[^,\d]*,?\s*/i;
/** A number and its street in one line: `12 High Street`, `7A-9 Mill Lane`. `2nd Floor` has no number of a house. */
const NUMBER_AND_STREET = /^(\d+[a-z]?(?:\s?[-–/]\s?\d+[a-z]?)?),?\s+(\p{L}.*)$/iu;

/**
 * Everything before a numbered street belongs to the house. Without one, the box and the premises do, and the other lines are the street.
 * Returns `undefined` for an office abroad: the form would send it with your own country.
 * @param {Office | undefined} office
 * @returns {Address | undefined}
 */
export function officeAddress(office = {}) {
  const country = tidy(office.country);
  if (country && !IN_THE_UK.test(country)) return undefined;
  const box = tidy(office.po_box);
  const house = [box && `PO Box ${box}`, place(office.premises)].filter(Boolean);
  const lines = [...house, place(office.address_line_1), place(office.address_line_2)].filter(Boolean);
  const at = lines.findIndex((line) => NUMBER_AND_STREET.test(line ?? ''));
  const [, number, street] = NUMBER_AND_STREET.exec(lines[at] ?? '') ?? [];
  const first = at < 0 ? house.length : at;
  return {
    house_number: joined([...lines.slice(0, first), number]),
    line_1: joined([street, ...lines.slice(street ? first + 1 : first)]),
    city: tidy(office.locality),
    county: tidy(office.region),
    postcode: office.postal_code,
  };
}

/** @param {string | undefined} line */
const place = (line) => tidy(tidy(line)?.replace(CARE_OF, ''));
