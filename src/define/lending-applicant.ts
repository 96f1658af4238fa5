import { LendingApplicantElement } from '../components/applicant/lending-applicant.js';

LendingApplicantElement.define();

export { LendingApplicantElement };
