import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from '../base/reactive.js';
import type { ServerAdapter } from '../adapter.js';
import { figuresSection, type ConsentStatus } from '../base/consent-figures.js';
import {
  noticeActions,
  noticeBody,
  noticeBox,
  noticeLine,
  noticeStyles,
  renderedLines,
} from '../base/consent-notice.js';
import type { ReceiptMeans } from '../base/consent-receipt.js';
import { isTranslated } from '../base/consent-translation.js';
import { LendingDeclinedEvent } from '../base/events.js';
import { failureWords } from '../base/failure.js';
import { enLater } from '../base/locales/en-later.js';
import { LendingStepElement } from '../base/step.js';
import { LendingError, part } from '../errors.js';
import type { Consent, ConsentEvidence, OffersRequest } from '../schema/consent.js';
import type { Reading } from '../schema/form.js';
import { isNotice } from '../schema/notice-check.js';
import { linkLine, sha256 } from '../schema/notice-text.js';
import type { SentFigures } from '../schema/prequalification.js';

/** The exact text of the notice, as the page shows it. */
const renderedText = (root: ParentNode) =>
  renderedLines(root)
    .map((line) => linkLine(...line))
    .filter(Boolean)
    .join('\n');

const more = () => part(import('../base/consent-more.js'), 'consent');

/**
 * Shows the consent notice with its four points and an unticked box, and requests offers when the applicant has ticked
 * it (specification, "Consent requirement" and endpoint 4). Without the tick nothing is sent. The notice comes through the
 * adapter each time that it is shown; with the decision goes a hash of the text that is rendered, and a text that was
 * changed is not agreed to. Who has agreed is shown what they agreed to, and can print, download and withdraw it.
 *
 * No attribute and no property ticks the box. A script of the page can, as it could make the call itself: a press that a
 * script passes on is not refused, since aids like voice control press in that way.
 *
 * In a form of the page's, with a `name`, its value is the id of the receipt once there is one that is not outdated, and
 * empty otherwise.
 *
 * @tag lending-consent
 * @event {LendingSubmitEvent} lending-submit - Asks whether offers may be requested; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The consent was recorded, and offers were requested unless `record-only`.
 * @event {LendingDeclinedEvent} lending-declined - The applicant does not consent. No offers were requested.
 * @event {LendingWithdrawnEvent} lending-withdrawn - The applicant has withdrawn the consent, and that is on record.
 * @event {LendingSkippedEvent} lending-skipped - The applicant goes on without requesting offers now.
 * @event {LendingChangeEvent} lending-change - The applicant wants to change the figures, where `can-change-figures` allows it.
 * @event {LendingErrorEvent} lending-error - The notice could not be shown, or a decision not be recorded.
 * @csspart form - The form.
 * @csspart heading - The heading of the notice.
 * @csspart figures - The figures that were sent, to be checked before the applicant agrees.
 * @csspart text - The text of the notice, or of what was agreed to.
 * @csspart summary - The panel that says what is wrong.
 * @csspart field - The box with its statement.
 * @csspart error - What is wrong with the box.
 * @csspart input - The box.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that requests offers.
 * @csspart retry - The button that tries again after a failure.
 * @csspart support - The line that says whom to ask for help, where the settings do.
 * @cssstate pending - The call is under way.
 * @cssstate failed - The call failed.
 * @cssstate done - The consent was recorded, and offers were requested unless `record-only`.
 */
export class LendingConsentElement extends LendingStepElement<OffersRequest> {
  static override readonly tag = 'lending-consent';
  static override readonly words = enLater;
  static override styles = [...LendingStepElement.styles, noticeStyles];

  /** Records the consent without requesting offers, for a page that requests them by itself. */
  @property({ type: Boolean, attribute: 'record-only' }) recordOnly = false;
  /**
   * Whether offers were requested with the consent that is on record: `true` offers a way on to them, `false` shows the
   * notice in any case. Default: unknown, and a consent that is on record is shown, unless something has changed since.
   */
  @property({ attribute: false }) requested: boolean | undefined;
  /** The figures that were sent, for a backend that does not tell them with the notice. Default: none are shown. */
  @property({ attribute: false }) figures: SentFigures | undefined;
  /** Shows a button to change the figures; the page hears of it by `lending-change`. */
  @property({ type: Boolean, attribute: 'can-change-figures' }) canChangeFigures = false;
  /** What the backend said with the notice about the figures and a withdrawal, and what has become of it since. To be read. */
  status: ConsentStatus | undefined;

