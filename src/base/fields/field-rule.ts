import { ruleFor, type FieldRule } from '../../schema/fields/field-rules.js';
import type { FormState } from './form-state.js';

/** The rule for a field of a form, by the name of its input. */
export const fieldRule = ({ step, settings }: FormState, name: string): FieldRule =>
  ruleFor(settings.fields, `${step}.${name}`);
