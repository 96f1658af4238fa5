import { LendingOnboardingElement } from '../components/onboarding/lending-onboarding.js';

LendingOnboardingElement.define();

export { LendingOnboardingElement };
