/** The names of the events of all elements. */
export const EVENT_NAMES = [
  'lending-submit',
  'lending-submitted',
  'lending-skipped',
  'lending-change',
  'lending-corrected',
  'lending-declined',
  'lending-withdrawn',
  'lending-step-changed',
  'lending-screen-changed',
  'lending-loading',
  'lending-token-request',
  'lending-ready',
  'lending-error',
] as const;
