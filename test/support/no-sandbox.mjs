// No production bundle contains code of the sandbox.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/** Words that only code of the sandbox contains. */
export const OF_SANDBOX = /SampleFundingWidget|createSandbox|x-sandbox|SANDBOX-REFUSED|lendingSandbox/;

/** Checks the scripts that a bundler has made. */
export function assertNoSandbox(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => /\.m?js$/.test(file));
  assert.ok(files.length > 0, `${folder} has scripts`);
  for (const file of files) assert.doesNotMatch(fs.readFileSync(path.join(folder, file), 'utf8'), OF_SANDBOX, file);
}
