export { LendingError } from '../errors.js';
export { loadScript } from './load-script.js';
