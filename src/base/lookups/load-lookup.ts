import type { LookupName } from '../../schema/calls/lookups.js';
import { addressFields } from '../fields/address-fields.js';
import type { FormState } from '../fields/form-state.js';
import type { LendingStepElement } from '../step/step.js';
import type { Lookup } from './lookup.js';

type Part = typeof import('./searches.js');
let part: Part | undefined;

/** Loads the search. If it does not load, the applicant fills in the fields. */
export const prepareLookups = () =>
  import('./searches.js').then(
    (loaded) => void (part = loaded),
    () => undefined,
  );

/** Returns the search for fields of a form, if the backend has it. It loads when it is needed. */
export function lookupOf(step: LendingStepElement<unknown>, name: LookupName, path = ''): Lookup | undefined {
  if (!step.settings.lookups?.includes(name)) return undefined;
  if (!part) void prepareLookups().then(() => step.requestUpdate());
  return part?.lookupIn(step, name, path);
}

/** Renders the lines of an address, or the search for it. */
export function addressOrSearch(step: LendingStepElement<unknown>, form: FormState, path: string, isOwn?: boolean) {
  const fields = () => addressFields(form, path, isOwn);
  return lookupOf(step, 'address', path)?.renderOr(form, fields) ?? fields();
}

/** Drops the searches of a form, because the indexes of its addresses have changed. */
export const forgetLookups = (step: LendingStepElement<unknown>): void => part?.forget(step);
