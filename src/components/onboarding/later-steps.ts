/** The steps after the first one. They load together while the applicant fills in the first step. */
import type { StepName } from '../../base/steps.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import { LendingApplicantElement } from '../applicant/lending-applicant.js';
import { LendingConsentElement } from '../consent/lending-consent.js';
import { LendingDocumentsElement } from '../documents/lending-documents.js';
import { LendingPrequalificationElement } from '../prequalification/lending-prequalification.js';
import { LendingReviewElement } from '../review/lending-review.js';
import { LendingWidgetElement } from '../widget/lending-widget.js';

export { doneList } from './done-list.js';

/** Loads the parts of a step that its element would load later. */
export async function prepareStep(step: StepName, widget: WidgetSettings | undefined): Promise<void> {
  if (step === 'documents') await LendingDocumentsElement.prepare();
  if (step === 'consent') await LendingConsentElement.prepare();
  if (step === 'widget') await LendingWidgetElement.prepare(widget);
}

export const laterSteps = [
  LendingApplicantElement,
  LendingReviewElement,
  LendingDocumentsElement,
  LendingPrequalificationElement,
  LendingConsentElement,
  LendingWidgetElement,
];
