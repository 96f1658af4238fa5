import { nothing } from 'lit';
import { choiceField } from '../../base/fields/questions.js';
import { countryName } from '../../base/text/formats.js';
import { fieldRule, type FormState } from '../../base/fields/form-state.js';
import { radioField, yesOrNo } from '../../base/fields/radio-field.js';
import { supportLine } from '../../base/support.js';
import type { Problem } from '../../errors.js';
import { countriesAbroad, isoCode } from '../../schema/addresses/countries.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import { isBlank, type Draft } from '../../schema/fields/form.js';
import { historyText } from './address-history.sentences.js';

/** Means a country that is not in the list. */
const OTHER = 'other';

/** Whether an address is abroad: the answer "No" is the blank value of `country_code`. Turns a code from the backend into the answers. */
function isAbroad({ draft, settings }: FormState, path: string): boolean {
  const { [`${path}.country_code`]: code } = draft;
  if (!code || isoCode(code) === isoCode(settings.countryCode)) return code === '';
  const known = countriesAbroad(settings).find(({ countryCode }) => countryCode === code);
  Object.assign(draft, { [`${path}.country_code`]: '', [`${path}.country`]: known?.name ?? OTHER });
  return delete draft[`${path}.region`];
}

/** Answers the question about the current address: it is in the country that the applicant has chosen to live in. */
export function answerResidence({ draft, settings }: FormState): void {
  const { country_of_residence: country } = draft;
  if (!country || !settings.countriesOfResidence[1]) return;
  const isHome = countriesAbroad(settings).every(({ name }) => name !== country);
  draft['addresses.0.country_code'] = isHome ? settings.countryCode : '';
  draft['addresses.0.country'] = isHome ? '' : country;
}

const questionFor = ({ text, settings }: FormState) =>
  historyText(text).term('country.question', countryName(text, settings.countryCode));

/** Renders the question whether an address is in the country of the settings, and after "No" the list of other countries. */
export function countryQuestion(form: FormState, path: string): unknown {
  const { settings, text, problems } = form;
  const isChosen = isAbroad(form, path);
  const input = `${path}.country_code`;
  const countries = countriesAbroad(settings).map(({ name: value, label, countryCode }) => {
    const name = countryCode && countryName(text, countryCode);
    return { value, label: label ?? (name === countryCode ? value : name) };
  });
  const other = { value: OTHER, label: historyText(text).term('country.other') };
  const isRejected = problems.some((problem) => problem.path === input && /rejected|needed/.test(problem.reason));
  const after = isRejected ? supportLine(text) : nothing;
  return [
    radioField(form, input, yesOrNo(text, settings.countryCode), { inline: true, label: questionFor(form), after }),
    isChosen ? choiceField(form, `${path}.country`, [...countries, other]) : nothing,
  ];
}

/** The draft's values for an address: the codes of its country, and no postcode if it is abroad and has none. */
export function countryAnswers(form: FormState, path: string): Draft {
  const { draft, settings } = form;
  const [code, region, postcode] = [`${path}.country_code`, `${path}.region`, `${path}.postcode`];
  if (!isAbroad(form, path)) return { [region]: draft[region] || settings.addressRegion };
  const known = countriesAbroad(settings).find(({ name }) => name === draft[`${path}.country`]);
  const none = fieldRule(form, postcode) === 'asked' && isBlank(draft[postcode]) && { [noneInput(postcode)]: 'true' };
  return { ...none, [code]: known?.countryCode ?? '', [region]: known?.region ?? '' };
}

/** The problem of an address if its question, or the list after it, has no answer. The list may be empty. */
export function countryProblems(form: FormState, path: string): Problem[] {
  const { [`${path}.country_code`]: code, [`${path}.country`]: country } = form.draft;
  if (code === undefined)
    return [{ path: `${path}.country_code`, reason: 'unanswered', params: { question: questionFor(form) } }];
  return code || country || !countriesAbroad(form.settings)[0] ? [] : [{ path: `${path}.country`, reason: 'empty' }];
}
