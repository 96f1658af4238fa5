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

/** Safari empties inputs without autofill soon after it has taken a page out of its cache: what was typed is put back. */
export function refill(root: ParentNode, draft: Draft): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('input[name]:not([type="radio"])')) {
    input.value = draft[input.name] ?? '';
  }
}
