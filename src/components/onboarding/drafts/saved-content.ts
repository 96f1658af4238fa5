import type { SavedDraft, SavedJourney } from '../../../schema/draft.js';
import type { Draft } from '../../../schema/fields/form.js';
import type { JourneyState } from '../journey-state.js';

const STEPS = ['company', 'applicant', 'prequalification'] as const;

interface Parts<C, A, P> {
  company?: C | undefined;
  applicant?: A | undefined;
  prequalification?: P | undefined;
}

/** The content that is saved, as JSON: without files, checkboxes and later steps. */
export function savedContent(journey: JourneyState): string {
  const { step, screen, isChanging, inputs = {}, answers = {} } = journey.host.draft;
  const saved: SavedJourney = {
    step: step && (step === 'review' || journey.isDraftStep(step)) ? step : undefined,
    screen: step && journey.isDraftStep(step) ? screen : undefined,
    isChanging: isChanging || undefined,
    inputs: partsOf(inputs),
    answers: partsOf(answers),
  };
  return JSON.stringify(saved);
}

const partsOf = <C, A, P>({ company, applicant, prequalification }: Parts<C, A, P>): Parts<C, A, P> => ({
  company,
  applicant,
  prequalification,
});

/** Whether nothing is entered on this page. */
export const isDraftBlank = ({ host }: JourneyState): boolean =>
  STEPS.every((step) => Object.values(host.draft.inputs?.[step] ?? {}).every((value) => !value));

/** Whether this page has the same values as the saved draft. Blank values do not count. */
export function isSameAsSaved({ host }: JourneyState, { draft }: SavedDraft): boolean {
  const plain = (fields: Draft = {}) =>
    JSON.stringify(
      Object.entries(fields)
        .filter(([, value]) => value)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return STEPS.every((step) => plain(host.draft.inputs?.[step]) === plain(draft.inputs[step]));
}

/** Writes the draft into the inputs of the step. Lit does not update an input that was typed into. */
export async function updateInputs(journey: JourneyState): Promise<void> {
  await journey.host.updateComplete;
  const { current } = journey;
  await current?.updateComplete;
  const fields = current?.renderRoot.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [];
  for (const field of fields) {
    const { [field.name]: value } = current!.draft;
    // A radio button can have the blank value; a draft without a value leaves all unchecked.
    if (field.type === 'radio') (field as HTMLInputElement).checked = field.value === value;
    else if (field.type !== 'checkbox' && field.type !== 'file') field.value = value ?? '';
  }
}
