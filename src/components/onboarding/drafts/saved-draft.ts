// Saves drafts at the backend, for a reload and for other devices. It loads if the backend saves drafts.
import { html, nothing, type ReactiveController } from 'lit';
import type { ServerAdapter } from '../../../adapter/types.js';
import type { LendingError } from '../../../errors.js';
import type { DraftAnswer, SavedJourney } from '../../../schema/calls/draft.js';
import type { Session } from '../../../schema/calls/session.js';
import { withTimeLimit } from '../../../time-limit.js';
import { heldDraft, type DraftSaver, type Journey } from '../journey.js';
import { followChanges, restoreSaved, takeOver } from './draft-content.js';
import { notYetSent } from './draft-entries.js';
import {
  draftEffects,
  isOff,
  isAtRisk,
  isSentWhileLeaving,
  isTold,
  isUnsaved,
  newDraft,
  toldStatus,
  wakeAt,
  type DraftEffect,
  type DraftFact,
  type DraftState,
  type Save,
} from './draft-table.js';
import { nextDraft } from './draft.js';
import { pageOnlyLine, renderChoice, renderStatus } from './saving-status.js';

export type DraftCallsAdapter = Required<Pick<ServerAdapter, 'loadDraft' | 'saveDraft' | 'deleteDraft'>>;

/** How long a journey waits for the last save of the previous journey, or for the saved draft. */
const MAX_WAIT_MS = 4000;
/**
 * Saves a journey's draft: does the effects of its table, and reports how they end. The draft that the backend received last is the
 * newest. Unsaved changes on this page are never overwritten, and never overwrite the changes of another device: the applicant chooses.
 */
export class SavedDraftController implements DraftSaver, ReactiveController {
  readonly #renderPageOnly: ReturnType<typeof pageOnlyLine>;
  readonly #listening = new AbortController();
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #signIn: Journey['renderSignIn'];
  #call: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  /** Aborts when the journey leaves the page, or no longer saves. */
  #connection: AbortController | undefined;

