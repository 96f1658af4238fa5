// The selectable behaviours of the sandbox, in all combinations and in pairs.
import { BEHAVIOURS, type SandboxBehaviour } from '../../src/sandbox/behaviour.js';

/** Every behaviour with its values. */
export const VALUES: Record<string, readonly (string | number)[]> = { filePart: ['file', 'document'], ...BEHAVIOURS };

/** All combinations of these values. */
export const combinations = (values: typeof VALUES): SandboxBehaviour[] =>
  Object.entries(values).reduce<SandboxBehaviour[]>(
    (all, [name, given]) => all.flatMap((one) => given.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );

/** The pairs of values in a combination, as texts. */
export const pairsOf = (combination: SandboxBehaviour): string[] => {
  const chosen = Object.entries(combination).map(([name, value]) => `${name}=${value}`);
  return chosen.flatMap((one, index) => chosen.slice(index + 1).map((other) => `${one} ${other}`));
};

/** Returns combinations in which every two values of two behaviours occur together: always the one with the most missing pairs. */
export function pairwise(values: typeof VALUES): SandboxBehaviour[] {
  const all = combinations(values);
  const missing = new Set(all.flatMap(pairsOf));
  const chosen: SandboxBehaviour[] = [];
  while (missing.size > 0) {
    const gain = (one: SandboxBehaviour) => pairsOf(one).filter((pair) => missing.has(pair)).length;
    const best = all.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const pair of pairsOf(best)) missing.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
