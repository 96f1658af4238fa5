// Frameworks that build and start their own server, with the package from its tarball: `init`, the row of docs/backend.md word for word, a build, and
// a browser that goes to the offers. Only the origin is another one.
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
import { launch, recordProblems } from './stage.mjs';
import { recorded, sampleCalls } from './walk/partner.mjs';

const nameAndStatus = ([name, status]) => `${name} ${status}`;

/** What a new application of each framework has already. The versions run on the oldest supported Node. */
const HOSTS = {
  Astro: {
    packages: { astro: '5.18.2', '@astrojs/node': '9.5.5' },
    place: 'public',
    build: ['astro/astro.js', 'build'],
    files: {
      'src/pages/index.astro': '<h1>Partner</h1>',
      'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }',
    },
    config: (setting = '') => ({
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
        import node from '@astrojs/node';
        export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }), ${setting} });`,
    }),
  },
  SvelteKit: {
    packages: {
      '@sveltejs/kit': '2.70.4',
      '@sveltejs/adapter-node': '5.5.7',
      // Vite 7 stops at a package that it cannot resolve, and stubs an optional one.
      '@sveltejs/vite-plugin-svelte': '6.2.3',
      svelte: '5.57.3',
      vite: '7.3.8',
    },
    place: 'static',
    build: ['vite/bin/vite.js', 'build'],
    files: {
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'src/routes/+page.svelte': '<h1>Partner</h1>',
      'tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }',
      'svelte.config.js':
        "import adapter from '@sveltejs/adapter-node';\nexport default { kit: { adapter: adapter() } };",
    },
    config: (setting = '') => ({
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
        export default { plugins: [sveltekit()], ${setting} };`,
    }),
  },
};

/** The partner's own sign-in, in place of the sample that init wrote. */
const PARTNER = `export const partner = { name: 'Your platform' };
export const authorize = (request: Request, { business }: { business: string | undefined }) =>
  request.headers.get('cookie')?.includes('user=42') ? { subject: '42', business } : null;
`;

/** The code in the cells of the row about a framework. */
function rowOf(framework) {
  const guide = fs.readFileSync(path.join(ROOT, 'docs/backend.md'), 'utf8');
  const row = guide.split('\n').find((line) => line.startsWith(`| ${framework} `)) ?? assert.fail(framework);
  const cells = row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  const [, , [route], code, , [command, ...settings]] = cells;
  return { route, code: code.join('\n'), command, settings };
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

for (const [framework, host] of Object.entries(HOSTS))
  describe(`the row of the guide for ${framework}`, { timeout: 300_000 }, () => {
    const { route, code, command, settings } = rowOf(framework);
    let [folder, origin, lender, site, browser] = [];
    const node = (...args) => run(process.execPath, args, { cwd: folder });

    before(async () => {
      folder = fs.mkdtempSync(path.join(home, 'site-'));
      origin = `http://127.0.0.1:${await freePort()}`;
      const dependencies = { ...host.packages, libsql: '0.5.29', 'lending-elements': `file:${tarball}` };
      const manifest = { name: 'site', private: true, type: 'module', dependencies };
      write(folder, { ...host.files, ...host.config(), 'package.json': JSON.stringify(manifest) });
      npm(folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund');
      lender = await startSandbox();
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      await site?.close();
      await lender?.close();
    });

    const build = () => node(path.join('node_modules', ...host.build[0].split('/')), ...host.build.slice(1));

    /** Starts the build with the command of the guide. */
    function startBuild() {
      const [, ...words] = command.split(' ');
      const { port } = new URL(origin);
      return start(process.execPath, words, { HOST: '127.0.0.1', PORT: port }, 1, folder);
    }

    it('builds after init', () => {
      const output = node('node_modules/lending-elements/dist/cli.js', 'init');
      assert.match(output, /“Other servers”/);
      write(folder, { [route]: code, 'src/lending-partner.ts': PARTNER });
      const env = fs.readFileSync(path.join(folder, '.env'), 'utf8');
      const { host: printed } = new URL(parseEnv(env).LENDING_BASE_URL);
      write(folder, { '.env': env.replaceAll(printed, new URL(lender.sandbox.baseUrl).host) });
      write(folder, { [`${host.place}/funding.html`]: fs.readFileSync(path.join(folder, 'funding.html'), 'utf8') });
      assert.doesNotMatch(build(), /warn|could not resolve/i);
    });

    it('names the setting that is missing', async () => {
      site = await startBuild();
      const headers = { 'sec-fetch-site': 'same-origin', origin, 'x-lending-elements': '1' };
      const response = await fetch(`${origin}/api/lending/session`, { headers });
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
      fs.appendFileSync(path.join(folder, '.env'), `${variables.join('\n')}\n`);
      write(folder, host.config(own.find((text) => /^\w+: {/.test(text))));
      build();
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
      const args = ['--env', '.env', '--no-calls', '--handler', `${origin}/api/lending`];
      const { status, stdout, stderr } = await cli(['doctor', ...args], {}, folder);
      assert.equal(status, 0, stdout + stderr);
    });
  });
