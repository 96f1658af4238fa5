import { html, nothing, type TemplateResult } from 'lit';
import { dateAndTime } from './text/formats.js';
import { consentText } from './text/locales/en-consent.js';
import { supportLine } from './support.js';
import type { TextController } from './text/text.js';

/** Explains a withdrawal: its time, its effect and the next step. `canSeeOffers`: offers are on the page. */
export const withdrawalText = (text: TextController, at: string, canSeeOffers: boolean): TemplateResult =>
  html`<p>${consentText(text).term('receipt.withdrawn', dateAndTime(text, at))}</p>
    <p>
      ${canSeeOffers ? consentText(text).term('withdrawn.offers') : nothing}
      ${consentText(text).term('withdrawn.again')}
    </p>
    ${supportLine(text)}`;

/** A sentence with the time of a withdrawal, above a notice to which the applicant can agree again. */
export const withdrawalNote = (text: TextController, at: string): string =>
  consentText(text).term('withdrawn.note', dateAndTime(text, at));

/** The same explanation as a panel, with a link to the agreement. `isHeaded`: the panel has a heading, because the page's heading is about something else. */
export const withdrawalPanel = (
  text: TextController,
  at: string,
  isHeaded: boolean,
  readAgain: (() => void) | undefined,
): TemplateResult =>
  html`<section part="done" class="done" aria-labelledby=${isHeaded ? 'withdrawn' : nothing}>
    ${isHeaded ? html`<h3 id="withdrawn">${consentText(text).term('receipt.withdrawn.heading')}</h3>` : nothing}
    ${withdrawalText(text, at, isHeaded)}
    ${
      readAgain
        ? html`<button type="button" class=${isHeaded ? 'plain' : 'primary'} @click=${readAgain}>
            ${consentText(text).term('consent.reconsider')}
          </button>`
        : nothing
    }
  </section>`;
