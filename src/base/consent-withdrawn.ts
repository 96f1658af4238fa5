import { html, nothing, type TemplateResult } from 'lit';
import { supportLine } from './support.js';
import type { TextController } from './text.js';

/** A moment by the applicant's clock and calendar, like “21 November 2026 at 14:05”. */
export function moment(text: TextController, at: string): string {
  const language = text.spoken === 'en' ? 'en-GB' : text.spoken;
  const date = new Date(at);
  // A backend of the partner's own may say anything.
  if (Number.isNaN(date.getTime())) return at;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}

/** What a withdrawal did and when, and what the applicant can still do. `canSeeOffers` where there are offers on the page. */
export const withdrawnText = (text: TextController, at: string, canSeeOffers: boolean): TemplateResult =>
  html`<p>${text.term('receipt.withdrawn', moment(text, at))}</p>
    <p>${canSeeOffers ? text.term('withdrawn.offers') : nothing} ${text.term('withdrawn.again')}</p>
    ${supportLine(text)}`;

/** When somebody withdrew, above a notice that they can agree to once more. */
export const withdrawnNote = (text: TextController, at: string): string =>
  text.term('withdrawn.note', moment(text, at));

/** The same in place of what was done, with a way to the agreement. `isHeaded` where the page's heading does not say it. */
export const withdrawnPanel = (
  text: TextController,
  at: string,
  isHeaded: boolean,
  readAgain: (() => void) | undefined,
): TemplateResult =>
  html`<section part="done" class="done" aria-labelledby=${isHeaded ? 'withdrawn' : nothing}>
    ${isHeaded ? html`<h3 id="withdrawn">${text.term('receipt.withdrawn.heading')}</h3>` : nothing}
    ${withdrawnText(text, at, isHeaded)}
    ${
      readAgain
        ? html`<button type="button" class="plain" @click=${readAgain}>${text.term('consent.reconsider')}</button>`
        : nothing
    }
  </section>`;
