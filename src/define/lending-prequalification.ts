import { LendingPrequalificationElement } from '../components/lending-prequalification.js';

LendingPrequalificationElement.define();

export { LendingPrequalificationElement };
