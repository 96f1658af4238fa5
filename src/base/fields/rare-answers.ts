// Reads answers that few applicants give.
import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../errors.js';
import { splitAddress, type AddressLines } from '../../schema/addresses/pasted-address.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import type { Draft, Reading } from '../../schema/fields/form.js';
import { normalise, normalisePlain } from '../../schema/fields/normalise.js';
import { addOtherMonths } from '../../schema/fields/other-months.js';
import { addSpoken, isNone } from '../../schema/fields/spoken.js';
import { placeFields } from '../../schema/forms/company-form.js';
import { pause } from '../../time-limit.js';
import type { LendingElement } from '../element.js';
import { addStyles } from '../look/add-styles.js';
import { choiceStyles } from '../look/choice-styles.js';
import { rareInputText } from '../text/locales/en-rare-input.js';
import { fieldRule, pairedField, type FormState } from './form-state.js';

addSpoken();

const NAMES = ['first_name', 'last_name'] as const;
const isName = (path: string) => path === NAMES[0] || path === NAMES[1];

/** A post office box, which does not have a building. */
const POST_OFFICE_BOX = /^\W*(p\W{0,3}o\W{0,3}box|b\.?f\.?p\.?o)\b/i;

const isAsked = (form: FormState, name: string) => fieldRule(form, name) === 'asked';
/** A person may be called "None". */
const isBlank = (draft: Draft, name: string) => {
  const typed = normalise(draft[name] ?? '');
  return !typed || (!isName(name) && isNone(typed));
};

/** Renders the checkbox for "there is none". It appears after the field of an address was rejected as blank. */
export function notApplicableCheckbox(form: FormState, name: string): TemplateResult | typeof nothing {
  if (isName(name)) return nothing;
  const { draft, problems, text } = form;
  const none = noneInput(name);
  const isNone = draft[none] === 'true' && isBlank(draft, name);
  if (!isNone && !problems.some(({ path, reason }) => path === name && reason === 'asked')) return nothing;
  addStyles(form, choiceStyles);
  const tick = ({ target }: Event) => {
    delete draft[none];
    // An address has at least one of its two lines.
    delete draft[noneInput(pairedField(name))];
    if ((target as HTMLInputElement).checked) Object.assign(draft, { [none]: 'true', [name]: '' });
  };
  return html`<label class="choice"
    ><input part="input" type="checkbox" id=${none} .checked=${isNone} @change=${tick} />
    <span>${rareInputText(text).term(name.endsWith('line_1') ? 'none.street' : 'none.building')}</span></label
  >`;
}

/** Reads the draft of an applicant with a month in another language or a single name, or of an address without a number or a street. */
export function readAgain<T>(
  form: FormState,
  draft: Draft,
  reading: Reading<T>,
  read: (draft: Draft) => Reading<T>,
): Reading<T> {
  addOtherMonths();
  const known = { ...draft, ...withOneName(form, draft) };
  for (const { path } of reading.problems) {
    Object.assign(known, asPostOfficeBox(form, known, path));
    Object.assign(known, forcesAnswers(form, known, path.replace(/\.\w+$/, '')));
  }
  const again = read(known);
  if (again.value !== undefined) return again;
  const problems = again.problems.map((problem): Problem => {
    const { path, reason } = problem;
    const mayHaveNone = isName(path) || (/house_number$|line_1$/.test(path) && isAsked(form, path));
    return reason === 'empty' && mayHaveNone && !isBlank(known, pairedField(path))
      ? { ...problem, reason: 'asked' }
      : problem;
  });
  return { value: undefined, problems };
}

/** Puts a single name into the field that the backend chose for it, or into both. */
function withOneName({ settings, fixed, step }: FormState, draft: Draft): Draft {
  const [blank, another] = NAMES.filter((name) => isBlank(draft, name));
  if (step !== 'applicant' || !blank || another || draft[noneInput('last_name')] !== 'true') return {};
  const typed = pairedField(blank);
  const held = fixed.includes(typed) || settings.singleName === 'both' ? typed : settings.singleName;
  const other = pairedField(held);
  const isBoth = settings.singleName === 'both' || settings.fields[`applicant.${other}`] === 'required';
  const name = draft[typed]!;
  return { [held]: name, [other]: isBoth ? name : '', [noneInput(other)]: 'true' };
}

/** Puts a post office box into the street line, whichever line it was typed into. */
function asPostOfficeBox(form: FormState, draft: Draft, path: string): Draft {
  const house = path.replace(/line_1$/, 'house_number');
  const street = pairedField(house);
  if (!house.endsWith('house_number') || !isAsked(form, house)) return {};
  const line = [house, street].find((name) => POST_OFFICE_BOX.test(draft[name] ?? ''));
  if (!line || !isBlank(draft, pairedField(line))) return {};
  return { [street]: draft[line]!, [house]: '', [noneInput(house)]: 'true' };
}

/** The number of a post office of the forces, in a line with other words or alone. */
const BFPO = /\bb\.?f\.?p\.?o\W{0,3}(\d{1,4})\b/i;
const BFPO_ALONE = new RegExp(`^\\W*${BFPO.source}\\W*$`, 'i');

