// What `lending-elements/server` brings along: it runs wherever there are Request and Response.
import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { before, it } from 'node:test';
import { build } from 'vite';
import { DIST, ensureBuilt, manifest, ROOT } from '../support/dist.mjs';

const isBuiltin = (name) => name.startsWith('node:') || builtinModules.includes(name);

/** Every file that an entry imports, however far away, and every module of Node's among them. */
async function importsOf(entry) {
  const files = [];
  const builtins = new Set();
  await build({
    // As a Worker is bundled: the bundler adds nothing of Node's by itself.
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    plugins: [
      {
        name: 'imports',
        enforce: 'pre',
        resolveId: (name) => (isBuiltin(name) ? (builtins.add(name), { id: name, external: true }) : undefined),
        load: (id) => void files.push(path.relative(ROOT, id).split(path.sep).join('/')),
      },
    ],
    build: { ssr: path.join(DIST, entry), write: false, target: 'es2022' },
  });
  const packages = files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
  return { files, builtins: [...builtins], packages: [...new Set(packages)].sort() };
}

before(ensureBuilt);

for (const entry of ['index', 'postgres/index']) {
  it(`imports no module of Node.js in server/${entry}`, async () => {
    const { files, builtins } = await importsOf(`server/${entry}.js`);
    assert.ok(files.includes(`dist/server/${entry}.js`), files.join('\n'));
    assert.deepEqual(builtins, []);
  });
}

it('imports only the listed packages', async () => {
  const { packages } = await importsOf('server/index.js');
  const ours = ['@remix-run/multipart-parser', 'jose', 'libphonenumber-js', 'zod'];
  assert.ok(ours.every((name) => name in manifest.dependencies));
  // The multipart parser brings the first.
  assert.deepEqual(packages, ['@remix-run/headers', ...ours]);
});

it('imports modules of Node.js in the entry for Node.js', async () => {
  const { builtins } = await importsOf('server/node/index.js');
  assert.ok(builtins.includes('node:net'), builtins.join());
});
