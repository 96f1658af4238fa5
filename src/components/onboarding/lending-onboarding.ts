import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { LendingElement } from '../../base/element.js';
import { flag, jsonObject, onOff } from '../../base/flag.js';
import { whenIdle } from '../../base/page-lifecycle.js';
import { loadFailureHelp } from '../../base/failure/failure.js';
import type { LendingScreenChangedEvent } from '../../base/events.js';
import type { LendingStepElement } from '../../base/step/step.js';
import { layoutOf } from '../../base/step/step-form.js';
import type { JourneyDraft, StepName, Layout } from '../../base/step/steps.js';
import { controls, tokens } from '../../base/look/styles.js';
import { loadPart } from '../../errors.js';
import { defaultSettings } from '../../schema/default-settings.js';
import type { Prefill } from '../../schema/calls/session.js';
import type { Settings } from '../../schema/settings.js';
import { LendingCompanyElement } from '../company/lending-company.js';
import { Journey } from './journey.js';
import { mayReturnTo, stepAfter } from './rules.js';
import { journeyStyles } from './onboarding.styles.js';
import { renderJourneyTop, stepPosition } from './progress.js';

type LaterSteps = typeof import('./later-steps.js');
const loadLaterSteps = () => loadPart(import('./later-steps.js'), 'steps');
const loadIntroduction = () => import('./introduction/introduction.js');

/**
 * The whole journey: the business, the applicant, a check of the answers, documents, the funding, the consent, and the
 * service's widget with the offers (specification, "Recommended call order"). It continues at the step that the backend reports.
 *
 * It keeps the answers while the applicant goes back and forth, through a reload, and when the element is moved.
 * Answers that are not sent yet are on the page, and saved by the backend. Of files only the names are saved: they must be chosen
 * again after a reload. The tick of the consent and sent answers are not saved. If the backend saves no drafts, a reload loses the
 * answers, so the browser asks before the page is left. Only the draft of the first journey on a page is saved. No storage, URL or
 * history entry of the browser contains an answer.
 *
 * @tag lending-onboarding
 * @slot logo - The logo of the page, above the introduction, and on the receipt of the consent.
 * @slot intro - Replaces the heading, the funding and the facts of the introduction.
 * @slot funding - Below the heading of the introduction: the funding that the page offers. A `strong` in it is large.
 * @slot help - Below every step: where to get help.
 * @slot privacy - Below every step: a link to the privacy notice.
 * @slot error - Replaces the built-in message if the widget cannot be shown.
 * @slot sign-in - A link or a button of the page, if nobody is signed in.
 * @slot next - At the end of a journey without the widget: the page's main link or button. Default: a button that shows the agreement.
 * @event {LendingStepChangedEvent} lending-step-changed - Another step is shown.
 * @event {LendingScreenChangedEvent} lending-screen-changed - Another screen of a step is shown.
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether a step may continue; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - A step is done.
 * @event {LendingContinuedEvent} lending-continued - The applicant skipped a step.
 * @event {LendingDeclinedEvent} lending-declined - The applicant does not consent to the credit checks.
 * @event {LendingWithdrawnEvent} lending-withdrawn - The applicant has withdrawn the consent. Existing offers can still be seen.
 * @event {LendingReadyEvent} lending-ready - The widget with the offers has started.
 * @event {LendingProblemsEvent} lending-problems - Answers were rejected: the paths and the reasons, and no answer.
 * @event {LendingErrorEvent} lending-error - Something failed. The applicant has already been shown a sentence.
 * @csspart introduction - The introduction before the first step.
 * @csspart start - The button of the introduction.
 * @csspart offline - The message that the browser is offline.
 * @csspart progress - The position, like "Step 2 of 6".
 * @csspart bar - The bar below the position, in a narrow place.
 * @csspart steps - The list of the steps, in a wide place.
 * @csspart back - The Back button.
 * @csspart done - The summary of the requests, next to the offers and at the end.
 * @csspart saved - The status of the draft, and the button that deletes it.
 * @csspart again - The button for a new application, and its question.
 * @csspart choice - The choice between the drafts of two devices.
 * @csspart signed-out - The panel that asks a visitor to sign in.
 * @csspart failure - The panel with a failure.
 * @csspart retry - The button that tries again.
 * @csspart support - The contacts of the support team.
 * @cssstate wide - The step has more width: the review, and all steps after it.
 */
export class LendingOnboardingElement extends LendingElement {
  static override readonly tag = 'lending-onboarding';
  static override readonly uses = [LendingCompanyElement];
  static override styles = [tokens, controls, journeyStyles];

  /** Registers the tag. In a page with an introduction, the shape in the style sheet stays until the introduction has loaded. */
  static override define(): void {
    const define = () => super.define();
    if (!globalThis.document?.querySelector('lending-onboarding[introduction]')) return define();
    void loadIntroduction().then(define, define);
  }

