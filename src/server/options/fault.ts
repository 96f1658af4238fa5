import { messageWithRemedy, type LendingError } from '../../errors.js';

/** Options with this key cannot work. A spread copies it, and the names of options do not contain it. */
const FAULT = Symbol.for('lending-elements/fault');

/** The reason why options cannot work, and the part of it that concerns the calls to the service, if there is one. */
interface Fault {
  whole: LendingError;
  service: LendingError | undefined;
}

/** Marks options that cannot work, so that the fault is reported by the calls and not by the code that creates the options. */
export const withFault = <T extends object>(options: T, fault: Fault): T => Object.assign(options, { [FAULT]: fault });

/** Returns the reason why options cannot work. */
export const faultOf = (options: object): Partial<Fault> => (options as { [FAULT]?: Fault })[FAULT] ?? {};

/** Prints a fault when the backend starts. `effect` says how calls fail. */
export function printFault(fault: LendingError, effect: string): void {
  console.error(
    `lending-elements: ${messageWithRemedy(fault)} Until then ${effect}. A build may run without these variables.`,
  );
}
