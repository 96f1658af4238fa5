export { loadScript, type LoadScriptOptions } from './load-script.js';
export { startWidget, type InitHandOff, type WidgetStart } from './hand-off.js';
export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
