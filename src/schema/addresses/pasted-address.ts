import { normaliseWords } from '../fields/normalise.js';

/** The lines of an address that could be recognised. */
export type AddressLines = Partial<Record<'house_number' | 'line_1' | 'city' | 'county' | 'postcode', string>>;

/** Text around an address: names before it, a label such as `Address:`, and a country at the end. */
const NAME = /\b(ltd|limited|llp|plc|cic)\.?$|^(mr|mrs|ms|miss|mx|dr|prof)\b/i;
const LABEL = /^[^:\d]*:/;
const COUNTRY = /^((the )?u\.?k\.?|united kingdom|(great )?britain|gb|england|scotland|wales|northern ireland)$/i;

const POSTCODE = /^(.*?)[\s,]*\b((?:[a-z]{1,2}\d[a-z\d]?|gir) ?\d[a-z]{2})\.?$/i;

/** A building's number before its street: `7 Harbour Lane`, `12-14, Quay Street`. */
const STREET = /^(\d+[a-z]?(?: ?[-/&] ?\d+[a-z]?)*) (.*\p{L}.*)$/iu;
const NUMBER = /^\d+[a-z]?(?: ?[-/&] ?\d+[a-z]?)*$/i;
/** A part of a building, possibly followed by the street. */
const UNIT = /^((?:flat|unit|apartment|apt|suite|studio|room|office|plot)\.? \w+)(?: (.+))?$/i;

/** Counties, as written on letters. A name that is also a town is treated as the town. */
const COUNTY =
  /shire$|^(county|co\.?) |^((east|west|north|south)\.? )(sussex|yorks|glamorgan|midlands)$|^greater (manchester|london)$|^(avon|beds|berks|bucks|cambs|cleveland|clwyd|cornwall|cumbria|devon|dorset|dyfed|essex|fife|glos|gwent|gwynedd|hants|herts|humberside|isle of wight|kent|lancs|leics|lincs|merseyside|middlesex|middx|norfolk|northants|northumberland|notts|oxon|powys|rutland|salop|somerset|staffs|suffolk|surrey|tyne (and|&) wear|wilts|worcs|ynys m[oô]n)$/i;
/** Returns the building, its street, and the number of parts that contain them. `undefined` if that is ambiguous. */
function buildingIn(parts: readonly string[]): [house: string, street: string, count: number] | undefined {
  const at = parts.slice(0, 3).findIndex((part) => STREET.test(part));
  if (at >= 0) {
    const [, number, street] = STREET.exec(parts[at]!)!;
    return [[...parts.slice(0, at), number].join(', '), street!, at + 1];
  }
  const [first = '', second] = parts;
  if (NUMBER.test(first) && second) return [first, second, 2];
  const [, unit, street = second] = UNIT.exec(first) ?? [];
  return unit && street ? [unit, street, street === second ? 2 : 1] : undefined;
}

/**
 * Splits a copied UK address into the lines of the form. The address must end with its postcode, or with the country after it.
 * Returns `undefined` if a part is ambiguous: nothing is guessed.
 */
export function splitAddress(copied: string): AddressLines | undefined {
  const parts = copied
    .split(/[\r\n\u2028\u2029,;\uff0c|\u2022\u00b7]/)
    .map(normaliseWords)
    .filter(Boolean);
  if (parts[0]) parts[0] = normaliseWords(parts[0].replace(LABEL, ''));
  while (parts[0] !== undefined && (!parts[0] || NAME.test(parts[0]))) parts.shift();
  if (COUNTRY.test(parts.at(-1) ?? '')) parts.pop();
  const [, before, postcode] = POSTCODE.exec(parts.pop() ?? '') ?? [];
  if (!postcode) return undefined;
  if (before) parts.push(before);
  const building = buildingIn(parts);
  if (!building) return undefined;
  const [house_number, street, count] = building;
  const rest = parts.slice(count);
  const county = rest[1] && COUNTY.test(rest.at(-1)!) ? rest.pop() : undefined;
  const city = rest.pop();
  const lines = { house_number, line_1: [street, ...rest].join(', '), city, county, postcode: postcode.toUpperCase() };
  return Object.fromEntries(Object.entries(lines).filter(([, line]) => line));
}
