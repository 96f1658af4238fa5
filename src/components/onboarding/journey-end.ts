import { html, nothing, type TemplateResult } from 'lit';
import { successMark } from '../../base/look/success-mark.js';
import { supportLine } from '../../base/support.js';
import { consentText } from '../../base/text/locales/en-consent.js';
import { laterText } from '../../base/text/locales/en-later.js';
import type { TextController } from '../../base/text/text.js';
import { doneList, stepButton } from './done-list.js';
import { endText } from './journey-end.sentences.js';
import type { Journey } from './journey.js';

export { doneList } from './done-list.js';

/** Renders the end of a journey without the widget: its meaning, the next steps, and one main action. It loads only there. */
export function journeyEnd(shared: TextController, journey: Journey): TemplateResult {
  const [text, consent] = [endText(shared), consentText(shared)];
  const { host, session, steps } = journey;
  const { done, withdrawnAt } = session!.progress;
  const hasAsked = done.includes('requestOffers') && !withdrawnAt;
  const hasDeclined = !hasAsked && steps.includes('consent');
  const hasOffers = hasAsked && steps.includes('widget');
  const isReplaced = !!host.querySelector(':scope > [slot="next"]');
  const canSee = hasAsked && steps.includes('consent');
  const see = (kind: string) =>
    canSee ? stepButton(journey, 'consent', laterText(shared).term('consent.see'), kind) : nothing;
  const action = hasOffers
    ? stepButton(journey, 'widget', consent.term('consent.back'), 'primary')
    : hasDeclined
      ? stepButton(journey, 'consent', consent.term('consent.reconsider'), 'primary')
      : see('primary');
  const words = hasDeclined ? consent.term('consent.declined') : text.term('end.next');
  const support = supportLine(text);
  return html`<div class="end">
    ${hasAsked ? successMark : nothing}
    <div class="head">
      <h2 part="heading" tabindex="-1">
        ${withdrawnAt ? consent.term('receipt.withdrawn.heading') : text.term('end.heading', hasAsked)}
      </h2>
    </div>
    ${hasAsked || withdrawnAt ? nothing : html`<p>${words}</p>`} ${doneList(text, journey)}
    <slot name="next" class="actions">${withdrawnAt ? nothing : action}</slot>
    ${isReplaced || hasOffers ? see('plain') : nothing}
    ${withdrawnAt ? nothing : support === nothing ? html`<p>${text.term('failure.contact')}</p>` : support}
  </div>`;
}
