import { nothing } from 'lit';
import { isFieldType, type FieldTable, type FieldType } from '../../schema/fields/field-type.js';
import { choiceField } from './choice-field.js';
import { dateField, textField } from './field.js';
import type { FormState } from './form-state.js';

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
