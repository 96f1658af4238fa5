import type { Draft } from '../schema/form.js';

/**
 * Puts into a draft what is known, and answers which of its inputs the applicant cannot change. What was typed goes before
 * it: a value that comes late must not take anything away.
 */
export function fillIn(draft: Draft, known: Draft, step: string, readOnly: readonly string[]): string[] {
  const fixed = Object.entries(known).filter(([name]) =>
    readOnly.includes(`${step}.${name}`.replace(/\.\d+|\.(day|month|year)$/g, '')),
  );
  Object.assign(draft, { ...known, ...draft, ...Object.fromEntries(fixed) });
  return fixed.map(([name]) => name);
}

/** Puts into a draft what was typed or chosen. A tick is the step's own, and files cannot be kept. */
export function takeDown(draft: Draft, { name, value, type }: HTMLInputElement): void {
  if (name && type !== 'file' && type !== 'checkbox') draft[name] = value;
}
