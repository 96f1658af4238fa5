import { readData } from './backend.js';
import { showCode, showKey } from './code.js';
import { showLook } from './look.js';
import { byId, say } from './page.js';
import { showRecords } from './records.js';

async function start(): Promise<void> {
  const data = await readData();
  byId('origin').textContent = data.origin;
  showCode(data);
  showKey(data);
  showLook(data);
  showRecords(data);
}

/** Starts the dashboard. */
export const run = (): Promise<void> => start().catch(() => say('The sandbox does not answer. Reload this page.'));
