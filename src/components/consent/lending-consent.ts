import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { LendingCallStepElement } from '../../base/step/call-step.js';
import { choiceStyles } from '../../base/look/choice-styles.js';
import { LendingDeclinedEvent } from '../../base/later-events.js';
import { Handover } from '../../base/handover.js';
import { loadFailureHelp } from '../../base/failure/failure.js';
import type { ConsentStatus } from '../../base/text/figures.js';
import { flag } from '../../base/flag.js';
import { backendOf } from '../../base/step/step.js';
import type { Answers } from '../../base/step/steps.js';
import type { Consent, OffersRequest } from '../../schema/consent/consent.js';
import type { Reading } from '../../schema/fields/form.js';
import type { SentFigures } from '../../schema/calls/prequalification.js';
import { evidenceOf, getConsent, loadAfterDecision, recordDecline, rejectionAsProblem } from './decisions.js';
import { agreeChoice, declineChoice, noticeFields, noticeLine, noticeShape, renderedText } from './notice.js';
import { noticeStyles } from './notice.styles.js';
import type { ReceiptCallbacks } from './receipt.js';

/**
 * Shows the consent notice with its four points and an unticked box, and requests offers after the applicant has ticked the
 * box and agreed (specification, "Consent requirement" and endpoint 4). An applicant who has agreed sees their receipt.
 *
 * The notice is loaded each time that it is shown. The decision contains a hash of the rendered text, so a changed text cannot be agreed to.
 *
 * No attribute or property ticks the box. A script of the page can click it, just as it could make the call itself: clicks by scripts
 * are not rejected, because assistive technology like voice control clicks in the same way.
 *
 * If the element has a `name` and is in a form of the page, its value is the id of the receipt while the receipt is valid, else empty.
 *
 * @tag lending-consent
 * @slot logo - The logo of the page, above the introduction, and on the receipt of the consent.
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether offers may be requested; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The consent was recorded, and offers were requested unless `record-only`.
 * @event {LendingDeclinedEvent} lending-declined - The applicant does not consent. No offers were requested.
 * @event {LendingWithdrawnEvent} lending-withdrawn - The applicant has withdrawn the consent, and the withdrawal is on record.
 * @event {LendingContinuedEvent} lending-continued - The applicant continues without requesting offers now.
 * @event {LendingEditEvent} lending-edit - The applicant wants to change the figures, where `can-change-figures` allows it.
 * @event {LendingErrorEvent} lending-error - The notice was not loaded, or a decision was not recorded.
 * @csspart figures - The figures that were sent, to be checked before the applicant agrees.
 * @csspart text - The text of the notice, or of the receipt.
 * @csspart field - A question with its label, hint, error and inputs.
 */
export class LendingConsentElement extends LendingCallStepElement<OffersRequest> {
  static override readonly tag = 'lending-consent';
  /** Loads the receipt and the sentences about rejected decisions before the step is shown. */
  static readonly prepare = loadAfterDecision;
  static override styles = [...LendingCallStepElement.styles, choiceStyles, noticeStyles];
  protected static override readonly personal = [
    ...LendingCallStepElement.personal,
    'requested',
    'figures',
    'answers',
    'status',
    'consent',
    'view',
  ];

  /** Records the consent without requesting offers, for a page that requests them itself. */
  @property({ type: Boolean, converter: flag, attribute: 'record-only' }) recordOnly = false;
  /**
   * Whether offers were requested with the consent on record. `true`: a button leads to the offers. `false`: the notice is always shown. Default:
   * unknown; a consent on record is shown.
   */
  @property({ attribute: false }) requested: boolean | undefined;
  /** The figures that were sent, if the backend does not report them with the notice. Default: none. */
  @property({ attribute: false }) figures: SentFigures | undefined;
  /** Whether there is a button to change the figures. It dispatches `lending-edit`. */
  @property({ type: Boolean, converter: flag, attribute: 'can-change-figures' }) canChangeFigures = false;
  /** The answers, for the names on the receipt. Default: none. */
  @property({ attribute: false }) answers: Answers | undefined;
  /** The figures and the withdrawal, as the backend last reported them. Read only. */
  status: ConsentStatus | undefined;

