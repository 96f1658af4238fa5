import type { LendingError } from '../../errors.js';
import { countriesAbroad } from '../../schema/addresses/countries.js';
import { DRAFT_DAYS } from '../../schema/calls/limits.js';
import { defaultNotice } from '../../schema/consent/default-notice.js';
import { defaultSettings } from '../../schema/default-settings.js';
import { isInMemory } from '../records/memory.js';
import type { HandlerOptions } from '../types.js';

/** A fact about options that work, but are not meant for real applicants. It contains neither a value of an option nor data of an applicant. */
interface Note {
  found: string;
  meaning: string;
  remedy: string;
}

export const ASKS_FOR_DIAGNOSTICS = 'x-lending-doctor';

export interface Diagnostics {
  notes: Note[];
  /** The headers of the doctor's request that the handler did not get: something in front of it removes them. */
  lostHeaders: string[];
  /** The option `frame.origin`, which the policy of a page must allow. */
  frameOrigin: string | undefined;
}

/** The headers that the calls of a page need. The doctor sends each of them. */
export const NEEDED_HEADERS = [
  'x-lending-elements',
  'x-lending-business',
  'x-lending-applicant',
  'idempotency-key',
  'cookie',
];

/**
 * The functions `authorize` of the separate process, each with one that puts errors in its words. They also read another header than
 * `cookie`, which a proxy may add only for a user who is signed in.
 */
export const separate = new WeakMap<HandlerOptions['authorize'], (error: LendingError) => LendingError>();

export function diagnosticsOf(given: HandlerOptions, { headers }: Request): Diagnostics {
  // New browsers send both of these, old ones only the first.
  const needed = headers.has('origin') ? NEEDED_HEADERS : [...NEEDED_HEADERS, 'origin', 'sec-fetch-site'];
  return {
    notes: [...aboutLists(given), ...aboutDisclosures(given), ...aboutMemory(given)],
    lostHeaders: needed.filter((name) => !headers.has(name) && !(name === 'cookie' && separate.has(given.authorize))),
    frameOrigin: given.frame?.origin,
  };
}

const LISTS = ['companyTypes', 'countriesOfResidence', 'residentialStatuses', 'documentTypes'] as const;

const noteOf = (
  names: readonly string[],
  found: (listed: string) => string,
  meaning: string,
  remedy: string,
): Note[] => (names.length > 0 ? [{ found: found(names.join(', ')), meaning, remedy }] : []);

const areNotSet = (options: string) => `${options} ${options.includes(',') ? 'are' : 'is'} not set.`;

/** The lists of `settings` that still have the sample values of the specification. */
const aboutLists = ({ settings }: HandlerOptions) =>
  noteOf(
    LISTS.filter((name) => !settings?.[name]).map((name) => `settings.${name}`),
    areNotSet,
    'The forms use the sample values of the specification. An applicant for whom they are not true cannot apply.',
    'Set each list to the values that the service accepts from you, even if they are the same as the sample values.',
  );

/** The options about the broker and the lenders, which real applicants must read. */
function aboutDisclosures({ environment, settings, notice = defaultNotice }: HandlerOptions): Note[] {
  const { name, disclosures } = settings?.partner?.broker ?? {};
  const isMissing = {
    'settings.partner.broker.name': !name,
    'settings.partner.broker.disclosures': !disclosures?.length,
    'notice.providers': [notice].flat().some(({ providers }) => providers.length === 0),
  };
  return noteOf(
    environment === 'sandbox' ? [] : Object.entries(isMissing).flatMap(([option, is]) => (is ? option : [])),
    areNotSet,
    'Before applicants are introduced to lenders, they must read the name of the credit broker, its disclosures, and the names of the lenders.',
    'Set them with your compliance officer. The guide "For your compliance officer" has the rules.',
  );
}

const aboutCountries = ({ settings }: HandlerOptions) =>
  noteOf(
    countriesAbroad({ ...defaultSettings, ...settings }).flatMap(({ name, countryCode }) => (countryCode ? [] : name)),
    (names) => `settings.countries has no codes for ${names}.`,
    'An address there is sent without country_code and region.',
    'Add the codes that the service accepts from you: { name, countryCode, region }.',
  );

const aboutMemory = ({ store }: HandlerOptions) =>
  noteOf(
    !store || isInMemory(store) ? ['store'] : [],
    (name) => `the ${name} is in memory.`,
    'A restart loses everything. Staging and production reject such a store.',
    'Set LENDING_DATABASE to a file, or pass a store in a database to createHandler().',
  );

const printed = new Set<string>();

/** Prints a message once in a process, however often it is asked to. */
function once(print: (text: string) => void, text: string): void {
  if (!printed.has(text)) print(text);
  printed.add(text);
}

/** Warns of options that are not meant for real applicants, and logs that typed answers are stored. */
export function logNotes(given: HandlerOptions): void {
  const inMemory = aboutMemory(given);
  const text = ({ found, meaning, remedy }: Note) => `createHandler(): ${found} ${meaning} ${remedy}`;
  if (given.environment === 'sandbox') for (const note of inMemory) once(console.warn, text(note));
  else
    for (const about of [aboutLists, aboutCountries, aboutDisclosures])
      for (const note of about(given)) console.warn(text(note));
  if (inMemory.length > 0 || given.drafts === false) return;
  const days = `${DRAFT_DAYS} days or until they are sent. LENDING_DRAFTS=off turns this off.`;
  once(console.info, `lending-elements: typed answers are stored, sealed, for ${days}`);
}
