import assert from 'node:assert/strict';
import fs from 'node:fs';
import { it } from 'node:test';
import { FILE, sandboxCode } from '../../scripts/sandbox-code.mjs';

it('the sandbox’s text for browsers is made of the current src/sandbox/browser/', async () => {
  const isCurrent = fs.readFileSync(FILE, 'utf8') === (await sandboxCode());
  assert.ok(isCurrent, 'src/sandbox/browser-code.ts is out of date. Run: node scripts/sandbox-code.mjs');
});
