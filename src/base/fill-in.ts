import type { Draft } from '../schema/fields/form.js';

/**
 * Fills known values into a draft, and returns the names of the read-only inputs. Typed values are kept: a value that arrives
 * late must not replace them.
 */
export function fillIn(draft: Draft, known: Draft, step: string, readOnly: readonly string[]): string[] {
  const fixed = Object.entries(known).filter(([name]) =>
    readOnly.includes(`${step}.${name}`.replace(/\.\d+|\.(day|month|year)$/g, '')),
  );
  Object.assign(draft, { ...known, ...draft, ...Object.fromEntries(fixed) });
  return fixed.map(([name]) => name);
}

/** Writes an input's value into the draft. Each step handles its own checkboxes, and files cannot be kept. */
export function recordInput(draft: Draft, { name, value, type }: HTMLInputElement): void {
  if (name && type !== 'file' && type !== 'checkbox') draft[name] = value;
}
