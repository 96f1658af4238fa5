import { handOver } from './hand-offs.js';
import type { RunSettings } from './types.js';

export { mountOf } from './hand-offs.js';

const LATE = 500;

/** Starts the script. The server calls it with the settings at the end of the script. */
export function run(settings: RunSettings): void {
  const { currentScript } = document;
  const script = currentScript instanceof HTMLScriptElement ? currentScript : null;
  const { fault, origin } = settings;
  if (fault === 'throws') throw new Error('The sandbox was asked to fail: its widget throws while it loads.');
  if (fault === 'navigates') location.assign(`${origin}/widget/elsewhere`);
  if (fault === 'no-global') return;
  if (fault === 'late') setTimeout(() => handOver(settings, script), LATE);
  else handOver(settings, script);
}
