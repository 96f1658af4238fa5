// Builds the package into dist/.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import * as z from 'zod/mini';
import { minifyAll } from './minify.mjs';
import { run } from './setup.mjs';

const CDN = 'dist/cdn';
/** The hash of the files from which dist/ was built. */
const STAMP = 'node_modules/.lending-built';
const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'custom-elements-manifest.config.mjs',
];
/** The types of each language. They are outside of `src/`, where TypeScript begins. */
const LANGUAGE =
  "import type { Pack } from '../languages/en.js';\n/** The sentences of this language, for `addLanguage()`. */\nexport declare const sentences: Pack;\n";

/** Builds the npm files, the CDN files with their hashes, the types, the custom-elements manifest, the data for editors, the OpenAPI document and the JSON Schema of settings. */
export async function buildPackage() {
  fs.rmSync('dist', { recursive: true, force: true });
  const languages = fs.readdirSync('translations').flatMap((file) => /^(..)\.ts$/.exec(file)?.[1] ?? []);
  const packs = languages.map((code) => `languages/${code}.js`);
  for (const mode of ['npm', 'phone', 'all', 'journey', 'widget', 'loader', 'frame', 'styles', ...packs])
    await build({ mode, logLevel: 'warn' });
  await minifyAll(CDN);
  // As they are written: a tool would replace `light-dark()` for older browsers, and partners read them.
  fs.cpSync('src/themes', path.join(CDN, 'themes'), { recursive: true });
  writeIntegrity();
  compressAll();
  runTool('tsc', ['-p', 'tsconfig.build.json']);
  for (const code of languages) fs.writeFileSync(`dist/translations/${code}.d.ts`, LANGUAGE);
  runTool('cem', ['analyze', '--config', 'custom-elements-manifest.config.mjs']);
  run(process.execPath, ['scripts/frameworks/write.mjs']);
  await writeSchemas();
}

/** `--if-changed` keeps a build whose inputs have not changed since. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const inputs = hashOfInputs();
  if (process.argv.includes('--if-changed') && fs.existsSync('dist') && readStamp() === inputs)
    console.log('The package is built already.');
  else {
    fs.rmSync(STAMP, { force: true });
    await buildPackage();
    fs.writeFileSync(STAMP, inputs);
  }
}

function hashOfInputs() {
  const files = ['src', 'scripts', 'translations'].flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  const own = files.map(({ parentPath, name }) => path.join(parentPath, name));
  const hash = createHash('sha256');
  for (const file of [...own.sort(), ...CONFIGURATION]) hash.update(`${file}\n`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function readStamp() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : undefined;
}

/** Writes the hash of each CDN file, for `integrity` attributes and import maps. */
function writeIntegrity() {
  const files = fs.readdirSync(CDN, { recursive: true }).filter((file) => file.match(/\.(js|css)$/));
  const hashes = files.sort().map((file) => {
    const hash = createHash('sha384').update(fs.readFileSync(path.join(CDN, file)));
    return [file.split(path.sep).join('/'), `sha384-${hash.digest('base64')}`];
  });
  fs.writeFileSync(path.join(CDN, 'integrity.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}

/** Compresses each CDN file, so that the handler does not compress them while applicants wait. Only developers load the maps. */
function compressAll() {
  for (const entry of fs.readdirSync(CDN, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|css|json|md)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
    fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** Writes the OpenAPI document of the lender's interface, and the JSON Schema of a file of settings, from the built schemas. */
async function writeSchemas() {
  const { lenderDocument } = await import('../dist/openapi/lender.js');
  const { handlerOptions } = await import('../dist/server/options/options.schema.js');
  const { DATA_OPTIONS } = await import('../dist/cli/serve/options.js');
  const data = z.pick(handlerOptions, Object.fromEntries(DATA_OPTIONS.map((name) => [name, true])));
  const file = z.extend(z.partial(data), { $schema: z.optional(z.string()) });
  // Checks that only code can make are left to the start of the process.
  const settings = z.toJSONSchema(file, { io: 'input', unrepresentable: 'any' });
  const schemas = { 'openapi/lender.json': lenderDocument(), 'settings.schema.json': settings };
  for (const [name, schema] of Object.entries(schemas))
    fs.writeFileSync(`dist/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}

function runTool(name, args) {
  run(path.join('node_modules/.bin', name), args, { shell: process.platform === 'win32' });
}
