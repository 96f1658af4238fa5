// The searches of each form. They load with the first one.
import type { Draft } from '../../schema/fields/form.js';
import type { LookupName } from '../../schema/calls/lookups.js';
import { addStyles } from '../look/add-styles.js';
import type { LendingStepElement } from '../step/step.js';
import { Lookup } from './lookup.js';
import { lookupStyles } from './lookup.styles.js';

type Step = LendingStepElement<unknown>;

/** The searches of a form by their paths, and the draft that they belong to: another business has another draft. */
const searches = new WeakMap<Step, { draft: Draft; lookups: Map<string, Lookup> }>();

/** The forms whose first searches are being made. */
const arriving = new WeakSet<Step>();

/** Returns the search of a form for one path; `undefined` for an address abroad. */
export function lookupIn(step: Step, name: LookupName, path: string): Lookup | undefined {
  const { draft } = step;
  if (draft[`${path}.country_code`] === '') return undefined;
  const known = searches.get(step);
  if (!known) {
    addStyles(step, lookupStyles);
    arriving.add(step);
    void step.updateComplete.then(() => arriving.delete(step));
  }
  if (known?.draft !== draft) forget(step);
  const lookups = known?.draft === draft ? known.lookups : new Map<string, Lookup>();
  searches.set(step, { draft, lookups });
  const lookup = lookups.get(path) ?? new Lookup(step, name, path, arriving.has(step));
  lookups.set(path, lookup);
  lookup.refresh();
  return lookup;
}

export function forget(step: Step): void {
  const { lookups } = searches.get(step) ?? {};
  lookups?.forEach((lookup) => lookup.stop());
  lookups?.clear();
}