  @state() private consent: Consent | undefined;
  /** What is shown instead of the notice. */
  @state() private view: { render(): TemplateResult } | undefined;
  @query('#agree') private box!: HTMLInputElement;
  /** Says when the applicant withdrew, above a notice that they can agree to once more. */
  #earlier: (() => string) | undefined;
  /** The notice as it was rendered when it came. */
  #rendered = '';
  readonly #means: ReceiptMeans = {
    showNotice: () => this.#serve('notice'),
    forget: (withdrawnAt) => {
      this.#hold();
      this.status = { ...this.status, withdrawnAt };
    },
    tell: (error) => this.tell(error),
  };

  override readonly step = 'consent';
  protected override readonly calls = true;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.call?.signal.aborted && !this.consent) void this.#serve();
  }

  override focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('#heading, #failure, .hint')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('adapter') && this.adapter) void this.#serve(undefined, false);
  }

  protected override update(changed: PropertyValues<this>): void {
    const { activeElement } = this.shadowRoot!;
    super.update(changed);
    // Who waits for the notice is taken to it.
    if (activeElement && !activeElement.isConnected) this.focusHeading();
  }

  /** The value in a form of the page's is no answer of the applicant's, but the id under which it is recorded. */
  protected override keep(): void {
    const { superseded, receipt } = this.consent ?? {};
    super.keep({ draft: {} }, superseded ? undefined : receipt?.receipt_id);
  }

  protected override async read(): Promise<Reading<OffersRequest>> {
    const isChanged = renderedText(this.renderRoot) !== this.#rendered;
    if (this.box.checked && !isChanged) {
      return { value: { credit_score_check_consent: true, evidence: await this.#evidence() }, problems: [] };
    }
    if (isChanged) await more(); // It brings the sentence.
    return { value: undefined, problems: [{ path: 'agree', reason: isChanged ? 'changed' : 'empty' }] };
  }

  protected override async send(request: OffersRequest, adapter: ServerAdapter, signal: AbortSignal): Promise<void> {
    try {
      if (this.recordOnly) {
        const { receipt } = await adapter.decide({ decision: 'given', evidence: request.evidence! }, { signal });
        this.#hold({ ...this.consent!, receipt });
      } else await adapter.requestOffers(request, { signal });
    } catch (error) {
      // A refusal has its sentence there.
      const problem = (error as Partial<LendingError>).code?.startsWith('handler') && (await more()).asProblem(error);
      if (!problem) throw error;
      await this.#serve('notice');
      throw problem;
    }
    this.status = { ...this.status, withdrawnAt: null };
    if (this.requested === undefined) void this.#serve('receipt');
  }

  protected override own(what: string): string | undefined {
    // Without a notice nothing was agreed to: it is the step that did not come.
    if (what === 'failed' && !this.consent) return this.text.term('failure.step');
    return (this.recordOnly && super.own(`only.${what}`)) || super.own(what);
  }

  protected override retry(event: Event): void {
    if (this.consent) super.retry(event);
    else void this.#serve();
  }

  protected override render(): TemplateResult {
    if (this.view) return this.view.render();
    if (this.consent) return super.render();
    if (this.failure) return html`${this.renderFailure()}`;
    return html`<p role="status" tabindex="-1" class="hint">${this.text.term('loading')}</p>`;
  }

  protected override renderHeading(): TemplateResult {
    return noticeLine(this.consent!.notice, this.consent!.notice.heading);
  }

  protected override renderFields(): TemplateResult {
    const { text } = this;
    const { notice } = this.consent!;
    return html`
      <p class="note" role="status">${isTranslated(notice.locale) ? text.term('consent.translated') : nothing}</p>
      ${this.#earlier ? html`<p class="note">${this.#earlier()}</p>` : nothing} ${figuresSection(this)}
      ${noticeBody(text, notice)} ${noticeBox(this, notice)}
    `;
  }

  /** Both buttons look the same: one answer is as easy as the other. */
  protected override renderActions(): TemplateResult {
    const { text, consent, pending } = this;
    const see = () => void this.#serve('receipt');
    return noticeActions(text, pending, () => void this.#decline(), consent!.receipt && see);
  }

  /** Has the backend serve the notice. A box that was ticked before is gone with the notice that it stood under. */
  #serve(wanted?: 'notice' | 'receipt', isPress = true): Promise<void> {
    return this.#change(isPress, async (signal) => {
      const consent = await this.adapter!.consent({ locale: this.text.lang(), signal });
      if (!isNotice(consent.notice)) throw new LendingError('adapter-unexpected-answer', 'This is no consent notice.');
      const isSettled = this.requested ?? !consent.superseded;
      const receipt = (wanted ? wanted === 'receipt' : isSettled) && consent.receipt;
      const withdrawnAt = consent.withdrawnAt ?? (consent.receipt ? null : this.status?.withdrawnAt);
      const figures = consent.figures ?? this.figures;
      const later = receipt || withdrawnAt || figures === 'unknown' ? await more() : undefined;
      if (signal.aborted) return;
      this.#hold(consent);
      this.status = { withdrawnAt, figures };
      this.#earlier = withdrawnAt ? () => later!.withdrawnNote(this.text, withdrawnAt) : undefined;
      if (receipt) this.view = new later!.ReceiptView(this, receipt, this.#means);
    });
  }

  async #decline(): Promise<void> {
    const decided = this.#evidence().then((evidence) => this.adapter!.decide({ decision: 'declined', evidence }));
    decided.catch((error: unknown) => this.tell(error)); // Nothing was shared: a failure holds nobody up.
    const hadAgreed = this.requested || !!this.consent!.receipt || !!this.status?.withdrawnAt;
    this.dispatchEvent(new LendingDeclinedEvent());
    await this.#change(true, async () => {
      this.view = (await more()).declinedView(this, hadAgreed, this.#means.showNotice);
    });
  }

  /** Shows something else, and takes the applicant there who has pressed for it. */
  async #change(isPress: boolean, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    // A refused call asks for the notice, and is not to be given up for that.
    if (!this.pending) this.call?.abort();
    const { signal } = (this.call = new AbortController());
    this.consent = this.view = this.failure = undefined;
    this.problems = [];
    try {
      await work(signal);
    } catch (error) {
      await failureWords();
      if (!signal.aborted) this.failure = this.tell(error);
    }
    await this.updateComplete;
    this.#rendered = renderedText(this.renderRoot);
    if (isPress) this.focusHeading();
  }

  #hold(consent?: Consent): void {
    this.consent = consent;
    this.keep();
  }

  /** The text is read at once, from the page. */
  async #evidence(): Promise<ConsentEvidence> {
    const { notice, seal } = this.consent!;
    const text = renderedText(this.renderRoot);
    if (!globalThis.isSecureContext) throw (await more()).insecure();
    return { seal, sha256: await sha256(text), translated: isTranslated(notice.locale) };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-consent': LendingConsentElement;
  }
}
