import type { JourneyState } from '../journey-state.js';
import { savedContent } from './saved-content.js';

const MOVES = ['lending-step-changed', 'lending-screen-changed'];
const CHANGES = ['input', 'click', ...MOVES];

/** Follows the applicant's changes, and knows whether they are saved. Values that were filled in do not count as changes. */
export class DraftChanges {
  /** The content that was last saved or restored. */
  #savedContent = '';
  /** Whether the applicant has acted since the page loaded, and whether they have changed anything. */
  #hasActed = false;
  #hasChanged: boolean;
  #isRestoring = false;
  readonly #listening = new AbortController();

  /** `wasUnsaved`: this page was left with unsaved changes. `onChange` is called at each change, with whether the step has changed. */
  constructor(
    readonly journey: JourneyState,
    wasUnsaved: boolean,
    readonly onChange: (isStep: boolean) => void,
  ) {
    this.#hasChanged = wasUnsaved || journey.enteredFields.size > 0;
    if (!this.#hasChanged) this.markSaved();
    const { signal } = this.#listening;
    for (const type of CHANGES) {
      journey.host.addEventListener(type, this.#beforeChange, { capture: true, signal });
      journey.host.addEventListener(type, this.#afterChange, { signal });
    }
    journey.host.renderRoot.addEventListener('change', this.#afterChange, { signal });
  }

  stop(): void {
    this.#listening.abort();
  }

  get isUnsaved(): boolean {
    return this.#hasChanged && !this.#isRestoring && savedContent(this.journey) !== this.#savedContent;
  }

  /** Marks a content as saved. Default: the current content. */
  markSaved(content = savedContent(this.journey)): void {
    this.#savedContent = content;
  }

  markAllUnsaved(): void {
    this.#hasChanged = true;
    this.#savedContent = '';
  }

  /** Waits for a draft to be restored, and marks it as saved. Fields that were entered on this page stay unsaved. */
  async duringRestore(restored: Promise<void>): Promise<void> {
    this.#isRestoring = true;
    await restored;
    this.#isRestoring = false;
    this.#hasChanged = this.journey.enteredFields.size > 0;
    if (this.#hasChanged) this.#savedContent = '';
    else this.markSaved();
  }

  readonly #beforeChange = ({ type }: Event): void => {
    const isAct = !MOVES.includes(type);
    if (!this.#hasChanged && (isAct || !this.#hasActed)) this.markSaved();
    this.#hasActed ||= isAct;
  };

  readonly #afterChange = ({ type }: Event): void => {
    this.#hasChanged ||= !this.#isRestoring && savedContent(this.journey) !== this.#savedContent;
    this.onChange(MOVES.includes(type));
  };
}
