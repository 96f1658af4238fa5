// `lending-elements init` in folders of their own. The journey with what it wrote is in test/e2e/first-hour.alone.test.mjs.
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
import { transform } from 'esbuild';
import { DIST, ensureBuilt, ROOT } from '../support/dist.mjs';

const CLI = path.join(DIST, 'cli.js');
const folders = [];

/** A folder of a partner's backend with these files. */
function project(files = {}, dependencies = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-init-'));
  folders.push(folder);
  const manifest = {
    name: 'backend',
    dependencies: { 'lending-elements': '0.1.0', libsql: '0.5.29', ...dependencies },
  };
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const init = (folder, ...args) => initWith({}, folder, ...args);

function initWith(variables, folder, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'init', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
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
  const NODE_FILES = ['.env', '.gitignore', 'funding.html', 'lending-partner.mjs', 'lending.mjs', 'server.mjs'];

  for (const { title, dependencies, files = NODE_FILES } of [
    { title: 'node:http', dependencies: {} },
    { title: 'Express', dependencies: { express: '5.0.0' } },
    { title: 'Fastify', dependencies: { fastify: '5.0.0' } },
    { title: 'Hono', dependencies: { hono: '4.0.0', '@hono/node-server': '2.0.0' } },
    {
      title: 'Nest',
      dependencies: { '@nestjs/core': '12.0.0', '@nestjs/platform-express': '12.0.0', express: '5.0.0' },
      files: NODE_FILES.filter((file) => file !== 'server.mjs'),
    },
    {
      title: 'Astro, Koa, React Router or another framework',
      dependencies: { koa: '3.0.0' },
      files: NODE_FILES.filter((file) => file !== 'server.mjs'),
    },
    {
      title: 'Next',
      dependencies: { next: '16.0.0', express: '5.0.0' },
      files: [
        '.env.local',
        '.gitignore',
        'app/api/lending/[...call]/route.js',
        'app/funding/page.jsx',
        'lending-partner.mjs',
      ],
    },
  ]) {
    it(`finds ${title} in package.json, and lists the files that it wrote`, () => {
      const folder = project({}, dependencies);
      const { status, stdout } = init(folder);
      assert.equal(status, 0);
      assert.match(stdout.split('\n')[0], new RegExp(`${title}:$`));
      assert.deepEqual(filesOf(folder), files);
      for (const file of files) assert.ok(stdout.includes(`wrote  ${file}: `), file);
      assert.ok(!stdout.includes('npm install '));
    });
  }

  it('uses the given platform, and names the package that its server needs', () => {
    const folder = project({}, { express: '5.0.0' });
    const { stdout } = init(folder, '--platform', 'hono');
    assert.match(stdout, /^For Hono:/);
    assert.match(stdout, /npm install @hono\/node-server/);
    assert.match(textOf(folder, 'server.mjs'), /from 'hono'/);
  });

  it('names the package that the database needs on this version of Node', () => {
    const versions = { older: 'undefined', newer: '{DatabaseSync:class{}}' };
    const onNode = (name, variables, dependencies = {}) => {
      const module = `data:text/javascript,process.getBuiltinModule=()=>(${versions[name]})`;
      const folder = project({}, { libsql: undefined, ...dependencies });
      return initWith({ NODE_OPTIONS: `--import ${module}`, ...variables }, folder).stdout;
    };
    assert.match(onNode('older'), /Install a package: npm install libsql\n/);
    assert.doesNotMatch(onNode('newer'), /npm install/);
    for (const name of Object.keys(versions)) {
      const LENDING_DATABASE = 'postgres://lender:canary@127.0.0.1/lending';
      const stdout = onNode(name, { LENDING_DATABASE });
      assert.match(stdout, /Install a package: npm install pg\n/);
      assert.doesNotMatch(stdout, /canary/);
      assert.doesNotMatch(onNode(name, { LENDING_DATABASE }, { pg: '8.0.0' }), /npm install/);
    }
  });

  for (const [framework, files, handler] of [
    ['astro', { 'tsconfig.json': '{}', 'src/pages/index.astro': '' }, 'src/lending.ts'],
    ['@react-router/node', { 'tsconfig.json': '{}', 'app/root.tsx': '' }, 'lending.ts'],
    ['koa', { 'app.js': '' }, 'lending.mjs'],
  ])
    it(`writes ${String(handler)} for ${String(framework)}, and names the guide that mounts it`, () => {
      const folder = project(files, { [framework]: '1.0.0' });
      const { stdout } = init(folder);
      assert.match(textOf(folder, handler), /lending = createHandler\(/);
      const [, guide, section] = stdout.match(/The rest is in node_modules\/lending-elements\/(\S+): see “(.+)”\./);
      assert.ok(fs.readFileSync(path.join(ROOT, guide), 'utf8').includes(`\n## ${section}\n`));
      assert.doesNotMatch(stdout, /server\.mjs/);
      assert.equal(stdout.includes('npm install @types/node'), handler.endsWith('ts'));
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

  it('prints only the variables that an existing environment file lacks', () => {
    const folder = project({ '.env': 'LENDING_SECRET_KEY=mine\n' });
    const { stdout } = init(folder);
    assert.match(stdout, /Add these lines to \.env:\n\n +LENDING_ENVIRONMENT=sandbox\n +LENDING_BASE_URL=http/);
    assert.doesNotMatch(stdout, /LENDING_SECRET_KEY|mine/);
  });

  it('writes the environment that the sandbox prints, readable only by this user', async () => {
    const folder = project();
    init(folder);
    const env = parseEnv(textOf(folder, '.env'));
    const { port } = new URL(env.LENDING_BASE_URL);
    // Another program on this machine may use the usual port.
    if (port !== '4010') await assert.rejects(once(createServer().listen(4010, '127.0.0.1').unref(), 'listening'));
    assert.equal(env.LENDING_BASE_URL, `http://127.0.0.1:${port}`);
    assert.equal(JSON.parse(env.LENDING_WIDGET).scriptUrl, `http://127.0.0.1:${port}/widget.js`);
    assert.ok(env.LENDING_SESSION_SECRET.length >= 32);
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(folder, '.env')).mode & 0o077, 0);
  });

  it('writes the port on which the sandbox then listens', async () => {
    const taken = createServer().listen(4010, '127.0.0.1');
    // Another program may have it already.
    await once(taken, 'listening').catch(() => undefined);
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

  it('adds the key and the sandbox’s database to .gitignore, or asks the developer to add them', () => {
    const folder = project();
    assert.doesNotMatch(init(folder).stdout, /Add .* to \.gitignore/);
    assert.equal(textOf(folder, '.gitignore'), '.env\nlending-sandbox.db*\n');
    const own = 'node_modules\n/.env\n';
    const known = project({ '.gitignore': own });
    const { stdout } = init(known);
    assert.match(stdout, /Add lending-sandbox\.db\* to \.gitignore/);
    assert.doesNotMatch(stdout, /Add \.env to/);
    assert.equal(textOf(known, '.gitignore'), own);
    assert.match(init(project({ '.gitignore': '*.db*\n' })).stdout, /Add \.env to \.gitignore/);
    assert.doesNotMatch(init(project({ '.gitignore': '.env*\n*.db*\n' })).stdout, /\.gitignore/);
  });

  for (const [server, code, line] of [
    ['server.js', "const express = require('express');", "const { lending } = require('./lending.mjs');"],
    ['src/app.mjs', "import express from 'express';", "import { lending } from '../lending.mjs';"],
    ['server.ts', "import express from 'express';", "import { lending } from './lending';"],
    ['src/main.mts', "import { routes } from './routes.js';", "import { lending } from './lending.js';"],
  ]) {
    it(`leaves ${server} alone, and prints the lines for it`, () => {
      const folder = project({ [server]: code }, { express: '5.0.0' });
      const { stdout } = init(folder);
      assert.equal(textOf(folder, server), code);
      assert.ok(!filesOf(folder).includes('server.mjs'));
      assert.ok(stdout.includes(`Add these lines to ${server}:`));
      assert.ok(stdout.includes(line), stdout);
      assert.ok(stdout.includes("app.use('/api/lending', lending);"));
    });
  }

  it('writes TypeScript into the rootDir of a project if it does not find the server', () => {
    const tsconfig = '{\n  // "rootDir": "other",\n  "compilerOptions": { "outDir": "dist", "rootDir": "./source" }\n}';
    const folder = project({ 'tsconfig.json': tsconfig, 'dist/index.js': '' });
    const { stdout } = init(folder);
    const written = ['.env', 'funding.html', 'source/lending-partner.ts', 'source/lending.ts'];
    assert.deepEqual(filesOf(folder), ['.gitignore', 'dist/index.js', ...written, 'tsconfig.json'].sort());
    assert.match(stdout, /Add these lines to your server:[^]*samples in source\/lending-partner\.ts/);
  });

  it('has the same samples in TypeScript and in JavaScript', async () => {
    const [typed, plain] = await Promise.all(
      ['ts', 'mjs'].map(async (ending) => {
        const code = textOf(ROOT, `examples/start/lending-partner.${ending}`).replaceAll('partner.ts', 'partner.mjs');
        return (await transform(code, { loader: 'ts' })).code;
      }),
    );
    assert.equal(typed, plain);
  });

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

  it('writes nothing for an unknown platform, or without a package.json', () => {
    const folder = project();
    const unknown = init(folder, '--platform', 'rails');
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /must be one of express, fastify, hono, nest, next, node, other/);
    fs.rmSync(path.join(folder, 'package.json'));
    const empty = init(folder);
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /no package\.json.*npm install lending-elements/);
    assert.deepEqual(filesOf(folder), []);
  });
});

describe('the files that lending-elements init wrote', () => {
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
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-lending-elements': '1',
            origin: new URL(server.address).origin,
          },
          body: '{}',
        });
        assert.equal(session.status, 200);
        assert.equal((await session.json()).settings.partner.name, 'Your platform');
      } finally {
        await server.close();
      }
    });
  }

  /** The server of a TypeScript project before the lines that are printed, and after them. */
  const SERVERS = {
    express: ["import express from 'express';\nconst app = express();", 'app.listen(0);'],
    fastify: ["import fastify from 'fastify';\nconst app = fastify();", 'void app.listen({ port: 0 });'],
    hono: ["import { Hono } from 'hono';\nconst app = new Hono();", 'export default app;'],
    node: [
      "import { createServer } from 'node:http';\ncreateServer((request, response) => {",
      'response.end();\n}).listen(0);',
    ],
  };
  for (const [name, type] of [
    ['express', 'module'],
    ['express', 'commonjs'],
    ['fastify', 'module'],
    ['hono', 'module'],
    ['node', 'commonjs'],
  ])
    it(`compiles in a TypeScript project of ${name} with type ${type}, and runs`, () => {
      const folder = installed({ [name]: '1.0.0' });
      const write = (file, text) => fs.writeFileSync(path.join(folder, file), text);
      const run = (...args) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, rootDir: 'src', outDir: 'dist' };
      write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, types: ['node'] } }));
      write('package.json', JSON.stringify({ type, dependencies: { [name]: '1.0.0' } }));
      fs.mkdirSync(path.join(folder, 'src'));
      write('src/main.ts', '');
      const [, lines] = /Add these lines to src\/main\.ts:\n\n([^]*?)\n\n/.exec(init(folder).stdout);
      const [imported, ...mount] = lines.split('\n').map((line) => line.trim());
      const [start, end] = SERVERS[name];
      write('src/main.ts', [imported, start, ...mount, end].join('\n'));
      const { status, stdout } = run(path.join(ROOT, 'node_modules/typescript/bin/tsc'));
      assert.equal(status, 0, stdout);
      const sources = filesOf(folder).filter((file) => /^(src|dist)\//.test(file));
      const names = ['lending-partner', 'lending', 'main'];
      assert.deepEqual(sources, [...names.map((file) => `dist/${file}.js`), ...names.map((file) => `src/${file}.ts`)]);
      const code = 'import("./dist/lending.js").then(({ lending }) => console.log(typeof lending))';
      const { stdout: printed, stderr } = run('--env-file=.env', '-e', code);
      assert.match(printed, /^function$/m, stderr);
    });

  it('rejects everyone outside the sandbox until the sample sign-in is replaced', async () => {
    const folder = installed({});
    init(folder);
    const { authorize } = await import(path.join(folder, 'lending-partner.mjs'));
    for (const environment of ['production', 'staging', undefined]) {
      if (environment) process.env.LENDING_ENVIRONMENT = environment;
      else delete process.env.LENDING_ENVIRONMENT;
      assert.throws(() => authorize({}, {}), /Replace it with your sign-in/);
    }
  });
});
