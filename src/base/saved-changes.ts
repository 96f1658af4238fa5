import type { JourneyWay } from './journey-way.js';
import { contentOf } from './saved-content.js';

const CHANGES = ['input', 'click', 'lending-step-changed'];

/** Follows what the applicant enters, and knows whether it is saved. What others have filled in is not theirs. */
export class Changes {
  readonly #way: JourneyWay;
  readonly #tell: (isStep: boolean) => void;
  /** What was saved or taken up last. */
  #last = '';
  /** Whether the applicant has done anything since the page began, and whether anything came of it. */
  #hasActed = false;
  #hasBegun: boolean;
  #isTaking = false;

  /** `wasUnsaved`: as the page was left. `tell` hears of each change, and whether it is another step. */
  constructor(way: JourneyWay, wasUnsaved: boolean, tell: (isStep: boolean) => void) {
    this.#way = way;
    this.#tell = tell;
    this.#hasBegun = wasUnsaved || way.entered.size > 0;
    if (!this.#hasBegun) this.saved();
    for (const type of CHANGES) {
      way.host.addEventListener(type, this.#before, true);
      way.host.addEventListener(type, this.#note);
    }
    way.host.renderRoot.addEventListener('change', this.#note);
  }

  stop(): void {
    const { host } = this.#way;
    for (const type of CHANGES) {
      host.removeEventListener(type, this.#before, true);
      host.removeEventListener(type, this.#note);
    }
    host.renderRoot.removeEventListener('change', this.#note);
  }

  get isUnsaved(): boolean {
    return this.#hasBegun && !this.#isTaking && contentOf(this.#way) !== this.#last;
  }

  /** This is saved. Default: all that is here. */
  saved(content = contentOf(this.#way)): void {
    this.#last = content;
  }

  /** All that is here is to be saved, whatever was saved before. */
  saveAll(): void {
    this.#hasBegun = true;
    this.#last = '';
  }

  /** What is taken up meanwhile is saved. To go where it was left is no change, what was entered on this page is one. */
  async taking(taken: Promise<void>): Promise<void> {
    this.#isTaking = true;
    await taken;
    this.#isTaking = false;
    this.#hasBegun = this.#way.entered.size > 0;
    if (this.#hasBegun) this.#last = '';
    else this.saved();
  }

  readonly #before = ({ type }: Event): void => {
    const isAct = type !== 'lending-step-changed';
    if (!this.#hasBegun && (isAct || !this.#hasActed)) this.saved();
    this.#hasActed ||= isAct;
  };

  readonly #note = ({ type }: Event): void => {
    this.#hasBegun ||= !this.#isTaking && contentOf(this.#way) !== this.#last;
    this.#tell(type === 'lending-step-changed');
  };
}
