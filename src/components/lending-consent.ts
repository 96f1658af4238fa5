import { css, html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from '../base/reactive.js';
import type { ServerAdapter } from '../adapter.js';
import { LendingDeclinedEvent, LendingSkippedEvent } from '../base/events.js';
import { frameOf } from '../base/field.js';
import { enLater } from '../base/locales/en-later.js';
import { LendingStepElement } from '../base/step.js';
import type { Reading } from '../schema/form.js';
import type { ConsentNotice } from '../schema/notice.js';
import type { Session } from '../schema/session.js';
import type { RequestOffers } from '../schema/offers.js';

/**
 * Shows the consent notice with its four points and an unticked box, and requests offers when the applicant has ticked
 * it (specification, "Consent requirement" and endpoint 4). Without the tick nothing is sent.
 *
 * @tag lending-consent
 * @event {LendingSubmitEvent} lending-submit - Asks whether offers may be requested; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - Offers were requested with the applicant’s consent.
 * @event {LendingDeclinedEvent} lending-declined - The applicant does not consent. Nothing was sent.
 * @event {LendingSkippedEvent} lending-skipped - The applicant does not consent, and goes on without offers.
 * @event {LendingErrorEvent} lending-error - Offers were not requested.
 * @csspart form - The form.
 * @csspart heading - The heading of the notice.
 * @csspart text - The text of the notice.
 * @csspart summary - The panel that says what is wrong.
 * @csspart field - The box with its statement.
 * @csspart error - What is wrong with the box.
 * @csspart input - The box.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that requests offers.
 * @csspart retry - The button that tries again after a failure.
 * @cssstate pending - The call is under way.
 * @cssstate failed - The call failed.
 * @cssstate done - Offers were requested.
 */
export class LendingConsentElement extends LendingStepElement<RequestOffers> {
  static override readonly tag = 'lending-consent';
  static override readonly words = enLater;
  static override styles = [
    ...LendingStepElement.styles,
    css`
      .notice {
        display: grid;
        gap: 0.875em;
        max-width: 38em;
      }
      .notice ul {
        padding-inline-start: 1.25em;
      }
      .notice a {
        display: inline-block;
        padding-block: 0.625em;
      }
      .box {
        padding: 1em;
        border-radius: var(--_radius);
        background: var(--_tint);
      }
      .box .choice {
        padding-block: 0;
      }
    `,
  ];

  /** What the applicant is shown. Default: the backend's notice, which the adapter asks for. */
  @property({ attribute: false }) notice: ConsentNotice | undefined;
  @state() private declined = false;
  @query('#agree') private box!: HTMLInputElement;
  @query('#heading') private top!: HTMLElement;

  override readonly step = 'consent';
  protected override readonly calls = true;

  protected override read(): Reading<RequestOffers> {
    if (this.box.checked) return { value: { credit_score_check_consent: true }, problems: [] };
    return { value: undefined, problems: [{ path: 'agree', reason: 'empty' }] };
  }

  protected override send(request: RequestOffers, adapter: ServerAdapter, signal: AbortSignal): Promise<unknown> {
    return adapter.requestOffers(request, { signal });
  }

  protected override start(session: Session): void {
    super.start(session);
    this.notice ??= session.notice;
  }

  protected override render(): TemplateResult {
    if (!this.notice) return html`<p role="status" class="hint">${this.text.term('loading')}</p>`;
    return this.declined ? this.#renderDeclined() : super.render();
  }

  protected override renderHeading(): string {
    return this.notice!.heading;
  }

  protected override renderFields(): TemplateResult {
    const { mark, notes, invalid, describedBy } = frameOf(this, 'agree');
    return html`
      ${this.#renderNotice(this.notice!)}
      <div part="field" class="field ${mark}">
        ${notes}
        <div class="box">
          <label class="choice">
            <input part="input" type="checkbox" id="agree" aria-invalid=${invalid} aria-describedby=${describedBy} />
            ${this.notice!.statement}
          </label>
        </div>
      </div>
    `;
  }

  protected override renderActions(): TemplateResult {
    return html`<button type="button" ?hidden=${this.pending} @click=${this.#decline}>
      ${this.text.term('consent.decline')}
    </button>`;
  }

  #renderNotice({ points, providers, links, locale }: ConsentNotice): TemplateResult {
    return html`<div part="text" class="notice" lang=${locale}>
      ${points.map(({ text }) => html`<p>${text}</p>`)}
      ${
        providers.length > 0
          ? html`<p>${this.text.term('consent.providers')}</p>
              <ul>
                ${providers.map(({ name }) => html`<li>${name}</li>`)}
              </ul>`
          : nothing
      }
      ${links.map(({ text, url }) => html`<p><a href=${url} target="_blank" rel="noopener noreferrer">${text}</a></p>`)}
    </div>`;
  }

  #renderDeclined(): TemplateResult {
    return html`<form part="form" @submit=${(event: Event) => event.preventDefault()}>
      <h2 part="heading" id="heading" tabindex="-1">${this.text.term('consent.declined.heading')}</h2>
      <p>${this.text.term('consent.declined')}</p>
      <div part="actions" class="actions">
        <button type="button" @click=${this.#reconsider}>${this.text.term('consent.reconsider')}</button>
        <button type="button" @click=${() => this.dispatchEvent(new LendingSkippedEvent('consent'))}>
          ${this.text.term('consent.without')}
        </button>
      </div>
    </form>`;
  }

  async #decline(): Promise<void> {
    this.problems = [];
    this.failure = undefined;
    this.declined = true;
    this.dispatchEvent(new LendingDeclinedEvent());
    await this.updateComplete;
    this.top.focus();
  }

  async #reconsider(): Promise<void> {
    this.declined = false;
    await this.updateComplete;
    this.top.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-consent': LendingConsentElement;
  }
}
