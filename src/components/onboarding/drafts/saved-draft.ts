// Saves drafts at the backend, for a reload and for other devices. It loads if the backend saves drafts.
import { html, nothing, type ReactiveController } from 'lit';
import type { JourneyDraft } from '../../../base/step/steps.js';
import type { LendingError } from '../../../errors.js';
import type { DraftAnswer, SavedDraft } from '../../../schema/calls/draft.js';
import type { CallName, Session } from '../../../schema/calls/session.js';
import { withTimeLimit } from '../../../time-limit.js';
import { heldDraft, type DraftSaver, type Journey } from '../journey.js';
import { DraftCalls, type DraftCallsAdapter } from './draft-calls.js';
import { DraftChanges, haveSameEntries, isBlank, restoreDraft, notYetSent } from './draft-content.js';
import { QUIET_MS, SaveTimer } from './save-timer.js';
import { pageOnlyLine, renderChoice, renderStatus, type SavingStatus } from './saving-status.js';
import { UnsavedSince } from './unsaved-since.js';

/** How long a journey waits for the last save of the previous journey, or for the saved draft. */
const MAX_WAIT_MS = 4000;
/** The longest draft that browsers send while the page is left: 64 KiB, with up to 3 bytes for each character. */
const MAX_KEEPALIVE_CHARS = 20_000;

/** In these states only this page has the newest answers. */
const AT_RISK: readonly SavingStatus[] = ['failed', 'conflict', 'stranger'];
/** In these states nothing is saved until the applicant decides. */
const PAUSED: readonly SavingStatus[] = ['deleting', 'off', 'ended', 'conflict', 'stranger', 'closed'];
/** Nothing is saved, and nothing more will be, until the applicant wants it. */
const OFF: readonly SavingStatus[] = ['off', 'ended'];
/** These states are shown only if the applicant has entered something. */
const UNTOLD: readonly SavingStatus[] = ['saving', 'saved', 'failed'];

/**
 * Saves a journey's draft. The draft that the backend received last is the newest. Unsaved changes on this page are never overwritten,
 * and never overwrite the changes of another device: the applicant chooses between them.
 */
export class SavedDraftController implements DraftSaver, ReactiveController {
  readonly #changes: DraftChanges;
  readonly #timer = new SaveTimer(() => void this.#save());
  readonly #unsaved = new UnsavedSince((status) => this.#warn(status));
  readonly #renderPageOnly: ReturnType<typeof pageOnlyLine>;
  #status: SavingStatus = 'nothing';
  /** Whether the status changes the applicant's situation, so that screen readers announce it. */
  #isNews = false;
  #signIn: Journey['renderSignIn'];
  #wasNotSaved = false;
  #isOpen = false;
  #otherDraft: SavedDraft | undefined;
  #isCreated: boolean;
  #call: Promise<void> | undefined;
  /** Counts the saves, so that the result of an outdated save is ignored. */
  #saveCount = 0;
  /** Aborts when the journey leaves the page, or no longer saves. */
  #connection: AbortController | undefined;

