// The errors of the handler name the options of `createHandler()`. A separate process has them in variables and files.
import { LendingError, type LendingErrorDetails } from '../../errors.js';
import { DATA_OPTIONS } from './options.js';

const FUNCTIONS = /^(documents|lookup\w+|prefill)$/;

/** Says where this process has the options that the text names. */
const inOwnWords = (text: string): string =>
  text
    .replace(/createHandler\(\{ (\w+) \}\)/g, (code, name: string) => {
      if (FUNCTIONS.test(name)) return `“${name}” in the module of --config`;
      return (DATA_OPTIONS as readonly string[]).includes(name) ? `“${name}” in the file of LENDING_SETTINGS` : code;
    })
    .replace('Mount it there', 'Let your application pass on the whole path of a request');

/** The Host header decides nothing here: a process behind an application knows its origin from a variable. */
const OTHER_ORIGIN = /Host header|origin is not allowed/;
const otherOrigin = () =>
  new LendingError('handler-forbidden', 'Rejected: the page’s origin is not LENDING_PUBLIC_ORIGIN.', {
    remedy:
      'Set LENDING_PUBLIC_ORIGIN to the origin that applicants see, or add the page’s origin to “origins” in the file of LENDING_SETTINGS.',
  });

/** Returns an error of the handler in the words of this process. */
export function inWordsOfServe(error: LendingError): LendingError {
  const { code, message, remedy, cause } = error;
  if (code === 'handler-forbidden' && OTHER_ORIGIN.test(message)) return otherOrigin();
  const said = [message, remedy].map((text) => text && inOwnWords(text)) as [string, string | undefined];
  if (said[0] === message && said[1] === remedy) return error;
  const details: LendingErrorDetails = error;
  return new LendingError(code, said[0], { ...details, remedy: said[1], cause });
}
