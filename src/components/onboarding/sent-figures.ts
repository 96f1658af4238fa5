import type { SentFigures } from '../../schema/calls/prequalification.js';
import type { Journey } from './journey.js';

/** The figures that were last sent: those of the backend, else those of this page, if it has sent them. */
export function sentFigures({ session, host }: Journey): SentFigures | undefined {
  const isSent = session?.progress.done.includes('prequalify');
  return session?.figures ?? (isSent ? host.draft.answers?.prequalification : undefined);
}
