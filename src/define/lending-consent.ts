import { LendingConsentElement } from '../components/lending-consent.js';

LendingConsentElement.define();

export { LendingConsentElement };
