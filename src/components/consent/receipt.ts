import { html, nothing, render, type ReactiveController, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../../adapter/types.js';
import { addStyles } from '../../base/look/add-styles.js';
import { markStyles, successMark } from '../../base/look/success-mark.js';
import type { LendingElement } from '../../base/element.js';
import { LendingContinuedEvent, LendingWithdrawnEvent } from '../../base/later-events.js';
import type { Handover } from '../../base/handover.js';
import { failurePanel, loadFailureHelp } from '../../base/failure/failure.js';
import { dateAndTime } from '../../base/text/formats.js';
import { consentText } from '../../base/text/locales/en-consent.js';
import { withdrawalText } from '../../base/withdrawal.js';
import type { Answers } from '../../base/step/steps.js';
import type { LendingError } from '../../errors.js';
import type { ConsentRecord } from '../../schema/consent/consent.js';
import { printAlone } from './print.js';
import { receiptStyles } from './receipt.styles.js';

export interface Host extends LendingElement {
  readonly adapter: ServerAdapter | undefined;
  readonly recordOnly: boolean;
  readonly requested: boolean | undefined;
  readonly answers: Answers | undefined;
  readonly draft: object;
  readonly handover: Handover;
}

/** Actions of the element for its receipt. */
export interface ReceiptCallbacks {
  showNotice: () => unknown;
  /** Removes the receipt from the view, because the consent was withdrawn at this time. */
  dropReceipt: (withdrawnAt: string) => void;
  /** Reports a failure to the page. */
  report: (error: unknown) => LendingError;
}

type Stage = 'read' | 'confirm' | 'sending' | 'withdrawn';

/** The consent with its time and its parties. The applicant can print, download and withdraw it. */
export class ReceiptView implements ReactiveController {
  #stage: Stage = 'read';
  #failure: LendingError | undefined;
  #file: string | undefined;

  constructor(
    readonly host: Host,
    private receipt: ConsentRecord,
    readonly callbacks: ReceiptCallbacks,
  ) {
    for (const styles of [markStyles, receiptStyles]) addStyles(host, styles);
    host.addController(this);
  }

  /** The content that is shown. Its button says when the withdrawal is being sent, and keeps the focus. */
  get key(): Stage {
    return this.#stage === 'sending' ? 'confirm' : this.#stage;
  }

  hostDisconnected(): void {
    if (this.#file) URL.revokeObjectURL(this.#file);
  }

  get #text() {
    return consentText(this.host.text);
  }

  render(): TemplateResult {
    const text = this.#text;
    const isWithdrawn = this.#stage === 'withdrawn';
    return html`<form part="form" @submit=${(event: Event) => event.preventDefault()}>
      <div class="head">
        <h2 part="heading" id="heading" tabindex="-1">
          ${text.term(isWithdrawn ? 'receipt.withdrawn.heading' : 'receipt.heading')}
        </h2>
      </div>
      ${isWithdrawn ? this.#renderWithdrawn() : nothing} ${this.#renderText(html`<slot name="logo"></slot>`)}
      ${this.#renderActions()}
    </form>`;
  }

  #renderWithdrawn(): TemplateResult {
    const { text, requested = false } = this.host;
    return html`<div class="receipt">${withdrawalText(text, this.#timeOf('withdrawn')!, requested)}</div>`;
  }

  #timeOf(state: 'given' | 'withdrawn'): string | undefined {
    return this.receipt.events.find(({ event_state }) => event_state === state)?.event_time;
  }

  /** The letterhead and the text of the record, on the screen and on paper. Each document has its own logo. */
  #renderText(logo: unknown): TemplateResult {
    const { company, applicant } = this.host.answers ?? {};
    const names = new Set([applicant?.first_name, applicant?.last_name]);
    const text = this.#text;
    const { pii_processing, party_identification, record_id, receipt_id = record_id } = this.receipt;
    const { text: agreed, leads = [] } = pii_processing.privacy_notice;
    const [given, withdrawn] = [this.#timeOf('given'), this.#timeOf('withdrawn')];
    const parties = party_identification.filter(({ party_role }) => party_role !== 'pii-principal');
    const broker = parties.find(({ party_role }) => party_role === 'credit-broker');
    const rows = [
      ['receipt.when', given && dateAndTime(text, given)],
      ['receipt.ended', withdrawn && dateAndTime(text, withdrawn)],
      ['receipt.applicant', [...names].filter(Boolean).join(' ')],
      ['receipt.business', company?.registered_name],
      ['receipt.broker', broker?.party_name],
      ['receipt.parties', parties.map(({ party_name }) => party_name).join(', ')],
    ] as const;
    const mark = withdrawn ? nothing : successMark;
    return html`<div class="receipt sheet">
      <div class="letterhead">
        ${logo}
        <div>
          <strong>${text.settings().partner.name}</strong>
          <!-- The downloaded record has the whole number. -->
          <p class="hint">${text.term('receipt.number')} ${receipt_id.slice(0, 8)}</p>
        </div>
      </div>
      <dl>
        ${rows.map(([term, value]) =>
          value
            ? html`<div>
                <dt class="hint">${term === 'receipt.when' ? mark : nothing} ${text.term(term)}</dt>
                <dd>${value}</dd>
              </div>`
            : nothing,
        )}
      </dl>
      <div part="text" class="agreed" lang=${pii_processing.language} dir="auto" translate="no">
        ${agreed.split('\n').map((line) => html`<p class=${leads.includes(line) ? 'lead' : ''}>${line}</p>`)}
      </div>
    </div>`;
  }

  #renderActions(): TemplateResult {
    const { requested, recordOnly } = this.host;
    const text = this.#text;
    if (this.#stage === 'confirm' || this.#stage === 'sending') return this.#renderConfirm();
    const isWithdrawn = this.#stage === 'withdrawn';
    const back = html`<button type="button" class="primary" @click=${this.#goBack}>
      ${text.term('consent.back')}
    </button>`;
    const again = html`<button type="button" @click=${this.callbacks.showNotice}>
      ${text.term(isWithdrawn ? 'consent.reconsider' : 'receipt.ask')}
    </button>`;
    return html`<div part="actions" class="actions">
      ${requested ? back : nothing} ${isWithdrawn || !(requested || recordOnly) ? again : nothing}
      <button type="button" @click=${this.#print}>${text.term('receipt.print')}</button>
      <a class="button" href="#" download="consent-receipt.json" @click=${this.#download}
        >${text.term('receipt.download')}</a
      >
      ${
        isWithdrawn
          ? nothing
          : html`<button type="button" class="plain" id="withdraw" @click=${() => this.#show('confirm')}>
              ${text.term('receipt.withdraw')}
            </button>`
      }
    </div>`;
  }

  #renderConfirm(): TemplateResult {
    const text = this.#text;
    const isSending = this.#stage === 'sending';
    return html`<section class="confirm" aria-labelledby="confirm">
        <h3 id="confirm" tabindex="-1">${text.term('receipt.confirm.heading')}</h3>
        <p>${text.term('receipt.confirm')}</p>
      </section>
      ${this.#renderFailure()}
      <div part="actions" class="actions">
        <button type="button" class="side" aria-disabled=${isSending ? 'true' : nothing} @click=${this.#withdraw}>
          ${text.term(isSending ? 'receipt.withdrawing' : 'receipt.confirm.yes')}
        </button>
        <button type="button" class="side" ?hidden=${isSending} @click=${() => this.#show('read')}>
          ${text.term('receipt.confirm.no')}
        </button>
      </div>`;
  }

  #renderFailure() {
    const text = this.#text;
    if (!this.#failure) return nothing;
    const { code, retryAfter } = this.#failure;
    const sentences = [text.failure(code, retryAfter)];
    const again = () => void this.#withdraw();
    return failurePanel(text, text.term('receipt.failed'), sentences, text.term('try-again'), again);
  }

  async #show(stage: Stage): Promise<void> {
    const host = this.host;
    const confirm = this.#failure ? '#failure h3' : '#confirm';
    const target = { read: '#withdraw', confirm, sending: '', withdrawn: '#heading' }[stage];
    host.handover.open();
    this.#stage = stage;
    host.requestUpdate();
    await host.updateComplete;
    host.handover.place.querySelector<HTMLElement>(target)?.focus();
    host.handover.close();
  }

  readonly #goBack = () => void this.host.dispatchEvent(new LendingContinuedEvent('consent'));

  readonly #print = () =>
    void printAlone(this.host, (body) => {
      const logos = this.host.handover.place.querySelector('slot')!.assignedElements({ flatten: true });
      const copies = logos.map((logo) => logo.cloneNode(true));
      render(
        html`<h1>${this.#text.term('receipt.heading')}</h1>
          ${this.#renderText(copies)}`,
        body,
      );
    });

  /** The URL of the file is valid until the next download, or until the element leaves the page. */
  readonly #download = ({ currentTarget }: Event) => {
    if (this.#file) URL.revokeObjectURL(this.#file);
    const json = JSON.stringify(this.receipt, null, 2);
    this.#file = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    (currentTarget as HTMLAnchorElement).href = this.#file;
  };

  readonly #withdraw = async () => {
    if (this.#stage === 'sending') return;
    const host = this.host;
    const { draft } = host;
    this.#failure = undefined;
    this.#stage = 'sending';
    host.requestUpdate();
    try {
      const { decidedAt } = await host.adapter!.decide({ decision: 'withdrawn' });
      // Another business starts with a new draft.
      if (draft !== host.draft) return;
      const [given] = this.receipt.events as [ConsentRecord['events'][number]];
      const withdrawn = { ...given, event_id: '', event_time: decidedAt, event_state: 'withdrawn' as const };
      this.receipt = { ...this.receipt, events: [...this.receipt.events, withdrawn] };
      this.callbacks.dropReceipt(decidedAt);
      void this.#show('withdrawn');
      host.dispatchEvent(new LendingWithdrawnEvent());
    } catch (error) {
      await loadFailureHelp();
      if (draft !== host.draft) return;
      this.#failure = this.callbacks.report(error);
      void this.#show('confirm');
    }
  };
}
