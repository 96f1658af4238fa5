import type { ServerAdapter } from '../../adapter/types.js';
import type { Problem } from '../../errors.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import { readDraft, writeDraft, type Draft } from '../../schema/fields/form.js';
import { applicantForm } from '../../schema/forms/applicant-form.js';
import { companyForm, placeFields } from '../../schema/forms/company-form.js';
import type { FoundAddress, FoundCompany, LookupName } from '../../schema/calls/lookups.js';
import type { Settings } from '../../schema/settings.js';
import { fieldRule, type FormState, pairedField } from '../fields/form-state.js';
import { forcesAnswers, moveHouseNumber } from '../fields/rare-input.js';
import { inOneLine } from '../text/formats.js';
import { lookupText } from '../text/locales/en-lookup.js';

export const LINES = Object.keys(placeFields);

/** A result in words: its first line, and the rest. */
export type ResultWords = readonly [title: string, detail: string];

/** The warnings about a result: the register does not show the company as active, or the form does not offer its type. */
export const WARNINGS = ['inactive', 'unoffered'] as const;

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
  readonly words: (form: FormState, found: Found) => ResultWords;
  readonly warnings: (form: FormState, found: Found) => readonly (typeof WARNINGS)[number][];
}

const joined = (lines: readonly (string | undefined)[], separator: string) => lines.filter(Boolean).join(separator);

/** An address in one line, from a result or from the inputs. */
export const addressLine = ({ house_number, line_1, city, county, postcode }: Partial<FoundAddress>) =>
  joined([joined([house_number, line_1], ' '), city, county, inOneLine(postcode)], ', ');

const isOffered = ({ companyTypes }: Settings, type?: string) => companyTypes.some(({ value }) => value === type);

const company: LookupKind<FoundCompany> = {
  fields: () => ['registered_name', 'registered_number', 'formation_date', 'address'],
  searchable: () => ['registered_name'],
  more: ['type', 'trading_from_date'],
  call: (adapter) => adapter.lookupCompany?.bind(adapter),
  inputs({ settings }, _path, { type, ...found }) {
    const written = writeDraft(companyForm(settings), isOffered(settings, type) ? { ...found, type } : found);
    return settings.countries?.[0] ? { ...written, 'address.country_code': settings.countryCode } : written;
  },
  problems(form) {
    const { settings, draft } = form;
    const known = { ...draft, ...forcesAnswers(form, draft, 'address') };
    return readDraft(companyForm(settings), known, { 'address.country_code': settings.countryCode }).problems;
  },
  words(form, found) {
    const warnings = this.warnings(form, found).map((one) => lookupText(form.text).term(`lookup.${one}`));
    const place = [found.registered_number, found.address?.city, found.address?.postcode];
    return [found.registered_name, joined([...warnings, ...place], ' · ')];
  },
  warnings: ({ settings }, { active, type }) =>
    WARNINGS.filter((one) => (one === 'inactive' ? active === false : type && !isOffered(settings, type))),
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
  problems: (form, path) =>
    readDraft(applicantForm(form.settings), { ...form.draft, ...forcesAnswers(form, form.draft, path) }).problems,
  words: (_form, { house_number, line_1, ...rest }) => [joined([house_number, line_1], ' '), addressLine({ ...rest })],
  warnings: () => [],
};

export const KINDS = { company, address } as unknown as Record<LookupName, LookupKind<object>>;

/** Moves a number at the start of the street to its own line. A number or a street that an address of a register lacks does not exist. */
export function settleHouseNumber(form: FormState, path: string): void {
  const { draft } = form;
  const house = `${path}.house_number`;
  moveHouseNumber(form, path, { value: undefined, problems: [] });
  const blank = draft[house] ? pairedField(house) : house;
  const isNone = !draft[blank] && draft[pairedField(blank)] && fieldRule(form, blank) === 'asked';
  if (isNone) draft[noneInput(blank)] = 'true';
}
