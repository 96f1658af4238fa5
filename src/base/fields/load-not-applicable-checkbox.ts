import { loadPart } from '../../errors.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import type { Draft, Reading } from '../../schema/fields/form.js';
import type { FormState } from './form-state.js';
import { pairedField } from './paired-fields.js';

type NotApplicableCheckbox = typeof import('./help/not-applicable-checkbox.js');
let loaded: NotApplicableCheckbox | undefined;

const load = async (): Promise<NotApplicableCheckbox> =>
  (loaded ??= await loadPart(import('./help/not-applicable-checkbox.js'), 'none'));

/** Renders the checkbox for "there is none" below a field. It loads with the first such field. */
export function notApplicableCheckbox(form: FormState, name: string): unknown {
  // It was ticked earlier, for example before a reload.
  if (!loaded && form.draft[noneInput(name)])
    void load().then(
      () => form.requestUpdate(),
      () => undefined,
    );
  return loaded?.notApplicableCheckbox(form, name);
}

/** Reads a draft. If one field of a pair is blank, reads it again with the checkboxes for "there is none". */
export async function readWithNotApplicableCheckboxes<T>(
  form: FormState,
  draft: Draft,
  read: (draft: Draft) => Reading<T>,
): Promise<Reading<T>> {
  const reading = read(draft);
  const isHalf = reading.problems.some(({ path }) => draft[pairedField(path)]?.trim());
  return isHalf ? (await load()).readAgain(form, draft, reading, read) : reading;
}
