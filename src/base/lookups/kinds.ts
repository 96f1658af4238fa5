import type { ServerAdapter } from '../../adapter/types.js';
import type { Problem } from '../../errors.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import { readDraft, writeDraft, type Draft } from '../../schema/fields/form.js';
import { applicantForm } from '../../schema/forms/applicant-form.js';
import { companyForm, placeFields } from '../../schema/forms/company-form.js';
import type { FoundAddress, FoundCompany, LookupName } from '../../schema/calls/lookups.js';
import { fieldRule, type FormState } from '../fields/form-state.js';
import { moveHouseNumber } from '../fields/rare-input/rare-input.js';

export const LINES = Object.keys(placeFields);

/** A result in words: its first line, and the rest. */
export type ResultWords = readonly [title: string, detail: string];

/** The difference between the search for a company and the search for an address. */
export interface LookupKind<Found> {
  /** The fields that the search replaces. */
  readonly fields: (path: string) => readonly string[];
  /** The fields whose values can be searched for. */
  readonly searchable: (path: string) => readonly string[];
  /** More fields that a result can have. If it does not have them, the form asks for them. */
  readonly more: readonly string[];
  /** Makes the call; `undefined` if the adapter cannot. */
  readonly call: (adapter: ServerAdapter) => ServerAdapter['lookupCompany'] | ServerAdapter['lookupAddress'];
  /** The values of the inputs for a result. */
  readonly inputs: (form: FormState, path: string, found: Found) => Draft;
  /** The problems of the form with its current values. */
  readonly problems: (form: FormState, path: string) => readonly Problem[];
  /** The path of the address in the result. */
  readonly addressPath: (path: string) => string;
  readonly words: (found: Found) => ResultWords;
}

const joined = (lines: readonly (string | undefined)[], separator: string) => lines.filter(Boolean).join(separator);

/** An address in one line, from a result or from the inputs. */
export const addressLine = ({ house_number, line_1, city, county, postcode }: Partial<FoundAddress>) =>
  joined([joined([house_number, line_1], ' '), city, county, postcode], ', ');

const company: LookupKind<FoundCompany> = {
  fields: () => ['registered_name', 'registered_number', 'formation_date', 'address'],
  searchable: () => ['registered_name'],
  more: ['type', 'trading_from_date'],
  call: (adapter) => adapter.lookupCompany?.bind(adapter),
  inputs({ settings }, _path, { type, ...found }) {
    const isOffered = settings.companyTypes.some(({ value }) => value === type);
    return writeDraft(companyForm(settings), isOffered ? { ...found, type } : found);
  },
  problems: ({ settings, draft }) =>
    readDraft(companyForm(settings), draft, { 'address.country_code': settings.countryCode }).problems,
  addressPath: () => 'address',
  words: ({ registered_name, registered_number, address }) => [
    registered_name,
    joined([registered_number, address?.city, address?.postcode], ' · '),
  ],
};

const address: LookupKind<FoundAddress> = {
  fields: (path) => LINES.map((line) => `${path}.${line}`),
  searchable: (path) => [`${path}.postcode`, `${path}.line_1`],
  more: [],
  call: (adapter) => adapter.lookupAddress?.bind(adapter),
  inputs({ settings }, path, found) {
    const written = writeDraft(applicantForm(settings), { addresses: [found] });
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name.replace('addresses.0', path), value]),
    );
  },
  problems: ({ settings, draft }) => readDraft(applicantForm(settings), draft).problems,
  addressPath: (path) => path,
  words: ({ house_number, line_1, ...rest }) => [joined([house_number, line_1], ' '), addressLine({ ...rest })],
};

export const KINDS = { company, address } as unknown as Record<LookupName, LookupKind<object>>;

/** Moves a number at the start of the street to its own line. If an address of a register has no number, the building has none. */
export function settleHouseNumber(form: FormState, path: string): void {
  const { draft } = form;
  const house = `${path}.house_number`;
  moveHouseNumber(form, path, { value: undefined, problems: [] });
  if (!draft[house] && draft[`${path}.line_1`] && fieldRule(form, house) === 'asked') draft[noneInput(house)] = 'true';
}
