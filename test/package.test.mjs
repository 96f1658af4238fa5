// The package as it is built and installed. Everything else is tested from src/.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { DIST, ensureBuilt, filesOf, manifest, ROOT } from './support/dist.mjs';

const run = promisify(execFile);
const node = (...args) => run(process.execPath, args, { cwd: ROOT });

const lock = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const entries = Object.entries(manifest.exports);
/** Entries that code imports by name in Node: what a CDN serves is for browsers. */
const modules = entries
  .filter(([entry, target]) => typeof target === 'object' && !entry.startsWith('./cdn/'))
  .map(([entry]) => entry);
const specifierOf = (entry) => path.posix.join(manifest.name, entry);
const isDefining = (entry) => /^\.\/(define|lending-)/.test(entry);
const tags = fs
  .readdirSync(path.join(ROOT, 'src/components'))
  .filter((file) => file.startsWith('lending-'))
  .map((file) => file.replace('.ts', ''));

/** Every file of dist/, with forward slashes. */
const built = () =>
  fs
    .readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(DIST, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    );

before(ensureBuilt);

describe('the exports', () => {
  it('are named one by one, and each leads to a file in dist/, or to package.json', () => {
    for (const [entry, target] of entries) {
      assert.doesNotMatch(entry, /\*|dist/);
      for (const file of filesOf(target)) {
        assert.match(file, /^\.\/(dist\/[\w./-]+|package\.json)$/);
        assert.ok(fs.statSync(path.join(ROOT, file)).size > 0, file);
      }
    }
  });

  it('have types wherever they have code for a bundler', () => {
    for (const entry of modules) {
      assert.deepEqual(Object.keys(manifest.exports[entry]), ['types', 'default']);
    }
  });

  it('have one entry for each tag', () => {
    assert.deepEqual(
      modules.filter((entry) => entry.startsWith('./lending-')).toSorted(),
      tags.map((tag) => `./${tag}`).toSorted(),
    );
  });

  for (const entry of modules) {
    it(`${entry} imports in plain Node, without a page, and leaves no global`, async () => {
      const { stdout } = await node(
        '--input-type=module',
        '-e',
        `const before = new Set(Reflect.ownKeys(globalThis));
        const module = await import(${JSON.stringify(specifierOf(entry))});
        const left = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String);
        const known = ['window', 'document', 'HTMLElement'].filter((key) => key in globalThis);
        const tags = ${JSON.stringify(tags)}.filter((tag) => globalThis.customElements?.get(tag));
        console.log(JSON.stringify({ names: Object.keys(module), left, known, tags }));`,
      );
      const result = JSON.parse(stdout);
      assert.equal(result.names.length > 0, entry !== './react');
      assert.deepEqual(result.known, []);
      // What lit and zod leave: a registry for rendering on a server, and what they find other copies of themselves by.
      assert.deepEqual(
        result.left.filter((key) => !/^(customElements|lit\w*|reactiveElement\w*|__zod_\w+)$/.test(key)),
        [],
      );
      if (!isDefining(entry)) assert.deepEqual(result.tags, []);
    });
  }

  for (const entry of modules.filter((one) => !isDefining(one))) {
    it(`${entry} registers no tag where there is a registry`, async () => {
      const { stdout } = await node(
        '--input-type=module',
        '-e',
        `const tags = [];
        globalThis.customElements = { get() {}, define: (tag) => tags.push(tag) };
        await import(${JSON.stringify(specifierOf(entry))});
        console.log(JSON.stringify(tags));`,
      );
      assert.deepEqual(JSON.parse(stdout), []);
    });
  }

  for (const entry of modules.filter((one) => one.startsWith('./lending-'))) {
    it(`${entry} registers its tag and those that it renders, once`, async () => {
      const { stdout } = await node(
        '--input-type=module',
        '-e',
        `const tags = new Map();
        globalThis.customElements = { get: (tag) => tags.get(tag), define: (tag, element) => tags.set(tag, element) };
        for (const query of ['', '?again']) await import(import.meta.resolve(${JSON.stringify(specifierOf(entry))}) + query);
        console.log(JSON.stringify([...tags.keys()]));`,
      );
      const expected = entry === './lending-onboarding' ? ['lending-company', 'lending-onboarding'] : [entry.slice(2)];
      assert.deepEqual(JSON.parse(stdout), expected);
    });
  }

  it('are all that can be reached', async () => {
    for (const inner of ['dist/index.js', 'dist/server/upstream.js', 'server/handler', 'src/index.ts']) {
      await assert.rejects(
        node('--input-type=module', '-e', `await import('${manifest.name}/${inner}')`),
        /ERR_PACKAGE_PATH_NOT_EXPORTED/,
      );
    }
  });
});

