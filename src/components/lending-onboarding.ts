import { html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { createAdapter, type ServerAdapter } from '../adapter.js';
import { LendingElement } from '../base/element.js';
import {
  LendingErrorEvent,
  LendingStepChangedEvent,
  type LendingChangeEvent,
  type LendingSubmittedEvent,
} from '../base/events.js';
import { isImmediate, resumeAt, stepAfter, STEPS, type StepName } from '../base/journey.js';
import { journeyStyles } from '../base/journey-styles.js';
import { journeyTop } from '../base/journey-top.js';
import { failurePanel } from '../base/panel.js';
import { controls, tokens } from '../base/styles.js';
import { LendingError } from '../errors.js';
import type { Applicant, Company } from '../schema/application.js';
import type { Draft } from '../schema/form.js';
import type { ConsentNotice } from '../schema/notice.js';
import type { Session, Settings, WidgetSettings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { LendingCompanyElement } from './lending-company.js';

/** The later steps load beside the first one, not before it. */
const LATER: Partial<Record<StepName, () => Promise<typeof LendingElement>>> = {
  applicant: async () => (await import('./lending-applicant.js')).LendingApplicantElement,
  review: async () => (await import('./lending-review.js')).LendingReviewElement,
  documents: async () => (await import('./lending-documents.js')).LendingDocumentsElement,
  prequalification: async () => (await import('./lending-prequalification.js')).LendingPrequalificationElement,
  consent: async () => (await import('./lending-consent.js')).LendingConsentElement,
  widget: async () => (await import('./lending-widget.js')).LendingWidgetElement,
};

const STEP_ELEMENTS: Record<Exclude<StepName, 'widget'>, TemplateResult> = {
  company: html`<lending-company id="current"></lending-company>`,
  applicant: html`<lending-applicant id="current"></lending-applicant>`,
  review: html`<lending-review id="current"></lending-review>`,
  documents: html`<lending-documents id="current"></lending-documents>`,
  prequalification: html`<lending-prequalification id="current"></lending-prequalification>`,
  consent: html`<lending-consent id="current"></lending-consent>`,
};

/** What steps are handed. */
interface StepData {
  adapter: ServerAdapter | undefined;
  settings: Settings;
  draft: Draft;
  value: Answers;
  notice: ConsentNotice;
  widget: WidgetSettings | undefined;
}

interface Answers {
  company?: Company;
  applicant?: Applicant;
}

/**
 * The whole journey: the business, the applicant, a check of the answers, documents, the funding, the consent, and the
 * service's widget with the offers (specification, "Recommended call order"). It keeps what was entered while the
 * applicant goes back and forth, and goes on where the backend says that this applicant stopped.
 *
 * @tag lending-onboarding
 * @event {LendingStepChangedEvent} lending-step-changed - Another step is shown.
 * @event {LendingSubmitEvent} lending-submit - Asks whether a step may go on; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - A step is done.
 * @event {LendingSkippedEvent} lending-skipped - The applicant passed over a step.
 * @event {LendingDeclinedEvent} lending-declined - The applicant does not consent to the credit checks.
 * @event {LendingReadyEvent} lending-ready - The widget with the offers has started.
 * @event {LendingErrorEvent} lending-error - Something failed; the applicant was shown a sentence.
 * @csspart progress - Which step this is, of how many.
 * @csspart back - The button that goes a step back.
 * @csspart summary - The panel that says what failed.
 * @csspart retry - The button that tries again.
 */
export class LendingOnboardingElement extends LendingElement {
  static override readonly tag = 'lending-onboarding';
  static override readonly uses = [LendingCompanyElement];
  static override styles = [tokens, controls, journeyStyles];

  /** Where the partner's backend has mounted the handler; a path of this site. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;

  @state() private step: StepName = 'company';
  @state() private session: Session | undefined;
  @state() private failure: LendingError | undefined;
  @state() private loaded: ReadonlySet<StepName> = new Set(['company']);
  @query('#failure, h2') private heading!: HTMLElement | null;
  @query('#current') private current!:
    (HTMLElement & { focusHeading?(): void; updateComplete?: Promise<boolean> }) | null;

  readonly #drafts = Object.fromEntries(STEPS.map((step) => [step, {}])) as Record<StepName, Draft>;
  #answers: Answers = {};
  #changing = false;
  #default: ServerAdapter | undefined;
  #life = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#life.signal.aborted) return;
    this.#life = new AbortController();
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move in the document disconnects and connects again: only an element that stays away gives up its calls.
    queueMicrotask(() => !this.isConnected && this.#life.abort());
  }

  protected override firstUpdated(): void {
    void this.#begin();
  }

  protected override render(): TemplateResult {
    if (this.step === 'widget') {
      return html`<div class="wide">
        <h2 part="heading" tabindex="-1">${this.text.term('widget.heading')}</h2>
        ${this.#renderStep()}
      </div>`;
    }
    return html`<div
      class="journey"
      role="group"
      aria-label=${this.text.term('journey.label')}
      @lending-submitted=${this.#submitted}
      @lending-skipped=${() => this.#go(stepAfter(this.step))}
      @lending-change=${this.#change}
    >
      ${journeyTop(this.text, this.step, (step) => void this.#go(step))} ${this.#renderStep()}
    </div>`;
  }

  protected override updated(): void {
    if (this.current) Object.assign(this.current, this.#hand());
  }

  #renderStep(): TemplateResult {
    if (this.failure) return this.#renderFailure(this.failure);
    const { step, session } = this;
    if (!this.loaded.has(step) || !(session || isImmediate(step))) {
      return html`<p role="status" class="hint">${this.text.term('loading')}</p>`;
    }
    return this.step === 'widget' ? this.#renderWidget() : STEP_ELEMENTS[this.step];
  }

  #renderWidget(): TemplateResult {
    // A slot that hands nothing on would still take the place of the widget's own message.
    const error = this.querySelector(':scope > [slot="error"]')
      ? html`<slot name="error" slot="error"></slot>`
      : nothing;
    return html`<lending-widget id="current">${error}</lending-widget>`;
  }

  /** What the step that is shown works with. */
  #hand(): Partial<StepData> {
    const { step, session } = this;
    return {
      adapter: this.adapter ?? this.#default,
      ...(step === 'widget'
        ? { widget: session?.widget }
        : { settings: session?.settings ?? defaultSettings, draft: this.#drafts[step] }),
      ...(step === 'review' ? { value: this.#answers } : {}),
      ...(step === 'consent' && session ? { notice: session.notice } : {}),
    };
  }

  #renderFailure(failure: LendingError): TemplateResult {
    return failurePanel({
      heading: this.text.term('failure.heading'),
      sentences: [this.text.failure(failure.code), this.text.term('failure.kept')],
      retry: this.text.term('try-again'),
      onRetry: () => this.#go(this.step),
    });
  }

  /** Loads the session and the later steps beside the first step, which waits for neither. */
  async #begin(): Promise<void> {
    for (const step of STEPS) this.#load(step).catch(() => undefined);
    try {
      await this.#loadSession();
    } catch (error) {
      if (!this.#life.signal.aborted) this.#tell(error);
    }
  }

  async #loadSession(): Promise<void> {
    if (this.session) return;
    const { signal } = this.#life;
    this.#default ??= this.adapter ?? createAdapter({ endpoint: this.endpoint });
    const session = await (this.adapter ?? this.#default).session({ signal });
    this.session = session;
    const step = resumeAt(session.progress.done);
    if (step !== 'company' && isImmediate(this.step)) await this.#go(step);
  }

  async #load(step: StepName): Promise<void> {
    (await LATER[step]?.())?.define();
    this.loaded = new Set([...this.loaded, step]);
  }

  async #go(step: StepName): Promise<void> {
    this.failure = undefined;
    this.step = step;
    try {
      await Promise.all([this.#load(step), isImmediate(step) ? undefined : this.#loadSession()]);
    } catch (error) {
      if (this.#life.signal.aborted || this.step !== step) return;
      this.failure = this.#tell(error);
    }
    await this.updateComplete;
    if (this.step === step) await this.#arrive();
  }

  /** Puts the applicant at the top of what is shown now. */
  async #arrive(): Promise<void> {
    await this.current?.updateComplete;
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
    if (this.current?.focusHeading && !this.failure) this.current.focusHeading();
    else this.heading?.focus({ preventScroll: true });
    this.dispatchEvent(new LendingStepChangedEvent(this.step));
  }

  #tell(error: unknown): LendingError {
    const failure =
      error instanceof LendingError
        ? error
        : new LendingError('script-failed', 'A part of lending-elements did not load.', {
            cause: error,
            recoverable: true,
          });
    this.dispatchEvent(new LendingErrorEvent(this.step, failure));
    return failure;
  }

  #submitted(event: LendingSubmittedEvent): void {
    const { step } = event;
    const { value } = event.target as HTMLElement & { value: never };
    if (step === 'company' || step === 'applicant') this.#answers = { ...this.#answers, [step]: value };
    const back = this.#changing && isImmediate(step);
    this.#changing = false;
    void this.#go(back ? 'review' : stepAfter(step));
  }

  #change({ step }: LendingChangeEvent): void {
    this.#changing = true;
    void this.#go(step);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-onboarding': LendingOnboardingElement;
  }
}
