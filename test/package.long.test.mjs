// Tests the built and installed package. All other tests import from src/.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { DIST, ensureBuilt, filesOf, manifest, OF_SANDBOX, ROOT } from './support/dist.mjs';

const run = promisify(execFile);
const node = (...args) => run(process.execPath, args, { cwd: ROOT });

const json = (file) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'));

/** The folders with their own packages: the project and the larger examples. */
const EXAMPLES = ['frameworks', 'playwright', 'workers'];
const FOLDERS = ['.', ...EXAMPLES.map((name) => `examples/${name}`)].map((folder) => ({
  folder,
  manifest: json(`${folder}/package.json`),
  lock: json(`${folder}/package-lock.json`),
}));
/** The package.json files of a folder by their places in its lockfile: its own, and those of its workspace. */
const manifestsOf = ({ folder, manifest }) => ({
  '': manifest,
  ...Object.fromEntries((manifest.workspaces ?? []).map((part) => [part, json(`${folder}/${part}/package.json`)])),
});
const entries = Object.entries(manifest.exports);
/** Entries that Node code imports by name. The CDN files are for browsers. */
const modules = entries
  .filter(([entry, target]) => typeof target === 'object' && !entry.startsWith('./cdn/'))
  .map(([entry]) => entry);
/** Entries with types alone. */
const TYPES_ONLY = fs
  .readdirSync(path.join(ROOT, 'scripts/frameworks/types'))
  .map((file) => `./${file.replace('.d.ts', '')}`);
const specifierOf = (entry) => path.posix.join(manifest.name, entry);
const isDefining = (entry) => /^\.\/(define|lending-)/.test(entry);
const tags = fs.readdirSync(path.join(ROOT, 'src/components')).map((folder) => `lending-${folder}`);

/** Imports modules twice where there is a registry. Returns the tags that they register, each once. */
async function registeredBy(specifiers) {
  const { stdout } = await node(
    '--input-type=module',
    '-e',
    `const tags = new Map();
    globalThis.customElements = { get: (tag) => tags.get(tag), define: (tag, element) => tags.set(tag, element) };
    for (const specifier of ${JSON.stringify(specifiers)})
      for (const query of ['', '?again']) await import(import.meta.resolve(specifier) + query);
    console.log(JSON.stringify([...tags.keys()]));`,
  );
  return JSON.parse(stdout);
}

/** Returns every file in dist/, with forward slashes. */
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
  it('are listed one by one, without a path of the build', () => {
    for (const [entry] of entries) assert.doesNotMatch(entry, /\*|dist/);
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
        // Node creates some of its globals when they are first read.
        `for (const key of Reflect.ownKeys(globalThis)) try { globalThis[key]; } catch {}
        const before = new Set(Reflect.ownKeys(globalThis));
        const module = await import(${JSON.stringify(specifierOf(entry))});
        const left = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String);
        const known = ['window', 'document', 'HTMLElement'].filter((key) => key in globalThis);
        console.log(JSON.stringify({ names: Object.keys(module), left, known }));`,
      );
      const result = JSON.parse(stdout);
      assert.equal(result.names.length > 0, !TYPES_ONLY.includes(entry));
      assert.deepEqual(result.known, []);
      // lit and zod add a registry for server rendering, and markers that detect duplicate copies. Copies of ours share languages.
      assert.deepEqual(
        result.left.filter(
          (key) => !/^(customElements|lit\w*|reactiveElement\w*|__zod_\w+|Symbol\(lending-elements\.text\))$/.test(key),
        ),
        [],
      );
    });
  }

  it('register no tag, except the entries that are named after a tag', async () => {
    const others = modules.filter((entry) => !isDefining(entry)).map(specifierOf);
    assert.deepEqual(await registeredBy(others), []);
  });

  for (const entry of modules.filter((one) => one.startsWith('./lending-'))) {
    it(`${entry} registers its tag and those that it renders, once`, async () => {
      const expected = entry === './lending-onboarding' ? ['lending-company', 'lending-onboarding'] : [entry.slice(2)];
      assert.deepEqual(await registeredBy([specifierOf(entry)]), expected);
    });
  }
});

