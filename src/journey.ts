/** The CDN entry of the journey. Its static imports are everything that the first step needs. */
import { whenIdle } from './base/page-lifecycle.js';
import { LendingOnboardingElement } from './components/onboarding/lending-onboarding.js';

export * from './cdn.js';

/** The build puts the name of the file of the later steps here. */
const LATER_STEPS = 'elements/later-steps-00000000.js';

/**
 * Downloads the later steps at a low priority, without running them. A page with a Content-Security-Policy allows the download by
 * the nonce of its script.
 */
function preloadLaterSteps(): void {
  const folder = (url: string) => new URL('.', url).href;
  const script = [...document.scripts].find(({ src }) => src && folder(src) === folder(import.meta.url));
  if (!script) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.fetchPriority = 'low';
  link.nonce = script.nonce;
  link.href = folder(import.meta.url) + LATER_STEPS;
  document.head.append(link);
}

LendingOnboardingElement.preloadLaterSteps = () => whenIdle(preloadLaterSteps);
LendingOnboardingElement.define();
