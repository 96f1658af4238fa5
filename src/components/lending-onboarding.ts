import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from '../base/reactive.js';
import { createAdapter, type ServerAdapter } from '../adapter.js';
import { LendingElement } from '../base/element.js';
import type {
  LendingChangeEvent,
  LendingCorrectedEvent,
  LendingErrorEvent,
  LendingSkippedEvent,
  LendingSubmittedEvent,
} from '../base/events.js';
import { isImmediate, STEPS, type JourneyDraft, type StepName } from '../base/journey.js';
import { handTo } from '../base/journey-hand.js';
import type { journeyEnd } from '../base/journey-end.js';
import { journeyStyles } from '../base/journey-styles.js';
import { journeyTop } from '../base/journey-top.js';
import { JourneyWay } from '../base/journey-way.js';
import type { LendingStepElement } from '../base/step.js';
import { controls, tokens } from '../base/styles.js';
import { part } from '../errors.js';
import type { Prefill, Settings } from '../schema/session.js';
import { LendingCompanyElement } from './lending-company.js';

const loadLater = () => part(import('./later-steps.js'), 'journey');
const loadEnd = () => part(import('../base/journey-end.js'), 'end');

/** An enumerated attribute: what is not `off` is `on`. */
const onOff = (value: string | null) => (value?.trim().toLowerCase() === 'off' ? 'off' : 'on');

const STEP_ELEMENTS: Record<Exclude<StepName, 'widget' | 'end'>, TemplateResult> = {
  company: html`<lending-company id="current"></lending-company>`,
  applicant: html`<lending-applicant id="current"></lending-applicant>`,
  review: html`<lending-review id="current"></lending-review>`,
  documents: html`<lending-documents id="current"></lending-documents>`,
  prequalification: html`<lending-prequalification id="current"></lending-prequalification>`,
  consent: html`<lending-consent id="current"></lending-consent>`,
};

/**
 * The whole journey: the business, the applicant, a check of the answers, documents, the funding, the consent, and the
 * service's widget with the offers (specification, "Recommended call order"). It keeps what was entered while the
 * applicant goes back and forth, through a reload, and where the element is moved; and it goes on where the backend says
 * that this applicant stopped.
 *
 * For a reload it is kept in the browser's history, sealed with a key that the backend gives to this applicant alone; a
 * browser may also keep it as it keeps what stands in any form. Of files their names are kept, sealed, to be chosen again. The
 * tick of the consent and what was sent are not kept, and without the key, or over plain http, nothing is. Of several journeys on a page the first is kept. Nothing of
 * it can be read in a storage, an address or the browser's history.
 *
 * @tag lending-onboarding
 * @slot error - Shown instead of the built-in message when the widget cannot be shown.
 * @slot sign-in - Shown where nobody is signed in, instead of how to sign in: a link or a button of the page's.
 * @slot next - Shown at the end of a journey without the widget, instead of what happens next.
 * @event {LendingStepChangedEvent} lending-step-changed - Another step is shown.
 * @event {LendingSubmitEvent} lending-submit - Asks whether a step may go on; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - A step is done.
 * @event {LendingSkippedEvent} lending-skipped - The applicant passed over a step.
 * @event {LendingDeclinedEvent} lending-declined - The applicant does not consent to the credit checks.
 * @event {LendingWithdrawnEvent} lending-withdrawn - The applicant has withdrawn the consent. The offers that there are stay in reach.
 * @event {LendingReadyEvent} lending-ready - The widget with the offers has started.
 * @event {LendingErrorEvent} lending-error - Something failed; the applicant was shown a sentence.
 * @csspart offline - The line that says that there is no connection.
 * @csspart progress - Which step this is, of how many.
 * @csspart steps - The list of the steps.
 * @csspart back - The button that goes a step back.
 * @csspart done - What was done, at the end.
 * @csspart saved - The line that says whether the answers are saved for another device, and how they are deleted.
 * @csspart choice - The question which of two devices’ answers are kept.
 * @csspart signed-out - The panel that asks a visitor to sign in.
 * @csspart summary - The panel that says what failed.
 * @csspart retry - The button that tries again.
 * @csspart support - The line that says whom to ask for help, where the settings do.
 */
export class LendingOnboardingElement extends LendingElement {
  static override readonly tag = 'lending-onboarding';
  static override readonly uses = [LendingCompanyElement];
  static override styles = [tokens, controls, journeyStyles];

  /** Where the partner's backend has mounted the handler; a path of this site. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /**
   * The steps, in their order. `company applicant review` come first, and can be left out where the application exists;
   * `documents`, `prequalification` and `consent` follow in any order, or not; `widget` is last, or left out.
   * Default: `company applicant review documents prequalification consent widget`.
   */
  @property() steps: string | undefined;
  /** What the page knows of the company and the applicant already. What the backend knows goes before it. */
  @property({ attribute: false }) prefill: Prefill | undefined;
  /** What was entered so far. The journey writes into this object; hand it to a new element to go on there. Personal data: keep it in memory. */
  @property({ attribute: false }) draft: JourneyDraft = {};
  /**
   * Whether the browser's buttons go back and forward between the steps, at the same address: `on` or `off`. What the page's
   * router keeps in its entry of the history stays as it is. Of several journeys on a page the first has it. Default: `on`.
   */
  @property({ converter: onOff }) history: 'on' | 'off' = 'on';
  /**
   * Puts the heading of the step, which step it is and "Error:" before the page's own title, as in "Error: About you – Step 2 of 6 –
   * Funding"; nothing that was entered. Off the page, the journey gives the page its title back. Default: `false`.
   */
  @property({ type: Boolean, attribute: 'page-title' }) pageTitle = false;
  /** Has the browser ask before the page is left while something that was entered is not sent. */
  @property({ type: Boolean, attribute: 'leave-guard' }) leaveGuard = false;

