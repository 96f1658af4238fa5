// Records for the tables of rules: an owner with one application, at the time NOW.
import { TABLES, type Records, type RowOf } from '../../../src/server/records/records.js';
import { application } from '../../../src/server/testing/samples.js';

export const NOW = 1_800_000_000_000;
export const ID = '0b9f2f3e-1a43-4c8e-8f0e-5f4a8f3f0000';

/** The records of an owner. By default the first application has no company. */
export function recordsOf(facts: Partial<Records> = {}, current: Partial<RowOf<'applications'>> = {}): Records {
  const tables = Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as Records;
  const counts = { entries: 0, recent: 0, recent_from: null, events: 0, done: {} };
  const owner = { number: 1, lookups: 0, lookups_from: 0 };
  return { ...tables, applications: [{ ...application(1), ...current }], now: NOW, owner, counts, ...facts };
}

/** The code of the error that a rule throws. */
export function codeOf(rule: () => unknown): string | undefined {
  try {
    rule();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
