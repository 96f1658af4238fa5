import type { Prefill } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import type { StepName } from './journey.js';
import { placeOf } from './journey-top.js';
import type { JourneyWay } from './journey-way.js';

/** What a step works with. */
export function handTo(step: StepName, way: JourneyWay): object {
  const { host, later, session, known, isCreated, steps } = way;
  if (step === 'widget') return { widget: session?.widget, settings: session?.settings };
  const { draft, text } = host;
  const inputs = (draft.inputs ??= {});
  return {
    place: placeOf(text, steps, step),
    settings: session?.settings ?? defaultSettings,
    prefill: step === 'prequalification' ? later?.fillingOf(way) : known?.[step as keyof Prefill],
    draft: (inputs[step] ??= {}),
    ...(step === 'applicant' ? { company: draft.answers?.company } : {}),
    ...(step === 'review' ? { value: (draft.answers ??= {}), created: isCreated } : {}),
    ...(step === 'consent' ? later?.consentOf(way) : {}),
    ...(step === 'documents' ? { files: (draft.files ??= []) } : {}),
  };
}
