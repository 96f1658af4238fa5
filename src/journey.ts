/** The CDN entry of the journey. Its static imports are everything that the first step needs. */
import { LendingOnboardingElement } from './components/onboarding/lending-onboarding.js';

export * from './cdn.js';

LendingOnboardingElement.define();
