// What comes after a decision, or after a refusal. Who agrees on the way through the journey downloads none of it.
import { html, type TemplateResult } from 'lit';
import { LendingError } from '../errors.js';
import type { LendingElement } from './element.js';
import { LendingSkippedEvent } from './events.js';
import { enConsent } from './locales/en-consent.js';
import { addText } from './text.js';

export { ReceiptView } from './consent-receipt.js';
export { withdrawnNote, withdrawnPanel } from './consent-withdrawn.js';

addText(enConsent);

/** After these refusals the notice is shown anew, and says why beside its box. */
const ANEW = /^handler-(no-consent|consent-(stale|withdrawn))$/;

/** A refusal as a problem of the box, where that is what it is. */
export function asProblem(error: unknown): LendingError | undefined {
  const { code, message } = error as LendingError;
  if (!ANEW.test(code)) return undefined;
  return new LendingError(code, message, { cause: error, issues: [{ path: 'agree', reason: code }] });
}

/** Without https a browser has no hash to give. */
export const insecure = () =>
  new LendingError('config-invalid', '<lending-consent>: a browser hashes the text on secure pages only.', {
    remedy: 'Serve the page over https.',
  });

interface Host extends LendingElement {
  readonly recordOnly: boolean;
  readonly requested: boolean | undefined;
}

/** What follows for who does not agree. `hadAgreed` where they had agreed before: offers may have been requested then. */
export const declinedView = (host: Host, hadAgreed: boolean, showNotice: () => unknown) => ({
  render(): TemplateResult {
    const { text } = host;
    return html`<form part="form" @submit=${(event: Event) => event.preventDefault()}>
      <h2 part="heading" id="heading" tabindex="-1">
        ${text.term(hadAgreed ? 'consent.declined.again.heading' : 'consent.declined.heading')}
      </h2>
      <p>${text.term(hadAgreed ? 'consent.declined.again' : 'consent.declined')}</p>
      <div part="actions" class="actions">
        <button type="button" @click=${showNotice}>${text.term('consent.reconsider')}</button>
        <button
          type="button"
          ?hidden=${host.recordOnly}
          @click=${() => host.dispatchEvent(new LendingSkippedEvent('consent'))}
        >
          ${text.term(host.requested ? 'consent.back' : 'consent.without')}
        </button>
      </div>
    </form>`;
  },
});
