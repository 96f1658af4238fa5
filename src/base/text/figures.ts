import { html, nothing, type TemplateResult } from 'lit';
import type { Figures, SentFigures } from '../../schema/calls/prequalification.js';
import { LendingEditEvent } from '../later-events.js';
import { formatMoney } from './formats.js';
import type { LaterText } from './locales/en-later.js';

/** The figures and the withdrawal, as the backend last reported them. A missing field is unknown. */
export interface ConsentStatus {
  /** The figures that were last sent; `unknown` if the backend does not know them. */
  figures?: SentFigures | undefined;
  /** Whether they were sent in another tab or on another device, and replaced figures that this page knew. */
  areOther?: boolean | undefined;
  /** When the applicant last withdrew the consent; `null` if they have consented since, or never withdrew. */
  withdrawnAt?: string | null | undefined;
}

/** The element that shows the notice. */
interface Host extends HTMLElement {
  readonly text: LaterText;
  readonly status: ConsentStatus | undefined;
  readonly canChangeFigures: boolean;
}

/**
 * Describes each figure in a few words, like “You asked for £25,000”, “revenue £10,000 a month” and “no county court
 * judgments”.
 */
export function figuresInWords(text: LaterText, figures: SentFigures | undefined): string[] {
  const { funding_amount, monthly_revenue, any_ccj } = { ...(figures as Figures | undefined) };
  return [
    funding_amount === undefined ? '' : text.term('figures.amount', formatMoney(text, funding_amount)),
    monthly_revenue === undefined ? '' : text.term('figures.revenue', formatMoney(text, monthly_revenue)),
    any_ccj === undefined ? '' : text.term('figures.judgments', any_ccj),
  ].filter(Boolean);
}

/** Joins such descriptions in one line. */
export const joinFigures = (words: readonly string[]): string =>
  words.join('\u00a0· ').replace(/^./, (first) => first.toUpperCase());

/** Renders the figures that were sent, so that the applicant can check them before they agree. */
export function figuresSection(host: Host): TemplateResult | typeof nothing {
  const { text, status, canChangeFigures } = host;
  const words = figuresInWords(text, status?.figures);
  const isKnown = status?.figures !== 'unknown';
  if (isKnown && words.length === 0) return nothing;
  const change = () => void host.dispatchEvent(new LendingEditEvent('prequalification'));
  return html`<section part="figures" class="figures" aria-label=${text.term('figures.heading')}>
      <p>${isKnown ? joinFigures(words) : text.maybe('figures.unknown')}</p>
      ${isKnown && status?.areOther ? html`<p>${text.maybe('figures.other')}</p>` : nothing}
      ${
        canChangeFigures
          ? html`<button type="button" class="plain" @click=${change}>
              ${isKnown ? text.term('figures.change') : text.maybe('figures.check')}
            </button>`
          : nothing
      }
    </section>
    <h3>${text.term('figures.notice')}</h3>`;
}
