import { normaliseWords } from '../fields/normalise.js';

/** The lines of an address that could be recognised. */
export type AddressLines = Partial<Record<'house_number' | 'line_1' | 'city' | 'county' | 'postcode', string>>;

/** Text around an address: names before it, a label such as `Address:`, and a country at the end. */
const NAME = /\b(ltd|limited|llp|plc|cic)\.?$|^(mr|mrs|ms|miss|mx|dr|prof)\b/i;
const LABEL = /^[^:\d]*:/;
const COUNTRY =
  /^((the )?u\.?k\.?|united kingdom|(great )?britain|gb|england|scotland|wales|(northern |republic of )?ireland|éire)$/i;

/** A postcode at the end: of the United Kingdom, of its forces, or of Ireland. Elsewhere in Europe, it is before the town. */
const POSTCODE =
  /^(.*?)[\s,]*\b((?:[a-z]{1,2}\d[a-z\d]?|gir) ?\d[a-z]{2}|bfpo ?\d{1,4}|[a-z]\d[\dw] ?(?=\w*\d)[a-z\d]{4})\.?$/i;
const BEFORE_TOWN = /^(?:[a-z]{1,2}-)?(\d{4,5}) (\D+)$/i;

/** A building's number before its street: `7 Harbour Lane`, `12-14, Quay Street`, `12 bis rue`. */
const STREET = /^(\d+(?: ?(?:bis|ter)\b|[a-z])?(?: ?[-/&] ?\d+[a-z]?)*) (?!(?:bis|ter)$)(.*\p{L}.*)$/iu;
const NUMBER = /^\d+(?: ?(?:bis|ter)|[a-z])?(?: ?[-/&] ?\d+[a-z]?)*$/i;
/** A street without a number, or a post office box. */
const NAMED_STREET =
  /\b(street|st|road|rd|lane|ln|avenue|ave|close|drive|way|place|court|crescent|terrace|gardens|grove|hill|row|mews)\.?$|^(rue|avenue|p\W{0,3}o\W{0,3}box)\b/i;
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
  if (unit && street) return [unit, street, street === second ? 2 : 1];
  // The last part is the town.
  const named = parts.slice(0, -1).findIndex((part) => NAMED_STREET.test(part));
  if (named >= 0) return [parts.slice(0, named).join(', '), parts[named]!, named + 1];
  return second ? [first, '', 1] : undefined;
}

/**
 * Splits a copied address into the lines of the form. It must end with its postcode, or with the town or the country after that. A
 * building without a street, or a street without a number, leaves the other line out. Returns `undefined` for anything else.
 */
export function splitAddress(copied: string): AddressLines | undefined {
  const parts = copied
    .split(/[\r\n\u2028\u2029,;\uff0c|\u2022\u00b7]/)
    .map(normaliseWords)
    .filter(Boolean);
  if (parts[0]) parts[0] = normaliseWords(parts[0].replace(LABEL, ''));
  while (parts[0] !== undefined && (!parts[0] || NAME.test(parts[0]))) parts.shift();
  if (COUNTRY.test(parts.at(-1) ?? '') || BEFORE_TOWN.test(parts.at(-2) ?? '')) parts.pop();
  const last = parts.pop() ?? '';
  const [, code, town] = BEFORE_TOWN.exec(last) ?? [];
  const [, before = town, postcode = code] = POSTCODE.exec(last) ?? [];
  if (!postcode) return undefined;
  if (before) parts.push(before);
  const [only, another] = parts;
  // An address of the forces may be a building and the number of their post office.
  const isForces = /^bfpo/i.test(postcode) && only && !another && !STREET.test(only);
  const building = isForces ? ([only, '', 1] as const) : buildingIn(parts);
  if (!building) return undefined;
  const [house_number, street, count] = building;
  const rest = parts.slice(count);
  const county = rest[1] && COUNTY.test(rest.at(-1)!) ? rest.pop() : undefined;
  const city = rest.pop();
  const line_1 = [street, ...rest].filter(Boolean).join(', ');
  const lines = { house_number, line_1, city, county, postcode: postcode.toUpperCase() };
  return Object.fromEntries(Object.entries(lines).filter(([, line]) => line));
}
