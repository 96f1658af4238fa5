import { LendingApplicantElement } from '../components/lending-applicant.js';

LendingApplicantElement.define();

export { LendingApplicantElement };
