import { css, html, nothing, type TemplateResult } from 'lit';
import { attach, listedFiles, unsentFiles } from '../../base/chosen-files.js';
import { addStyles } from '../../base/look/add-styles.js';
import { markStyles, successMark } from '../../base/look/success-mark.js';
import { supportLine } from '../../base/support.js';
import { figuresInWords, joinFigures } from '../../base/text/figures.js';
import { formatMoney } from '../../base/text/formats.js';
import { consentText } from '../../base/text/locales/en-consent.js';
import { laterText, type LaterText } from '../../base/text/locales/en-later.js';
import type { TextController } from '../../base/text/text.js';
import { withdrawalPanel } from '../../base/withdrawal.js';
import type { Figures } from '../../schema/calls/prequalification.js';
import { sentFigures } from './journey-actions.js';
import { endText } from './journey-end.sentences.js';
import type { Journey } from './journey.js';

const doneStyles = css`
  .end,
  .done {
    display: grid;
    gap: var(--_space-inner) var(--_space-group);
    justify-items: start;
  }
  .done {
    width: 100%;
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  div.done {
    grid-template-columns: repeat(auto-fit, minmax(min(16em, 100%), 1fr));
  }
  /* In the journey, the sandbox's widget needs no frame and no heading. */
  .wide {
    --_inside: journey;
  }
  .sum strong {
    display: block;
    font-size: max(2.5rem, 40px);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }
  .done ul {
    display: grid;
    align-self: center;
    gap: var(--_space-label);
    list-style: none;
  }
  .done li {
    display: flex;
  }
  .done li::before {
    flex: none;
    width: 0.7em;
    height: 0.7em;
    margin-block-start: 0.4em;
    margin-inline-end: 0.9em;
    border: 2px solid var(--_success);
    border-radius: 50%;
    content: '';
  }
  .done li:first-child::before {
    width: 0.3em;
    height: 0.7em;
    margin-inline: 0.2em 1.1em;
    border-width: 0 2px 2px 0;
    border-radius: 0;
    transform: translateY(-0.15em) rotate(45deg);
  }
  .done li:nth-child(2)::before {
    border-width: 0.4em;
  }
`;

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

/**
 * Renders a summary next to the offers and at the end of a journey without the widget: the figures and documents that were
 * sent and the next steps, or the withdrawal.
 */
export function doneList(shared: TextController, journey: Journey): TemplateResult | typeof nothing {
  const { session, steps, shown } = journey;
  for (const styles of [markStyles, doneStyles]) addStyles(journey.host, styles);
  const sentences = laterText(shared);
  const { done, withdrawnAt } = session!.progress;
  const readAgain = steps.includes('consent') ? () => void journey.go('consent') : undefined;
  if (withdrawnAt) return withdrawalPanel(sentences, withdrawnAt, shown === 'widget', readAgain);
  const hasAsked = done.includes('requestOffers');
  const { amount, words } = hasAsked || !steps.includes('consent') ? doneInWords(sentences, journey) : { words: [] };
  if (!hasAsked && !amount && words.length === 0) return nothing;
  return html`<div part="done" class="done">
    <div>
      ${amount ? amountLine(sentences, amount) : nothing}
      ${words.length > 0 ? html`<p class="hint">${joinFigures(words)}</p>` : nothing}
      ${
        shown === 'widget' && hasAsked && steps.includes('consent')
          ? stepButton(journey, 'consent', sentences.term('consent.see'), 'plain')
          : nothing
      }
    </div>
    ${hasAsked ? nextSteps(sentences, journey) : nothing}
  </div>`;
}

const stepButton = (journey: Journey, step: 'consent' | 'widget', words: string, kind: string) =>
  html`<button class=${kind} type="button" @click=${() => journey.go(step)}>${words}</button>`;

/** Renders the amount in its sentence, as the largest text. Languages put it in different places. */
function amountLine(sentences: LaterText, amount: string): TemplateResult {
  const [before, after] = sentences.term('figures.amount', '\0').split('\0');
  return html`<p class="sum">${before}<strong>${amount}</strong>${after}</p>`;
}

function nextSteps(sentences: LaterText, { shown, host }: Journey): TemplateResult {
  const text = endText(host.text);
  const isHere = shown === 'widget';
  const time = sentences.settings().offersTime ?? (isHere ? '' : text.term('end.time'));
  const offers = html`<strong>${text.term('end.offers', isHere)}</strong> ${time}`;
  return html`<ul role="list">
    ${[text.term('end.sent'), offers, text.term('end.choose')].map((row) => html`<li><span>${row}</span></li>`)}
  </ul>`;
}

function doneInWords(sentences: LaterText, journey: Journey): { amount: string | undefined; words: string[] } {
  const { session, host } = journey;
  const { funding_amount, ...others } = { ...(sentFigures(journey) as Figures | undefined) };
  const files = attach((host.draft.files ??= []), session!.documents);
  const documents = session!.progress.done.includes('uploadDocument')
    ? [endText(sentences).term('end.documents', listedFiles(files).length - unsentFiles(files).length)]
    : [];
  const amount = funding_amount === undefined ? undefined : formatMoney(sentences, funding_amount);
  return { amount, words: [...figuresInWords(sentences, others), ...documents] };
}
