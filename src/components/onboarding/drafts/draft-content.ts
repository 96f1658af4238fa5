import { chosenFiles, restoreFiles } from '../../../base/chosen-files.js';
import type { JourneyDraft } from '../../../base/step/steps.js';
import type { SavedJourney } from '../../../schema/calls/draft.js';
import type { Prefill } from '../../../schema/calls/session.js';
import type { Journey } from '../journey.js';
import { isBlank, notYetSent } from './draft-entries.js';
import type { Restore } from './draft-table.js';

/**
 * Puts a draft into the journey, which happens only here: writes the draft's fields and answers, and goes to its step. An applicant who
 * has started on this page stays where they are.
 */
export async function restoreDraft(
  journey: Journey,
  kept: JourneyDraft,
  { replacesAll = false, takesFocus }: Partial<Restore> = {},
): Promise<void> {
  const { host, enteredFields, shown } = journey;
  const { draft } = host;
  const hasStarted = enteredFields.size > 0 || shown !== journey.firstStep;
  journey.isIntroducing &&= !!kept.isIntroducing;
  if (replacesAll) enteredFields.clear();
  restoreInputs(journey, kept.inputs, replacesAll);
  const answers = { ...kept.answers, ...(replacesAll ? {} : draft.answers) };
  // A step counts as answered if its key exists.
  draft.answers = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer));
  // A changed field is not an answer until the applicant continues.
  if (enteredFields.size > 0 && journey.isDraftStep(shown)) delete draft.answers[shown];
  draft.changedSinceOffers ??= kept.changedSinceOffers;
  if (!chosenFiles(draft.files).length) draft.files = kept.files;
  // A new object: each step fills its read-only fields in again. Frameworks pass proxies, which structuredClone() rejects.
  journey.prefilled &&= JSON.parse(JSON.stringify(journey.prefilled)) as Prefill;
  if (replacesAll || !hasStarted) {
    draft.isChanging = kept.isChanging;
    draft.isChangingScreen = kept.isChangingScreen;
    // The entry of the browser's history overrides the step of the draft.
    if (replacesAll || !journey.isFromHistory) await goToStepOf(journey, kept, takesFocus);
  }
  await showInputs(journey);
}

async function goToStepOf(journey: Journey, { step, screen }: JourneyDraft, takesFocus?: boolean): Promise<void> {
  const { shown, host } = journey;
  host.draft.screen = screen;
  if (step && (step !== shown || !journey.isDraftStep(step))) return journey.go(step, true, takesFocus, screen);
  if (takesFocus) journey.current?.focusHeading();
}

/** Writes into the existing objects, because a step may be filling in its own values at this moment. */
function restoreInputs({ host, enteredFields }: Journey, kept: JourneyDraft['inputs'], replacesAll: boolean): void {
  const inputs = (host.draft.inputs ??= {});
  for (const step of Object.keys({ ...kept, ...inputs }) as 'company'[]) {
    const fields = (inputs[step] ??= {});
    if (replacesAll) for (const field of Object.keys(fields)) delete fields[field];
    for (const [field, value] of Object.entries(kept?.[step] ?? {}))
      if (!enteredFields.has(field)) fields[field] = value;
  }
}

/** Shows the draft in the inputs of the step. Lit does not update an input that the applicant has typed into. */
async function showInputs(journey: Journey): Promise<void> {
  journey.host.requestUpdate();
  journey.current?.requestUpdate();
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

const MOVES = ['lending-step-changed', 'lending-screen-changed'];

/** Calls `tell` at each event that may be a change of the answers. `page` returns the answers that no call has sent. */
export function followChanges(
  { host }: Journey,
  signal: AbortSignal,
  page: () => SavedJourney,
  tell: (change: { isMove: boolean; isChange: boolean }) => void,
): void {
  let beforeClick = '';
  let hasActed = false;
  const follow = ({ type }: Event): void => {
    const isMove = MOVES.includes(type);
    hasActed ||= !isMove;
    tell({ isMove, isChange: type === 'click' ? JSON.stringify(page()) !== beforeClick : hasActed });
  };
  for (const type of ['input', ...MOVES]) host.addEventListener(type, follow, { signal });
  // Screen readers call everything in an element that listens for clicks clickable. A shadow root is not an element.
  const root = host.renderRoot;
  root.addEventListener('click', () => (beforeClick = JSON.stringify(page())), { capture: true, signal });
  // The change is for chosen and sent documents. It does not leave the shadow root, because no page may read file names.
  for (const type of ['click', 'change']) root.addEventListener(type, follow, { signal });
}

/** Restores a saved draft. Fields that were entered on this page stay unsaved. */
export async function restoreSaved(
  journey: Journey,
  { draft: { files, ...draft }, ...options }: Restore,
): Promise<{ hasEntered: boolean; isTyped: boolean }> {
  await restoreDraft(journey, { ...draft, files: restoreFiles(files) } as JourneyDraft, options);
  return { hasEntered: !isBlank(draft), isTyped: journey.enteredFields.size > 0 };
}

/** Restores the draft of the journey that the page has removed. If the application was created since, its step is over. */
export function takeOver(
  journey: Journey,
  { files, changedSinceOffers, ...draft }: JourneyDraft,
  wasCreated: boolean,
): void {
  const { step, ...rest } = notYetSent(draft, journey.session!.progress.done);
  const position = journey.isCreated && !wasCreated ? {} : { step, isIntroducing: draft.isIntroducing };
  void restoreDraft(journey, { ...rest, ...position, files, changedSinceOffers } as JourneyDraft);
}