  @state() private consent: Consent | undefined;
  @state() private view: { key?: string; render(): TemplateResult } | undefined;
  /** Renders the time of a withdrawal, above a notice to which the applicant can agree again. */
  #renderEarlier: (() => string) | undefined;
  /** The text of the notice when it was first rendered. */
  #renderedText = '';
  readonly #receiptCallbacks: ReceiptCallbacks = {
    showNotice: () => this.#showConsent('notice'),
    dropReceipt: (withdrawnAt) => {
      this.#setConsent();
      this.status = { ...this.status, withdrawnAt };
    },
    report: (error) => this.report(error),
  };

  override readonly step = 'consent';
  /** Whether the applicant has declined, or withdrawn, so that the journey goes no further. @internal */
  get isEnded(): boolean {
    return /declined|withdrawn/.test(this.view?.key ?? '');
  }
  override ready: Promise<unknown> | undefined;
  /** @internal */
  readonly handover = new Handover(this);

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.call?.signal.aborted && !this.consent) void this.#showConsent();
  }

  override focusHeading(): void {
    this.handover.place.querySelector<HTMLElement>('#heading, #failure h3, .hint')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('adapter') && this.adapter) void this.#showConsent(undefined, false);
  }

  protected override update(changed: PropertyValues<this>): void {
    const { activeElement } = this.shadowRoot!;
    super.update(changed);
    // An applicant who waited for the notice is taken to it.
    if (activeElement && !activeElement.isConnected) this.focusHeading();
  }

  /** A form of the page submits the id of the receipt, not an answer of the applicant. */
  protected override keepState(): void {
    const { superseded, receipt } = this.consent ?? {};
    super.keepState({ draft: {} }, superseded ? undefined : receipt?.receipt_id);
  }

  protected override async read(): Promise<Reading<OffersRequest>> {
    const isChanged = renderedText(this.handover.place) !== this.#renderedText;
    if (this.handover.place.querySelector<HTMLInputElement>('#agree')!.checked && !isChanged) {
      return {
        value: { credit_score_check_consent: true, evidence: await evidenceOf(this.consent!, this.handover.place) },
        problems: [],
      };
    }
    if (isChanged) await loadAfterDecision(); // With the sentence about the change.
    return { value: undefined, problems: [{ path: 'agree', reason: isChanged ? 'changed' : 'empty' }] };
  }

  protected override async send(request: OffersRequest, adapter: ServerAdapter, signal: AbortSignal): Promise<void> {
    // Another business starts with a new draft.
    const { draft } = this;
    let { receipt } = this.consent!;
    try {
      if (this.recordOnly)
        ({ receipt } = await adapter.decide({ decision: 'given', evidence: request.evidence! }, { signal }));
      else await adapter.requestOffers(request, { signal });
    } catch (error) {
      const problem = draft === this.draft && (await rejectionAsProblem(error));
      if (!problem) throw error;
      await this.#showConsent('notice');
      throw problem;
    }
    if (draft !== this.draft) return;
    if (this.recordOnly) this.#setConsent({ ...this.consent!, receipt });
    this.status = { ...this.status, withdrawnAt: null };
    if (this.requested === undefined) void this.#showConsent('receipt');
  }

  protected override stepSentence(key: string): string | undefined {
    // Without a notice the applicant cannot have agreed: the step could not be opened.
    if (key === 'failed' && !this.consent) return this.text.term('failure.step');
    return (this.recordOnly && super.stepSentence(`only.${key}`)) || super.stepSentence(key);
  }

  protected override async retry(event: Event): Promise<void> {
    return this.consent ? super.retry(event) : this.#showConsent();
  }

  protected override render(): TemplateResult {
    // Each served notice is another content, so that its box is not ticked.
    return html`${this.handover.render(this.#renderView(), this.view?.key ?? this.consent?.servedId)}`;
  }

  #renderView(): TemplateResult {
    if (this.view) return this.failure ? html`${this.renderFailure(true)}` : this.view.render();
    if (this.consent) return super.render();
    if (this.failure) return html`${this.renderFailure(true)}`;
    return html`<p aria-live="polite" tabindex="-1" class="hint">
        <span class="later">${this.text.term('loading')}</span>
      </p>
      ${noticeShape}`;
  }

  protected override renderHeading(): TemplateResult {
    return noticeLine(this.consent!.notice, this.consent!.notice.heading);
  }

  protected override renderFields(): TemplateResult {
    return noticeFields(this, this.consent!.notice, this.#renderEarlier?.());
  }

  /** Both choices look the same: declining is as easy as agreeing. */
  protected override renderSubmit(): TemplateResult {
    return agreeChoice((describedBy) => super.renderSubmit(describedBy), this.stepSentence('after')!);
  }

  protected override renderActions(): TemplateResult {
    const { text, consent, pending } = this;
    const see = () => void this.#showConsent('receipt');
    return declineChoice(text, pending, () => void this.#decline(), consent!.receipt && see);
  }

  /** Gets and shows the notice or the receipt. A new notice has an unticked box. */
  #showConsent(wanted?: 'notice' | 'receipt', isPress = true): Promise<void> {
    return (this.ready = this.#replaceView(isPress, async (signal) => {
      const consent = await getConsent(await backendOf(this), this.text.requestedLanguage(), signal);
      const isSettled = this.requested ?? !consent.superseded;
      const receipt = (wanted ? wanted === 'receipt' : isSettled) && consent.receipt;
      const withdrawnAt = consent.withdrawnAt ?? (consent.receipt ? null : this.status?.withdrawnAt);
      const figures = consent.figures ?? this.figures;
      const known = this.status?.figures ?? this.figures;
      const areOther = !!known && known !== 'unknown' && JSON.stringify(figures) !== JSON.stringify(known);
      const later = receipt || withdrawnAt || figures === 'unknown' || areOther ? await loadAfterDecision() : undefined;
      if (signal.aborted) return;
      this.#clear();
      this.#setConsent(consent);
      this.status = { withdrawnAt, figures, areOther };
      this.#renderEarlier = withdrawnAt ? () => later!.withdrawalNote(this.text, withdrawnAt) : undefined;
      if (receipt) this.view = new later!.ReceiptView(this, receipt, this.#receiptCallbacks);
    }));
  }

  async #decline(): Promise<void> {
    recordDecline(this.adapter!, evidenceOf(this.consent!, this.handover.place), (error) => this.report(error));
    const hadAgreed = this.requested || !!this.consent!.receipt || !!this.status?.withdrawnAt;
    this.dispatchEvent(new LendingDeclinedEvent());
    await this.#replaceView(true, async () => {
      const { declinedView } = await loadAfterDecision();
      this.#clear();
      this.view = declinedView(this, hadAgreed, this.#receiptCallbacks.showNotice);
    });
  }

  #clear(): void {
    this.consent = this.view = this.failure = this.corrected = undefined;
    this.problems = [];
  }

  /**
   * Shows another view, and moves the focus there if the applicant pressed a button. Until it is there, the button keeps the focus: a screen
   * reader may not read a second change of the focus.
   */
  async #replaceView(isPress: boolean, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    // A rejected call asks for a new notice, and must not be aborted by that.
    if (!this.pending) this.call?.abort();
    const { signal } = (this.call = new AbortController());
    if (isPress) this.handover.open();
    else this.#clear();
    try {
      await work(signal);
    } catch (error) {
      await loadFailureHelp();
      if (!signal.aborted) {
        this.#clear();
        this.failure = this.report(error, !isPress);
      }
    }
    await this.updateComplete;
    this.#renderedText = renderedText(this.handover.place);
    if (!isPress) return;
    this.focusHeading();
    this.handover.close();
  }

  #setConsent(consent?: Consent): void {
    this.consent = consent;
    this.keepState();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-consent': LendingConsentElement;
  }
}
