import { nothing } from 'lit';
import { choiceField } from './questions.js';
import { countryName } from '../text/formats.js';
import { fieldRule, type FormState } from './form-state.js';
import { radioField, yesOrNo } from './radio-field.js';
import { supportLine } from '../support.js';
import { countryText } from '../text/locales/en-country.js';
import type { Problem } from '../../errors.js';
import { countriesAbroad, isoCode } from '../../schema/addresses/countries.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import { isBlank, type Draft, type Reading } from '../../schema/fields/form.js';

/** Means a country that is not in the list. */
const OTHER = 'other';

/** The path of the region that belongs to an address. */
const regionOf = (path: string) => (path === 'address' ? 'region' : `${path}.region`);

/**
 * Whether an address is abroad: the answer "No" is the blank value of `country_code`. Turns a code from the backend into the answers, unless
 * the applicant cannot change it.
 */
function isAbroad({ draft, settings, fixed }: FormState, path: string): boolean {
  const name = `${path}.country_code`;
  const code = draft[name];
  if (!code || isoCode(code) === isoCode(settings.countryCode)) return code === '';
  if (fixed.includes(name)) return true;
  const known = countriesAbroad(settings).find(({ countryCode }) => countryCode === code);
  Object.assign(draft, { [name]: '', [`${path}.country`]: known?.name ?? OTHER });
  return delete draft[regionOf(path)];
}

const questionFor = ({ text, settings }: FormState) =>
  countryText(text).term('country.question', countryName(text, settings.countryCode));

/** Renders the question whether an address is in the country of the settings, and after "No" the list of other countries. */
export function countryQuestion(form: FormState, path: string): readonly ReturnType<typeof radioField>[] {
  const { settings, text, problems } = form;
  const isChosen = isAbroad(form, path);
  const input = `${path}.country_code`;
  const given = isChosen && form.draft[input];
  if (given) {
    const label = countryText(text).term('address.country.label');
    return [radioField(form, input, [{ value: given, label: countryName(text, given) }], { label })];
  }
  const countries = countriesAbroad(settings).map(({ name: value, label, countryCode }) => {
    const name = countryCode && countryName(text, countryCode);
    return { value, label: label ?? (name === countryCode ? value : name) };
  });
  const other = { value: OTHER, label: countryText(text).term('country.other') };
  const isRejected = problems.some((problem) => problem.path === input && /rejected|needed/.test(problem.reason));
  const after = isRejected ? supportLine(text) : nothing;
  return [
    radioField(form, input, yesOrNo(text, settings.countryCode), { inline: true, label: questionFor(form), after }),
    isChosen ? choiceField(form, `${path}.country`, [...countries, other]) : nothing,
  ];
}

/** The draft's values for an address: the codes of its country, and no postcode if it is abroad and has none. */
// Spec: other countries are not shown. A business abroad is sent as an address abroad is: with the codes of the settings, or without codes.
export function countryAnswers(form: FormState, path: string): Draft {
  const { draft, settings, fixed } = form;
  const [code, region, postcode] = [`${path}.country_code`, regionOf(path), `${path}.postcode`];
  const home = path === 'address' ? settings.companyRegion : settings.addressRegion;
  if (!isAbroad(form, path)) return { [region]: draft[region] || home };
  const given = draft[code] ?? '';
  const isKnown = ({ name, countryCode }: { name: string; countryCode?: string }) =>
    given ? countryCode === given : name === draft[`${path}.country`];
  const known = countriesAbroad(settings).find(isKnown);
  const none = fieldRule(form, postcode) === 'asked' && isBlank(draft[postcode]) && { [noneInput(postcode)]: 'true' };
  const fixedRegion = fixed.includes(region) ? draft[region] : undefined;
  return { ...none, [code]: given || (known?.countryCode ?? ''), [region]: fixedRegion ?? known?.region ?? '' };
}

/** Adds the problem of an address if its question, or the list after it, has no answer. The list may be empty. */
export function checkCountry<T>(form: FormState, path: string, reading: Reading<T>): Reading<T> {
  const { [`${path}.country_code`]: code, [`${path}.country`]: country } = form.draft;
  const question = { path: `${path}.country_code`, reason: 'unanswered', params: { question: questionFor(form) } };
  const list = { path: `${path}.country`, reason: 'empty' };
  const found =
    code === undefined ? question : code || country || !countriesAbroad(form.settings)[0] ? undefined : list;
  return found ? { value: undefined, problems: [...reading.problems, found as Problem] } : reading;
}
