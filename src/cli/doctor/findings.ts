/** `fine`; `unsure` if something may be wrong or cannot be checked; `wrong`. */
type Level = 'fine' | 'unsure' | 'wrong';

/** A finding, its meaning, and the remedy. It never contains a key, a secret or a query. */
export interface Finding {
  topic: string;
  level: Level;
  found: string;
  meaning?: string | undefined;
  remedy?: string | undefined;
}

/** The result of a check: a finding, several of them, or nothing. */
type MaybeFinding = Finding | false | undefined;
export type Found = MaybeFinding | readonly MaybeFinding[];

export const allOf = (...found: readonly Found[]): Finding[] => found.flat().filter((one) => !!one);

export function findingsAbout(topic: string) {
  const make =
    (level: Level) =>
    (found: string, meaning?: string, remedy?: string): Finding => ({ topic, level, found, meaning, remedy });
  return {
    fine: make('fine') as (found: string, meaning?: string) => Finding,
    unsure: make('unsure') as (found: string, meaning: string, remedy?: string) => Finding,
    wrong: make('wrong') as (found: string, meaning: string, remedy: string) => Finding,
  };
}

const SIGNS: Record<Level, string> = { fine: '✓', unsure: '!', wrong: '✗' };

export function formatFinding({ topic, level, found, meaning, remedy }: Finding): string {
  const more = (meaning ? `\n    It means: ${meaning}` : '') + (remedy ? `\n    What to do: ${remedy}` : '');
  return `${SIGNS[level]} ${topic}: ${found}${more}`;
}

/** A secret shorter than this could be part of another word, so it is replaced only where it is a whole word. */
const LONG = 16;

/** Replaces secrets in a string. No finding should contain a secret: this is a second barrier. */
export function redact(secrets: readonly (string | undefined)[], text: string): string {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= 4) as string[];
  return known.reduce((rest, secret) => {
    const literal = secret.replace(/[^\p{L}\p{N}_]/gu, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);
    const word = secret.length < LONG ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal;
    return rest.replace(new RegExp(word, 'gu'), '[removed]');
  }, text);
}
