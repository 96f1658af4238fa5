import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Figures, SentFigures } from '../../schema/prequalification.js';
import type { IdempotencyStore } from '../idempotency/types.js';
import type { Seal } from '../seal.js';
import type { Visit } from '../types.js';

/** Seconds for which figures can be shown again after they were sent. */
const KEPT_FOR = 30 * 24 * 3600;

type Applicant = Pick<Visit, 'subject' | 'session'>;

/** The figures of one call, and the id of the consent entry that announced the call. */
interface SealedFigures {
  change: string;
  figures: Figures;
}

/**
 * Remembers the figures that were sent last, so that the applicant can check them on any device before they agree. The figures
 * are sealed for this applicant, both in the session and in the shared store. The consent store has an entry for every change,
 * so older figures are never shown as the last ones.
 */
export function createFigures(shared: IdempotencyStore, seal: Seal) {
  const keyOf = (subject: string) => `figures/${subject}`;

  /** Keeps figures that the service has accepted. */
  async function keep({ subject, session }: Applicant, change: string, figures: Figures): Promise<void> {
    const sealed = await seal.close({ change, figures } satisfies SealedFigures, subject, KEPT_FOR);
    session.figures = sealed;
    // The call has succeeded even if the store fails. Other devices then show the figures as unknown.
    await Promise.resolve(shared.set(keyOf(subject), sealed, KEPT_FOR)).catch(() => undefined);
  }

  /** Returns the figures sent last, `undefined` if none were sent, or `unknown` if the last ones cannot be shown. */
  async function last(
    { subject, session }: Applicant,
    entries: readonly ConsentEntry[],
  ): Promise<SentFigures | undefined> {
    const change = entries.findLast(
      ({ event, call, company_id }) =>
        event === 'changed' && call !== 'uploadDocument' && company_id === session.company_id,
    );
    if (!change) return undefined;
    const isLast = (sent: SealedFigures | undefined) => sent?.change === change.entryId;
    const inSession = await seal.open<SealedFigures>(session.figures, subject);
    if (isLast(inSession)) return inSession!.figures;
    const found = await Promise.resolve(shared.get(keyOf(subject))).catch(() => undefined);
    const inStore = await seal.open<SealedFigures>(found, subject);
    return isLast(inStore) ? inStore!.figures : 'unknown';
  }

  return { keep, last };
}
