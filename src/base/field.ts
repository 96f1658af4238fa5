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

interface FieldOptions {
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'email' | 'tel';
  type?: 'text' | 'email' | 'tel';
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

const problemAt = (form: FormState, name: string) => form.problems.find((problem) => problem.path === name);
const describedBy = (name: string, hint: unknown, problem: unknown) =>
  [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ') || nothing;

const renderHint = (name: string, hint: string | undefined) =>
  hint ? html`<p part="hint" class="hint" id="${name}-hint">${hint}</p>` : nothing;

const renderError = (form: FormState, name: string, problem: Problem | undefined) =>
  problem
    ? html`<p part="error" class="error" id="${name}-error">
        <span class="hidden">${form.text.term('error')}</span> ${form.text.problem(problem)}
      </p>`
    : nothing;

const fieldText = (form: FormState, name: string) => {
  const key = fieldKey(name);
  return { label: form.text.maybe(`${key}.label`), hint: form.text.maybe(`${key}.hint`) };
};

/** One line of text. */
export function textField(form: FormState, name: string, options: FieldOptions = {}): TemplateResult {
  const { label, hint } = fieldText(form, name);
  const problem = problemAt(form, name);
  const optional = options.optional ? ` ${form.text.term('optional')}` : '';
  return html`<div part="field" class="field ${problem ? 'bad' : ''} width-${options.width ?? 'l'}">
    <label part="label" for=${name}>${label}${optional}</label>
    ${renderHint(name, hint)} ${renderError(form, name, problem)}
    <input
      part="input"
      id=${name}
      name=${name}
      type=${options.type ?? 'text'}
      .value=${form.draft[name] ?? ''}
      autocomplete=${options.autocomplete ?? 'off'}
      inputmode=${options.inputmode ?? nothing}
      spellcheck="false"
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${describedBy(name, hint, problem)}
    />
  </div>`;
}

/** An amount of money, with its sign before it. */
export function moneyField(form: FormState, name: string, sign: string): TemplateResult {
  const { label, hint } = fieldText(form, name);
  const problem = problemAt(form, name);
  return html`<div part="field" class="field ${problem ? 'bad' : ''}">
    <label part="label" for=${name}>${label}</label>
    ${renderHint(name, hint)} ${renderError(form, name, problem)}
    <div class="money">
      <span aria-hidden="true">${sign}</span>
      <input
        part="input"
        id=${name}
        name=${name}
        .value=${form.draft[name] ?? ''}
        autocomplete="off"
        inputmode="decimal"
        spellcheck="false"
        aria-invalid=${problem ? 'true' : nothing}
        aria-describedby=${describedBy(name, hint, problem)}
      />
    </div>
  </div>`;
}

/** A date as day, month and year. `autocomplete` is the token's first word (`bday`). */
export function dateField(form: FormState, name: string, autocomplete?: string): TemplateResult {
  const { label, hint } = fieldText(form, name);
  const problem = problemAt(form, name);
  const marked = typeof problem?.params?.parts === 'string' ? problem.params.parts : '';
  const renderPart = (part: 'day' | 'month' | 'year') => {
    const id = `${name}.${part}`;
    const bad = problem && (problem.reason === 'empty' || !marked || marked.includes(part));
    return html`<div class=${part === 'year' ? 'long' : ''}>
      <label part="label" for=${id}>${form.text.term(part)}</label>
      <input
        part="input"
        id=${id}
        name=${id}
        .value=${form.draft[id] ?? ''}
        autocomplete=${autocomplete ? `${autocomplete}-${part}` : 'off'}
        inputmode="numeric"
        spellcheck="false"
        aria-invalid=${bad ? 'true' : nothing}
      />
    </div>`;
  };
  return html`<fieldset
    part="field"
    class="field ${problem ? 'bad' : ''}"
    role="group"
    aria-describedby=${describedBy(name, hint, problem)}
  >
    <legend part="label">${label}</legend>
    ${renderHint(name, hint)} ${renderError(form, name, problem)}
    <div class="parts">${renderPart('day')}${renderPart('month')}${renderPart('year')}</div>
  </fieldset>`;
}

/** A choice among a few, each in sight. */
export function radioField(form: FormState, name: string, choices: readonly Choice[], inline = false): TemplateResult {
  const { label, hint } = fieldText(form, name);
  const problem = problemAt(form, name);
  return html`<fieldset
    part="field"
    class="field ${problem ? 'bad' : ''}"
    aria-describedby=${describedBy(name, hint, problem)}
  >
    <legend part="label">${label}</legend>
    ${renderHint(name, hint)} ${renderError(form, name, problem)}
    <div class="choices ${inline ? 'inline' : ''}">
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
  </fieldset>`;
}

/** A choice from a list. A list of one is no question, and nothing is shown. */
export function choiceField(form: FormState, name: string, choices: readonly Choice[], autocomplete = 'off') {
  if (choices.length < 2) return nothing;
  const { label, hint } = fieldText(form, name);
  const problem = problemAt(form, name);
  return html`<div part="field" class="field ${problem ? 'bad' : ''} width-l">
    <label part="label" for=${name}>${label}</label>
    ${renderHint(name, hint)} ${renderError(form, name, problem)}
    <select
      part="input"
      id=${name}
      name=${name}
      autocomplete=${autocomplete}
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${describedBy(name, hint, problem)}
    >
      <option value="" ?selected=${!form.draft[name]}>${form.text.term('select')}</option>
      ${choices.map(
        (choice) =>
          html`<option value=${choice.value} ?selected=${form.draft[name] === choice.value}>
            ${form.text.choice(choice)}
          </option>`,
      )}
    </select>
  </div>`;
}

/** A list of one answers itself: the value that is sent without being asked. */
export const onlyChoice = (name: string, choices: readonly Choice[]): Draft =>
  choices.length === 1 ? { [name]: choices[0]!.value } : {};
