import { messageWithRemedy, LendingError } from '../errors.js';
import { HookTimeout } from './reply.js';
import type { HandlerOptions, LogEntry } from './types.js';

/** A log that fails changes no response: the session must record the calls that the service has done. */
export function safeLog(log: Exclude<HandlerOptions['log'], undefined>): (entry: LogEntry) => void {
  const write = async (entry: LogEntry) => log && log(entry);
  return (entry) => void write(entry).catch((error) => console.error('createHandler({ log }) failed:', error));
}

/** Returns an error for the log, without the names of unknown keys: the sender of a request may write anything there. */
export function errorForLog(error: LendingError): LendingError {
  if (!error.issues.some(({ reason }) => reason === 'unknown')) return error;
  const issues = error.issues.map((one) => (one.reason === 'unknown' ? { ...one, path: '…' } : one));
  const own = Object.getOwnPropertyDescriptors(error);
  return Object.create(LendingError.prototype, { ...own, issues: { value: issues, enumerable: true } }) as LendingError;
}

/** Returns the first location of a stack trace, preferably in the partner's own code, without the error's message. */
function placeOf({ message, stack = '' }: Error): string {
  const start = message ? stack.indexOf(message) : 0;
  if (start < 0) return '';
  const places = stack.slice(start + message.length).match(/^ {4}at .+$/gm) ?? [];
  const own = places.find((one) => !/node:|node_modules/.test(one)) ?? places[0];
  return own ? ` ${own.trim()}` : '';
}

/**
 * Describes the error that one of the partner's functions threw, by its name, its code and its location. The message is left out: it may
 * contain an applicant's data. For a store that cannot be opened, or was altered, it is the message with the remedy.
 */
function describeCause(error: LendingError): string {
  let cause = error.cause;
  for (; cause instanceof LendingError; cause = cause.cause)
    if (cause.code === 'config-invalid' || cause.remedy) return ` Cause: ${messageWithRemedy(cause)}`;
  if (!error.code.startsWith('handler-') || !(cause instanceof Error)) return '';
  if (cause instanceof HookTimeout) return ` Cause: ${cause.message}`;
  const { name, code } = cause as { name: unknown; code?: unknown };
  const words = [name, code].filter((one) => typeof one === 'string' && /^[\w-]{1,60}$/.test(one));
  return ` Cause: ${words.join(' ') || 'an error'}${placeOf(cause)}`;
}

/** Creates the default log: it prints failures that applicants may report, each in one line with its ids. */
export function createConsoleLog(): (entry: LogEntry) => void {
  const hints = new Set<string>();
  /** The ids of creations whose outcome was unknown when they were logged. Somebody may have settled some of them since. */
  const unknown = new Set<string>();
  return ({ requestId, route, status, error }) => {
    if (!error) return;
    // Anybody can send these requests, so each of their remedies is printed once.
    const isHint =
      /^handler-(not-found|not-created|signed-out)$/.test(error.code) && !!error.remedy && !hints.has(error.remedy);
    if (status < 500 && error.code !== 'upstream-rejected' && !isHint) return;
    if (isHint) hints.add(error.remedy!);
    const id =
      error.requestId && error.requestId !== requestId ? `${error.requestId} (again: ${requestId})` : requestId;
    const isUnknown = error.code === 'outcome-unknown';
    if (isUnknown) unknown.add(error.requestId ?? requestId);
    const count = isUnknown ? ` Creations with an unknown outcome since the start: ${unknown.size}.` : '';
    console.error(
      `lending-elements: ${id} ${route} ${status} ${error.code}: ${messageWithRemedy(error)}${describeCause(error)}${count}`,
    );
  };
}