  /** The path at which the partner's backend has mounted the handler. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The adapter that calls the backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /**
   * The steps in their order, separated by spaces. `company applicant review` come first, or are left out if the application exists; `documents`,
   * `prequalification` and `consent` follow in any order, or are left out; `widget` is last, or left out. `prequalification` may also come before
   * `company`. Default: `company applicant review documents prequalification consent widget`. Source: specification, "Recommended call order".
   */
  @property() steps: string | undefined;
  /** Values that the page has of the company and the applicant, in the attribute as JSON. The backend's values override them. Default: none. */
  @property({ converter: jsonObject }) prefill: Prefill | undefined;
  /** The answers so far. The journey writes into this object; pass it to a new element to continue there. Keep it in memory. */
  @property({ attribute: false }) draft: JourneyDraft = {};
  /**
   * Whether the browser's Back and Forward buttons move between the steps, at the same URL. Only the first journey on a page uses the history.
   * Default: `on`.
   */
  @property({ converter: onOff }) history: 'on' | 'off' = 'on';
  /**
   * Whether the page's title begins with "Error:" if there is one, the step and its position, as in "Error: About you – Step 2 of 6 – Funding".
   * Default: `false`.
   */
  @property({ type: Boolean, converter: flag, attribute: 'page-title' }) pageTitle = false;
  /** `page` shows each step as a whole; `screens` shows at most six inputs at a time. Default: `page`. */
  @property({ converter: layoutOf }) layout: Layout = 'page';
  /** Whether an introduction comes before the first step, for an applicant who has not begun. Default: `false`. */
  @property({ type: Boolean, converter: flag }) introduction = false;
  /** Whether the browser asks before the page is left with unsent answers. It always asks while answers are only on the page. Default: `false`. */
  @property({ type: Boolean, converter: flag, attribute: 'leave-guard' }) leaveGuard = false;

