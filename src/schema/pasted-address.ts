import { tidyWords } from './tidy.js';

/** The lines of an address, as far as they are known. */
export type AddressLines = Partial<Record<'house_number' | 'line_1' | 'city' | 'county' | 'postcode', string>>;

/** Who stands above an address, what it is called, and the country below it. */
const NAME = /\b(ltd|limited|llp|plc|cic)\.?$|^(mr|mrs|ms|miss|mx|dr|prof)\b/i;
const LABEL = /^[^:\d]*:/;
const COUNTRY = /^((the )?u\.?k\.?|united kingdom|(great )?britain|gb|england|scotland|wales|northern ireland)$/i;

const POSTCODE = /^(.*?)[\s,]*\b((?:[a-z]{1,2}\d[a-z\d]?|gir) ?\d[a-z]{2})\.?$/i;

/** A building's number before its street: `7 Harbour Lane`, `12-14, Quay Street`. */
const STREET = /^(\d+[a-z]?(?: ?[-/&] ?\d+[a-z]?)*) (.*\p{L}.*)$/iu;
const NUMBER = /^\d+[a-z]?(?: ?[-/&] ?\d+[a-z]?)*$/i;
/** A part of a building before what may be the street. */
const UNIT = /^((?:flat|unit|apartment|apt|suite|studio|room|office|plot)\.? \w+)(?: (.+))?$/i;

/** Counties, as they are written on letters. Those that share their name with a town are taken for the town. */
const COUNTY =
  /shire$|^(county|co\.?) |^((east|west|north|south)\.? )(sussex|yorks|glamorgan|midlands)$|^greater (manchester|london)$|^(avon|beds|berks|bucks|cambs|cleveland|clwyd|cornwall|cumbria|devon|dorset|dyfed|essex|fife|glos|gwent|gwynedd|hants|herts|humberside|isle of wight|kent|lancs|leics|lincs|merseyside|middlesex|middx|norfolk|northants|northumberland|notts|oxon|powys|rutland|salop|somerset|staffs|suffolk|surrey|tyne (and|&) wear|wilts|worcs|ynys m[oô]n)$/i;
/** The building and its street, and how many parts they take. `undefined` where it cannot be told which is which. */
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
 * The lines of a whole address of the United Kingdom that is copied from somewhere, as somebody would type them one by one. It
 * ends with its postcode, or the country after that. `undefined` where it cannot be told which part is which: nothing is guessed.
 */
export function splitAddress(copied: string): AddressLines | undefined {
  const parts = copied
    .split(/[\r\n\u2028\u2029,;\uff0c|\u2022\u00b7]/)
    .map(tidyWords)
    .filter(Boolean);
  if (parts[0]) parts[0] = tidyWords(parts[0].replace(LABEL, ''));
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