describe('the built files', () => {
  it('match their integrity hashes, and every CDN file has one', () => {
    const hashes = JSON.parse(fs.readFileSync(path.join(DIST, 'cdn/integrity.json'), 'utf8'));
    const files = built()
      .filter((file) => /^cdn\/.*\.(js|css)$/.test(file))
      .map((file) => file.slice(4));
    assert.deepEqual(Object.keys(hashes).toSorted(), files.toSorted());
    assert.ok(files.length > 5);
    for (const [file, hash] of Object.entries(hashes)) {
      const bytes = fs.readFileSync(path.join(DIST, 'cdn', file));
      assert.equal(hash, `sha384-${createHash('sha384').update(bytes).digest('base64')}`, file);
    }
  });

  it('include exactly the source maps that they name', () => {
    const named = built()
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        const [, map] = /\n\/\/# sourceMappingURL=(.*)\s*$/.exec(fs.readFileSync(path.join(DIST, file), 'utf8')) ?? [];
        return map ? [path.posix.join(path.posix.dirname(file), map)] : [];
      });
    const maps = built().filter((file) => file.endsWith('.map'));
    assert.deepEqual(maps.toSorted(), named.toSorted());
    assert.ok(maps.length > 5);
  });

  it('contain no code of the server or the sandbox in files for browsers', () => {
    const browserSide = built().filter((file) => !/^(server\/|sandbox\/|openapi\/|cli[/.])/.test(file));
    assert.ok(browserSide.some((file) => file.endsWith('.map')));
    for (const file of browserSide) {
      const text = fs.readFileSync(path.join(DIST, file), 'utf8');
      assert.doesNotMatch(text, /x-bs-sk|partner-api|sandbox-secret|secretKey|SANDBOX-|EncryptJWT|canary-key/, file);
    }
  });

  it('contain the sandbox only in its own entries and the command', () => {
    const importsOf = (file) =>
      [...fs.readFileSync(path.join(DIST, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)].map(
        ([, target]) => path.posix.join(path.posix.dirname(file), target),
      );
    for (const [entry, target] of entries) {
      const start = filesOf(target).find((file) => file.endsWith('.js'));
      const reached = new Set(start ? [start.slice('./dist/'.length)] : []);
      for (const file of reached) for (const next of importsOf(file)) reached.add(next);
      const hasSandbox = [...reached].some((file) => /^(sandbox|openapi)\//.test(file));
      assert.equal(hasSandbox, /^\.\/sandbox(\/|$)/.test(entry), entry);
    }
    for (const file of built().filter((one) => one.endsWith('.js') && !/^(sandbox\/|openapi\/|cli[/.])/.test(one)))
      assert.doesNotMatch(fs.readFileSync(path.join(DIST, file), 'utf8'), OF_SANDBOX, file);
  });

  it('include the OpenAPI document of the built schemas', async () => {
    const { lenderDocument } = await import(path.join(DIST, 'openapi/lender.js'));
    const document = lenderDocument();
    assert.deepEqual(json(manifest.exports['./openapi/lender.json']), JSON.parse(JSON.stringify(document)));
    assert.equal(document.info.version, manifest.version);
  });

  it('name no path of the machine that built them', () => {
    for (const file of built()) {
      const text = fs.readFileSync(path.join(DIST, file), 'utf8');
      assert.ok(!text.includes(ROOT) && !text.includes(ROOT.slice(1, -1).replaceAll('/', '%2F')), file);
      assert.doesNotMatch(text, /file:\/\/\//, file);
    }
  });

  it('name the version of package.json', async () => {
    assert.equal((await import(manifest.name)).version, manifest.version);
  });
});

for (const place of FOLDERS) {
  const { folder, manifest: asked, lock } = place;
  describe(`the packages installed in ${folder}`, () => {
    const packages = Object.entries(lock.packages).filter(
      ([path, { link, resolved }]) => path.includes('node_modules/') && !link && resolved !== 'file:../..',
    );

    it('are locked without the URL of their download', () => {
      assert.ok(packages.length > 0);
      assert.deepEqual(
        packages.filter(([, { resolved }]) => resolved).map(([place]) => place),
        [],
      );
      assert.ok(packages.every(([, { integrity, inBundle }]) => integrity || inBundle));
    });

    it('run no install script', () => {
      const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
      const names = scripts.map(([place]) => place.replace(/.*node_modules\//, ''));
      const rejected = Object.fromEntries(names.map((name) => [name, false]));
      assert.deepEqual(asked.allowScripts ?? {}, rejected);
      const partners = scripts.filter(([, { dev, devOptional }]) => !dev && !devOptional);
      // In the root, npm must run our own script that builds before it packs.
      if (folder === '.') assert.deepEqual(partners, []);
      else assert.match(fs.readFileSync(path.join(ROOT, folder, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
      assert.deepEqual(
        Object.keys(asked.scripts ?? {}).filter((name) => /^(pre|post)?install$/.test(name)),
        [],
      );
    });

    it('match package.json, each locked to one version', () => {
      for (const [part, { dependencies, devDependencies, version, name }] of Object.entries(manifestsOf(place))) {
        const locked = lock.packages[part];
        assert.deepEqual(
          [locked.dependencies, locked.devDependencies, locked.version, locked.name],
          [dependencies, devDependencies, version, name],
        );
      }
      const ours = lock.packages['node_modules/lending-elements'];
      if (ours) assert.deepEqual(ours.dependencies, manifest.dependencies);
      for (const [place, { version: locked }] of packages) assert.match(locked, /^\d+\.\d+\.\d+/, place);
    });
  });
}

describe('the dependencies of package.json', () => {
  const wanted = Object.entries(manifest.dependencies);
  const loadedBy = (folder) => {
    const files = built().filter((file) => file.endsWith('.js') && folder.test(file));
    const code = files.map((file) => fs.readFileSync(path.join(DIST, file), 'utf8')).join('\n');
    return wanted.map(([name]) => name).filter((name) => new RegExp(`["']${name}["'/]`).test(code));
  };

  it('allow minor versions of packages that a page loads, and only patches of the server’s packages', () => {
    const page = loadedBy(/^(?!server\/|sandbox\/|openapi\/|cli|cdn\/)/);
    const expected = wanted.map(([name]) => [name, page.includes(name) ? '^' : '~']);
    assert.ok(page.includes('lit') && !page.includes('undici'));
    assert.deepEqual(
      wanted.map(([name, range]) => [name, range[0]]),
      expected,
    );
    for (const [name, range] of wanted) assert.match(range, /^[~^]\d+\.\d+\.\d+$/, name);
  });

  it('are exact if only this project uses them', () => {
    const ours = FOLDERS.flatMap((place) =>
      Object.values(manifestsOf(place)).flatMap(({ devDependencies, dependencies }) =>
        Object.entries({ ...devDependencies, ...(place.folder !== '.' && dependencies) }),
      ),
    );
    for (const [name, range] of ours)
      assert.match(range, name === 'lending-elements' ? /^file:/ : /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  });

  it('leave out packages that only an example needs', () => {
    const names = Object.keys(FOLDERS[0].lock.packages);
    assert.deepEqual(
      names.filter((place) => /\/(next|workerd|wrangler|@next\/.*|@cloudflare\/.*)$/.test(place)),
      [],
    );
  });

  it('run on the oldest Node that is promised', () => {
    for (const { name, engines } of FOLDERS.flatMap((place) => Object.values(manifestsOf(place))))
      assert.equal(engines.node, '>=20.19', name);
    assert.match(manifest.devDependencies['@types/node'], /^20\./);
  });
});

describe('the tools', () => {
  it('send no usage data', () => {
    const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');
    for (const [name, script] of Object.entries(manifest.scripts).filter(([, line]) =>
      /\bstorybook (dev|build)\b/.test(line),
    ))
      assert.match(script, /--disable-telemetry/, name);
    assert.match(read('.storybook/main.ts'), /disableTelemetry: true.*enableCrashReports: false/);
    assert.match(read('examples/frameworks/next/.env'), /^NEXT_TELEMETRY_DISABLED=1$/m);
    assert.match(read('scripts/wtr/firefox.mjs'), /'datareporting\.policy\.dataSubmissionEnabled': false/);
  });
});
