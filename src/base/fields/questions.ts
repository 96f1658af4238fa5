import { html, nothing } from 'lit';
import { isFieldType, type FieldTable, type FieldType } from '../../schema/fields/field-type.js';
import type { Draft } from '../../schema/fields/form.js';
import { dateField, fieldContext, renderField, textField, unlessHidden } from './field.js';
import type { FormState } from './form-state.js';

export interface Choice {
  value: string;
  label?: string | undefined;
}

/** The choices of a field. A read-only field has only its own value as a choice, even if the list does not contain that value. */
export function availableChoices(form: FormState, name: string, choices: readonly Choice[]): readonly Choice[] {
  const { [name]: value = '' } = form.draft;
  return form.fixed.includes(name) ? [choices.find((choice) => choice.value === value) ?? { value }] : choices;
}

/** Renders a choice from a list; nothing for a list of one. `words` go into the label. */
export function choiceField(
  form: FormState,
  name: string,
  choices: readonly Choice[],
  autocomplete = 'off',
  ...words: string[]
) {
  if (choices.length < 2) return nothing;
  return unlessHidden(form, name, () => {
    const frame = fieldContext(form, name, ...words);
    const offered = availableChoices(form, name, choices);
    const options = form.fixed.includes(name) ? offered : [{ value: '', label: form.text.term('select') }, ...offered];
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
  });
}

/** The answer to a list of one, which is sent without a question. */
export const singleChoice = (name: string, choices: readonly Choice[]): Draft =>
  choices.length === 1 ? { [name]: choices[0]!.value } : {};

/** Renders the question of a field; nothing if its table has none. */
export function question(form: FormState, name: string, { parts, question: asked }: FieldType<unknown>) {
  if (!asked) return nothing;
  const { autocomplete, choices } = asked;
  if (parts) return dateField(form, name, autocomplete);
  if (choices) return choiceField(form, name, form.settings[choices], autocomplete);
  return textField(form, name, asked);
}

/** Renders the questions of a form's table in their order. The step renders the addresses. */
export const questions = (form: FormState, table: FieldTable, isHidden: (name: string) => unknown = () => false) =>
  Object.entries(table).map(([name, field]) =>
    isFieldType(field) && !isHidden(name) ? question(form, name, field) : nothing,
  );

/** The screen of a field of a form's table in the layout `screens`. */
export const screenIn = (table: FieldTable, name: string): string | undefined => {
  const { [name]: field } = table;
  return field && isFieldType(field) ? field.question?.screen : undefined;
};