  /** Restores the draft that the page holds and the one that came with the session, and saves every change from now on. */
  static async start(journey: Journey, backend: DraftCallsAdapter, session: Session): Promise<void> {
    const { draft, saving: last } = heldDraft.current ?? {};
    heldDraft.current = undefined;
    const isSameOwner = last instanceof SavedDraftController && last.calls.owner === session.draftOwner;
    // A draft that the page passes in says where the applicant is.
    const before = isSameOwner && journey.firstStep ? last : undefined;
    // Without its last save, the draft of the backend would look like another device's.
    if (before) await withTimeLimit(before.leave(), { limit: MAX_WAIT_MS });
    const calls = new DraftCalls(backend, session.draftOwner!, before?.calls);
    const saving = new SavedDraftController(journey, calls, before);
    journey.saving = saving;
    journey.host.addController(saving);
    if (before) saving.#takeOver(draft!, session.progress.done, before.#isCreated);
    await withTimeLimit(saving.#begin(session.draft, !!before || !journey.firstStep), { limit: MAX_WAIT_MS });
  }

  /** `before` is the controller of the journey that the page has removed. */
  private constructor(
    readonly journey: Journey,
    readonly calls: DraftCalls,
    before?: SavedDraftController,
  ) {
    const wasChanged = before ? before.#changes.isUnsaved : !journey.firstStep;
    const isChanged = wasChanged || journey.enteredFields.size > 0;
    this.#changes = new DraftChanges(journey, isChanged, (isStep) => this.#plan(isStep ? 0 : QUIET_MS));
    if (before && before.#changes.hasEntered) this.#changes.hasEntered = true;
    this.#isCreated = journey.isCreated;
    if (before && OFF.includes(before.#status)) this.#status = before.#status;
    this.#renderPageOnly = pageOnlyLine(journey.host);
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
    this.#plan(QUIET_MS);
  }

  /** Saves, and holds the draft for the next journey on the page, unless the element was moved. */
  hostDisconnected(): void {
    const { host, shown } = this.journey;
    queueMicrotask(() => {
      if (host.isConnected) return;
      this.#connection?.abort();
      this.#connection = undefined;
      void this.leave();
      heldDraft.current = { draft: { ...host.draft, step: shown }, saving: this };
    });
  }

  /** After the application was created, the saved draft goes on with the other answers. */
  hostUpdate(): void {
    const { isCreated } = this.journey;
    if (isCreated === this.#isCreated) return;
    this.#isCreated = isCreated;
    // A pending save contains answers that the application now has.
    this.#saveCount++;
    this.#call = this.#otherDraft = undefined;
    this.#timer.allowNow();
    this.#unsaved.reset();
    // Without a base, the applicant has deleted the saved draft.
    const isOver = this.#isOff ? this.calls.base === undefined : ['stranger', 'closed'].includes(this.#status);
    if (!isOver) this.#status = 'nothing';
    // If the draft has no other answers, the backend has deleted it.
    if (isBlank(this.#changes.savable)) this.calls.continueFrom(undefined);
  }

  retry(): void {
    this.#timer.allowNow();
    this.#plan(0);
  }

  get isAtRisk(): boolean {
    const { content, savable, isUnsaved } = this.#changes;
    if (this.#isOff) return !isBlank(savable);
    if (AT_RISK.includes(this.#status)) return true;
    // Firefox before 133 cannot send a draft while the page is left.
    const isSentLater = 'keepalive' in Request.prototype && content.length < MAX_KEEPALIVE_CHARS;
    return !isSentLater && !this.#isPaused && (isUnsaved || !!this.#call);
  }

  async leave(): Promise<void> {
    void this.#save(true);
    await this.#call;
  }

  render(asks: boolean): unknown {
    const { host, renderSignIn } = this.journey;
    // The panel that asks to sign in tells it.
    if (renderSignIn) return nothing;
    if (this.#isCreated && this.#isOff) return asks ? this.#renderPageOnly(this.#startAgain) : nothing;
    // If the applicant has entered nothing, only the step is saved.
    const isEmpty = UNTOLD.includes(this.#status) && isBlank(this.#changes.savable);
    if (this.#isCreated && (isEmpty || !AT_RISK.includes(this.#status))) return nothing;
    return renderStatus(host.text, {
      told: isEmpty ? 'nothing' : this.#status,
      isNews: this.#isNews,
      isSaved: !this.#isOff && !this.#isCreated && this.calls.base !== undefined,
      isOpen: this.#isOpen,
      open: this.#toggle,
      act: this.#isOff ? this.#startAgain : this.#delete,
    });
  }

  renderAbove(): unknown {
    const { host, handover, signInPlace, renderSignIn } = this.journey;
    const { savedAt } = this.#otherDraft ?? {};
    // The panel leaves after the focus, as the last step does.
    if (renderSignIn || !handover.from) this.#signIn = signInPlace === 'above' ? renderSignIn : undefined;
    return [
      savedAt && renderChoice(host.text, savedAt, this.#useOther, this.#keepOwn),
      this.#signIn && html`<div class=${renderSignIn ? nothing : 'hidden leaving'}>${this.#signIn(host.text)}</div>`,
    ];
  }

  /** Restores the draft of the journey that the page has removed. If the application was created since, its step is over. */
  #takeOver(
    { files, changedSinceOffers, ...draft }: JourneyDraft,
    done: readonly CallName[],
    wasCreated: boolean,
  ): void {
    const { step, ...rest } = notYetSent(draft, done);
    const position = this.#isCreated && !wasCreated ? {} : { step, isIntroducing: draft.isIntroducing };
    void restoreDraft(this.journey, { ...rest, ...position, files, changedSinceOffers } as JourneyDraft);
  }

  /** Restores the draft that came with the session. `isBack`: the page has a draft already, which may be newer or older. */
  async #begin(saved: SavedDraft | undefined, isBack: boolean): Promise<void> {
    if (this.#isOff) return;
    if (saved && !isBack) return this.#restore(saved, false);
    // This page may have saved after the backend sent the session.
    const isNewest = this.calls.base === undefined || this.calls.base === saved?.revision;
    const answer = isNewest ? { saved } : await this.#load();
    if (answer) this.#compare(answer.saved, this.#changes.isUnsaved);
  }

  get #isOff(): boolean {
    return OFF.includes(this.#status);
  }

  get #isPaused(): boolean {
    return this.journey.saving !== this || !!this.journey.over || PAUSED.includes(this.#status);
  }

  #plan(wait: number): void {
    if (!this.#changes.isUnsaved || this.#isPaused || !this.journey.host.isConnected) return;
    this.#timer.plan(wait);
    this.#unsaved.change();
  }

  /** Shows that the oldest change has not been saved for long. A failure stays until it is saved. */
  #warn(status: 'saving' | 'failed'): void {
    if (!this.#isPaused && this.#status !== 'failed' && (this.#call || this.#changes.isUnsaved))
      this.#showStatus(status);
  }

  /** Saves unsaved changes. A page that is being left does not wait for a pending save. */
  async #save(isLeaving = false): Promise<void> {
    this.#timer.clear();
    if (this.#isPaused) return;
    if (!this.#changes.isUnsaved) return this.#settle();
    if (this.#call && !isLeaving) return this.#plan(QUIET_MS);
    const call = (this.#call = this.#send(this.#changes.content));
    await call;
    if (this.#call !== call) return;
    this.#call = undefined;
    this.journey.host.requestUpdate();
    this.#plan(QUIET_MS);
  }

  /** A change that was undone needs no save. */
  #settle(): void {
    if (this.#call || this.#status !== 'saving') return;
    this.#unsaved.reset();
    this.#showStatus(this.calls.base === undefined ? 'nothing' : 'saved');
  }

  async #send(content: string): Promise<void> {
    const turn = ++this.#saveCount;
    this.#changes.saved = content;
    this.#unsaved.send();
    try {
      // The page may be left while the call is under way.
      const revision = await this.calls.save(content, content.length < MAX_KEEPALIVE_CHARS);
      if (turn !== this.#saveCount) return;
      this.calls.continueFrom(revision);
      this.#timer.allowNow();
      if (this.#unsaved.confirm()) this.#showStatus('saved');
    } catch (error) {
      if (turn === this.#saveCount) await this.#fail(error as Partial<LendingError>);
    }
  }

  async #fail({ code, retryAfter }: Partial<LendingError>): Promise<void> {
    // The same content would fail again.
    if (code !== 'handler-too-large' && code !== 'handler-invalid') this.#changes.saved = '';
    if (code === 'handler-draft-ended') return this.#showStatus('ended');
    if (code === 'handler-forbidden' || code === 'handler-other-applicant') return this.#showStatus('stranger');
    if (code === 'handler-closed') return this.#showStatus('closed');
    // Another page has saved, or this page has, and the response was lost.
    const answer = code === 'handler-draft-conflict' ? await this.#load() : undefined;
    if (answer) return this.#compare(answer.saved, true);
    if (this.#status === 'stranger') return;
    this.#timer.defer(retryAfter);
    this.#showStatus('failed');
    if (code !== 'handler-signed-out') return;
    // The panel says what to do, and that the answers stay on the page.
    this.#isNews = false;
    this.#askToSignIn();
  }

  #askToSignIn(): void {
    const { signal } = this.#connection ?? {};
    if (signal) void this.journey.loadActions().then(({ askToSignIn }) => askToSignIn(this.journey, signal, 'above'));
  }

  /** Checks whether another device has saved since, if this page has no unsaved changes. */
  async #checkForNewer(): Promise<void> {
    if (this.#isPaused || this.#call || this.#changes.isUnsaved || this.calls.hasLoadedRecently) return;
    const answer = await this.#load();
    if (answer && !this.#isPaused && !this.#call) this.#compare(answer.saved, this.#changes.isUnsaved);
  }

  /** Loads the saved draft; `undefined` if that fails, or if somebody else has signed in. */
  async #load(): Promise<DraftAnswer | undefined> {
    const answer = await this.calls.load(this.#connection?.signal);
    if (answer && answer.owner !== this.calls.owner) return void this.#showStatus('stranger');
    return answer;
  }

  /** Compares the saved draft with the answers on this page, of which some may be unsaved. */
  #compare(saved: SavedDraft | undefined, hasUnsavedWork: boolean): void {
    if (this.journey.saving !== this) return;
    const { savable } = this.#changes;
    const hadSaved = this.calls.base !== undefined;
    if (!saved) return hadSaved ? this.#showStatus('ended') : this.#plan(0);
    // Another page has created the application, so the saved draft continues without these answers.
    if (hadSaved && savable.inputs.company && !saved.draft.inputs.company) return this.#showStatus('ended');
    const isFromThisPage = this.calls.hasMade(saved.revision);
    if (!isFromThisPage && !haveSameEntries(savable, saved.draft)) {
      if (!hasUnsavedWork || isBlank(savable)) return this.#restore(saved, true);
      return this.#showStatus('conflict', saved);
    }
    this.calls.continueFrom(saved.revision);
    if (!isFromThisPage) this.#changes.saved = this.#changes.content;
    if (this.#unsaved.confirm()) this.#showStatus('saved');
    this.#plan(0);
  }

  #restore({ revision, draft }: SavedDraft, replacesAll: boolean, takesFocus?: boolean): void {
    this.calls.continueFrom(revision);
    this.#unsaved.reset();
    this.#showStatus(haveSameEntries(this.#changes.savable, draft) ? 'saved' : 'taken');
    void this.#changes.restore(draft, { replacesAll, takesFocus }).then(() => this.#plan(QUIET_MS));
  }

  readonly #useOther = async (): Promise<void> => {
    const answer = await this.#load();
    const saved = answer?.saved ?? this.#otherDraft;
    if (saved && this.#status === 'conflict') this.#restore(saved, true, true);
  };

  readonly #keepOwn = (): void => {
    if (this.#otherDraft) this.calls.continueFrom(this.#otherDraft.revision);
    this.journey.current?.focusHeading();
    this.#saveAll();
  };

  /** Saves again after the saved draft was deleted. */
  readonly #startAgain = (): void => {
    this.calls.continueFrom(undefined);
    // The button becomes the one that deletes the copy. After the application was created, it goes, and must not take the focus with it.
    this.#isOpen = true;
    if (this.#isCreated) this.journey.current?.focusHeading();
    this.#saveAll();
  };

  readonly #toggle = (): void => {
    this.#isOpen = !this.#isOpen;
    this.journey.host.requestUpdate();
  };

  #saveAll(): void {
    this.#changes.markAllUnsaved();
    this.#timer.allowNow();
    this.#showStatus('saving');
    this.#unsaved.reset();
    this.#unsaved.change();
    void this.#save();
  }

  readonly #delete = async (): Promise<void> => {
    if (this.#status === 'deleting') return;
    this.#timer.clear();
    this.#showStatus('deleting');
    // A pending save would arrive after the deletion.
    await this.#call;
    this.#saveCount++;
    try {
      await this.calls.delete();
      this.calls.continueFrom(undefined);
      this.#showStatus('off');
    } catch (error) {
      this.#showStatus('kept');
      if ((error as Partial<LendingError>).code === 'handler-signed-out') this.#askToSignIn();
    }
  };

  stop(): void {
    this.#status = 'off';
    this.#timer.clear();
    this.#connection?.abort();
    this.#changes.stop();
    this.journey.saving = undefined;
    this.journey.host.removeController(this);
  }

  #showStatus(told: SavingStatus, theirs?: SavedDraft): void {
    if (told !== this.#status) this.#isNews = told !== 'saving' && (told !== 'saved' || this.#wasNotSaved);
    if (told !== 'saving') this.#wasNotSaved = told !== 'saved' && told !== 'taken';
    this.#status = told;
    this.#otherDraft = theirs;
    this.journey.host.requestUpdate();
  }
}
