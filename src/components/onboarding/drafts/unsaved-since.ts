/** Milliseconds after a change that no response has confirmed: then the page says that it is saving, and later that it is not saved. */
const SAVING_AFTER_MS = 2000;
const FAILED_AFTER_MS = 8000;

/** Knows the age of the oldest change that is not confirmed as saved, and tells when that is too long. */
export class UnsavedSince {
  /** The time of the oldest change that is not confirmed, and of the oldest one that no request contains. */
  #unconfirmed: number | undefined;
  #unsent: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly tell: (status: 'saving' | 'failed') => void) {}

  change(): void {
    this.#unsent ??= performance.now();
    this.#unconfirmed ??= this.#unsent;
    this.#follow();
  }

  send(): void {
    this.#unsent = undefined;
  }

  reset(): void {
    this.send();
    this.confirm();
  }

  /** Returns whether everything is confirmed, except for changes of this moment. */
  confirm(): boolean {
    this.#unconfirmed = this.#unsent;
    return this.#follow();
  }

  #follow(): boolean {
    clearTimeout(this.#timer);
    if (this.#unconfirmed === undefined) return true;
    const age = performance.now() - this.#unconfirmed;
    const isRecent = age < SAVING_AFTER_MS;
    if (!isRecent) this.tell(age < FAILED_AFTER_MS ? 'saving' : 'failed');
    if (age < FAILED_AFTER_MS)
      this.#timer = setTimeout(() => this.#follow(), (isRecent ? SAVING_AFTER_MS : FAILED_AFTER_MS) - age);
    return isRecent;
  }
}
