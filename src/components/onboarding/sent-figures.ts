import type { ConsentStatus } from '../../base/figures.js';
import type { Figures, SentFigures } from '../../schema/prequalification.js';
import type { JourneyState } from './journey-state.js';

/** Whether offers were requested for the application as it is now. Anything sent afterwards needs a new consent. */
export const hasRequestedOffers = ({ session, host }: JourneyState): boolean =>
  !!session?.progress.done.includes('requestOffers') && !host.draft.changedSinceOffers;

/** The figures that were last sent: those of the backend, else those of this page. */
export const sentFigures = ({ session, host }: JourneyState): SentFigures | undefined =>
  session?.figures ?? host.draft.answers?.prequalification;

/** The values that are filled into the form of the figures. */
export const figuresToFillIn = ({ session }: JourneyState): Figures | undefined =>
  session?.figures === 'unknown' ? undefined : session?.figures;

/** The properties of the consent step. */
export const consentProperties = (journey: JourneyState): object => ({
  requested: hasRequestedOffers(journey),
  figures: sentFigures(journey),
  canChangeFigures: journey.steps.includes('prequalification'),
});

/** Takes the figures and the withdrawal that the consent step got from its backend: they may have changed on another device. */
export function takeConsentStatus(journey: JourneyState): void {
  const { session, shown, current } = journey;
  const { status } = (current ?? {}) as { status?: ConsentStatus };
  if (shown !== 'consent' || !session || !status) return;
  const { withdrawnAt = session.progress.withdrawnAt, figures = session.figures } = status;
  journey.session = { ...session, figures, progress: { ...session.progress, withdrawnAt: withdrawnAt ?? undefined } };
  dropStaleFigures(journey);
}

/** Clears the form of the figures if another device has sent others. The new ones are then filled in. */
export function dropStaleFigures({ session, host: { draft } }: JourneyState): void {
  const figures = session?.figures;
  const own = draft.answers?.prequalification;
  // Both have their keys in the order of the form.
  if (!figures || figures === 'unknown' || !own || JSON.stringify(figures) === JSON.stringify(own)) return;
  draft.answers = { ...draft.answers, prequalification: undefined };
  draft.inputs = { ...draft.inputs, prequalification: {} };
}
