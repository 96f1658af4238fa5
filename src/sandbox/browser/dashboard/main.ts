import { readData } from './backend.js';
import { showCode, showKey } from './code.js';
import { showLook } from './look.js';
import { byId, say } from './page.js';
import { showRecords } from './records.js';

/** Starts the dashboard. */
export async function run(): Promise<void> {
  const data = await readData().catch(() => say('The sandbox does not answer. Reload this page.'));
  if (!data) return;
  byId('origin').textContent = data.origin;
  for (const show of [showCode, showKey, showLook, showRecords]) show(data);
}
