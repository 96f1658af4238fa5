import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../errors.js';
import type { Draft } from '../schema/form.js';
import { fieldKey, type TextController } from './text.js';

/** What a field needs to know of the form that it stands in. */
export interface FormState {
  /** What stands in the inputs, by their names. */
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  readonly text: TextController;
}

interface InputOptions {
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'email' | 'tel';
  type?: 'text' | 'email' | 'tel';
}

interface FieldOptions extends InputOptions {
  width?: 's' | 'm';
  optional?: boolean;
}

interface Choice {
  value: string;
  label?: string | undefined;
}

/** The id of the input that a problem sends the applicant to. */
export function targetOf({ path, params }: Problem): string {
  const [part] = typeof params?.parts === 'string' ? params.parts.split(' ') : [];
  return part ? `${path}.${part}` : path;
}

/** What every field shows beside its inputs, and the ids that tie them together. */
export function frameOf(form: FormState, name: string, ...hintValues: unknown[]) {
  const key = fieldKey(name);
  const hint = form.text.maybe(`${key}.hint`, ...hintValues);
  const problem = form.problems.find(({ path }) => path === name);
  const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  return {
    label: form.text.maybe(`${key}.label`),
    problem,
    mark: problem ? 'bad' : '',
    invalid: problem ? 'true' : nothing,
    describedBy: describedBy || nothing,
    notes: html`${hint ? html`<p part="hint" class="hint" id="${name}-hint">${hint}</p>` : nothing}
    ${
      problem
        ? html`<p part="error" class="error" id="${name}-error">
            <span class="hidden">${form.text.term('error')}</span> ${form.text.problem(problem)}
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
    aria-invalid=${invalid}
    aria-describedby=${describedBy}
  />`;

/** A label, its notes, and one control. */
const renderField = (name: string, { label, mark, notes }: Frame, control: unknown, width = 'l', addition = '') =>
  html`<div part="field" class="field ${mark} width-${width}">
    <label part="label" for=${name}>${label}${addition}</label>
    ${notes} ${control}
  </div>`;

/** A legend, its notes, and several controls. */
const renderGroup = ({ label, mark, notes, describedBy }: Frame, controls: unknown) =>
  html`<fieldset part="field" class="field ${mark}" aria-describedby=${describedBy}>
    <legend part="label">${label}</legend>
    ${notes} ${controls}
  </fieldset>`;

/** One line of text. */
export function textField(form: FormState, name: string, options: FieldOptions = {}): TemplateResult {
  const frame = frameOf(form, name);
  const addition = options.optional ? ` ${form.text.term('optional')}` : '';
  return renderField(name, frame, renderInput(form, name, frame, options), options.width, addition);
}

/** An amount of money, with its sign before it. */
export function moneyField(form: FormState, name: string, sign: string): TemplateResult {
  const frame = frameOf(form, name);
  const input = renderInput(form, name, frame, { inputmode: 'decimal' });
  return renderField(name, frame, html`<div class="money"><span aria-hidden="true">${sign}</span>${input}</div>`);
}

/** A date as day, month and year. `autocomplete` is the token's first word (`bday`). */
export function dateField(form: FormState, name: string, autocomplete?: string): TemplateResult {
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
        { ...frame, invalid, describedBy: nothing },
        {
          inputmode: 'numeric',
          autocomplete: autocomplete ? `${autocomplete}-${part}` : 'off',
        },
      )}
    </div>`;
  };
  return renderGroup(
    frame,
    html`<div class="parts">${renderPart('day')}${renderPart('month')}${renderPart('year')}</div>`,
  );
}

/** A choice among a few, each in sight. */
export function radioField(form: FormState, name: string, choices: readonly Choice[], inline = false): TemplateResult {
  return renderGroup(
    frameOf(form, name),
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
    </div>`,
  );
}

/** A choice from a list. A list of one is no question, and nothing is shown. */
export function choiceField(form: FormState, name: string, choices: readonly Choice[], autocomplete = 'off') {
  if (choices.length < 2) return nothing;
  const frame = frameOf(form, name);
  const select = html`<select
    part="input"
    id=${name}
    name=${name}
    autocomplete=${autocomplete}
    aria-invalid=${frame.invalid}
    aria-describedby=${frame.describedBy}
  >
    <option value="" ?selected=${!form.draft[name]}>${form.text.term('select')}</option>
    ${choices.map(
      (choice) =>
        html`<option value=${choice.value} ?selected=${form.draft[name] === choice.value}>
          ${form.text.choice(choice)}
        </option>`,
    )}
  </select>`;
  return renderField(name, frame, select);
}

/** A list of one answers itself: the value that is sent without being asked. */
export const onlyChoice = (name: string, choices: readonly Choice[]): Draft =>
  choices.length === 1 ? { [name]: choices[0]!.value } : {};
