import type { Draft } from '../schema/form.js';
import type { SavedDraft, SavedJourney } from '../schema/draft.js';
import { isImmediate, type Answers, type StepName } from './journey.js';
import type { JourneyWay } from './journey-way.js';

const STEPS = ['company', 'applicant'] as const;

/** What is saved of a journey, as JSON: neither files nor ticks, and nothing of the later steps. */
export function contentOf({ host }: JourneyWay): string {
  const { step, isChanging, inputs = {}, answers = {} } = host.draft;
  const saved: SavedJourney = {
    step: isSaved(step) ? step : undefined,
    isChanging: isChanging || undefined,
    inputs: { company: inputs.company, applicant: inputs.applicant },
    answers: { company: answers.company, applicant: answers.applicant },
  };
  return JSON.stringify(saved);
}

const isSaved = (step: StepName | undefined): step is SavedJourney['step'] & StepName =>
  step !== undefined && (isImmediate(step) || step === 'review');

/** Whether nothing is entered here. */
export const isBlank = ({ host }: JourneyWay): boolean =>
  STEPS.every((step) => Object.values(host.draft.inputs?.[step] ?? {}).every((value) => !value));

/** Whether the same is entered here as was saved. A blank is no answer. */
export function isSame({ host }: JourneyWay, { draft }: SavedDraft): boolean {
  const plain = (fields: Draft = {}) =>
    JSON.stringify(
      Object.entries(fields)
        .filter(([, value]) => value)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return STEPS.every((step) => plain(host.draft.inputs?.[step]) === plain(draft.inputs[step]));
}

/**
 * Takes up what was saved. `isWhole` puts it in the place of all that is here; otherwise what was entered on this page goes
 * before it. `isWanted` where the applicant has asked for it, and so goes to where it was left.
 */
export function takeSaved(way: JourneyWay, saved: SavedJourney, isWhole: boolean, isWanted: boolean): Promise<void> {
  const { draft } = way.host;
  const now = draft.inputs ?? {};
  const entered = isWhole ? new Set<string>() : way.entered;
  draft.inputs = { ...now };
  for (const step of STEPS) {
    const here = Object.entries(now[step] ?? {}).filter(([name]) => !isWhole && !(name in (saved.inputs[step] ?? {})));
    const kept = Object.entries(now[step] ?? {}).filter(([name]) => entered.has(name));
    draft.inputs[step] = { ...Object.fromEntries(here), ...saved.inputs[step], ...Object.fromEntries(kept) };
  }
  const { company, applicant } = { ...saved.answers, ...(isWhole ? {} : draft.answers) } as Answers;
  // A step counts as answered where there is a key for it.
  draft.answers = { ...(company && { company }), ...(applicant && { applicant }) };
  // What was entered there since is no answer until the applicant goes on with it.
  if (entered.size > 0 && isImmediate(way.shown)) delete draft.answers![way.shown];
  if (isWhole) way.entered.clear();
  draft.isChanging = saved.isChanging;
  // What the backend fills in for good goes before it.
  way.known = structuredClone(way.known);
  const step = isWanted || way.entered.size === 0 ? saved.step : undefined;
  return show(way, step ?? way.shown, isWanted);
}

/** Shows what was taken up. An input that was typed into keeps what was typed, unless it is told. */
async function show(way: JourneyWay, step: StepName, takesFocus: boolean): Promise<void> {
  const { host } = way;
  if (step !== way.shown || !isImmediate(step)) await way.go(step, true, takesFocus || undefined);
  else if (takesFocus) way.current?.focusHeading();
  host.requestUpdate();
  await host.updateComplete;
  const { current } = way;
  await current?.updateComplete;
  const fields = current?.renderRoot.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [];
  for (const field of fields) {
    const { [field.name]: value } = current!.draft;
    // The blank value of a radio is an answer, and no value is none.
    if (field.type === 'radio') (field as HTMLInputElement).checked = field.value === value;
    else if (field.type !== 'checkbox' && field.type !== 'file') field.value = value ?? '';
  }
}
