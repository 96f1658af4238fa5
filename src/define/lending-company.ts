import { LendingCompanyElement } from '../components/lending-company.js';

LendingCompanyElement.define();

export { LendingCompanyElement };
