// `lending-elements init` in folders of their own. The journey with what it wrote is in test/e2e/first-hour.test.mjs.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { DIST, ensureBuilt, ROOT } from '../support/dist.mjs';

const CLI = path.join(DIST, 'cli.js');
const folders = [];

/** A folder of a partner's backend with these files. */
function project(files = {}, dependencies = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-init-'));
  folders.push(folder);
  const manifest = { name: 'backend', dependencies: { 'lending-elements': '0.1.0', ...dependencies } };
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

function init(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'init', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const filesOf = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('node_modules/') && file !== 'package.json')
    .sort();

const textOf = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8');

before(ensureBuilt);
after(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

describe('lending-elements init', () => {
  const NODE_FILES = ['.env', 'funding.html', 'lending-partner.mjs', 'lending.mjs', 'server.mjs'];

  for (const { title, dependencies, files = NODE_FILES } of [
    { title: 'node:http', dependencies: {} },
    { title: 'Express', dependencies: { express: '5.0.0' } },
    { title: 'Fastify', dependencies: { fastify: '5.0.0' } },
    { title: 'Hono', dependencies: { hono: '4.0.0', '@hono/node-server': '2.0.0' } },
    {
      title: 'Next',
      dependencies: { next: '16.0.0', express: '5.0.0' },
      files: ['.env.local', 'app/api/lending/[...call]/route.js', 'app/funding/page.jsx', 'lending-partner.mjs'],
    },
  ]) {
    it(`finds ${title} in package.json, and says which files it wrote`, () => {
      const folder = project({}, dependencies);
      const { status, stdout } = init(folder);
      assert.equal(status, 0);
      assert.match(stdout.split('\n')[0], new RegExp(`${title}:$`));
      assert.deepEqual(filesOf(folder), files);
      for (const file of files) assert.ok(stdout.includes(`wrote  ${file}: `), file);
      assert.ok(!stdout.includes('npm install '));
    });
  }

  it('takes the platform that it is given, and names the package that its server needs', () => {
    const folder = project({}, { express: '5.0.0' });
    const { stdout } = init(folder, '--platform', 'hono');
    assert.match(stdout, /^For Hono:/);
    assert.match(stdout, /npm install @hono\/node-server/);
    assert.match(textOf(folder, 'server.mjs'), /from 'hono'/);
  });

  it('never changes a file that exists, however often it runs', () => {
    const own = { 'lending.mjs': '// mine', '.env': 'PORT=4000\nLENDING_SECRET_KEY=mine\n', 'funding.html': 'mine' };
    const folder = project(own);
    const first = init(folder);
    const written = filesOf(folder).map((file) => [file, textOf(folder, file)]);
    const second = init(folder);
    assert.deepEqual([first.status, second.status], [0, 0]);
    for (const [file, text] of Object.entries(own)) assert.equal(textOf(folder, file), text);
    for (const [file, text] of written) assert.equal(textOf(folder, file), text);
    assert.match(first.stdout, /kept   lending\.mjs: it exists already/);
    assert.match(first.stdout, /wrote  lending-partner\.mjs/);
    assert.doesNotMatch(second.stdout, /^wrote/m);
  });

  it('prints the variables that an existing environment file lacks, and none that it has', () => {
    const folder = project({ '.env': 'LENDING_SECRET_KEY=mine\n' });
    const { stdout } = init(folder);
    assert.match(stdout, /Add these lines to \.env:\n\n +LENDING_ENVIRONMENT=sandbox\n +LENDING_BASE_URL=http/);
    assert.doesNotMatch(stdout, /LENDING_SECRET_KEY|mine/);
  });

  it('writes the environment that the sandbox prints, for this user only', () => {
    const folder = project();
    init(folder);
    const env = parseEnv(textOf(folder, '.env'));
    assert.equal(env.LENDING_BASE_URL, 'http://127.0.0.1:4010');
    assert.equal(JSON.parse(env.LENDING_WIDGET).scriptUrl, 'http://127.0.0.1:4010/widget.js');
    assert.ok(env.LENDING_SESSION_SECRET.length >= 32);
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(folder, '.env')).mode & 0o077, 0);
  });

  it('writes the port on which the sandbox then runs', async () => {
    const taken = createServer().listen(4010, '127.0.0.1');
    await Promise.race([once(taken, 'listening'), once(taken, 'error')]);
    const folder = project();
    init(folder);
    const env = parseEnv(textOf(folder, '.env'));
    const { LENDING_ENVIRONMENT: _, ...others } = process.env;
    const child = spawn(process.execPath, [CLI, 'sandbox'], { cwd: folder, env: others });
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('LENDING_WIDGET')) child.kill();
    }
    taken.close();
    assert.notEqual(new URL(env.LENDING_BASE_URL).port, '4010');
    assert.ok(printed.includes(`LENDING_BASE_URL=${env.LENDING_BASE_URL}\n`), printed);
    assert.equal(JSON.parse(env.LENDING_WIDGET).scriptUrl, `${env.LENDING_BASE_URL}/widget.js`);
  });

  it('says to keep the key out of version control, unless .gitignore does', () => {
    assert.match(init(project()).stdout, /Add \.env to \.gitignore/);
    assert.doesNotMatch(init(project({ '.gitignore': 'node_modules\n.env\n' })).stdout, /\.gitignore/);
  });

  for (const [server, code, line] of [
    ['server.js', "const express = require('express');", "const { lending } = require('./lending.mjs');"],
    ['src/app.mjs', "import express from 'express';", "import { lending } from '../lending.mjs';"],
    ['server.ts', "import express from 'express';", "import { lending } from './lending.mjs';"],
  ]) {
    it(`leaves ${server} alone, and prints the lines for it`, () => {
      const folder = project({ [server]: code }, { express: '5.0.0' });
      const { stdout } = init(folder);
      assert.equal(textOf(folder, server), code);
      assert.ok(!filesOf(folder).includes('server.mjs'));
      assert.ok(stdout.includes(`Add these lines to ${server}:`));
      assert.ok(stdout.includes(line), stdout);
      assert.ok(stdout.includes("app.use('/api/lending', lending);"));
      assert.equal(stdout.includes('allowJs'), server.endsWith('.ts'));
    });
  }

  for (const app of ['app', 'src/app']) {
    it(`finds the pages of Next in ${app}, and imports from there`, () => {
      const folder = project({ [`${app}/layout.jsx`]: '' }, { next: '16.0.0' });
      init(folder);
      const route = `${app}/api/lending/[...call]/route.js`;
      const [, partner] = /from '(.*lending-partner\.mjs)'/.exec(textOf(folder, route));
      assert.equal(path.resolve(folder, path.dirname(route), partner), path.join(folder, 'lending-partner.mjs'));
    });
  }

  for (const [tool, files] of [
    ['npm', { 'package.json': '{"workspaces":["apps/*"]}' }],
    ['pnpm', { 'pnpm-workspace.yaml': 'packages: [apps/*]' }],
  ])
    it(`writes nothing at the root of a monorepo of ${String(tool)}, unless --platform is given`, () => {
      const folder = project(files);
      const { status, stderr } = init(folder);
      assert.equal(status, 2);
      assert.match(stderr, /root of a monorepo\. .*in the folder of your backend/);
      assert.ok(!filesOf(folder).includes('lending.mjs'));
      assert.equal(init(folder, '--platform', 'node').status, 0);
    });

  it('writes nothing for a platform that it does not know, or without a package.json', () => {
    const folder = project();
    const unknown = init(folder, '--platform', 'rails');
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /must be one of express, fastify, hono, next, node/);
    fs.rmSync(path.join(folder, 'package.json'));
    const empty = init(folder);
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /no package\.json.*npm install lending-elements/);
    assert.deepEqual(filesOf(folder), []);
  });
});

