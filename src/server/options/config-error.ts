import { LendingError, messageWithRemedy } from '../../errors.js';
import { isRecord } from '../../schema/calls/read-answers.js';

/** The key of the error in options that cannot work. A spread copies it, and lists of option names do not contain it. */
const CONFIG_ERROR = Symbol.for('lending-elements/config-error');

/** The error of options that cannot work, and the error of the options for calls to the service, if these cannot work either. */
interface ConfigError {
  whole: LendingError;
  service: LendingError | undefined;
}

/** Marks options that cannot work, so that the error is reported by the calls and not by the code that creates the options. */
export const withConfigError = <T extends object>(options: T, error: ConfigError): T =>
  Object.assign(options, { [CONFIG_ERROR]: error });

export const configErrorOf = (options: object): Partial<ConfigError> =>
  (options as { [CONFIG_ERROR]?: ConfigError })[CONFIG_ERROR] ?? {};

/** Throws `config-invalid` if a function got no options. */
export function checkGiven(options: unknown, name: string, example: string): void {
  if (isRecord(options)) return;
  const remedy = `On Node: ${name}(${example}).`;
  throw new LendingError('config-invalid', `${name}() needs an object with options.`, { remedy });
}

/** Prints an error of the configuration when the backend starts. `effect` describes how calls fail. */
export function printConfigError(error: LendingError, effect: string): void {
  console.error(
    `lending-elements: ${messageWithRemedy(error)} Until then ${effect}. A build may run without these variables.`,
  );
}
