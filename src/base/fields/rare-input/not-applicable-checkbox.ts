import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../../errors.js';
import { noneInput } from '../../../schema/fields/field-rules.js';
import type { Draft, Reading } from '../../../schema/fields/form.js';
import { addOtherMonths } from '../../../schema/fields/other-months.js';
import { normalise } from '../../../schema/fields/normalise.js';
import { addStyles } from '../../look/add-styles.js';
import { choiceStyles } from '../../look/choice-styles.js';
import { rareInputText } from '../../text/locales/en-rare-input.js';
import { fieldRule, type FormState } from '../form-state.js';
import { pairedField } from '../paired-fields.js';

const NAMES = ['first_name', 'last_name'] as const;
const isName = (path: string) => path === NAMES[0] || path === NAMES[1];

/** A post office box, which does not have a building. */
const POST_OFFICE_BOX = /^\W*(p\W{0,3}o\W{0,3}box|bfpo)\b/i;

const isAsked = (form: FormState, name: string) => fieldRule(form, name) === 'asked';
const isBlank = (draft: Draft, name: string) => !normalise(draft[name] ?? '');

/** Renders the checkbox for "there is none". It appears after the field of an address was rejected as blank. */
export function notApplicableCheckbox(form: FormState, name: string): TemplateResult | typeof nothing {
  if (isName(name)) return nothing;
  const { draft, problems, text, legendSuffix } = form;
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
    <span
      >${rareInputText(text).term(name.endsWith('line_1') ? 'none.street' : 'none.building')}${legendSuffix}</span
    ></label
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
  for (const { path } of reading.problems) Object.assign(known, asPostOfficeBox(form, known, path));
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
