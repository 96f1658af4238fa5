import type { ReactiveController } from 'lit';
import { addStyles } from '../../../base/add-styles.js';
import type { JourneyDraft, SavingMark } from '../../../base/steps.js';
import type { LendingError } from '../../../errors.js';
import type { DraftAnswer, SavedDraft } from '../../../schema/draft.js';
import type { JourneyState } from '../journey-state.js';
import { SaveTimer } from './save-timer.js';
import { DraftCalls, type DraftCallsAdapter } from './draft-calls.js';
import { DraftChanges } from './draft-changes.js';
import { restoreDraft } from './restore-draft.js';
import { savedContent, isDraftBlank, isSameAsSaved, updateInputs } from './saved-content.js';
import { renderChoice, renderStatus, savedStyles, type SavingStatus } from './saving-status.js';

/** The pause without a change before the draft is saved, in milliseconds. */
const QUIET = 1000;

/** The longest draft, in characters, that browsers send while the page is left: 64 KiB, with up to 3 bytes a character. */
const MAX_KEEPALIVE = 20_000;

/** In these states only this page has the newest answers. */
const AT_RISK: readonly SavingStatus[] = ['failed', 'conflict', 'stranger'];

/** In these states nothing is saved until the applicant decides. */
const PAUSED: readonly SavingStatus[] = ['deleting', 'off', 'conflict', 'stranger', 'closed'];

/**
 * Saves a journey's draft for other devices. The newest one counts, in the order in which the backend received them. Unsaved
 * changes on this page are never overwritten, and never overwrite another device's: the applicant chooses.
 */
export class SavedDraftController implements ReactiveController {
  readonly #calls: DraftCalls;
  readonly #changes: DraftChanges;
  readonly #timer = new SaveTimer(() => void this.#save());
  #status: SavingStatus = 'nothing';
  /** The draft of another device, while the applicant chooses. */
  #otherDraft: SavedDraft | undefined;
  #sentContent: string | undefined;
  #call: Promise<void> | undefined;
  /** Counts the saves: the result of an outdated one is ignored. */
  #saveCount = 0;
  /** Ends when the journey leaves the page, or no longer saves. */
  #connection: AbortController | undefined;

  constructor(
    readonly journey: JourneyState,
    backend: DraftCallsAdapter,
    owner: string,
  ) {
    const { base, sent, isUnsaved = !journey.firstStep, isOff } = journey.host.draft.saving ?? {};
    this.#calls = new DraftCalls(backend, owner, base, sent);
    this.#changes = new DraftChanges(journey, isUnsaved, (isStep) => this.#plan(isStep ? 0 : QUIET));
    if (isOff) this.#status = 'off';
    addStyles(journey.host, savedStyles);
  }

