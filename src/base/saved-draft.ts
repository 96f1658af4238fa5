import type { ReactiveController } from 'lit';
import type { LendingError } from '../errors.js';
import type { DraftAnswer, SavedDraft } from '../schema/draft.js';
import type { SavingMark } from './journey.js';
import type { JourneyWay } from './journey-way.js';
import { SavedCalls } from './saved-calls.js';
import { Changes } from './saved-changes.js';
import { contentOf, isBlank, isSame, takeSaved } from './saved-content.js';
import { renderChoice, renderSaved, savedStyles, type Told } from './saved-line.js';
import { Revisions } from './saved-revisions.js';
import { followSight } from './saved-sight.js';
import { SaveTimer } from './saved-timer.js';

/** Milliseconds without a change, before what was entered is saved. */
const QUIET = 3000;

/** What is told while nothing is saved, until the applicant says something. */
const PAUSES: readonly Told[] = ['deleting', 'off', 'conflict', 'stranger'];

/**
 * Saves a journey's draft for another device. The newest one counts, by the order in which the backend took them. What was
 * entered on this page and is not saved is never written over, and never put in the place of another device's: the applicant
 * chooses.
 */
export class DraftSaving implements ReactiveController {
  readonly #way: JourneyWay;
  readonly #calls: SavedCalls;
  readonly #revisions: Revisions;
  readonly #changes: Changes;
  readonly #timer = new SaveTimer(() => void this.#save());
  #told: Told = 'nothing';
  /** What another device has saved, while the applicant chooses. */
  #theirs: SavedDraft | undefined;
  /** What is under way. */
  #underWay: string | undefined;
  #call: Promise<void> | undefined;
  /** Counts the savings: what comes of one that was overtaken is nothing to anybody. */
  #turn = 0;
  #sight = new AbortController();
  #gone = new AbortController();

  constructor(way: JourneyWay, owner: string) {
    this.#way = way;
    this.#calls = new SavedCalls(way, owner);
    const { host } = way;
    const { base, sent, isUnsaved = !way.first, isOff } = host.draft.saving ?? {};
    this.#revisions = new Revisions(base, sent);
    this.#changes = new Changes(way, isUnsaved, (isStep) => this.#plan(isStep ? 0 : QUIET));
    if (isOff) this.#told = 'off';
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(savedStyles.styleSheet!);
  }

