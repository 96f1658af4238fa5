import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../errors.js';
import { ruleFor } from '../schema/field-rules.js';
import type { Draft } from '../schema/form.js';
import { splitDate } from '../schema/tidy.js';
import type { Settings } from '../schema/session.js';
import { noneBox } from './maybe-none.js';
import { fieldKey, type TextController } from './text.js';

/** What a field needs to know of the form that it stands in. */
export interface FormState {
  /** What stands in the inputs, by their names. */
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  readonly step: string;
  readonly settings: Settings;
  /** Names of the inputs that the backend has filled in for good. */
  readonly fixed: readonly string[];
  readonly text: TextController;
  /** Renders the form once more. */
  requestUpdate(): void;
  /** What ends each legend, for those who do not see where it stands. Default: nothing. */
  readonly of?: TemplateResult;
}

interface InputOptions {
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'email' | 'tel';
  type?: 'text' | 'email' | 'tel';
  /** Handles a paste. */
  paste?: (event: ClipboardEvent) => void;
}

interface FieldOptions extends InputOptions {
  width?: 's' | 'm' | undefined;
}

interface Choice {
  value: string;
  label?: string | undefined;
}

interface RadioOptions {
  inline?: boolean;
  /** Default: the sentence of the field. */
  label?: string;
  /** What comes after the choices. */
  after?: unknown;
}

/** The id of the input that a problem sends the applicant to. */
export function targetOf({ path, params }: Problem): string {
  const [part] = typeof params?.parts === 'string' ? params.parts.split(' ') : [];
  return part ? `${path}.${part}` : path;
}

/** Whether a field is asked, and must be answered, by the backend's rules. */
export const ruleOf = ({ step, settings }: FormState, name: string) => ruleFor(settings.fields, `${step}.${name}`);

/** Whether the backend has filled a field in for good: its one input, or the parts of a date. */
const isFixed = ({ fixed }: FormState, name: string) => fixed.some((input) => `${input}.`.startsWith(`${name}.`));

/** Shows a field unless the backend hides it. */
const unlessHidden = (form: FormState, name: string, render: () => TemplateResult) =>
  ruleOf(form, name) === 'hidden' ? nothing : render();

/** The label of a field, which says so where the field may be left blank. */
const labelled = (form: FormState, name: string, label: string) =>
  ruleOf(form, name) === 'optional' ? `${label} ${form.text.term('optional')}` : label;

/** What every field shows beside its inputs, and the ids that tie them together. */
export function frameOf(form: FormState, name: string, ...words: unknown[]) {
  const key = fieldKey(name);
  const hint = isFixed(form, name) ? form.text.term('fixed') : form.text.maybe(`${key}.hint`, ...words);
  const problem = form.problems.find(({ path }) => path === name);
  const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  return {
    label: labelled(form, name, form.text.maybe(`${key}.label`, ...words) ?? ''),
    of: form.of,
    problem,
    mark: problem ? 'bad' : '',
    invalid: problem ? 'true' : nothing,
    describedBy: describedBy || nothing,
    notes: html`${hint ? html`<p part="hint" class="hint" id="${name}-hint">${hint}</p>` : nothing}
    ${
      problem
        ? html`<p part="error" class="error" id="${name}-error">
            <span class="hidden">${`${form.text.term('error')} `}</span>${form.text.problem(problem)}
          </p>`
        : nothing
    }`,
  } as const;
}

type Frame = ReturnType<typeof frameOf>;

const renderInput = (form: FormState, name: string, { invalid, describedBy }: Frame, options: InputOptions) =>
  html`<input
    part="input"
    id=${name}
    name=${name}
    type=${options.type ?? 'text'}
    .value=${form.draft[name] ?? ''}
    autocomplete=${options.autocomplete ?? 'off'}
    inputmode=${options.inputmode ?? nothing}
    spellcheck="false"
    ?readonly=${form.fixed.includes(name)}
    @paste=${options.paste}
    aria-invalid=${invalid}
    aria-describedby=${describedBy}
  />`;

/** A label, its notes, and one control. */
const renderField = (name: string, { label, mark, notes }: Frame, control: unknown, width = 'l') =>
  html`<div part="field" class="field ${mark} width-${width}">
    <label part="label" for=${name}>${label}</label>
    ${notes} ${control}
  </div>`;

/** A legend, its notes, and several controls. */
const renderGroup = ({ label, of, mark, notes, describedBy }: Frame, controls: unknown) =>
  html`<fieldset part="field" class="field ${mark}" aria-describedby=${describedBy}>
    <legend part="label">${label}${of}</legend>
    ${notes} ${controls}
  </fieldset>`;

/** One line of text. */
export function textField(form: FormState, name: string, options: FieldOptions = {}) {
  return unlessHidden(form, name, () => {
    const frame = frameOf(form, name);
    return renderField(name, frame, [renderInput(form, name, frame, options), noneBox(form, name)], options.width);
  });
}