describe('what lending-elements init wrote', () => {
  /** The folder with the packages of this project, as if they were installed there. */
  function installed(dependencies) {
    const folder = project({}, dependencies);
    const packages = path.join(folder, 'node_modules');
    fs.mkdirSync(packages);
    for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
      if (!name.startsWith('.'))
        fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name), 'junction');
    fs.symlinkSync(ROOT, path.join(packages, 'lending-elements'), 'junction');
    return folder;
  }

  async function start(folder) {
    const child = spawn(process.execPath, ['--env-file=.env', 'server.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const address = await new Promise((resolve, reject) => {
      child.stdout.on('data', () => /http:\S+/.test(output) && resolve(output.match(/http:\S+/)[0]));
      child.once('exit', () => reject(new Error(output)));
    });
    return { address, close: () => child.kill() && once(child, 'exit') };
  }

  for (const dependencies of [{}, { express: '5' }, { fastify: '5' }, { hono: '4', '@hono/node-server': '2' }]) {
    const name = Object.keys(dependencies)[0] ?? 'node:http';
    it(`runs on ${name}: the page, the files that it loads, and the handler`, async () => {
      const folder = installed(dependencies);
      assert.equal(init(folder).status, 0);
      const server = await start(folder);
      try {
        const page = await fetch(server.address);
        assert.match(page.headers.get('content-type'), /^text\/html/);
        const html = await page.text();
        const files = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, file]) => file);
        assert.equal(files.length, 2);
        for (const file of files) {
          const response = await fetch(new URL(file, server.address));
          assert.equal(response.status, 200, file);
          assert.ok((await response.text()).length > 500);
        }
        const session = await fetch(new URL('/api/lending/session', server.address), {
          headers: { 'x-lending-elements': '1' },
        });
        assert.equal(session.status, 200);
        assert.equal((await session.json()).settings.partner.name, 'Your platform');
      } finally {
        await server.close();
      }
    });
  }

  it('lets nobody in with the sample sign-in outside the sandbox', async () => {
    const folder = installed({});
    init(folder);
    const { signedInUser } = await import(path.join(folder, 'lending-partner.mjs'));
    for (const environment of ['production', 'staging', undefined]) {
      if (environment) process.env.LENDING_ENVIRONMENT = environment;
      else delete process.env.LENDING_ENVIRONMENT;
      assert.throws(() => signedInUser(), /Replace it with your sign-in/);
    }
  });
});
