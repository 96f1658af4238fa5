import { LendingOnboardingElement } from '../components/lending-onboarding.js';

LendingOnboardingElement.define();

export { LendingOnboardingElement };
