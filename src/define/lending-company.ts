import { LendingCompanyElement } from '../components/company/lending-company.js';

LendingCompanyElement.define();

export { LendingCompanyElement };