  @state() private loaded: ReadonlySet<StepName> = new Set(['company']);
  #laterSteps: LaterSteps | undefined;
  #prepared: StepName | undefined;
  readonly #journey = new Journey(this, {
    step: (step) => this.#load(step),
    actions: () => loadPart(import('./journey-actions.js'), 'journey'),
    introduction: loadIntroduction,
  });

  /** The shown step. Set it to go to a step, as far as the service allows. The attribute chooses the first step. */
  @property()
  get step(): StepName {
    return this.#journey.shown;
  }
  set step(step: StepName) {
    if (!this.hasUpdated) this.#journey.shown = step;
    else if (step !== this.step) void this.#journey.go(step);
  }

  protected override currentSettings(): Settings {
    return this.#journey.session?.settings ?? super.currentSettings();
  }

  protected override startAgain(changed: PropertyValues<this>): void {
    if (!changed.has('draft')) void this.#journey.saving?.leave();
    super.startAgain(changed);
    void this.#journey.startAgain();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const journey = this.#journey;
    if (changed.has('prefill') && !journey.session) journey.prefilled = this.prefill;
    if (changed.has('steps')) journey.chooseSteps();
    if (!this.hasUpdated) journey.start();
    else if (changed.has('draft') && !journey.isCleared) this.#continueDraft();
    if (changed.has('pageTitle') && this.hasUpdated) void this.#journey.act(({ updateTitle }) => updateTitle(journey));
  }

  protected override firstUpdated(): void {
    // After the start, the next step will be needed. Outside the shadow root, a focus that moves within it is not reported.
    for (const type of ['focusin', 'input'])
      this.renderRoot.addEventListener(type, () => whenIdle(() => void this.#prepareNext()));
  }

  protected override render(): TemplateResult {
    const { text, step, layout } = this;
    const journey = this.#journey;
    if (journey.isCleared) return this.#renderLoading();
    return html`<div
      class=${step === 'widget' ? 'wide' : ''}
      @lending-submitted=${this.#react}
      @lending-continued=${this.#react}
      @lending-edit=${this.#react}
      @lending-screen-changed=${({ screen }: LendingScreenChangedEvent) => journey.recordScreen(screen)}
      @lending-corrected=${this.#react}
      @lending-error=${this.#react}
      @lending-declined=${this.#react}
      @lending-withdrawn=${this.#react}
    >
      <p part="offline" class="offline" aria-live="polite">
        ${journey.isOffline ? text.maybe('journey.offline') : nothing}
      </p>
      ${
        step === 'widget'
          ? html`<div class="head"><h2 part="heading" tabindex="-1">${text.term('widget.heading')}</h2></div>`
          : step === 'end' || journey.isIntroducing || journey.isSignedOut
            ? nothing
            : renderJourneyTop(
                text,
                journey.steps,
                journey.countedStep,
                // It is 0 until the screens of the step are there.
                layout === 'screens' && journey.current?.step !== step ? 0 : (journey.current?.screens?.share ?? 1),
                journey.mayGoBack || journey.handover.from?.getAttribute('part') === 'back'
                  ? () => this.#journey.act(({ goBack }) => goBack(journey))
                  : undefined,
                (one) => this.#returnTo(one),
              )
      }
      ${journey.saving?.renderAbove()} ${journey.handover.render(this.#renderStep(), step, this.#isLoading)}
      ${journey.renderBelow?.(text)}
      <div class="below"><slot name="help"></slot><slot name="privacy"></slot></div>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { step } = this;
    const journey = this.#journey;
    // The card keeps its width from then on: a card that changes it at each step would jump.
    this.showState(journey.isDraftStep(step) ? '' : 'wide');
    this.toggleAttribute('data-started', !journey.isIntroducing);
    if (journey.isCleared) return;
    this.draft.step = step;
    this.draft.isIntroducing = journey.isIntroducing || undefined;
    if (journey.current) Object.assign(journey.current, this.#properties());
  }

  #renderStep(): TemplateResult {
    const { text, step } = this;
    const { failure, failures, retry, isUntouched, isIntroducing, isSignedOut } = this.#journey;
    const introduction = isIntroducing && this.#journey.renderIntroduction?.(text);
    if (isSignedOut) return html`${this.#journey.renderSignIn?.(text)}${introduction || nothing}`;
    if (failure) {
      const own = isUntouched
        ? { failed: text.term('failure.start'), kept: '' }
        : { failed: text.term('failure.step'), kept: undefined };
      return failures.render(text, failure, retry, (key) => own[key as keyof typeof own]);
    }
    if (introduction) return introduction;
    if (this.#isLoading) return this.#renderLoading();
    // The line about where answers are kept comes with the session, into this room.
    if (step === 'company')
      return html`<lending-company id="current"></lending-company>
        ${this.#journey.renderBelow ? nothing : html`<div class="saved"></div>`}`;
    return this.#laterSteps!.renderLaterStep(step, this.#journey);
  }

  get #isLoading(): boolean {
    const { isIntroducing, isSignedOut, session, shown } = this.#journey;
    if (isSignedOut) return false;
    return isIntroducing || !this.loaded.has(shown) || !(session || this.#journey.isDraftStep(shown));
  }

  #renderLoading(): TemplateResult {
    return html`<p aria-live="polite" class="hint skeleton">
      <span class="later">${this.text.term('loading')}</span>
    </p>`;
  }

  #properties(): object {
    const { step, draft, layout, namedBusiness: business } = this;
    const journey = this.#journey;
    const { adapter, session, prefilled, steps, countedStep } = journey;
    if (step === 'widget') return { adapter, business, widget: session?.widget, settings: session?.settings };
    return {
      adapter,
      business,
      layout,
      screen: draft.screen,
      revisit: !!draft.isChangingScreen,
      embedded: true,
      place: stepPosition(this.text, steps, countedStep),
      settings: session?.settings ?? defaultSettings,
      prefill: prefilled?.[step as keyof Prefill],
      draft: ((draft.inputs ??= {})[step] ??= {}),
      ...this.#laterSteps?.laterProperties(step, journey),
    };
  }

  async #load(step: StepName): Promise<void> {
    if (this.loaded.has(step)) return;
    const later = await loadLaterSteps();
    await later.loadStep(step);
    this.#laterSteps = later;
    this.loaded = new Set([...this.loaded, step]);
  }

  /** Loads the parts of the next step, so that the applicant does not wait for them. */
  async #prepareNext(): Promise<void> {
    const { path, shown, session } = this.#journey;
    const next = stepAfter(path, shown);
    if (next === this.#prepared) return;
    this.#prepared = next;
    try {
      await this.#load(next);
      await Promise.all([loadFailureHelp(), this.#laterSteps?.prepareStep(next, session?.widget)]);
    } catch {
      // The step reports the failure when the applicant gets there.
    }
  }

  #continueDraft(): void {
    this.#journey.firstStep = undefined;
    this.#journey.isIntroducing &&= !!this.draft.isIntroducing;
    if (this.draft.step) void this.#journey.go(this.draft.step, true, undefined, this.draft.screen);
  }

  /** Reacts to an event of a step. The page may show another business by then, which has another draft. */
  #react(event: Event): void {
    const { draft } = this;
    const target = event.target as LendingStepElement<unknown>;
    void this.#journey.act(
      ({ reactions }) => draft === this.draft && reactions[event.type]!(this.#journey, event as never, target),
    );
  }

  /** Returns the action that leads back to a finished step, if there is one. Answers that were not submitted stay in the form. */
  #returnTo(step: StepName): (() => void) | undefined {
    const journey = this.#journey;
    if (!mayReturnTo(step, journey.shown, journey.path, journey.isCreated)) return undefined;
    return () => {
      this.draft.isChanging = false;
      void journey.go(step);
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-onboarding': LendingOnboardingElement;
  }
}
