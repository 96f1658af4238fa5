import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { SentFigures } from '../../schema/prequalification.js';
import type { Application } from '../applications/types.js';

/**
 * Returns the figures that were sent last, `undefined` if none were sent, or `unknown` if the last ones were not kept. There is an entry for
 * every change, so older figures are never shown as the last ones.
 */
export function lastFigures(
  { company_id, figures }: Application,
  entries: readonly ConsentEntry[],
): SentFigures | undefined {
  const change = entries.findLast(
    (one) => one.event === 'changed' && one.call !== 'uploadDocument' && one.company_id === company_id,
  );
  if (!change) return undefined;
  return figures?.change === change.entryId ? figures.figures : 'unknown';
}
