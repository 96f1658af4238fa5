/** The steps after the first one, which load together while the applicant fills in the first step. */
import { html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../base/step/steps.js';
import { loadPart } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import { LendingApplicantElement } from '../applicant/lending-applicant.js';
import { LendingConsentElement } from '../consent/lending-consent.js';
import { LendingDocumentsElement } from '../documents/lending-documents.js';
import { LendingPrequalificationElement } from '../prequalification/lending-prequalification.js';
import { LendingReviewElement } from '../review/lending-review.js';
import { LendingWidgetElement } from '../widget/lending-widget.js';
import type { Journey } from './journey.js';
import { sentFigures } from './journey-actions.js';
import { offersAreUpToDate } from './rules.js';

export async function prepareStep(step: StepName, widget: WidgetSettings | undefined): Promise<void> {
  if (step === 'review') await LendingReviewElement.prepare();
  if (step === 'documents') await LendingDocumentsElement.prepare();
  if (step === 'consent') await LendingConsentElement.prepare();
  if (step === 'widget') await LendingWidgetElement.prepare(widget);
}

const laterSteps = [
  LendingApplicantElement,
  LendingReviewElement,
  LendingDocumentsElement,
  LendingPrequalificationElement,
  LendingConsentElement,
  LendingWidgetElement,
];

let end: typeof import('./journey-end.js') | undefined;

/** Registers the elements of the steps, and loads the part that only this step needs. */
export async function loadStep(step: StepName): Promise<void> {
  for (const element of laterSteps) element.define();
  if (step === 'widget' || step === 'end') end ??= await loadPart(import('./journey-end.js'), 'end');
}

const STEPS: Partial<Record<StepName, (host: HTMLElement) => TemplateResult>> = {
  applicant: () => html`<lending-applicant id="current"></lending-applicant>`,
  review: () => html`<lending-review id="current"></lending-review>`,
  documents: () => html`<lending-documents id="current"></lending-documents>`,
  prequalification: () => html`<lending-prequalification id="current"></lending-prequalification>`,
  consent: () => html`<lending-consent id="current"><slot name="logo" slot="logo"></slot></lending-consent>`,
  widget(host) {
    // An empty slot would replace the widget's own message.
    const slots = ['error', 'sign-in'].filter((name) => host.querySelector(`:scope > [slot="${name}"]`));
    return html`<lending-widget id="current"
      >${slots.map((name) => html`<slot name=${name} slot=${name}></slot>`)}</lending-widget
    >`;
  },
};

export function renderLaterStep(step: StepName, journey: Journey): TemplateResult {
  const { host } = journey;
  if (step === 'end') return end!.journeyEnd(host.text, journey);
  return html`${step === 'widget' ? end!.doneList(host.text, journey) : nothing}${STEPS[step]!(host)}`;
}

export function laterProperties(step: StepName, journey: Journey): object | undefined {
  const { session, isCreated, steps, host } = journey;
  const { draft } = host;
  const isKept = journey.isDraftStep('prequalification');
  if (step === 'applicant') return { company: draft.answers?.company };
  if (step === 'review') {
    // The kept figures are sent as soon as the application exists.
    const figures = isKept ? draft.answers?.prequalification : undefined;
    return { value: (draft.answers ??= {}), created: isCreated, figures };
  }
  if (step === 'documents') return { files: (draft.files ??= []), documents: session?.documents };
  if (step === 'prequalification')
    return {
      deferred: isKept,
      prefill: journey.prefilled?.figures,
      sent: session?.figures === 'unknown' ? undefined : session?.figures,
    };
  if (step !== 'consent') return undefined;
  const canChangeFigures = steps.includes('prequalification');
  const { answers } = draft;
  return { requested: offersAreUpToDate(journey), figures: sentFigures(journey), canChangeFigures, answers };
}
