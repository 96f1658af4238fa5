import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../errors.js';
import { noneOf, ruleFor } from '../schema/field-rules.js';
import type { Draft, Reading } from '../schema/form.js';
import { tidy } from '../schema/tidy.js';
import type { FormState } from './field.js';
import { enNone } from './locales/en-none.js';
import { addText } from './text.js';
import { twinOf } from './twins.js';

addText(enNone);

const NAMES = ['first_name', 'last_name'] as const;
const isName = (path: string) => path === NAMES[0] || path === NAMES[1];

/** A box of a post office, which has no building. */
const BOX = /^\W*(p\W{0,3}o\W{0,3}box|bfpo)\b/i;

const isAsked = ({ settings, step }: FormState, name: string) =>
  ruleFor(settings.fields, `${step}.${name}`) === 'asked';
const isBlank = (draft: Draft, name: string) => !tidy(draft[name] ?? '');

/** The box that says that there is nothing to enter in a field. It is there once the field was refused as blank. */
export function noneBox({ draft, problems, text, of }: FormState, name: string): TemplateResult | typeof nothing {
  const none = noneOf(name);
  const isNone = draft[none] === 'true' && isBlank(draft, name);
  if (!isNone && !problems.some(({ path, reason }) => path === name && reason === 'asked')) return nothing;
  const tick = ({ target }: Event) => {
    delete draft[none];
    if ((target as HTMLInputElement).checked) Object.assign(draft, { [none]: 'true', [name]: '' });
  };
  return html`<label class="choice"
    ><input part="input" type="checkbox" id=${none} .checked=${isNone} @change=${tick} />
    <span>${text.term(isName(name) ? 'none.name' : 'none.building')}${of}</span></label
  >`;
}

/** Reads a draft for the people who have one name only, or an address without a number. */
export function readAgain<T>(
  form: FormState,
  draft: Draft,
  reading: Reading<T>,
  read: (draft: Draft) => Reading<T>,
): Reading<T> {
  const known = { ...draft, ...withOneName(form, draft) };
  for (const { path } of reading.problems) Object.assign(known, asBox(form, known, path));
  const again = read(known);
  if (again.value !== undefined) return again;
  const problems = again.problems.map((problem): Problem => {
    const { path, reason } = problem;
    const mayHaveNone = isName(path) || (path.endsWith('house_number') && isAsked(form, path));
    return reason === 'empty' && mayHaveNone && !isBlank(known, twinOf(path))
      ? { ...problem, reason: 'asked' }
      : problem;
  });
  return { value: undefined, problems };
}

/** The only name of somebody, in the field that the backend chose for it, or in both. */
function withOneName({ settings, fixed, step }: FormState, draft: Draft): Draft {
  const [blank, another] = NAMES.filter((name) => isBlank(draft, name));
  if (step !== 'applicant' || !blank || another || draft[noneOf(blank)] !== 'true') return {};
  const typed = twinOf(blank);
  const held = fixed.includes(typed) || settings.singleName === 'both' ? typed : settings.singleName;
  const other = twinOf(held);
  const isBoth = settings.singleName === 'both' || settings.fields[`applicant.${other}`] === 'required';
  const name = draft[typed]!;
  return { [held]: name, [other]: isBoth ? name : '', [noneOf(other)]: 'true' };
}

/** The lines of a post office box: it has no number, and may stand in the input for one. */
function asBox(form: FormState, draft: Draft, path: string): Draft {
  const house = path.replace(/line_1$/, 'house_number');
  const street = twinOf(house);
  if (!house.endsWith('house_number') || !isAsked(form, house)) return {};
  const line = [house, street].find((name) => BOX.test(draft[name] ?? ''));
  if (!line || !isBlank(draft, twinOf(line))) return {};
  return { [street]: draft[line]!, [house]: '', [noneOf(house)]: 'true' };
}