/** The answers that an address of the forces implies: its number can be in any line, and it needs no building, street or town. */
// Spec: whether lines may be missing is not shown. The town is sent as Royal Mail has it, and the number in a line that nothing else is in.
export function forcesAnswers(form: FormState, draft: Draft, path: string): Draft {
  const lines = LINES.map((line) => [`${path}.${line}`, normalisePlain(draft[`${path}.${line}`] ?? '')] as const);
  const [, number] = BFPO.exec(lines.map(([, line]) => line).join('\n')) ?? [];
  if (!number && !/^bf(po|\d)/i.test(lines.at(-1)![1])) return {};
  const [house, street, city, , postcode] = lines.map(([name]) => name) as [string, string, string, string, string];
  const isWhole = isBlank(draft, house) && isBlank(draft, street);
  const bfpo = number ? `BFPO ${number}` : '';
  const implied = { [street]: isWhole || !isAsked(form, street) ? bfpo : '', [city]: 'BFPO', [postcode]: bfpo };
  const isImplied = ([name, answer]: readonly string[]) =>
    answer && isBlank(draft, name!) && fieldRule(form, name!) !== 'optional';
  const nones = [house, street].filter((name) => isAsked(form, name) && (number || !isWhole));
  return Object.fromEntries([
    ...lines.flatMap(([name, line]) => (BFPO_ALONE.test(line) ? [[name, line.replace(BFPO_ALONE, 'BFPO $1')]] : [])),
    ...Object.entries(implied).filter(isImplied),
    ...nones.map((name) => [noneInput(name), 'true']),
  ]) as Draft;
}

/** One or more house numbers at the start of a street: `12a Sample Road`, `12 bis rue`, `12 - 14 Sample Road`. */
const NUMBER =
  /^\s*(\d+(?:\s?(?:bis|ter)\b|[a-z])?(?:(?:\s*[\p{Pd}/&,]\s*|\s+(?:to|and)\s+)\d+[a-z]?(?=[\s,/&\p{Pd}]))*)[\s,]+(?:\p{Pd}\s)?(?!(?:to|and)\s)(?=.*\p{L})/iu;

/** Turns `12 - 14` into `12-14`. */
const normalisedNumber = (number = '') => number.replace(/\s/g, '').toLowerCase();

/** Moves a house number that autofill or the applicant put into the street line into its own input, and asks once to check it. */
export function moveHouseNumber<T>(form: FormState, path: string, reading: Reading<T>): Reading<T> {
  const { draft, problems, fixed } = form;
  const [house, street] = [`${path}.house_number`, `${path}.line_1`];
  const [start, number] = NUMBER.exec(draft[street] ?? '') ?? [];
  const typed = isBlank(draft, house) ? '' : draft[house];
  const isKnown = problems.some((problem) => problem.path === house && problem.reason === 'moved');
  const isFixed = fixed.includes(house) || fixed.includes(street);
  const isExpected = /required|asked/.test(fieldRule(form, house)) && draft[noneInput(house)] !== 'true';
  const isWrong = typed ? normalisedNumber(typed) === normalisedNumber(number) : isExpected;
  if (!number || !isWrong || isKnown || isFixed) return reading;
  draft[house] = number;
  draft[street] = draft[street]!.slice(start!.length);
  const others = reading.problems.filter((problem) => problem.path !== house);
  return { value: undefined, problems: [{ path: house, reason: 'moved' }, ...others] };
}

const LINES = Object.keys(placeFields) as (keyof AddressLines)[];

/** Removes white space before a comparison: browsers differ in how they paste a line break into an input. */
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** The longest pasted text that is read as an address. */
const MAX_ADDRESS_CHARS = 500;

/** Spreads a whole address that was pasted into one input over all lines of the form, if the others are empty, and announces it. */
export function spreadAddress(input: HTMLInputElement, copied: string): void {
  const root = input.getRootNode() as ShadowRoot;
  const path = input.name.replace(/\.\w+$/, '');
  const inputs = LINES.map((line) => [line, root.querySelector<HTMLInputElement>(`[name="${path}.${line}"]`)] as const);
  const isFree = inputs.every(([, one]) => !one || one === input || !(one.value.trim() || one.readOnly));
  const lines = copied.length > MAX_ADDRESS_CHARS ? undefined : splitAddress(copied);
  // A form without the postcode needs the BFPO number in the street.
  if (lines?.postcode?.startsWith('BFPO') && !inputs.at(-1)![1])
    lines.line_1 = [lines.line_1, lines.postcode].filter(Boolean).join(', ');
  if (!lines || !isFree || input.readOnly || withoutSpaces(input.value) !== withoutSpaces(copied)) return;
  for (const [line, one] of inputs) {
    if (!one) continue;
    one.value = lines[line] ?? '';
    one.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  const words = rareInputText((root.host as LendingElement).text).term('address.pasted');
  void announce(inputs.findLast(([, one]) => one)![1]!, words);
}

/** Announces a sentence below a field. A screen reader only reads it if its element was there before. */
async function announce(input: HTMLInputElement, words: string): Promise<void> {
  const field = input.closest('.field')!;
  let place = field.nextElementSibling;
  if (!place?.ariaLive) {
    place = document.createElement('p');
    place.className = 'hint';
    place.ariaLive = 'polite';
    field.after(place);
    await pause(100);
  }
  place!.textContent = words;
}
