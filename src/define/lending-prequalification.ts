import { LendingPrequalificationElement } from '../components/prequalification/lending-prequalification.js';

LendingPrequalificationElement.define();

export { LendingPrequalificationElement };