  hostConnected(): void {
    // Moving an element disconnects and connects it again.
    if (this.#connection) return;
    const { signal } = (this.#connection = new AbortController());
    const hide = () => void this.#save(true);
    const show = () => {
      this.retry();
      void this.#checkForNewer();
    };
    const turn = () => (document.visibilityState === 'hidden' ? hide() : show());
    document.addEventListener('visibilitychange', turn, { signal });
    addEventListener('pagehide', hide, { signal });
    for (const type of ['pageshow', 'online']) addEventListener(type, show, { signal });
    this.#plan(QUIET);
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.journey.host.isConnected) return;
      this.#connection?.abort();
      this.#connection = undefined;
      void this.leave();
    });
  }

  retry(): void {
    this.#timer.allowNow();
    this.#plan(0);
  }

  get isAtRisk(): boolean {
    if (AT_RISK.includes(this.#status)) return true;
    // Firefox before 133 sends nothing while the page is left.
    const isSentLater = 'keepalive' in Request.prototype && savedContent(this.journey).length < MAX_KEEPALIVE;
    return !isSentLater && !this.#isPaused && this.#changes.isUnsaved;
  }

  async leave(): Promise<void> {
    void this.#save(true);
    await this.#call;
  }

  hostUpdate(): void {
    if (this.journey.isCreated) this.stop();
  }

  /** The state of the saved draft that must survive a reload. */
  get mark(): SavingMark {
    const { base, sent } = this.#calls;
    return { base, sent, isUnsaved: this.#changes.isUnsaved, isOff: this.#status === 'off' || undefined };
  }

  render() {
    const act = this.#status === 'off' ? this.#saveAgain : this.#delete;
    return renderStatus(this.journey.host.text, this.#status, this.#calls.base !== undefined, act);
  }

  renderChoice() {
    const { host } = this.journey;
    return this.#otherDraft && renderChoice(host.text, this.#otherDraft.savedAt, this.#useOther, this.#keepOwn);
  }

  /** Compares the draft that came with the session. */
  async start(saved: SavedDraft | undefined): Promise<void> {
    if (this.#status === 'off') return;
    // A draft that the page passes in, or that the browser kept, says where the applicant is.
    const isBack = !!this.journey.host.draft.saving || !this.journey.firstStep;
    // This page may have saved after its backend made the session.
    const isNewest = this.#calls.base === undefined || this.#calls.base === saved?.revision;
    const answer = isNewest ? { saved } : await this.#load();
    if (answer) this.#compare(answer.saved, isBack && this.#changes.isUnsaved, isBack);
  }

  get #isPaused(): boolean {
    return this.journey.saving !== this || PAUSED.includes(this.#status);
  }

  #plan(wait: number): void {
    if (this.#changes.isUnsaved && !this.#isPaused && this.journey.host.isConnected) this.#timer.plan(wait);
  }

  /** Saves unsaved changes. A page that is being left does not wait for a pending save. */
  async #save(isLeaving = false): Promise<void> {
    this.#timer.clear();
    const content = savedContent(this.journey);
    if (this.#isPaused || !this.#changes.isUnsaved || content === this.#sentContent) return;
    if (this.#call && !isLeaving) return this.#plan(QUIET);
    this.#sentContent = content;
    const call = (this.#call = this.#send(content, isLeaving));
    await call;
    if (this.#call !== call) return;
    this.#call = this.#sentContent = undefined;
    if (!this.#timer.isPlanned) this.#plan(QUIET);
  }

  async #send(content: string, keepalive: boolean): Promise<void> {
    const turn = ++this.#saveCount;
    try {
      const revision = await this.#calls.save(content, keepalive && content.length < MAX_KEEPALIVE);
      if (turn !== this.#saveCount) return;
      this.#calls.continueFrom(revision);
      this.#changes.markSaved(content);
      this.#timer.allowNow();
      this.#showStatus('saved');
    } catch (error) {
      if (turn === this.#saveCount) await this.#fail(error as Partial<LendingError>, content);
    }
  }

  async #fail({ code, retryAfter }: Partial<LendingError>, content: string): Promise<void> {
    if (code === 'handler-draft-ended') return this.#turnOff();
    if (code === 'handler-forbidden' || code === 'handler-other-applicant') return this.#showStatus('stranger');
    if (code === 'handler-closed') return this.#showStatus('closed');
    // Another page has saved. It may have been this one, if its answer was lost.
    const answer = code === 'handler-draft-conflict' ? await this.#load() : undefined;
    if (answer) return this.#compare(answer.saved, true, true);
    if (this.#status === 'stranger') return;
    if (code === 'handler-signed-out') void this.#askToSignIn();
    // The same content would fail again.
    if (code === 'handler-too-large' || code === 'handler-invalid') this.#changes.markSaved(content);
    this.#timer.defer(retryAfter);
    this.#showStatus('failed');
  }

  /** Asks to sign in as soon as a save finds the session ended. */
  async #askToSignIn(): Promise<void> {
    const { signal } = this.#connection ?? {};
    const { watchSignIn } = await import('../signed-out.js');
    if (signal) watchSignIn(this.journey, signal);
  }

  /** Checks whether another device has saved since, if this page has no unsaved changes. */
  async #checkForNewer(): Promise<void> {
    if (this.#isPaused || this.#call || this.#changes.isUnsaved || this.#calls.hasLoadedRecently) return;
    const answer = await this.#load();
    if (answer && !this.#isPaused && !this.#call) this.#compare(answer.saved, this.#changes.isUnsaved, true);
  }

  /** Loads the saved draft; `undefined` if that fails, or if somebody else has signed in. */
  async #load(): Promise<DraftAnswer | undefined> {
    const answer = await this.#calls.load(this.#connection?.signal);
    if (answer && answer.owner !== this.#calls.owner) return void this.#showStatus('stranger');
    return answer;
  }

  /**
   * Compares the saved draft with this page. `hasUnsavedWork`: this page has unsaved changes. `replacesAll`: the saved draft
   * may replace everything here.
   */
  #compare(saved: SavedDraft | undefined, hasUnsavedWork: boolean, replacesAll: boolean): void {
    if (this.journey.saving !== this) return;
    if (!saved) return this.#calls.base === undefined ? this.#plan(0) : this.#turnOff();
    const isOurs = this.#calls.hasMade(saved.revision);
    if (!isOurs && !isSameAsSaved(this.journey, saved)) {
      if (!hasUnsavedWork || isDraftBlank(this.journey)) return this.#restore(saved, replacesAll);
      return this.#showStatus('conflict', saved);
    }
    this.#calls.continueFrom(saved.revision);
    if (!isOurs) this.#changes.markSaved();
    this.#showStatus('saved');
    this.#plan(0);
  }

  #restore({ revision, draft }: SavedDraft, replacesAll: boolean, isChosen = false): void {
    const { journey } = this;
    this.#calls.continueFrom(revision);
    this.#showStatus('taken');
    const goesToStep = replacesAll || journey.enteredFields.size === 0;
    const takesFocus = isChosen || undefined;
    const restored = restoreDraft(journey, draft as JourneyDraft, { replacesAll, goesToStep, takesFocus });
    void this.#changes.duringRestore(restored.then(() => updateInputs(journey))).then(() => this.#plan(QUIET));
  }

  readonly #useOther = async (): Promise<void> => {
    const answer = await this.#load();
    const saved = answer?.saved ?? this.#otherDraft;
    if (saved && this.#status === 'conflict') this.#restore(saved, true, true);
  };

  readonly #keepOwn = (): void => {
    if (this.#otherDraft) this.#calls.continueFrom(this.#otherDraft.revision);
    this.journey.current?.focusHeading();
    this.#saveAgain();
  };

  readonly #saveAgain = (): void => {
    this.#changes.markAllUnsaved();
    this.#timer.allowNow();
    this.#showStatus('nothing');
    void this.#save();
  };

  readonly #delete = async (): Promise<void> => {
    if (this.#status === 'deleting') return;
    this.#timer.clear();
    this.#showStatus('deleting');
    // A pending save would arrive after the deletion.
    await this.#call;
    this.#saveCount++;
    try {
      await this.#calls.delete();
      this.#turnOff();
    } catch {
      this.#showStatus('kept');
    }
  };

  /** Nothing is saved any more, until the applicant asks for it. */
  #turnOff(): void {
    this.#calls.continueFrom(undefined);
    this.#showStatus('off');
  }

  /** Removes the draft's state from the page: the application exists, or the page has left the applicant. */
  stop(): void {
    const { host } = this.journey;
    this.#status = 'off';
    this.#timer.clear();
    this.#connection?.abort();
    this.#changes.stop();
    delete host.draft.saving;
    this.journey.saving = undefined;
    host.removeController(this);
  }

  #showStatus(told: SavingStatus, theirs?: SavedDraft): void {
    this.#status = told;
    this.#otherDraft = theirs;
    this.journey.host.requestUpdate();
    void this.journey.keepInHistory?.();
  }
}
