import type { LitElement } from 'lit';
import type { Problem } from '../../errors.js';
import type { StepName } from '../step/steps.js';
import type { TextController } from '../text/text.js';

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