describe('the command', () => {
  it('starts by its own first line, and says how it is used', async () => {
    const command = path.join(ROOT, manifest.bin[manifest.name]);
    assert.match(fs.readFileSync(command, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    const { stdout } = await node(command, '--help');
    assert.match(stdout, /^lending-elements consents check <file>/);
  });
});

describe('what is built', () => {
  it('is what its integrity hashes say, and no CDN file is without one', () => {
    const hashes = JSON.parse(fs.readFileSync(path.join(DIST, 'cdn/integrity.json'), 'utf8'));
    const files = built()
      .filter((file) => /^cdn\/.*\.js$/.test(file))
      .map((file) => file.slice(4));
    assert.deepEqual(Object.keys(hashes).toSorted(), files.toSorted());
    assert.ok(files.length > 5);
    for (const [file, hash] of Object.entries(hashes)) {
      const bytes = fs.readFileSync(path.join(DIST, 'cdn', file));
      assert.equal(hash, `sha384-${createHash('sha384').update(bytes).digest('base64')}`, file);
    }
  });

  it('has nothing of the server’s or the sandbox’s in what a browser gets', () => {
    const browserSide = built().filter((file) => !/^(server\/|sandbox\/|cli[/.])/.test(file));
    assert.ok(browserSide.some((file) => file.endsWith('.map')));
    for (const file of browserSide) {
      const text = fs.readFileSync(path.join(DIST, file), 'utf8');
      assert.doesNotMatch(text, /x-bs-sk|partner-api|sandbox-secret|secretKey|SANDBOX-|EncryptJWT|canary-key/, file);
    }
  });

  it('has the sandbox in the sandbox’s entry only', () => {
    for (const file of built().filter((one) => one.startsWith('server/'))) {
      assert.doesNotMatch(fs.readFileSync(path.join(DIST, file), 'utf8'), /createSandbox|sandbox_|x-sandbox/, file);
    }
  });

  it('names no place on the machine that built it', () => {
    for (const file of built()) {
      const text = fs.readFileSync(path.join(DIST, file), 'utf8');
      assert.ok(!text.includes(ROOT) && !text.includes(ROOT.slice(1, -1).replaceAll('/', '%2F')), file);
      assert.doesNotMatch(text, /file:\/\/\//, file);
    }
  });

  it('says the version of package.json', async () => {
    const { stdout } = await node(
      '--input-type=module',
      '-e',
      `console.log((await import('${manifest.name}')).version)`,
    );
    assert.equal(stdout.trim(), manifest.version);
    assert.match(fs.readFileSync(path.join(ROOT, 'src/version.ts'), 'utf8'), new RegExp(`'${manifest.version}'`));
  });
});

describe('what is installed with it', () => {
  const packages = Object.entries(lock.packages).filter(([place]) => place !== '');

  it('is locked without naming where it was downloaded from', () => {
    assert.deepEqual(
      packages.filter(([, { resolved }]) => resolved).map(([place]) => place),
      [],
    );
    assert.ok(packages.every(([, { integrity, link, inBundle }]) => integrity || link || inBundle));
  });

  it('runs no install script', () => {
    const scripts = packages.filter(
      ([, { hasInstallScript, dev, devOptional }]) => hasInstallScript && !dev && !devOptional,
    );
    assert.deepEqual(
      scripts.map(([place]) => place),
      [],
    );
    assert.equal(
      Object.keys(manifest.scripts).some((name) => /^(pre|post)?install$/.test(name)),
      false,
    );
  });

  it('is what package.json asks for, in exactly one version', () => {
    const { dependencies, devDependencies, version, name } = lock.packages[''];
    assert.deepEqual(
      { dependencies, devDependencies, version, name },
      {
        dependencies: manifest.dependencies,
        devDependencies: manifest.devDependencies,
        version: manifest.version,
        name: manifest.name,
      },
    );
    for (const wanted of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
      assert.match(wanted, /^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });
});
