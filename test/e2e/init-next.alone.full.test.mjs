// What `lending-elements init` writes into a new application of Next: built, started, and used in a browser to the offers.
// `test/cli/init.long.test.mjs` starts what it writes for the other platforms.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { startSandbox } from 'lending-elements/sandbox/node';
import { BOUNDED, ROOT, run } from '../server/node/platform-process.mjs';
import { DIST, ensureBuilt } from '../support/dist.mjs';
import * as applicant from './applicant.mjs';
import { launch, recordProblems } from './stage.mjs';
import { installWithDependencies, moduleOf } from './platforms/packages.mjs';
import { recorded, sampleCalls } from './walk/partner.mjs';

/** The new application has its pages here. `test/cli/init.long.test.mjs` has one with its pages in `app`. */
const APP = 'src/app';
const LAYOUT = `export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  );
}
`;

describe('the files that lending-elements init writes for Next', { timeout: 300_000 }, () => {
  let folder;
  let lender;
  let sandbox;
  let site;
  let browser;
  let page;
  const problems = [];

  before(async () => {
    await ensureBuilt();
    installWithDependencies('frameworks/next');
    // Below the example, whose packages it uses. Git ignores folders with this name.
    fs.mkdirSync(path.join(ROOT, 'examples/frameworks/next/dist'), { recursive: true });
    folder = fs.mkdtempSync(path.join(ROOT, 'examples/frameworks/next/dist/new-'));
    const manifest = { name: 'new', private: true, dependencies: { next: '16', 'lending-elements': '0' } };
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    fs.mkdirSync(path.join(folder, APP), { recursive: true });
    fs.writeFileSync(path.join(folder, APP, 'layout.jsx'), LAYOUT);

    lender = await startSandbox();
    ({ sandbox } = lender);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    await lender?.close();
    if (folder) fs.rmSync(folder, { recursive: true, force: true });
  });

  const node = (args, env) =>
    spawnSync(process.execPath, args, { ...BOUNDED, cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } });
  const next = () => moduleOf('frameworks/next', 'next/dist/bin/next');

  it('is written for Next, next to its pages', () => {
    const { status, stdout } = node([path.join(DIST, 'cli.js'), 'init']);
    assert.equal(status, 0);
    assert.match(stdout, /^package\.json names Next:/);
    for (const file of [`${APP}/api/lending/[...call]/route.js`, `${APP}/funding/page.jsx`, 'lending-partner.mjs'])
      assert.ok(fs.existsSync(path.join(folder, file)), file);
  });

  // Next builds with Turbopack by default, as the example does: see `test/e2e/frameworks/others.alone.full.test.mjs`.
  it('builds with webpack, without a warning and without a key', () => {
    const settings = path.join(folder, '.env.local');
    const text = fs.readFileSync(settings, 'utf8');
    fs.rmSync(settings);
    const { status, stdout, stderr } = node([next(), 'build', '--webpack'], { NEXT_TELEMETRY_DISABLED: '1' });
    assert.equal(status, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /warn|critical dependency/i);
    const { LENDING_BASE_URL, LENDING_WIDGET } = parseEnv(text);
    const asModule = sandbox.handOffs.find(({ style }) => style === 'module').settings;
    const changed = text.replaceAll(LENDING_WIDGET, JSON.stringify(asModule));
    fs.writeFileSync(settings, changed.replaceAll(LENDING_BASE_URL, sandbox.baseUrl));
  });

  it('shows the first step, styled, on the page that init names', async () => {
    site = await run(process.execPath, [next(), 'start', folder, '--hostname', '127.0.0.1'], {
      NEXT_TELEMETRY_DISABLED: '1',
    });
    page = await browser.newPage();
    recordProblems(page, problems, /error|warn/);
    await page.goto(`${site.origin}/funding`);
    await applicant.reach(page, 'Your business');
    const styles = () =>
      [...document.styleSheets].some(({ cssRules }) => /lending-onboarding/.test(cssRules[0]?.cssText));
    assert.equal(await page.evaluate(styles), true);
  });

  it('reaches the offers, and the sandbox has recorded every call', async () => {
    await applicant.goTo(page, 'offers');
    await page.waitForSelector('>>> h4::-p-text(Sample Bank)', { visible: true, timeout: 10_000 });
    const calls = sampleCalls().filter(([name]) => name !== 'uploadDocument');
    assert.deepEqual(recorded(sandbox), calls);
  });

  it('logs no error and no warning', () => {
    assert.deepEqual(problems, []);
    assert.doesNotMatch(site.complaints(), /error/i);
  });
});
