import { loadPart, type Problem } from '../../errors.js';
import type { Draft, Reading } from '../../schema/fields/form.js';
import { type FormState, pairedField } from './form-state.js';

type RareInput = typeof import('./rare-input.js');
let part: RareInput | undefined;

/** Loads the part for answers that few applicants give. */
export const loadRareInput = async (): Promise<RareInput> =>
  (part ??= await loadPart(import('./rare-input.js'), 'rare input'));

/** Returns the part if it has loaded. Otherwise `form` loads it, and is rendered again; after a failure, the next call tries again. */
export function rareInput(form?: Pick<FormState, 'requestUpdate'>): RareInput | undefined {
  if (form && !part)
    loadRareInput().then(
      () => form.requestUpdate(),
      () => undefined,
    );
  return part;
}

/** Reads a draft. If a date is in words, one field of a pair is blank, or an address is of the forces, the part for rare answers reads it again. */
export async function readWithRareInput<T>(
  form: FormState,
  path: string,
  draft: Draft,
  read: (draft: Draft) => Reading<T>,
  isCheck = false,
): Promise<Reading<T>> {
  let reading = read(draft);
  // That part also knows how people dictate. It has loaded with the first focus; without it, the answers are read as they are, and their problems are
  // shown immediately.
  if (!part && reading.problems.length === 0) {
    await loadRareInput().catch(() => undefined);
    reading = read(draft);
  }
  // A BFPO number, or a postcode of the forces.
  const isForces = /\bb\.?f\.?[p\d]/i.test(Object.values(draft).join());
  const isRare = ({ path, reason }: Problem) => isForces || reason === 'date-words' || draft[pairedField(path)]?.trim();
  const again = reading.problems.some(isRare) ? (await loadRareInput()).readAgain(form, draft, reading, read) : reading;
  return isCheck ? again : separateHouseNumber(form, path, again);
}

/** Moves a house number at the start of the street into its own field. */
export const separateHouseNumber = async <T>(
  form: FormState,
  path: string,
  reading: Reading<T>,
): Promise<Reading<T>> =>
  /^\s*\d/.test(form.draft[`${path}.line_1`] ?? '')
    ? (await loadRareInput()).moveHouseNumber(form, path, reading)
    : reading;
