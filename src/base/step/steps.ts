import type { LitElement } from 'lit';
import type { Problem } from '../../errors.js';
import type { Applicant, Company } from '../../schema/calls/application.js';
import type { Draft } from '../../schema/fields/form.js';
import type { Prequalification } from '../../schema/calls/prequalification.js';
import type { ChosenFile } from '../chosen-files.js';
import type { TextController } from '../text/text.js';

/** The steps of the journey, in the order that the specification recommends. */
export const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent', 'widget'] as const;
/** A step, or `end`: the end of a journey without the widget. */
export type StepName = (typeof STEPS)[number] | 'end';

/** Whether a step can be shown before the backend has responded. */
export const isImmediate = (step: StepName): step is 'company' | 'applicant' =>
  step === 'company' || step === 'applicant';

/** Splits a list of steps. */
export const readSteps = (list?: string | null) => (list ?? STEPS.join(' ')).trim().split(/\s+/) as StepName[];

/** The answers of the steps as they go over the wire. */
export interface Answers {
  company?: Company | undefined;
  applicant?: Applicant | undefined;
  prequalification?: Prequalification | undefined;
}

/** The answers of a journey, and the applicant's position. Personal data: keep it in memory only. */
export interface JourneyDraft {
  step?: StepName | undefined;
  /** The shown screen of the step, in the layout `screens`; `undefined` for the first one. */
  screen?: string | undefined;
  /** Whether the introduction is shown, because the applicant has not begun. */
  isIntroducing?: boolean | undefined;
  /** Whether the applicant came from the review, and returns to it. */
  isChanging?: boolean | undefined;
  /** Whether the applicant came to change one answer: Continue on its screen returns to the review. */
  isChangingScreen?: boolean | undefined;
  /** Whether documents or figures were sent after offers were requested. */
  changedSinceOffers?: boolean | undefined;
  /** The values of each step's inputs. */
  inputs?: { [Step in StepName]?: Draft | undefined } | undefined;
  answers?: Answers | undefined;
  /** Whether the application was created with these answers. If not, they are not shown once it exists. */
  isSent?: boolean | undefined;
  /** The chosen documents. */
  files?: ChosenFile[] | undefined;
}

/** The way in which the questions of a step are laid out. */
export type Layout = 'page' | 'screens';

/** Means the last screen of a step, until its name is known. */
export const LAST_SCREEN = 'last';

/** A step that is cut into screens. */
export interface ScreenHost extends LitElement {
  readonly text: TextController;
  readonly step: StepName;
  screen: string | undefined;
  readonly revisit: boolean;
  readonly embedded: boolean;
  problems: readonly Problem[];
  corrected: readonly Problem[] | undefined;
  /** The screen of an input, by the name of the input. */
  screenOf(input: string): string | undefined;
  focusHeading(): void;
}
