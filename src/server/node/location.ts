import fs from 'node:fs';
import { LendingError } from '../../errors.js';
import { textProblem, type TextProblem } from '../options/text-kinds.js';

/** Returns true for the URL of a PostgreSQL database. Any other location that is valid is a file. */
export const isPostgres = (location: string) => /^postgres(ql)?:\/\//i.test(location);

const WRITE = 'Write postgres://user:password@host/database, or the path of a SQLite file that ends in .db.';
const ENCODE =
  'Write postgres://user:password@host/database, with a % code for each special character of the password.';

/** Texts that are not a location: how to recognise them, the rest of the sentence, and the remedy. The first one that matches counts. */
const WRONG: [pattern: RegExp, message: string, remedy?: string][] = [
  [/^\s|\s$|\p{Cc}/u, 'begins or ends with a blank, or contains a line break', 'Remove it.'],
  [/^(true|false)$/, 'is a word that a program writes for a missing value'],
  [
    /\$\{|\$\(|\{\{|^%\w+%|<[\w -]+>|(^|[/:@])\$[A-Z_]\w*($|[/:@])/,
    'contains the name of a variable that nothing has replaced',
    'Write the value itself, or let your shell or your platform insert it.',
  ],
  [/^:memory:|\bmode=memory\b/, 'is a database in memory, which loses everything when the process ends'],
  [/^(file|sqlite3?|libsql):/i, 'has a prefix before its path', 'For a file, write only its path.'],
  [/^jdbc:/i, 'begins with jdbc:', 'Remove “jdbc:”, and write the user and the password before the host.'],
];
const NEITHER = 'is neither the URL of a PostgreSQL nor the path of a file that ends in .db, .sqlite or .sqlite3';

/** Returns why a string is neither the URL of a PostgreSQL nor the path of a SQLite file; `undefined` if it is one of them. */
export function locationProblem(location: string): TextProblem | undefined {
  const [, message, remedy = WRITE] = WRONG.find(([pattern]) => pattern.test(location)) ?? [];
  const problem = message ? { message, remedy } : textProblem(location);
  if (problem) return problem;
  if (isPostgres(location))
    return isReadable(location) ? undefined : { message: 'is not a valid URL of a PostgreSQL', remedy: ENCODE };
  // The letter of a drive is not a scheme.
  if (/^[a-z][a-z\d+.-]+:/i.test(location)) return { message: NEITHER, remedy: WRITE };
  const found = fs.statSync(location, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { message: 'is a folder', remedy: 'Add the name of a file to it.' };
  return found || /\.(db|sqlite3?)$/i.test(location) ? undefined : { message: NEITHER, remedy: WRITE };
}

/** Throws `config-invalid` for a string that names no database. `name` is the setting that has it. */
export function checkLocation(location: string, name = 'LENDING_DATABASE'): void {
  const problem = locationProblem(location);
  if (problem) throw new LendingError('config-invalid', `${name} ${problem.message}.`, { remedy: problem.remedy });
}

/**
 * Returns true if the package `pg` reads the user, the password and the host of a URL as they are meant. It accepts more than `URL`: a URL without a
 * host, whose host is in its query (a socket of Cloud SQL). A password with a `/`, `?` or `#` that is not encoded ends the host too early.
 */
function isReadable(location: string): boolean {
  const encoded = / |%(?![a-f\d]{2})/i.test(location) ? encodeURI(location).replace(/%25(\d\d)/g, '%$1') : location;
  const text = [encoded, encoded.replace('@/', '@host/')].find((one) => URL.canParse(one));
  if (text === undefined || /:\/+$/.test(text)) return false;
  const { username, password, pathname, search, hash } = new URL(text);
  try {
    decodeURIComponent(username + password);
    decodeURI(pathname);
  } catch {
    return false;
  }
  return !hash && !pathname.includes('@') && (!!username || !search.includes('@'));
}
