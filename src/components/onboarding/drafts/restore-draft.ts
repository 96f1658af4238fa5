import type { JourneyDraft } from '../../../base/steps.js';
import type { Prefill } from '../../../schema/session.js';
import { withTimeLimit } from '../../../time-limit.js';
import type { DraftSaver, JourneyState } from '../journey-state.js';

/** How long a journey waits for the save of the one before, in milliseconds. */
const MAX_WAIT = 4000;

/** A draft, and the saver of its journey: its last save may still be under way. */
export interface HeldDraft {
  draft: JourneyDraft;
  saving: DraftSaver | undefined;
}

interface RestoreOptions {
  /**
   * Whether the draft replaces everything on this page. Default: `false`; fields that were entered on this page keep their
   * values.
   */
  replacesAll?: boolean;
  /** Whether the applicant goes to the step of the draft. */
  goesToStep: boolean;
  /** Whether the heading gets the focus. Default: if the focus is in the journey, and the step changes. */
  takesFocus?: boolean | undefined;
}

/** The only way in which a draft gets into the journey: writes its fields and answers, and goes to its step. */
export async function restoreDraft(journey: JourneyState, kept: JourneyDraft, options: RestoreOptions): Promise<void> {
  const { host, enteredFields, shown } = journey;
  const { draft } = host;
  const { replacesAll = false, goesToStep, takesFocus } = options;
  journey.isIntroducing &&= !!kept.isIntroducing;
  if (replacesAll) enteredFields.clear();
  restoreInputs(journey, kept.inputs, replacesAll);
  const answers = { ...kept.answers, ...(replacesAll ? {} : draft.answers) };
  // A step counts as answered if its key exists.
  draft.answers = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer));
  // A changed field is not an answer until the applicant continues.
  if (enteredFields.size > 0 && journey.isDraftStep(shown)) delete draft.answers[shown];
  // A new object: each step fills its read-only fields in again. Frameworks pass proxies, which structuredClone() refuses.
  journey.prefilled &&= JSON.parse(JSON.stringify(journey.prefilled)) as Prefill;
  host.requestUpdate();
  journey.current?.requestUpdate();
  if (goesToStep) {
    draft.isChanging = kept.isChanging;
    draft.isChangingScreen = kept.isChangingScreen;
    draft.screen = kept.screen;
    const { step = shown } = kept;
    if (step !== shown || !journey.isDraftStep(step)) return journey.go(step, true, takesFocus, kept.screen);
  }
  if (takesFocus) journey.current?.focusHeading();
}

/** Writes into the objects that the steps hold: a step may be filling in its own values at this moment. */
function restoreInputs(
  { host, enteredFields }: JourneyState,
  kept: JourneyDraft['inputs'],
  replacesAll: boolean,
): void {
  const inputs = (host.draft.inputs ??= {});
  for (const step of Object.keys({ ...kept, ...inputs }) as 'company'[]) {
    const fields = (inputs[step] ??= {});
    if (replacesAll) for (const field of Object.keys(fields)) delete fields[field];
    for (const [field, value] of Object.entries(kept?.[step] ?? {}))
      if (!enteredFields.has(field)) fields[field] = value;
  }
}

/** Restores a draft that this browser kept. An applicant who has started on this page stays where they are. */
export function restoreKeptDraft(journey: JourneyState, kept: JourneyDraft): void {
  // The draft was kept just before the application was created: all its answers are already sent, except figures.
  if (journey.isCreated && kept.answers?.company) {
    const [inputs, answers] = [kept.inputs, kept.answers].map((all) => ({ prequalification: all?.prequalification }));
    return void restoreDraft(journey, { inputs, answers } as JourneyDraft, { goesToStep: false });
  }
  const { draft } = journey.host;
  draft.changedSinceOffers ??= kept.changedSinceOffers;
  if (kept.files && !draft.files?.length) draft.files = kept.files;
  draft.saving ??= kept.saving ?? { isUnsaved: true };
  const hasStarted = journey.enteredFields.size > 0 || journey.shown !== journey.firstStep;
  if (!hasStarted) draft.isChanging = kept.isChanging;
  // The entry of the browser's history overrides the step of the draft.
  void restoreDraft(journey, kept, { goesToStep: !hasStarted && !journey.isFromHistory });
}

/** Restores the drafts of journeys that the page has removed. Without their last saves, the draft of the backend would look like another device's. */
export async function restoreHeldDrafts(journey: JourneyState, drafts: readonly HeldDraft[]): Promise<void> {
  for (const { draft, saving } of drafts) {
    if (saving) await withTimeLimit(saving.leave(), { limit: MAX_WAIT });
    restoreKeptDraft(journey, saving ? { ...draft, saving: saving.mark } : draft);
  }
}
