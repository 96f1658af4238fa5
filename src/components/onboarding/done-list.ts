import { css, html, nothing, type TemplateResult } from 'lit';
import { attach } from '../../base/attached-documents.js';
import { addStyles } from '../../base/look/add-styles.js';
import { listedFiles, unsentFiles } from '../../base/chosen-files.js';
import { figuresInWords, joinFigures } from '../../base/text/figures.js';
import { laterText, type LaterText } from '../../base/text/locales/en-later.js';
import type { TextController } from '../../base/text/text.js';
import { endText } from './journey-end.sentences.js';
import type { Journey } from './journey.js';
import { sentFigures } from './sent-figures.js';

const doneStyles = css`
  .done {
    display: grid;
    gap: var(--_space-tight);
    justify-items: start;
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .journey > .done {
    margin-block-end: var(--_space-field);
  }
  .done .plain {
    margin-block: calc(-1 * var(--_space-tight));
  }
`;

/** The sentences about a withdrawal, once they have loaded. */
let withdrawal: typeof import('../../base/withdrawal.js') | undefined;

/**
 * Renders a summary next to the offers and at the end of a journey without the widget: the figures and documents that were
 * sent, or the withdrawal.
 */
export function doneList(shared: TextController, journey: Journey): TemplateResult | typeof nothing {
  const { session, steps } = journey;
  addStyles(journey.host, doneStyles);
  const sentences = laterText(shared);
  const { done, withdrawnAt } = session!.progress;
  if (withdrawnAt) return withdrawn(sentences, journey, withdrawnAt);
  const hasAsked = done.includes('requestOffers');
  const canAsk = steps.includes('consent');
  const words = hasAsked || !canAsk ? doneInWords(sentences, journey, hasAsked) : [];
  const isAgreed = hasAsked && canAsk;
  if (words.length === 0 && !isAgreed) return nothing;
  return html`<div part="done" class="done">
    ${words.length > 0 ? html`<p>${joinFigures(words)}</p>` : nothing}
    ${
      isAgreed
        ? html`<button class="plain" type="button" @click=${() => journey.go('consent')}>
            ${sentences.term('consent.see')}
          </button>`
        : nothing
    }
  </div>`;
}

function doneInWords(sentences: LaterText, journey: Journey, hasAsked: boolean): string[] {
  const { session, host } = journey;
  const figures = figuresInWords(sentences, sentFigures(journey));
  const files = attach((host.draft.files ??= []), session!.documents);
  const documents = session!.progress.done.includes('uploadDocument')
    ? [endText(sentences).term('end.documents', listedFiles(files).length - unsentFiles(files).length)]
    : [];
  const asked = hasAsked && figures.length === 0 ? [endText(sentences).term('end.asked')] : figures;
  return [...asked, ...documents];
}

function withdrawn(sentences: TextController, journey: Journey, at: string): TemplateResult | typeof nothing {
  if (!withdrawal) {
    const take = (loaded: typeof withdrawal) => {
      withdrawal = loaded;
      journey.host.requestUpdate();
    };
    // If it does not load, the next render tries again.
    import('../../base/withdrawal.js').then(take, () => undefined);
    return nothing;
  }
  const readAgain = journey.steps.includes('consent') ? () => void journey.go('consent') : undefined;
  return withdrawal.withdrawalPanel(sentences, at, journey.shown === 'widget', readAgain);
}