  @state() private loaded: ReadonlySet<StepName> = new Set(['company']);
  #default: ServerAdapter | undefined;
  #end: typeof journeyEnd | undefined;
  readonly #way = new JourneyWay(this, {
    load: (step) => this.#load(step),
    loadLater,
    backend: () => this.adapter ?? (this.#default ??= createAdapter({ endpoint: this.endpoint })),
  });
  readonly #save = (): void => this.keep(this.#way.kept());

  /** The step that is shown. Set it to go there, as far as the service allows; as an attribute it says where to start. */
  @property()
  get step(): StepName {
    return this.#way.shown;
  }
  set step(step: StepName) {
    if (!this.hasUpdated) this.#way.shown = step;
    else if (step !== this.step) void this.#way.go(step);
  }

  protected override decided(): Settings {
    return this.#way.session?.settings ?? super.decided();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const way = this.#way;
    if (changed.has('prefill') && !way.session) way.known = this.prefill;
    if (changed.has('steps')) way.chooseSteps();
    if (!this.hasUpdated) way.start();
    else if (changed.has('draft')) this.#takeUp();
  }

  protected override firstUpdated(): void {
    this.addEventListener('input', this.#save);
    for (const step of STEPS) this.#load(step).catch(() => undefined);
  }

  protected override render(): TemplateResult {
    const { text, step } = this;
    const way = this.#way;
    return html`<div
      class=${step === 'widget' ? 'wide' : 'journey'}
      role="group"
      aria-label=${text.term('journey.label')}
      @lending-submitted=${this.#submitted}
      @lending-skipped=${(event: LendingSkippedEvent) => way.later?.skip(way, event)}
      @lending-change=${(event: LendingChangeEvent) => way.later?.change(way, event)}
      @lending-corrected=${(event: LendingCorrectedEvent) => way.later?.correct(way, event)}
      @lending-error=${(event: LendingErrorEvent) => way.later?.fail(way, event)}
    >
      <p part="offline" class="offline" role="status">${way.isOffline ? text.maybe('journey.offline') : nothing}</p>
      ${
        step === 'widget'
          ? html`<h2 part="heading" tabindex="-1">${text.term('widget.heading')}</h2>`
          : journeyTop(text, way.steps, step, way.later?.wayBack(way))
      }
      ${way.saving?.renderChoice()} ${this.#renderStep()} ${way.saving?.render()}
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { step } = this;
    const way = this.#way;
    this.draft.step = step;
    if (way.current) Object.assign(way.current, handTo(step, way), { adapter: this.adapter ?? this.#default });
    if (changed.has('pageTitle')) void way.later?.title(way);
    this.#save();
  }

  protected override restore(kept: JourneyDraft): void {
    Object.assign(this.draft, kept);
    this.#takeUp();
  }

  #renderStep(): TemplateResult {
    const { text, step } = this;
    const { failure, failures, session, later, again, isBlank, signIn } = this.#way;
    if (failure)
      return failures.render(text, failure, again, (what) =>
        what === 'failed' ? text.term('failure.step') : undefined,
      );
    if (isBlank || !this.loaded.has(step) || !(session || isImmediate(step))) {
      return html`<p role="status" class="hint">${text.term('loading')}</p>`;
    }
    if (step === 'end') return this.#end!(text, this.#way);
    const element = step === 'widget' ? this.#renderWidget() : STEP_ELEMENTS[step as keyof typeof STEP_ELEMENTS];
    return html`${isImmediate(step) ? signIn?.(text) : nothing}${later?.doneList(text, this.#way)}${element}`;
  }

  #renderWidget(): TemplateResult {
    // A slot that hands nothing on would still take the place of the widget's own message.
    const slots = ['error', 'sign-in'].filter((name) => this.querySelector(`:scope > [slot="${name}"]`));
    return html`<lending-widget id="current"
      >${slots.map((name) => html`<slot name=${name} slot=${name}></slot>`)}</lending-widget
    >`;
  }

  async #load(step: StepName): Promise<void> {
    if (this.loaded.has(step)) return;
    if (step === 'end') this.#end = (await loadEnd()).journeyEnd;
    else for (const element of (await loadLater()).laterSteps) element.define();
    this.loaded = new Set([...this.loaded, step]);
  }

  /** Goes to where the draft says that the applicant was; before the first update that is where it starts. */
  #takeUp(): void {
    this.#way.first = undefined;
    if (this.hasUpdated && this.draft.step) void this.#way.go(this.draft.step, true);
  }

  #submitted({ step, target }: LendingSubmittedEvent): void {
    void this.#way.finish(step, (target as LendingStepElement<unknown>).value);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-onboarding': LendingOnboardingElement;
  }
}
