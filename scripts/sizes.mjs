// `npm run sizes`: what is downloaded, against the budgets. It reads the CDN files of `npm run build`; a kB is 1000 bytes.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { minified } from './minify.mjs';
import { fail } from './setup.mjs';

const CDN = 'dist/cdn';
const gzip = (code) => gzipSync(code, { level: 9 }).length;

/** The files that a CDN file imports: at once, and when they are needed. */
function importsOf(file) {
  const code = fs.readFileSync(path.join(CDN, file), 'utf8');
  const named = (pattern) =>
    [...code.matchAll(pattern)].map(([, name]) => path.posix.join(path.posix.dirname(file), name));
  return {
    now: named(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g),
    later: named(/\bimport\(\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g),
  };
}

/** The files that are downloaded with a file: those that it imports at once, and their imports. */
function withImports(...wanted) {
  const files = new Set(wanted);
  for (const file of files) for (const next of importsOf(file).now) files.add(next);
  return [...files];
}

/** A file that `file` imports when it is needed, by what its name begins with. */
const laterIn = (file, start) => importsOf(file).later.find((name) => path.basename(name).startsWith(start));

/** The journey's two files, and those that only some applicants or some partners need. */
function journeyFiles() {
  const autoload = fs.readFileSync(path.join(CDN, 'autoload.js'), 'utf8');
  const [, journey] = autoload.match(/["'`]lending-onboarding["'`]:\(\)=>import\(["'`]\.\/([^"'`]+)/) ?? [];
  const later = journey && laterIn(journey, 'later-');
  if (!later)
    throw new Error('How the files of <lending-onboarding> load has changed: teach scripts/sizes.mjs the new way.');
  const first = withImports('autoload.js', journey);
  // A widget starts by a hand-off or by embed code; the one that most use is counted.
  const handOff = laterIn(later, 'hand-off-');
  const whole = withImports(...first, later, ...(handOff ? [handOff] : []));
  const others = fs.readdirSync(path.join(CDN, 'elements')).map((name) => path.posix.join('elements', name));
  return { first, whole, others: others.filter((name) => name.endsWith('.js') && !whole.includes(name)) };
}

/** The code of an entry for backends, minified: ours alone, or with the packages that it needs. */
async function serverCode(entry, withPackages) {
  const outside = withPackages ? /^node:/ : /^(?![./]|\0)/;
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { external: (id) => outside.test(id) && !path.isAbsolute(id) },
    },
  });
  let size = 0;
  for (const chunk of output) size += gzip(await minified(chunk.code ?? ''));
  const modules = output.flatMap((chunk) => Object.keys(chunk.modules ?? {}));
  const names = modules.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]).filter(Boolean);
  return {
    packages: [...new Set(names)].sort(),
    size,
  };
}

const sizeOf = (files) => files.reduce((sum, file) => sum + gzip(fs.readFileSync(path.join(CDN, file))), 0);

async function measure() {
  const { first, whole: journey, others } = journeyFiles();
  const server = await serverCode('src/server/index.ts', false);
  const whole = await serverCode('src/server/index.ts', true);
  return [
    ['./loader', 3.0, sizeOf(['loader.js'])],
    ['autoload, on every page', 1.5, sizeOf(['autoload.js'])],
    ['first step interactive', 23.1, sizeOf(first)],
    ['whole journey with widget', 50, sizeOf(journey)],
    ...others.map((file) => [`  + ${path.basename(file).replace(/-.{8}\.js$/, '')}`, undefined, sizeOf([file])]),
    ['everything in one file', undefined, sizeOf(['lending-elements.js'])],
    ['./server, our own code', undefined, server.size],
    [`./server, ${whole.packages.length} packages in it`, undefined, whole.size],
    ...whole.packages.map((name) => [`  + ${name}`]),
  ];
}

try {
  if (!fs.existsSync(path.join(CDN, 'autoload.js')))
    throw new Error('There is nothing to measure yet: run `npm run build` first.');
  const rows = await measure();
  console.log(`${'gzip -9 of minified code'.padEnd(28)}${'kB'.padStart(7)}${'at most'.padStart(9)}`);
  for (const [name, limit, size] of rows) {
    const over = limit !== undefined && size > limit * 1000;
    const columns = [
      size === undefined ? '' : (size / 1000).toFixed(2).padStart(7),
      (limit?.toFixed(1) ?? '').padStart(9),
      over ? '  over' : '',
    ];
    console.log(`${name.padEnd(28)}${columns.join('')}`.trimEnd());
  }
  const over = rows.filter(([, limit, size]) => size > limit * 1000).map(([name]) => name);
  if (over.length)
    throw new Error(
      `Too large: ${over.join('; ')}. Make it smaller, or move the limit in scripts/sizes.mjs on purpose.`,
    );
} catch (error) {
  fail(error);
}
