import { chosenFiles, filesToKeep, restoreFiles } from '../../../base/chosen-files.js';
import type { JourneyDraft } from '../../../base/step/steps.js';
import type { SavedJourney } from '../../../schema/calls/draft.js';
import type { Draft } from '../../../schema/fields/form.js';
import type { CallName, Prefill } from '../../../schema/calls/session.js';
import type { Journey } from '../journey.js';

const PARTS = ['company', 'applicant', 'prequalification', 'documents'] as const;

/** Returns the part of a draft that is saved: the answers that no call has sent yet, without ticks and without the bytes of files. */
export function notYetSent(draft: JourneyDraft, done: readonly CallName[]): SavedJourney {
  const { step, screen, isChanging, inputs = {}, answers = {}, files } = draft;
  const { company, applicant, prequalification, documents } = inputs;
  const figures = done.includes('prequalify') ? undefined : answers.prequalification;
  if (done.includes('createApplication'))
    return {
      step,
      inputs: { prequalification, documents },
      answers: { prequalification: figures },
      files: filesToKeep(files),
    };
  return {
    step,
    screen,
    isChanging: isChanging || undefined,
    inputs: { company, applicant, prequalification },
    answers: { company: answers.company, applicant: answers.applicant, prequalification: figures },
  };
}

export const isBlank = ({ inputs, files }: SavedJourney): boolean =>
  !files?.length && PARTS.every((part) => Object.values(inputs[part] ?? {}).every((value) => !value));

/** Whether two drafts have the same values and files. Blank values do not count. */
export function haveSameEntries(one: SavedJourney, other: SavedJourney): boolean {
  const filled = (fields: Draft = {}) => Object.entries(fields).filter(([, value]) => value);
  const entries = ({ inputs, files = [] }: SavedJourney) =>
    JSON.stringify([...PARTS.map((part) => filled(inputs[part]).sort(([a], [b]) => (a < b ? -1 : 1))), files]);
  return entries(one) === entries(other);
}

interface RestoreOptions {
  /** Whether the draft replaces everything on this page. Default: `false`; fields that were entered on this page keep their values. */
  replacesAll?: boolean | undefined;
  /** Whether the heading gets the focus. Default: if the focus is in the journey, and the step changes. */
  takesFocus?: boolean | undefined;
}

/**
 * Puts a draft into the journey, which happens only here: writes the draft's fields and answers, and goes to its step. An applicant who
 * has started on this page stays where they are.
 */
export async function restoreDraft(
  journey: Journey,
  kept: JourneyDraft,
  { replacesAll = false, takesFocus }: RestoreOptions = {},
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

/** Follows the applicant's changes, and whether they are saved. Values that the backend filled in do not count as changes. */
export class DraftChanges {
  /** The draft that was last saved or restored, as JSON. */
  saved = '';
  /** Whether the applicant has entered something. Until then, filled-in values are not saved. */
  hasEntered: boolean;
  #beforeClick = '';
  #hasActed = false;
  #isRestoring = false;
  readonly #listening = new AbortController();

  /** `onChange` is called at each event that may be a change, with whether the step has changed. */
  constructor(
    readonly journey: Journey,
    private hasChanged: boolean,
    readonly onChange: (isStep: boolean) => void,
  ) {
    const { host } = journey;
    const { signal } = this.#listening;
    this.hasEntered = hasChanged;
    for (const type of ['input', ...MOVES]) host.addEventListener(type, this.#follow, { signal });
    // Screen readers call everything in an element that listens for clicks clickable. A shadow root is not an element.
    const root = host.renderRoot;
    root.addEventListener('click', () => (this.#beforeClick = JSON.stringify(this.#all)), { capture: true, signal });
    // The change is for chosen and sent documents. It does not leave the shadow root, because no page may read file names.
    for (const type of ['click', 'change']) root.addEventListener(type, this.#follow, { signal });
  }

  stop(): void {
    this.#listening.abort();
  }

  get #all(): SavedJourney {
    return notYetSent(this.journey.host.draft, this.journey.session?.progress.done ?? []);
  }

  get savable(): SavedJourney {
    const all = this.#all;
    const isOwn = this.hasEntered || Object.values(all.answers).some(Boolean);
    return isOwn ? all : { ...all, inputs: {} };
  }

  get content(): string {
    return JSON.stringify(this.savable);
  }

  get isUnsaved(): boolean {
    return this.hasChanged && !this.#isRestoring && this.content !== this.saved;
  }

  markAllUnsaved(): void {
    this.hasChanged = true;
    this.saved = '';
  }

  /** Restores a saved draft. Fields that were entered on this page stay unsaved. */
  async restore({ files, ...draft }: SavedJourney, options: RestoreOptions): Promise<void> {
    this.#isRestoring = true;
    await restoreDraft(this.journey, { ...draft, files: restoreFiles(files) } as JourneyDraft, options);
    this.#isRestoring = false;
    this.hasEntered ||= !isBlank(draft);
    this.hasChanged = this.journey.enteredFields.size > 0;
    this.saved = this.hasChanged ? '' : this.content;
  }

  readonly #follow = ({ type }: Event): void => {
    const isMove = MOVES.includes(type);
    this.#hasActed ||= !isMove;
    const isChange = type === 'click' ? JSON.stringify(this.#all) !== this.#beforeClick : this.#hasActed;
    this.hasChanged ||= isChange && !this.#isRestoring;
    this.hasEntered ||= isChange && !isMove;
    this.onChange(isMove);
  };
}