/** An amount of money, with its sign before it. */
export function moneyField(form: FormState, name: string, sign: string) {
  return unlessHidden(form, name, () => {
    const frame = frameOf(form, name);
    // The hint says what is counted, unless another sentence is in its place.
    const describedBy = isFixed(form, name) ? `${name}-sign ${name}-hint` : frame.describedBy;
    const input = renderInput(form, name, { ...frame, describedBy }, { inputmode: 'decimal' });
    const before = html`<span id="${name}-sign" aria-hidden="true">${sign}</span>`;
    return renderField(name, frame, html`<div class="money">${before}${input}</div>`);
  });
}

/** A whole date that is pasted into one part of a date goes into all three. Anything else is pasted as it is. */
function spreadDate(event: ClipboardEvent): void {
  const parts = splitDate(event.clipboardData?.getData('text') ?? '');
  if (!parts || (event.target as HTMLInputElement).readOnly) return;
  event.preventDefault();
  (event.currentTarget as HTMLElement).querySelectorAll('input').forEach((input, index) => {
    input.value = parts[index]!;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** A date as day, month and year. `autocomplete` is the token's first word (`bday`). */
export function dateField(form: FormState, name: string, autocomplete?: string) {
  return unlessHidden(form, name, () => renderDate(form, name, autocomplete));
}

function renderDate(form: FormState, name: string, autocomplete?: string): TemplateResult {
  const frame = frameOf(form, name);
  const { problem } = frame;
  const named = typeof problem?.params?.parts === 'string' && problem.reason !== 'empty' ? problem.params.parts : '';
  const renderPart = (part: 'day' | 'month' | 'year') => {
    const id = `${name}.${part}`;
    const invalid = problem && (!named || named.includes(part)) ? 'true' : nothing;
    return html`<div class=${part === 'year' ? 'long' : ''}>
      <label part="label" for=${id}>${form.text.term(part)}</label>
      ${renderInput(
        form,
        id,
        // The group says it once; who comes to a part by another way, like a link, hears what is wrong there.
        { ...frame, invalid, describedBy: invalid === nothing ? nothing : `${name}-error` },
        {
          inputmode: 'numeric',
          autocomplete: autocomplete ? `${autocomplete}-${part}` : 'off',
        },
      )}
    </div>`;
  };
  return renderGroup(
    frame,
    html`<div class="parts" @paste=${spreadDate}>${renderPart('day')}${renderPart('month')}${renderPart('year')}</div>`,
  );
}

/** A choice among a few, each in sight. */
export function radioField(form: FormState, name: string, choices: readonly Choice[], options: RadioOptions = {}) {
  return unlessHidden(form, name, () => renderRadios(form, name, open(form, name, choices), options));
}

/** What the backend has chosen for good leaves no other choice, whether the list has it or not. */
function open(form: FormState, name: string, choices: readonly Choice[]): readonly Choice[] {
  const { [name]: value = '' } = form.draft;
  return form.fixed.includes(name) ? [choices.find((choice) => choice.value === value) ?? { value }] : choices;
}

function renderRadios(form: FormState, name: string, choices: readonly Choice[], options: RadioOptions) {
  const frame = frameOf(form, name);
  const { label, inline, after } = options;
  return renderGroup(
    label ? { ...frame, label: labelled(form, name, label) } : frame,
    html`<div class="choices ${inline ? 'inline' : ''}">
        ${choices.map(
          (choice, index) =>
            html`<label class="choice"
              ><input
                part="input"
                type="radio"
                id=${index ? nothing : name}
                name=${name}
                value=${choice.value}
                .checked=${form.draft[name] === choice.value}
              />
              ${form.text.choice(choice)}</label
            >`,
        )}
      </div>
      ${after}`,
  );
}

/** A choice from a list. A list of one is no question, and nothing is shown. `words` go into its label. */
export function choiceField(
  form: FormState,
  name: string,
  choices: readonly Choice[],
  autocomplete = 'off',
  ...words: string[]
) {
  if (choices.length < 2) return nothing;
  const frame = frameOf(form, name, ...words);
  return unlessHidden(form, name, () => renderSelect(form, name, frame, open(form, name, choices), autocomplete));
}

function renderSelect(
  form: FormState,
  name: string,
  frame: Frame,
  choices: readonly Choice[],
  autocomplete: string,
): TemplateResult {
  const options = form.fixed.includes(name) ? choices : [{ value: '', label: form.text.term('select') }, ...choices];
  const select = html`<select
    part="input"
    id=${name}
    name=${name}
    autocomplete=${autocomplete}
    aria-invalid=${frame.invalid}
    aria-describedby=${frame.describedBy}
  >
    ${options.map(
      (choice) =>
        html`<option value=${choice.value} ?selected=${(form.draft[name] ?? '') === choice.value}>
          ${form.text.choice(choice)}
        </option>`,
    )}
  </select>`;
  return renderField(name, frame, select);
}

/** A list of one answers itself: the value that is sent without being asked. */
export const onlyChoice = (name: string, choices: readonly Choice[]): Draft =>
  choices.length === 1 ? { [name]: choices[0]!.value } : {};
