import { loadPart } from '../../errors.js';
import type { Draft, Reading } from '../../schema/fields/form.js';
import type { FormState } from './form-state.js';
import { pairedField } from './paired-fields.js';

type FieldHelp = typeof import('./help/field-help.js');
let help: FieldHelp | undefined;

/** Loads the help for answers that few applicants give. */
export const loadFieldHelp = async (): Promise<FieldHelp> =>
  (help ??= await loadPart(import('./help/field-help.js'), 'field help'));

/** Returns the help if it is there. `form` loads it, and is rendered again; if that fails, the next call tries again. */
export function fieldHelp(form?: Pick<FormState, 'requestUpdate'>): FieldHelp | undefined {
  if (form && !help)
    loadFieldHelp().then(
      () => form.requestUpdate(),
      () => undefined,
    );
  return help;
}

/**
 * Reads a draft. If one field of a pair is blank, reads it again with the checkboxes for "there is none". Then it moves a house
 * number out of the street of the address at `path`.
 */
export async function readWithHelp<T>(
  form: FormState,
  path: string,
  draft: Draft,
  read: (draft: Draft) => Reading<T>,
): Promise<Reading<T>> {
  const reading = read(draft);
  const isHalf = reading.problems.some((problem) => draft[pairedField(problem.path)]?.trim());
  return separateHouseNumber(
    form,
    path,
    isHalf ? (await loadFieldHelp()).readAgain(form, draft, reading, read) : reading,
  );
}

/** Moves a house number at the start of the street into its own field. */
export const separateHouseNumber = async <T>(
  form: FormState,
  path: string,
  reading: Reading<T>,
): Promise<Reading<T>> =>
  /^\s*\d/.test(form.draft[`${path}.line_1`] ?? '')
    ? (await loadFieldHelp()).moveHouseNumber(form, path, reading)
    : reading;
