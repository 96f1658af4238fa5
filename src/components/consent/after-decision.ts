// The parts that are needed after a decision, or after a rejected decision. Most applicants never load them.
import { html, type TemplateResult } from 'lit';
import { LendingContinuedEvent } from '../../base/later-events.js';
import { consentText } from '../../base/text/locales/en-consent.js';
import { LendingError } from '../../errors.js';
import type { Host } from './receipt.js';

export { ReceiptView } from './receipt.js';
export { withdrawalNote } from '../../base/withdrawal.js';

/** Browsers only have a hash function on secure pages. */
export function insecurePageError(): LendingError {
  const message =
    '<lending-consent>: this page was not served over https, so the browser cannot hash the text of the notice.';
  return new LendingError('config-invalid', message, { remedy: 'Serve the page over https.' });
}

/** The view for an applicant who declined. `hadAgreed`: they had agreed before, so offers may have been requested. */
export const declinedView = (host: Host, hadAgreed: boolean, showNotice: () => unknown) => ({
  key: 'declined',
  render(): TemplateResult {
    const text = consentText(host.text);
    return html`<form part="form" @submit=${(event: Event) => event.preventDefault()}>
      <div class="head">
        <h2 part="heading" id="heading" tabindex="-1">
          ${text.term(hadAgreed ? 'consent.declined.again.heading' : 'consent.declined.heading')}
        </h2>
      </div>
      <p>${text.term(hadAgreed ? 'consent.declined.again' : 'consent.declined')}</p>
      <div part="actions" class="actions">
        <button
          class="primary"
          type="button"
          ?hidden=${host.recordOnly}
          @click=${() => host.dispatchEvent(new LendingContinuedEvent('consent'))}
        >
          ${text.term(host.requested ? 'consent.back' : 'consent.without')}
        </button>
        <button class=${host.recordOnly ? 'primary' : ''} type="button" @click=${showNotice}>
          ${text.term('consent.reconsider')}
        </button>
      </div>
    </form>`;
  },
});
