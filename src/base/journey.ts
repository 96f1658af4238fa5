import type { Applicant, Company } from '../schema/application.js';
import type { Draft } from '../schema/form.js';
import type { Prequalification } from '../schema/prequalification.js';
import type { ChosenFile } from './chosen-files.js';

/** The steps of the journey, in the order that the specification recommends. */
export const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent', 'widget'] as const;
/** A step, or the `end`: where an applicant arrives who is shown no widget. */
export type StepName = (typeof STEPS)[number] | 'end';

/** Whether a step can be shown before the backend has said anything. */
export const isImmediate = (step: StepName): step is 'company' | 'applicant' =>
  step === 'company' || step === 'applicant';

/** The steps that a list names. */
export const readSteps = (list?: string | null) => (list ?? STEPS.join(' ')).trim().split(/\s+/) as StepName[];

/** What the steps have asked for, as it goes over the wire. */
export interface Answers {
  company?: Company | undefined;
  applicant?: Applicant | undefined;
  prequalification?: Prequalification | undefined;
}

/** How far what was entered is saved for another device. It says nothing of what was entered. */
export interface SavingMark {
  /** The saving that this page goes on from. */
  base?: string | undefined;
  /** Those that it has made since, and has not heard of. */
  sent?: readonly string[] | undefined;
  /** Whether something was entered since. */
  isUnsaved?: boolean | undefined;
  /** Whether the applicant has deleted it, and nothing is saved until they want it. */
  isOff?: boolean | undefined;
}

/** What was entered on a journey, and where the applicant is. It is personal data: keep it in memory only. */
export interface JourneyDraft {
  step?: StepName | undefined;
  /** Whether the applicant came from the review, and goes back there. */
  isChanging?: boolean | undefined;
  /** Whether something was sent after offers were requested, or before. */
  hasChanged?: boolean | undefined;
  /** What stands in the inputs of each step. */
  inputs?: { [Step in StepName]?: Draft | undefined } | undefined;
  answers?: Answers | undefined;
  /** The documents that were chosen. */
  files?: ChosenFile[] | undefined;
  /** How far all this is saved for another device. */
  saving?: SavingMark | undefined;
}
