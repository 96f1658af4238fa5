// A newcomer follows README.md word for word: the commands and the code are read from it. The package is packed from a clean clone.
// Only the name of the package, which is not in the registry, and the ports are other ones.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { freePort } from '../../scripts/setup.mjs';
import { packClone } from '../../scripts/pack-clone.mjs';
import * as applicant from './applicant.mjs';
import { launch, recordProblems } from './stage.mjs';

const FIVE_MINUTES = 300_000;

/** The README of the clone: its commands by their marks, and its code by the names of the blocks. */
function readReadme(clone) {
  const text = fs.readFileSync(path.join(clone, 'README.md'), 'utf8');
  const find = (pattern, what) => {
    const [, code] = pattern.exec(text) ?? assert.fail(`README.md has no ${what}.`);
    return code.trim();
  };
  return {
    command: (name) => find(new RegExp(`<!-- run: ${name} -->\\s+\`\`\`sh\\n([^]*?)\`\`\``), `command ${name}`),
    code: (name) => find(new RegExp(`<!-- ${name} -->\\s+\`\`\`\\w+\\n([^]*?)\`\`\``), `code ${name}`),
  };
}

describe('the README', { timeout: 900_000 }, () => {
  let home;
  let readme;
  let tarball;
  let browser;
  const children = [];

  before(async () => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-first-hour-'));
    const packed = packClone(home);
    tarball = packed.tarball;
    readme = readReadme(packed.clone);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    for (const child of children) stop(child);
    fs.rmSync(home, { recursive: true, force: true });
  });

  /** Opens a terminal in a folder. */
  function terminal(folder, env = {}) {
    const options = { cwd: folder, encoding: 'utf8', shell: true, env: { ...process.env, ...env } };
    return {
      run(command) {
        const { status, stdout, stderr } = spawnSync(command, options);
        assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
        return stdout;
      },
      /** Starts a command that keeps running. Resolves when its output matches. */
      async start(command, pattern) {
        const child = spawn(command, { ...options, detached: true });
        children.push(child);
        let output = '';
        const found = new Promise((resolve, reject) => {
          const add = (chunk) => {
            output += chunk;
            const match = pattern.exec(output);
            if (match) resolve(match);
          };
          for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', add);
          child.once('exit', () => reject(new Error(`${command} ended.\n${output}`)));
        });
        return { match: await found, output: () => output };
      },
    };
  }

  /** Ends a command and the processes that it started. */
  function stop(child) {
    if (child.exitCode !== null) return;
    process.kill(-child.pid, 'SIGTERM');
  }

  async function journey(address) {
    const page = await browser.newPage();
    const problems = recordProblems(page);
    await page.goto(address);
    await applicant.goTo(page, 'offers');
    const offer = await page.waitForSelector('>>> h4', { visible: true });
    assert.equal(await offer.evaluate((heading) => heading.textContent), 'Sample Bank');
    assert.deepEqual(problems, []);
    await page.close();
  }

  for (const [platform, packages] of [
    ['node:http', ''],
    ['Express', ' express@5'],
  ]) {
    it(`leads from an empty folder to the offers, on ${platform}`, async (test) => {
      const folder = fs.mkdtempSync(path.join(home, 'backend-'));
      const port = String(await freePort());
      const { run, start } = terminal(folder, { PORT: '0', npm_config_prefer_offline: 'true' });
      const begun = Date.now();
      const install = readme.command('install');
      assert.equal(install, 'npm install lending-elements');
      run(install.replace('lending-elements', tarball) + packages);
      const installed = Date.now();

      const sandbox = await start(`${readme.command('sandbox')} --port ${port}`, /Press Ctrl\+C/);
      const output = run(readme.command('init'));
      assert.ok(output.split('\n')[0].endsWith(`${platform}:`), output);
      // Node 20 has no SQLite.
      const [step] = /npm install libsql/.exec(output) ?? [];
      if (step) run(step);
      const [env, ...pages] = ['.env', 'lending.mjs', 'funding.html'].map((file) => path.join(folder, file));
      const written = fs.readFileSync(env, 'utf8');
      const { host } = new URL(parseEnv(written).LENDING_BASE_URL);
      const settings = written.replaceAll(host, `127.0.0.1:${port}`);
      fs.writeFileSync(env, settings);
      const { LENDING_SESSION_SECRET: _own, ...printed } = parseEnv(
        sandbox
          .output()
          .match(/^LENDING_.*$/gm)
          .join('\n'),
      );
      assert.deepEqual(
        { ...parseEnv(settings), ...printed },
        parseEnv(settings),
        'init writes what the sandbox prints',
      );

      const [lending, page] = pages.map((file) => fs.readFileSync(file, 'utf8'));
      assert.equal(lending.trim(), readme.code('backend'), 'init writes the lines of the README');
      for (const line of readme.code('page').split('\n')) assert.ok(page.includes(line), line);
      const server = await start(readme.command('start'), /http:\/\/\S+/);
      await journey(server.match[0]);
      const [first, all] = [installed - begun, Date.now() - begun].map((time) => `${(time / 1000).toFixed(1)} s`);
      test.diagnostic(`install ${first}, offers after ${all}`);
      assert.ok(Date.now() - begun < FIVE_MINUTES, `the offers came after ${all}`);
    });
  }

  it('needs three lines on the page, and four on the backend', () => {
    const lines = (name) => readme.code(name).split('\n').filter(Boolean).length;
    assert.equal(lines('page'), 3);
    // The fourth mounts the listener.
    assert.equal(lines('backend') + 1, 4);
  });
});
