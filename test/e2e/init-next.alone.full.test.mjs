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
import { cli } from '../support/doctor.mjs';
import * as applicant from './applicant.mjs';
import { launch, recordProblems } from './stage.mjs';
import { PARTNER } from './platforms/hosts.mjs';
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

describe('the files that lending-elements init writes for Next', { timeout: 600_000 }, () => {
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
  const start = () =>
    run(process.execPath, [next(), 'start', folder, '--hostname', '127.0.0.1'], { NEXT_TELEMETRY_DISABLED: '1' });

  async function doctor(expected) {
    const args = ['--env', '.env.local', '--no-calls', '--handler', `${site.origin}/api/lending`];
    const { status, stdout } = await cli(['doctor', ...args], {}, folder);
    assert.equal(status, expected, stdout);
    return stdout;
  }

  function build(...args) {
    const { status, stdout, stderr } = node([next(), 'build', ...args], { NEXT_TELEMETRY_DISABLED: '1' });
    assert.equal(status, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /warn|critical dependency/i);
  }

  /** Opens the page for a user of the platform. */
  async function openFor(user) {
    page = await browser.newPage();
    recordProblems(page, problems, /error|warn/);
    await browser.setCookie({ name: 'user', value: user, domain: '127.0.0.1' });
    await page.goto(`${site.origin}/funding`);
  }

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
    fs.writeFileSync(path.join(folder, 'lending-partner.mjs'), PARTNER);
    build('--webpack');
    const { LENDING_BASE_URL, LENDING_WIDGET } = parseEnv(text);
    const asModule = sandbox.handOffs.find(({ style }) => style === 'module').settings;
    const changed = text.replaceAll(LENDING_WIDGET, JSON.stringify(asModule));
    fs.writeFileSync(settings, changed.replaceAll(LENDING_BASE_URL, sandbox.baseUrl));
  });

  it('shows the first step, styled, on the page that init names', async () => {
    site = await start();
    await openFor('42');
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

  it('satisfies the doctor', () => doctor(0));

  it('has with trailingSlash redirects that the doctor finds, and with the setting of the guide the offers', async () => {
    const guide = fs.readFileSync(path.join(ROOT, 'docs/frameworks.md'), 'utf8');
    const [, wrong, right] = /Next with `(.+?)`[^`]+`(.+?)` in `next\.config\.js`/.exec(guide);
    for (const settings of [wrong, `${wrong}, ${right}`]) {
      await site.close();
      fs.writeFileSync(path.join(folder, 'next.config.mjs'), `export default { ${settings} };`);
      build();
      site = await start();
      // The handler knows the route: it asks for a header.
      assert.equal((await fetch(`${site.origin}/api/lending/session/`, { method: 'POST' })).status, 403);
      const said = await doctor(settings === wrong ? 1 : 0);
      assert.equal(said.includes(right), settings === wrong, said);
    }
    const from = recorded(sandbox).length;
    await openFor('43');
    await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(2e6) });
    await page.waitForSelector('>>> h4::-p-text(Sample Bank)', { visible: true, timeout: 10_000 });
    const names = (calls) => calls.map(([name, status]) => `${name} ${status}`);
    assert.deepEqual(names(recorded(sandbox).slice(from)), names(sampleCalls()));
  });

  it('logs no error and no warning', () => {
    assert.deepEqual(problems, []);
    assert.doesNotMatch(site.complaints(), /error/i);
  });
});
