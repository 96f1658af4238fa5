import type { CallName } from '../schema/session.js';

/** The steps of the journey, in the order that the specification recommends. */
export const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent', 'widget'] as const;
export type StepName = (typeof STEPS)[number];

/** The call that a step makes. */
const CALL_OF: Partial<Record<StepName, CallName>> = {
  review: 'createApplication',
  documents: 'uploadDocument',
  prequalification: 'prequalify',
  consent: 'requestOffers',
};

/** Whether a step can be shown before the backend has said anything. */
export const isImmediate = (step: StepName) => step === 'company' || step === 'applicant';

/** The step after a step. */
export const stepAfter = (step: StepName): StepName => STEPS[STEPS.indexOf(step) + 1] ?? step;

/** The step before a step, if there is a way back: what was created stays created. */
export function stepBefore(step: StepName): StepName | undefined {
  return step === 'documents' ? undefined : STEPS[STEPS.indexOf(step) - 1];
}

/** Where an applicant goes on who has made these calls: after the last of them. */
export function resumeAt(done: readonly CallName[]): StepName {
  const last = STEPS.findLast((step) => CALL_OF[step] && done.includes(CALL_OF[step]));
  return last && done.includes('createApplication') ? stepAfter(last) : 'company';
}
