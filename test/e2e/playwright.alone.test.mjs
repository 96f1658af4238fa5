// Runs examples/playwright as a partner does: with its own packages, the built package, and the browser of the other tests.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { resolveChromium } from '../../scripts/browser.mjs';
import { ROOT } from '../support/dist.mjs';
import { installPackage, moduleOf } from './platforms/packages.mjs';

/** Runs the tests of the example. Returns its exit code and its output. */
async function runExample(environment = {}) {
  const command = moduleOf('playwright', '@playwright/test/cli');
  installPackage('playwright');
  const { executablePath, args, env } = await resolveChromium();
  const child = spawn(process.execPath, [command, 'test', '--output', 'node_modules/.results'], {
    cwd: path.join(ROOT, 'examples/playwright'),
    env: { ...env, CHROME_PATH: executablePath, CHROME_ARGS: args.join(' '), CI: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('the Playwright example', { timeout: 120_000 }, () => {
  it('reaches the offers, and a rejection, against its own sandbox', async () => {
    const { code, output } = await runExample();
    assert.equal(code, 0, output);
    assert.match(output, /2 passed/);
  });
});
