import { html, nothing, type TemplateResult } from 'lit';
import type { Figures, SentFigures } from '../schema/prequalification.js';
import { listed, unsent } from './chosen-files.js';
import { figuresInWords, inOneLine, type ConsentStatus } from './consent-figures.js';
import type { JourneyWay } from './journey-way.js';
import type { TextController } from './text.js';

/** The text for an applicant who has withdrawn, once it has loaded. */
let more: typeof import('./consent-more.js') | undefined;

/** Whether offers were requested for the application as it is. What is sent after that needs a new consent. */
export const hasRequested = ({ session, host }: JourneyWay): boolean =>
  !!session?.progress.done.includes('requestOffers') && !host.draft.hasChanged;

/** The figures that were sent last; where the backend does not tell, those that this page has sent. */
export const figuresOf = ({ session, host }: JourneyWay): SentFigures | undefined =>
  session?.figures ?? host.draft.answers?.prequalification;

/** What the form of the figures is filled in with. */
export const fillingOf = ({ session }: JourneyWay): Figures | undefined =>
  session?.figures === 'unknown' ? undefined : session?.figures;

/** What the consent step works with. */
export const consentOf = (way: JourneyWay): object => ({
  requested: hasRequested(way),
  figures: figuresOf(way),
  canChangeFigures: way.steps.includes('prequalification'),
});

/** What was asked for, in a few words, next to the offers and at an end without the widget; after a withdrawal, the withdrawal. */
export function doneList(text: TextController, way: JourneyWay): TemplateResult | typeof nothing {
  const { session, steps, shown } = way;
  if (shown !== 'widget' && shown !== 'end') return nothing;
  const { done, withdrawnAt } = session!.progress;
  if (withdrawnAt) return withdrawn(text, way, withdrawnAt);
  const hasAsked = done.includes('requestOffers');
  const canAsk = steps.includes('consent');
  const words = hasAsked || !canAsk ? doneInWords(text, way, hasAsked) : [];
  const isAgreed = hasAsked && canAsk;
  if (words.length === 0 && !isAgreed) return nothing;
  return html`<div part="done" class="done">
    ${words.length > 0 ? html`<p>${inOneLine(words)}</p>` : nothing}
    ${
      isAgreed
        ? html`<button class="plain" type="button" @click=${() => way.go('consent')}>
            ${text.term('consent.see')}
          </button>`
        : nothing
    }
  </div>`;
}

function doneInWords(text: TextController, way: JourneyWay, hasAsked: boolean): string[] {
  const { session, host } = way;
  const figures = figuresInWords(text, figuresOf(way));
  const { files = [] } = host.draft;
  const documents = session!.progress.done.includes('uploadDocument')
    ? [text.term('end.documents', listed(files).length - unsent(files).length)]
    : [];
  const asked = hasAsked && figures.length === 0 ? [text.term('end.asked')] : figures;
  return [...asked, ...documents];
}

function withdrawn(text: TextController, way: JourneyWay, at: string): TemplateResult | typeof nothing {
  if (!more) {
    void loadMore(way);
    return nothing;
  }
  const readAgain = way.steps.includes('consent') ? () => void way.go('consent') : undefined;
  return more.withdrawnPanel(text, at, way.shown === 'widget', readAgain);
}

async function loadMore({ host }: JourneyWay): Promise<void> {
  try {
    more = await import('./consent-more.js');
    host.requestUpdate();
  } catch {
    // Nothing is shown rather than something else. The next render tries again.
  }
}

/**
 * Takes over from the consent step what its backend told it: figures that were changed on another device, and a withdrawal. A
 * backend that does not tell changes nothing.
 */
export function takeOver(way: JourneyWay): void {
  const { session, shown, current } = way;
  const { status } = (current ?? {}) as { status?: ConsentStatus };
  if (shown !== 'consent' || !session || !status) return;
  const { withdrawnAt = session.progress.withdrawnAt, figures = session.figures } = status;
  way.session = { ...session, figures, progress: { ...session.progress, withdrawnAt: withdrawnAt ?? undefined } };
  dropStale(way);
}

/** Empties the form of the figures where others were sent from another device: those are filled in instead. */
export function dropStale({ session, host: { draft } }: JourneyWay): void {
  const figures = session?.figures;
  const own = draft.answers?.prequalification;
  // Both are in the order in which they are asked.
  if (!figures || figures === 'unknown' || !own || JSON.stringify(figures) === JSON.stringify(own)) return;
  draft.answers = { ...draft.answers, prequalification: undefined };
  draft.inputs = { ...draft.inputs, prequalification: {} };
}
