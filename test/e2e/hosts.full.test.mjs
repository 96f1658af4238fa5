// Each platform of docs/backend.md, with the package from its tarball: `init`, its lines or those of the guide word for word, a build, a browser that
// goes to the offers, and the doctor. Only the origin is another one. `init-next.alone.full.test.mjs` has Next, `any-backend.full.test.mjs` the others.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { startSandbox } from 'lending-elements/sandbox/node';
import { freePort, npmCommand, run } from '../../scripts/setup.mjs';
import { run as start } from '../server/node/platform-process.mjs';
import { ensureBuilt, ROOT } from '../support/dist.mjs';
import { cli } from '../support/doctor.mjs';
import * as applicant from './applicant.mjs';
import { HOSTS, PARTNER } from './platforms/hosts.mjs';
import { launch, recordProblems } from './stage.mjs';
import { recorded, sampleCalls } from './walk/partner.mjs';

const nameAndStatus = ([name, status]) => `${name} ${status}`;

/** The code in the cells of the row about a framework that starts its own server. */
function rowOf(framework) {
  const guide = fs.readFileSync(path.join(ROOT, 'docs/backend.md'), 'utf8');
  const row = guide.split('\n').find((line) => line.startsWith(`| ${framework} `)) ?? assert.fail(framework);
  const cells = row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  const [, , routes, code, , [command, ...settings]] = cells;
  const mount = ({ routes: [file], code }) => ({ [file]: code });
  return { routes, code: code.join('\n'), command, settings, mount };
}

let home;
let tarball;
before(async () => {
  await ensureBuilt();
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-hosts-'));
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', home);
  [tarball] = fs.readdirSync(home).map((name) => path.join(home, name));
});
after(() => fs.rmSync(home, { recursive: true, force: true }));

function npm(cwd, ...words) {
  const [command, args, options] = npmCommand([...words, '--loglevel=error']);
  return run(command, args, { cwd, ...options });
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}

for (const [framework, given] of Object.entries(HOSTS))
  describe(`the guide for ${framework}`, { timeout: 300_000 }, () => {
    const usual = { type: 'module', env: '.env', place: '.', settings: [], ...(!given.command && rowOf(framework)) };
    const host = { ...usual, ...given };
    const { settings, config = () => ({}) } = host;
    let [folder, origin, lender, site, browser] = [];
    const node = (...args) => run(process.execPath, args, { cwd: folder });
    const read = (name) => fs.readFileSync(path.join(folder, name), 'utf8');

    before(async () => {
      folder = fs.mkdtempSync(path.join(home, 'site-'));
      origin = `http://127.0.0.1:${await freePort()}`;
      const manifest = { name: 'site', private: true, type: host.type };
      write(folder, { ...host.files, ...config(), 'package.json': JSON.stringify(manifest) });
      const packages = [tarball, 'libsql@0.5.29', ...host.packages.split(' ').filter(Boolean)];
      npm(folder, 'install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);
      lender = await startSandbox();
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      await site?.close();
      await lender?.close();
    });

    const build = () => (host.build ? node(`node_modules/${host.build[0]}`, ...host.build.slice(1)) : '');

    /** Starts the build with the command of the guide. */
    function startBuild() {
      const { port } = new URL(origin);
      const [, ...words] = host.command.replace('$PORT', port).split(' ');
      return start(process.execPath, words, { HOST: '127.0.0.1', PORT: port }, 1, folder, host.signal);
    }

    it('builds after init', () => {
      const output = node('node_modules/lending-elements/dist/cli.js', 'init');
      const [, lines] = /Add these lines to .+:\n\n {7}([^]+?)\n\n/.exec(output) ?? [];
      const [, partner] = /wrote {2}(\S*lending-partner\.\w+)/.exec(output);
      const { host: printed } = new URL(parseEnv(read('.env')).LENDING_BASE_URL);
      const env = read('.env').replaceAll(printed, new URL(lender.sandbox.baseUrl).host);
      const own = { [partner]: PARTNER, [host.env]: env, [`${host.place}/funding.html`]: read('funding.html') };
      write(folder, { ...host.mount({ ...host, lines: lines?.split(/\n {7}/) }), ...own });
      assert.doesNotMatch(build(), /warn|could not resolve/i);
    });

    if (settings.length > 0)
      it('names the setting that is missing', async () => {
        site = await startBuild();
        const headers = { origin, 'content-type': 'application/json', 'x-lending-elements': '1' };
        const response = await fetch(`${origin}/api/lending/session`, { method: 'POST', headers, body: '{}' });
        const { code: problem, remedy } = await response.json();
        await site.close();
        assert.deepEqual([response.status, problem], [403, 'handler-forbidden']);
        assert.match(remedy, new RegExp(settings[0].split(/\W/)[0]));
      });

    it('leads an applicant with a document to the offers', async () => {
      const own = settings.map((text) =>
        text.replace(/https:\/\/partner\.example/, origin).replace(/partner\.example/, '127.0.0.1'),
      );
      const variables = own.filter((text) => /^[A-Z_]+=/.test(text));
      fs.appendFileSync(path.join(folder, host.env), `${variables.join('\n')}\n`);
      write(folder, config(own.find((text) => /^\w+: {/.test(text))));
      if (own.length > 0) build();
      site = await startBuild();
      const page = await browser.newPage();
      const problems = recordProblems(page);
      await browser.setCookie({ name: 'user', value: '42', domain: '127.0.0.1' });
      await page.goto(`${origin}/funding.html`);
      await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(2e6) });
      await page.waitForSelector('>>> h4::-p-text(Sample Bank)', { visible: true, timeout: 10_000 });
      assert.deepEqual(recorded(lender.sandbox).map(nameAndStatus), sampleCalls().map(nameAndStatus));
      assert.deepEqual(problems, []);
      assert.doesNotMatch(site.complaints(), /error/i);
    });

    it('satisfies the doctor', async () => {
      const args = ['--env', host.env, '--no-calls', '--handler', `${origin}/api/lending`];
      const { status, stdout, stderr } = await cli(['doctor', ...args], {}, folder);
      assert.equal(status, 0, stdout + stderr);
    });
  });
