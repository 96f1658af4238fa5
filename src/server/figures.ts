import type { ConsentEntry } from '../schema/consent.js';
import type { Figures, SentFigures } from '../schema/prequalification.js';
import type { OnceStore } from './once.js';
import type { Visit } from './routes.js';
import type { Seal } from './seal.js';

/** Seconds for which figures that were sent can be shown again. */
const REMEMBERED = 30 * 24 * 3600;

type Applicant = Pick<Visit, 'subject' | 'session'>;

/** The figures of one call, and the entry of the consent store that announced the call. */
interface Sent {
  change: string;
  figures: Figures;
}

/**
 * Remembers the figures that were sent last, so that the applicant can check them on any device before they agree. They are
 * sealed for this applicant, in the session and in the place that the partner's machines share. The consent store has an entry
 * for every change of the application, so figures that are not the last ones are never taken for them.
 */
export function createFigures(shared: OnceStore, seal: Seal) {
  const keyOf = (subject: string) => `figures/${subject}`;

  /** Keeps the figures that the service has taken. */
  async function keep({ subject, session }: Applicant, change: string, figures: Figures): Promise<void> {
    const sealed = await seal.close({ change, figures } satisfies Sent, subject, REMEMBERED);
    session.figures = sealed;
    // The service has them: a store that fails makes no failure of that. Another device then says that they may have changed.
    await Promise.resolve(shared.set(keyOf(subject), sealed, REMEMBERED)).catch(() => undefined);
  }

  /**
   * The figures that were sent last; `unknown` where figures were sent and these cannot be shown, like those of a call without an
   * answer; `undefined` where none were sent.
   */
  async function last(
    { subject, session }: Applicant,
    entries: readonly ConsentEntry[],
  ): Promise<SentFigures | undefined> {
    const change = entries.findLast(
      ({ event, call, company_id }) =>
        event === 'changed' && call !== 'uploadDocument' && company_id === session.company_id,
    );
    if (!change) return undefined;
    const isLast = (sent: Sent | undefined) => sent?.change === change.entry_id;
    const own = await seal.open<Sent>(session.figures, subject);
    if (isLast(own)) return own!.figures;
    const found = await Promise.resolve(shared.get(keyOf(subject))).catch(() => undefined);
    const others = await seal.open<Sent>(found, subject);
    return isLast(others) ? others!.figures : 'unknown';
  }

  return { keep, last };
}
