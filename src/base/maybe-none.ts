import { part } from '../errors.js';
import { noneOf } from '../schema/field-rules.js';
import type { Draft, Reading } from '../schema/form.js';
import type { FormState } from './field.js';
import { twinOf } from './twins.js';

type None = typeof import('./none.js');
let none: None | undefined;

/** Loads the boxes that say that there is nothing to send. */
const load = async (): Promise<None> => (none ??= await part(import('./none.js'), 'none'));

/** The box below a field that some people have nothing to enter in. It loads with the first field like that. */
export function noneBox(form: FormState, name: string): unknown {
  // It was ticked before, for example before a reload.
  if (!none && form.draft[noneOf(name)])
    void load().then(
      () => form.requestUpdate(),
      () => undefined,
    );
  return none?.noneBox(form, name);
}

/** Reads a draft, once more where one of two such fields is blank: there may be nothing to enter. */
export async function readTwins<T>(
  form: FormState,
  draft: Draft,
  read: (draft: Draft) => Reading<T>,
): Promise<Reading<T>> {
  const reading = read(draft);
  const isHalf = reading.problems.some(({ path }) => draft[twinOf(path)]?.trim());
  return isHalf ? (await load()).readAgain(form, draft, reading, read) : reading;
}
