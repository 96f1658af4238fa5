// Answers that few applicants give. This part loads with the first of them.
export { authorityBox, confirmedAuthority } from './authority.js';
export { eligibilityNotice, ineligibleNotice, ineligibleProblem } from './eligibility.js';
export { belowInput } from './below-input.js';
export { readAgain } from './not-applicable-checkbox.js';
export { spreadAddress } from './pasted-address.js';
export { moveHouseNumber } from './street-number.js';
