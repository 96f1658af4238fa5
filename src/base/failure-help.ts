// What is said where the backend or the service fails, and what can be done then. It loads when that happens.
import { html, nothing, type TemplateResult } from 'lit';
import type { LendingError, LendingErrorCode } from '../errors.js';
import type { Own } from './failure.js';
import { enFailure } from './locales/en-failure.js';
import { supportLine } from './support.js';
import { addText, type TextController } from './text.js';

addText(enFailure);

/** Failures that the applicant cannot mend: somebody else has to, and wants to know which request it was. */
const HELP =
  /^(outcome|config|upstream-(denied|redirect|refused)|adapter-unexpected|handler-(failed|invalid|forbidden|not-found|method|unsupported))/;
/** The service got something, and its answer did not come. */
const UNSURE = /^upstream-(timeout|unreachable|unexpected)/;

/** What the applicant reads out to whoever helps: the beginning of the id under which the handler has logged the request. */
export const referenceOf = ({ request_id }: Partial<LendingError>): string | undefined => request_id?.slice(0, 8);

/** Whether an applicant needs somebody's help with it. */
export const needsHelp = ({ code }: Pick<LendingError, 'code'>): boolean => HELP.test(code);

/** The sentences about a failure, and what its button says; `undefined` where a button could do nothing. */
export function describe(text: TextController, failure: LendingError, own: Own, isOurs: boolean) {
  const { code, retryAfter, canCheck } = failure;
  const isUnknown = code === 'outcome-unknown';
  const sentence = isOurs
    ? text.term('failure.not-asked')
    : (own(code) ?? (UNSURE.test(code) ? own('unsure') : undefined) ?? text.failure(code, retryAfter));
  const check = isUnknown && (canCheck ? text.term('failure.check', retryAfter) : text.term('failure.no-check'));
  const lines = [
    sentence,
    check,
    text.term('failure.kept'),
    ...(isOurs || needsHelp(failure) ? help(text, failure) : []),
  ];
  return {
    lines: lines.filter((line) => line !== false),
    button: isUnknown ? (canCheck ? 'check-again' : undefined) : isOurs ? undefined : 'try-again',
  } as const;
}

/** What the applicant has to do before there are offers to show: which slot says how. */
const FIRST: Partial<Record<LendingErrorCode, string>> = {
  'handler-signed-out': 'sign-in',
  'handler-not-created': 'apply',
};

/** A heading and a line about what has to be done first; `undefined` where something else is wrong. */
export function describeFirst(
  text: TextController,
  code: LendingErrorCode,
): { heading: string | undefined; line: TemplateResult } | undefined {
  const slot = FIRST[code];
  if (!slot) return undefined;
  const line = html`<slot name=${slot}>${text.maybe(`widget.${code}`)}</slot>`;
  return { heading: text.maybe(`widget.failed.${code}`), line };
}

/** Whom the applicant can ask where no way to anybody is shown, and by which number. */
function help(text: TextController, failure: LendingError): string[] {
  const reference = referenceOf(failure);
  return [
    ...(supportLine(text) === nothing ? [text.term('failure.contact')] : []),
    ...(reference ? [text.term('failure.reference', reference)] : []),
  ];
}
