/** `fine`; `unsure`, where something may be wrong or could not be told; `wrong`. */
export type Level = 'fine' | 'unsure' | 'wrong';

/** What was found, what it means, and what to do. It never says a key, a secret or a query. */
export interface Finding {
  about: string;
  level: Level;
  found: string;
  means?: string | undefined;
  remedy?: string | undefined;
}

/** Makes the findings about one thing. */
export const about = (what: string) => ({
  fine: (found: string, means?: string): Finding => ({ about: what, level: 'fine', found, means }),
  unsure: (found: string, means: string, remedy?: string): Finding => ({
    about: what,
    level: 'unsure',
    found,
    means,
    remedy,
  }),
  wrong: (found: string, means: string, remedy: string): Finding => ({
    about: what,
    level: 'wrong',
    found,
    means,
    remedy,
  }),
});

const SIGNS: Record<Level, string> = { fine: '✓', unsure: '!', wrong: '✗' };

/** A finding as a person reads it. */
export function tell({ about: what, level, found, means, remedy }: Finding): string {
  const lines = [`${SIGNS[level]} ${what}: ${found}`, means && `    It means: ${means}`, remedy && `    Do: ${remedy}`];
  return lines.filter(Boolean).join('\n');
}

/** Takes out of a text what nobody is to read, should it have come into it all the same. */
export function without(secrets: readonly (string | undefined)[], text: string): string {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= 4) as string[];
  return known.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text);
}
