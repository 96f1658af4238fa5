import type { StepName } from '../../base/steps.js';
import { defaultSettings } from '../../schema/default-settings.js';
import type { Prefill } from '../../schema/session.js';
import type { JourneyController } from './journey-controller.js';
import { stepPosition } from './progress.js';

/** The figures that are sent as soon as the application exists. */
const keptFigures = (journey: JourneyController) =>
  journey.isDraftStep('prequalification') ? journey.host.draft.answers?.prequalification : undefined;

/** The properties of a step's element. */
export function stepProperties(step: StepName, journey: JourneyController): object {
  const { adapter, host, actions, session, prefilled, isCreated, steps } = journey;
  const { draft, text, namedBusiness: business } = host;
  if (step === 'widget') return { adapter, business, widget: session?.widget, settings: session?.settings };
  const inputs = (draft.inputs ??= {});
  return {
    adapter,
    business,
    layout: host.layout,
    screen: draft.screen,
    revisit: !!draft.isChangingScreen,
    embedded: true,
    place: stepPosition(text, steps, journey.countedStep),
    settings: session?.settings ?? defaultSettings,
    prefill: step === 'prequalification' ? actions?.figuresToFillIn(journey) : prefilled?.[step as keyof Prefill],
    draft: (inputs[step] ??= {}),
    ...(step === 'applicant' ? { company: draft.answers?.company } : {}),
    ...(step === 'prequalification' ? { deferred: journey.isDraftStep(step) } : {}),
    ...(step === 'review' ? { value: (draft.answers ??= {}), created: isCreated, figures: keptFigures(journey) } : {}),
    ...(step === 'consent' ? actions?.consentProperties(journey) : {}),
    ...(step === 'documents' ? { files: (draft.files ??= []) } : {}),
  };
}