  hostConnected(): void {
    if (this.#gone.signal.aborted) this.#gone = new AbortController();
    this.#sight = new AbortController();
    const hide = () => void this.#save(true);
    const show = () => {
      this.#timer.hurry();
      this.#plan(0);
      void this.#look();
    };
    followSight(hide, show, this.#sight.signal);
    this.#plan(QUIET);
  }

  hostDisconnected(): void {
    this.#sight.abort();
    // A move in the document disconnects and connects again.
    queueMicrotask(() => {
      if (this.#way.host.isConnected) return;
      this.#gone.abort();
      void this.#save(true);
    });
  }

  hostUpdate(): void {
    if (this.#way.isCreated) this.stop();
  }

  /** What a reload must know of the saving. */
  get mark(): SavingMark {
    const { base, sent } = this.#revisions;
    return { base, sent, isUnsaved: this.#changes.isUnsaved, isOff: this.#told === 'off' || undefined };
  }

  /** What is said below a step. */
  render() {
    const act = this.#told === 'off' ? this.#saveAgain : this.#delete;
    return renderSaved(this.#way.host.text, this.#told, this.#revisions.base !== undefined, act);
  }

  /** What is asked above a step. */
  renderChoice() {
    const { host } = this.#way;
    return this.#theirs && renderChoice(host.text, this.#theirs.savedAt, this.#takeTheirs, this.#keepMine);
  }

  /** Looks at what is saved, as the page begins. */
  async begin(): Promise<void> {
    if (this.#told === 'off') return;
    // A draft that the page hands on, or that the browser has kept, says where the applicant is.
    const isBack = !!this.#way.host.draft.saving || !this.#way.first;
    const answer = await this.#load();
    if (answer) this.#meet(answer.saved, isBack && this.#changes.isUnsaved, isBack);
  }

  get #isPaused(): boolean {
    return this.#way.saving !== this || PAUSES.includes(this.#told);
  }

  #plan(wait: number): void {
    if (this.#changes.isUnsaved && !this.#isPaused && this.#way.host.isConnected) this.#timer.plan(wait);
  }

  /** Saves what is not saved. A page that goes away does not wait for what is under way. */
  async #save(isLeaving = false): Promise<void> {
    this.#timer.clear();
    const content = contentOf(this.#way);
    if (this.#isPaused || !this.#changes.isUnsaved || content === this.#underWay) return;
    if (this.#call && !isLeaving) return this.#plan(QUIET);
    this.#underWay = content;
    const call = (this.#call = this.#send(content, isLeaving));
    await call;
    if (this.#call !== call) return;
    this.#call = this.#underWay = undefined;
    if (!this.#timer.isPlanned) this.#plan(QUIET);
  }

  async #send(content: string, keepalive: boolean): Promise<void> {
    const turn = ++this.#turn;
    const { after } = this.#revisions;
    const revision = this.#revisions.add();
    try {
      await this.#calls.save(revision, after, content, keepalive);
      if (turn !== this.#turn) return;
      this.#revisions.goOnFrom(revision);
      this.#changes.saved(content);
      this.#tell('saved');
    } catch (error) {
      if (turn === this.#turn) await this.#fail(error as Partial<LendingError>, content);
    }
  }

  async #fail({ code, retryAfter }: Partial<LendingError>, content: string): Promise<void> {
    if (code === 'handler-draft-ended') return this.#forget();
    if (code === 'handler-forbidden') return this.#tell('stranger');
    // Another page has saved: it may be this one, before it heard of it.
    const answer = code === 'handler-draft-conflict' ? await this.#load() : undefined;
    if (answer) return this.#meet(answer.saved, true, true);
    if (this.#told === 'stranger') return;
    // The same is not sent again.
    if (code === 'handler-too-large' || code === 'handler-invalid') this.#changes.saved(content);
    this.#timer.defer(retryAfter);
    this.#tell('failed');
  }

  /** Looks whether another device has saved since, where all of this page is saved. */
  async #look(): Promise<void> {
    if (this.#isPaused || this.#call || this.#changes.isUnsaved || this.#calls.hasLooked) return;
    const answer = await this.#load();
    if (answer && !this.#isPaused && !this.#call) this.#meet(answer.saved, this.#changes.isUnsaved, true);
  }

  /** What is saved. Where it is somebody else's by now, nothing of it is touched. */
  async #load(): Promise<DraftAnswer | undefined> {
    const answer = await this.#calls.load(this.#gone.signal);
    if (answer !== 'stranger') return answer;
    this.#tell('stranger');
    return undefined;
  }

  /** `isWork`: this page has what is not saved. `isWhole`: what is saved takes the place of all that is here. */
  #meet(saved: SavedDraft | undefined, isWork: boolean, isWhole: boolean): void {
    if (this.#way.saving !== this) return;
    if (!saved) return this.#revisions.base === undefined ? this.#plan(0) : this.#forget();
    const isOurs = this.#revisions.has(saved.revision);
    if (!isOurs && !isSame(this.#way, saved)) {
      if (!isWork || isBlank(this.#way)) return this.#take(saved, isWhole);
      return this.#tell('conflict', saved);
    }
    this.#revisions.goOnFrom(saved.revision);
    if (!isOurs) this.#changes.saved();
    this.#tell('saved');
    this.#plan(0);
  }

  #take({ revision, draft }: SavedDraft, isWhole: boolean, isWanted = false): void {
    this.#revisions.goOnFrom(revision);
    this.#tell('taken');
    const taken = this.#changes.taking(takeSaved(this.#way, draft, isWhole, isWanted));
    void taken.then(() => this.#plan(QUIET));
  }

  /** What another device has saved by now, in place of what is here. */
  readonly #takeTheirs = async (): Promise<void> => {
    const answer = await this.#load();
    const saved = answer?.saved ?? this.#theirs;
    if (saved && this.#told === 'conflict') this.#take(saved, true, true);
  };

  readonly #keepMine = (): void => {
    if (this.#theirs) this.#revisions.goOnFrom(this.#theirs.revision);
    this.#way.current?.focusHeading();
    this.#saveAgain();
  };

  readonly #saveAgain = (): void => {
    this.#changes.saveAll();
    this.#timer.hurry();
    this.#tell('nothing');
    void this.#save();
  };

  readonly #delete = async (): Promise<void> => {
    if (this.#told === 'deleting') return;
    this.#timer.clear();
    this.#tell('deleting');
    // What is under way would arrive after it.
    await this.#call;
    this.#turn++;
    try {
      await this.#calls.delete();
      this.#forget();
    } catch {
      this.#tell('kept');
    }
  };

  /** Nothing is saved any more, and nothing is until the applicant wants it. */
  #forget(): void {
    this.#revisions.goOnFrom(undefined);
    this.#tell('off');
  }

  /** The application exists, or another user is signed in: nothing of the draft is left in the page. */
  stop(): void {
    const { host } = this.#way;
    this.#timer.clear();
    this.#sight.abort();
    this.#changes.stop();
    delete host.draft.saving;
    this.#way.saving = undefined;
    host.removeController(this);
  }

  #tell(told: Told, theirs?: SavedDraft): void {
    this.#told = told;
    this.#theirs = theirs;
    this.#way.host.requestUpdate();
    void this.#way.keep?.();
  }
}
