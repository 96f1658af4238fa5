export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
export { forgetScript, loadScript, type LoadScriptOptions } from './load-script.js';