  /** Restores the draft that the page holds and the one that came with the session, and saves every change from now on. */
  static async start(journey: Journey, backend: DraftCallsAdapter, session: Session): Promise<void> {
    const { draft, saving: last } = heldDraft.current ?? {};
    heldDraft.current = undefined;
    const isSameOwner = last instanceof SavedDraftController && last.#state.owner === session.draftOwner;
    // A draft that the page passes in says where the applicant is.
    const before = isSameOwner && journey.firstStep ? last : undefined;
    // Without its last save, the draft of the backend would look like another device's.
    if (before) await withTimeLimit(before.leave(), { limit: MAX_WAIT_MS });
    const saving = new SavedDraftController(journey, backend, session.draftOwner!, before && before.#now());
    journey.saving = saving;
    journey.host.addController(saving);
    if (before) takeOver(journey, draft!, before.#state.isCreated);
    saving.#tell({ is: 'began', saved: session.draft, isBack: !!before || !journey.firstStep });
    if (saving.#loading) await withTimeLimit(saving.#loading, { limit: MAX_WAIT_MS });
  }

  /** `before` is the state of the draft of the journey that the page has removed. */
  private constructor(
    readonly journey: Journey,
    readonly backend: DraftCallsAdapter,
    owner: string,
    before?: DraftState,
  ) {
    const device = `${Date.now()}-${Math.random().toString(36).slice(2, 14)}`;
    const { isCreated, enteredFields, firstStep } = journey;
    const fresh = newDraft({ owner, device, isCreated, at: performance.now(), page: this.#page, isOver: false });
    const hasChanged = (before ? isUnsaved(before) : !firstStep) || enteredFields.size > 0;
    const { base, sent = [], status = 'nothing', hasEntered } = before ?? {};
    const isStillOff = before && isOff(before);
    this.#state = { ...fresh, hasChanged, hasEntered: hasChanged || !!hasEntered, base, sent };
    if (isStillOff) this.#state = { ...this.#state, status };
    followChanges(
      journey,
      this.#listening.signal,
      () => this.#page,
      (change) => this.#tell({ is: 'acted', ...change }),
    );
    this.#renderPageOnly = pageOnlyLine(journey.host);
  }

  hostConnected(): void {
    // Moving an element disconnects and connects it again.
    if (this.#connection) return;
    const { signal } = (this.#connection = new AbortController());
    const hide = () => this.#tell({ is: 'hidden' });
    const show = () => this.#tell({ is: 'shown' });
    const turn = () => (document.visibilityState === 'hidden' ? hide() : show());
    document.addEventListener('visibilitychange', turn, { signal });
    addEventListener('pagehide', hide, { signal });
    for (const type of ['pageshow', 'online']) addEventListener(type, show, { signal });
    this.#tell({ is: 'acted', isMove: false, isChange: false });
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

  hostUpdate(): void {
    if (this.journey.isCreated && !this.#state.isCreated) this.#tell({ is: 'created' });
  }

  retry(): void {
    this.#tell({ is: 'retried' });
  }

  get isAtRisk(): boolean {
    return isAtRisk(this.#now());
  }

  async leave(): Promise<void> {
    this.#tell({ is: 'hidden' });
    await this.#call;
  }

  stop(): void {
    this.#tell({ is: 'stopped' });
    this.#connection?.abort();
    this.#listening.abort();
    this.journey.saving = undefined;
    this.journey.host.removeController(this);
  }

  render(asks: boolean): unknown {
    const { host, renderSignIn } = this.journey;
    const state = this.#now();
    const { isCreated, isNews, isOpen, base } = state;
    // The panel that asks to sign in tells it.
    if (renderSignIn) return nothing;
    if (isCreated && isOff(state)) return asks ? this.#renderPageOnly(this.#wantAgain) : nothing;
    if (!isTold(state)) return nothing;
    return renderStatus(host.text, {
      told: toldStatus(state),
      isNews,
      isSaved: !isOff(state) && !isCreated && base !== undefined,
      isOpen,
      open: () => this.#tell({ is: 'toggled' }),
      act: isOff(state) ? this.#wantAgain : () => this.#tell({ is: 'delete' }),
    });
  }

  renderAbove(): unknown {
    const { host, handover, signInPlace, renderSignIn } = this.journey;
    const { savedAt } = this.#state.theirs ?? {};
    // The panel leaves after the focus, as the last step does.
    if (renderSignIn || !handover.from) this.#signIn = signInPlace === 'above' ? renderSignIn : undefined;
    return [
      savedAt && renderChoice(host.text, savedAt, () => this.#tell({ is: 'chose-theirs' }), this.#keepOwn),
      this.#signIn && html`<div class=${renderSignIn ? nothing : 'hidden leaving'}>${this.#signIn(host.text)}</div>`,
    ];
  }

  /** The answers of the page that no call has sent. */
  get #page(): SavedJourney {
    const { host, session } = this.journey;
    return notYetSent(host.draft, session?.progress.done ?? []);
  }

  #now(): DraftState {
    return { ...this.#state, at: performance.now(), page: this.#page, isOver: !!this.journey.over };
  }

  #tell(fact: DraftFact): void {
    if (this.journey.saving !== this) return;
    const now = this.#now();
    // A timer may be a little early.
    const before = fact.is === 'woke' ? { ...now, at: Math.max(now.at, wakeAt(this.#state)) } : now;
    const after = (this.#state = nextDraft(before, fact));
    for (const effect of draftEffects(before, after)) this.#do(effect);
    clearTimeout(this.#timer);
    const wait = wakeAt(after) - after.at;
    if (wait < Infinity && this.journey.host.isConnected)
      this.#timer = setTimeout(() => this.#tell({ is: 'woke' }), wait);
    const { status, isOpen, sending } = before;
    if (after.status !== status || after.isOpen !== isOpen || after.sending !== sending)
      this.journey.host.requestUpdate();
  }

  #do(effect: DraftEffect): void {
    const { signal } = this.#connection ?? {};
    if (effect.does === 'save') this.#call = this.#save(effect.save);
    if (effect.does === 'load') this.#loading = this.#load(signal);
    if (effect.does === 'delete') void this.#delete();
    if (effect.does === 'restore')
      void restoreSaved(this.journey, effect.restore).then((end) => this.#tell({ is: 'restored', ...end }));
    if (effect.does === 'ask-to-sign-in' && signal)
      void this.journey.loadActions().then(({ askToSignIn }) => askToSignIn(this.journey, signal, 'above'));
  }

  async #save({ turn, revision, after, content }: Save): Promise<void> {
    const { owner } = this.#state;
    try {
      // The page may be left while the call is under way.
      const keepalive = isSentWhileLeaving(content);
      const draft = JSON.parse(content) as SavedJourney;
      await this.backend.saveDraft({ owner, revision, after: [...after], draft }, { keepalive });
      this.#tell({ is: 'saved', turn });
    } catch (error) {
      const { code, retryAfter } = error as Partial<LendingError>;
      this.#tell({ is: 'failed', turn, code, retryAfter });
      // The save ends when it is known whether another page has saved.
      await this.#loading;
    }
  }

  /** Saving stays safe if the draft does not load: the backend rejects a save if another device has saved since. */
  async #load(signal: AbortSignal | undefined): Promise<void> {
    const answer: DraftAnswer | undefined = await this.backend.loadDraft({ signal }).catch(() => undefined);
    this.#tell({ is: 'loaded', answer });
  }

  async #delete(): Promise<void> {
    // A pending save would arrive after the deletion.
    await this.#call;
    try {
      await this.backend.deleteDraft(this.#state.owner);
      this.#tell({ is: 'deleted' });
    } catch (error) {
      this.#tell({ is: 'not-deleted', isSignedOut: (error as Partial<LendingError>).code === 'handler-signed-out' });
    }
  }

  readonly #keepOwn = (): void => {
    this.journey.current?.focusHeading();
    this.#tell({ is: 'chose-own' });
  };

  /** Saves again after the saved draft was deleted. */
  readonly #wantAgain = (): void => {
    // The button becomes the one that deletes the copy. After the application was created, it goes, and must not take the focus with it.
    if (this.#state.isCreated) this.journey.current?.focusHeading();
    this.#tell({ is: 'wanted-again' });
  };
}
