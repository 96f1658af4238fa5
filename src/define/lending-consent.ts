import { LendingConsentElement } from '../components/consent/lending-consent.js';

LendingConsentElement.define();

export { LendingConsentElement };
