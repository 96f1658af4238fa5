import { LendingError, messageWithRemedy } from '../../errors.js';
import type { HandlerOptions } from '../types.js';

/** Options with this key cannot work. A spread copies it, and the names of options do not contain it. */
const FAULT = Symbol.for('lending-elements/fault');

/** The reason why options cannot work, and the part of it that concerns the calls to the service, if there is one. */
interface Fault {
  whole: LendingError;
  service: LendingError | undefined;
}

/** Marks options that cannot work, so that the fault is reported by the calls and not by the code that creates the options. */
export const withFault = <T extends object>(options: T, whole: LendingError, service: LendingError | undefined): T =>
  Object.assign(options, { [FAULT]: { whole, service } satisfies Fault });

const readFault = (options: object) => (options as { [FAULT]?: Fault })[FAULT];
// The fields that it names are not fields of a form, so an answer does not list them.
const withoutIssues = (fault: LendingError | undefined) =>
  fault && new LendingError('config-invalid', fault.message, { remedy: fault.remedy });

/** Returns the reason why options of the handler cannot work. */
export const faultOf = (options: object): LendingError | undefined => withoutIssues(readFault(options)?.whole);

/** Returns the reason why options of the client cannot work. It needs fewer of them than the handler. */
export const serviceFaultOf = (options: object): LendingError | undefined => withoutIssues(readFault(options)?.service);

/** Prints a fault when the backend starts. `effect` says how calls fail. */
export function printFault(fault: LendingError, effect: string): void {
  console.error(
    `lending-elements: ${messageWithRemedy(fault)} Until then ${effect}. A build may run without these variables.`,
  );
}

/** Replaces the options that are missing. Nothing uses the replacements, because no call gets past the fault. */
export const replaceMissing = (given: HandlerOptions): HandlerOptions => ({
  ...given,
  environment: 'sandbox',
  baseUrl: 'http://127.0.0.1',
  secretKey: 'none',
  sessions: { ...given.sessions, secret: `${crypto.randomUUID()}${crypto.randomUUID()}` },
});
