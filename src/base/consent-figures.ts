import { html, nothing, type TemplateResult } from 'lit';
import type { Figures, SentFigures } from '../schema/prequalification.js';
import { LendingChangeEvent } from './events.js';
import type { TextController } from './text.js';

/** What the backend said with the notice, and what has become of it since. What is left out is not known. */
export interface ConsentStatus {
  /** The figures that were sent last; `unknown` where nobody can say which. */
  figures?: SentFigures | undefined;
  /** When the applicant withdrew what they agreed to last; `null` where they have agreed since, or never withdrew. */
  withdrawnAt?: string | null | undefined;
}

/** The element that shows the notice. */
interface Host extends HTMLElement {
  readonly text: TextController;
  readonly status: ConsentStatus | undefined;
  readonly canChangeFigures: boolean;
}

/** Figures in a few words each, like “You asked for £25,000”, “£10,000 revenue a month” and “no county court judgments”. */
export function figuresInWords(text: TextController, figures: SentFigures | undefined): string[] {
  const { funding_amount, monthly_revenue, any_ccj } = { ...(figures as Figures | undefined) };
  return [
    funding_amount === undefined ? '' : text.term('figures.amount', text.money(funding_amount)),
    monthly_revenue === undefined ? '' : text.term('figures.revenue', text.money(monthly_revenue)),
    any_ccj === undefined ? '' : text.term('figures.judgments', any_ccj),
  ].filter(Boolean);
}

/** Words of that kind in one line. */
export const inOneLine = (words: readonly string[]): string =>
  words.join('\u00a0· ').replace(/^./, (first) => first.toUpperCase());

/** The figures that were sent, under a heading of their own, to be checked before the applicant agrees. */
export function figuresSection(host: Host): TemplateResult | typeof nothing {
  const { text, status, canChangeFigures } = host;
  const words = figuresInWords(text, status?.figures);
  const isKnown = status?.figures !== 'unknown';
  if (isKnown && words.length === 0) return nothing;
  const change = () => void host.dispatchEvent(new LendingChangeEvent('prequalification'));
  return html`<section part="figures" class="figures" aria-labelledby="figures">
      <h3 id="figures">${text.term('figures.heading')}</h3>
      <p>${isKnown ? inOneLine(words) : text.term('figures.unknown')}</p>
      ${
        canChangeFigures
          ? html`<button type="button" class="plain" @click=${change}>
              ${text.term(isKnown ? 'figures.change' : 'figures.check')}
            </button>`
          : nothing
      }
    </section>
    <h3>${text.term('figures.notice')}</h3>`;
}
