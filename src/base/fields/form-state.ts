import type { Problem } from '../../errors.js';
import { ruleFor, type FieldRule } from '../../schema/fields/field-rules.js';
import type { Draft } from '../../schema/fields/form.js';
import type { Settings } from '../../schema/settings.js';
import type { TextController } from '../text/text.js';

/** The state of the form that its fields need. */
export interface FormState {
  /** The values of the inputs, by their names. */
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  /** Corrected problems, whose sentences keep their space until the field is left. */
  readonly corrected?: readonly Problem[] | undefined;
  /** Whether the form had no problem when it was last read after a correction. */
  readonly isRight?: boolean;
  readonly step: string;
  readonly settings: Settings;
  /** Names of the read-only inputs, which the backend has filled in. */
  readonly fixed: readonly string[];
  readonly text: TextController;
  /** Where the form is rendered. */
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** Renders the form again. */
  requestUpdate(): void;
  /** The source of a value that the applicant has not changed, in words; it follows the hint. */
  sourceOf?(name: string): string | undefined;
}

/** The rule for a field of a form, by the name of its input. */
export const fieldRule = ({ step, settings }: FormState, name: string): FieldRule =>
  ruleFor(settings.fields, `${step}.${name}`);

/** Pairs of fields of which some applicants have only one, such as a first and a last name. */
const PAIRS: Record<string, string> = {
  first_name: 'last_name',
  last_name: 'first_name',
  house_number: 'line_1',
  line_1: 'house_number',
};

/** The path of the paired field. Returns a path without a field for any other path. */
export const pairedField = (path: string): string => path.replace(/\w+$/, (name) => PAIRS[name] ?? '');
