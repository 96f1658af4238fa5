import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../errors.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import type { Question } from '../../schema/fields/field-type.js';
import { splitDate } from '../../schema/fields/normalise.js';
import { problemSentence, fieldKey } from '../text/text.js';
import { fieldRule, type FormState } from './form-state.js';
import { rareInput } from './load-rare-input.js';

interface FieldOptions extends Pick<Question, 'autocomplete' | 'type' | 'width'> {
  inputmode?: Question['inputmode'] | 'numeric';
  paste?: (event: ClipboardEvent) => void;
}

/** The id of the input that a problem is about; for several inputs, that of the first. */
export function inputIdOf({ path, params }: Problem): string {
  const [part] = typeof params?.parts === 'string' ? params.parts.split(' ') : [];
  return part ? `${path}.${part}` : path;
}

/** Whether the backend has filled in a read-only field, or a part of a date. */
export const isReadOnly = ({ fixed }: FormState, name: string) =>
  fixed.some((input) => `${input}.`.startsWith(`${name}.`));

export const unlessHidden = (form: FormState, name: string, render: () => TemplateResult) =>
  fieldRule(form, name) === 'hidden' ? nothing : render();

/** The label of a field, marked if the field is optional. */
export const labelOf = (form: FormState, name: string, label: string) =>
  fieldRule(form, name) === 'optional' ? `${label} ${form.text.term('optional')}` : label;

export function fieldContext(form: FormState, name: string, ...words: unknown[]) {
  const key = fieldKey(name);
  const own = form.text.label(key);
  const hint = isReadOnly(form, name)
    ? form.text.term('fixed')
    : [own ? '' : form.text.maybe(`${key}.hint`, ...words), form.sourceOf?.(name)].filter(Boolean).join(' ');
  const problem = form.problems.find(({ path }) => path === name);
  const corrected = form.corrected?.find(({ path }) => path === name);
  const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  return {
    label: labelOf(form, name, own ?? form.text.maybe(`${key}.label`, ...words) ?? ''),
    problem,
    mark: problem ? 'bad' : '',
    invalid: problem ? 'true' : nothing,
    describedBy: describedBy || nothing,
    notes: html`${hint ? html`<p part="hint" class="hint" id="${name}-hint">${hint}</p>` : nothing}
    ${
      problem
        ? html`<p part="error" class="error" id="${name}-error">
            <span class="hidden">${`${form.text.term('error')} `}</span>${problemSentence(form.text, problem)}
          </p>`
        : corrected
          ? html`<p class="error space">${problemSentence(form.text, corrected)}</p>`
          : nothing
    }`,
  } as const;
}

export type FieldContext = ReturnType<typeof fieldContext>;

export const renderInput = (
  form: FormState,
  name: string,
  { invalid, describedBy }: FieldContext,
  options: FieldOptions,
) =>
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

export const renderField = (name: string, { label, mark, notes }: FieldContext, control: unknown, width = 'l') =>
  html`<div part="field" class="field ${mark} width-${width}">
    <label part="label" for=${name}>${label}</label>
    ${notes} ${control}
  </div>`;

/** Renders a group. Its hint and error belong to its first control, because some screen readers do not read those of a group. */
export const renderGroup = ({ label, mark, notes }: FieldContext, controls: unknown) =>
  html`<fieldset part="field" class="field ${mark}">
    <legend part="label">${label}</legend>
    ${notes} ${controls}
  </fieldset>`;

export function textField(form: FormState, name: string, options: FieldOptions = {}) {
  return unlessHidden(form, name, () => {
    const frame = fieldContext(form, name);
    // A problem, or a checkbox that was ticked before a reload, needs the part for answers that few applicants give.
    const part = rareInput(frame.problem || form.draft[noneInput(name)] ? form : undefined);
    const more = part?.belowInput(form, name);
    return renderField(name, frame, [renderInput(form, name, frame, options), more], options.width);
  });
}

/** Spreads a pasted date over the three inputs. Any other text is pasted as it is. */
function spreadDate(event: ClipboardEvent): void {
  const parts = splitDate(event.clipboardData?.getData('text') ?? '');
  if (!parts || (event.target as HTMLInputElement).readOnly) return;
  event.preventDefault();
  (event.currentTarget as HTMLElement).querySelectorAll('input').forEach((input, index) => {
    input.value = parts[index]!;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Renders a date as day, month and year. `autocomplete` is the start of the token (`bday`). */
export function dateField(form: FormState, name: string, autocomplete?: string) {
  return unlessHidden(form, name, () => {
    const frame = fieldContext(form, name);
    const { problem } = frame;
    const named = typeof problem?.params?.parts === 'string' && problem.reason !== 'empty' ? problem.params.parts : '';
    const first = named.split(' ')[0] || 'day';
    const renderPart = (part: 'day' | 'month' | 'year') => {
      const id = `${name}.${part}`;
      const invalid = problem && (!named || named.includes(part)) ? 'true' : nothing;
      const own = { ...frame, invalid, describedBy: part === first ? frame.describedBy : nothing } as const;
      const token = autocomplete ? `${autocomplete}-${part}` : 'off';
      return html`<div class=${part === 'year' ? 'long' : ''}>
        <label part="label" for=${id}>${form.text.term(part)}</label>
        ${renderInput(form, id, own, { inputmode: 'numeric', autocomplete: token })}
      </div>`;
    };
    const parts = [renderPart('day'), renderPart('month'), renderPart('year')];
    return renderGroup(frame, html`<div class="parts" @paste=${spreadDate}>${parts}</div>`);
  });
}
