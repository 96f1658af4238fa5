// `npm run sizes`: compares the download sizes with their limits. It reads the CDN files of `npm run build`. A kB is 1000 bytes.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { minified } from './minify.mjs';
import { fail } from './setup.mjs';

const CDN = 'dist/cdn';
const gzip = (code) => gzipSync(code, { level: 9 }).length;

/** The static (`now`) and dynamic (`later`) imports of a CDN file. */
function importsOf(file) {
  const code = fs.readFileSync(path.join(CDN, file), 'utf8');
  const named = (pattern) =>
    [...code.matchAll(pattern)].map(([, name]) => path.posix.join(path.posix.dirname(file), name));
  return {
    now: named(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g),
    later: named(/\bimport\(\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g),
  };
}

/** Returns the given files and all their static imports. */
function withImports(...wanted) {
  const files = new Set(wanted);
  for (const file of files) for (const next of importsOf(file).now) files.add(next);
  return [...files];
}

function laterIn(file, start) {
  const found = importsOf(file).later.find((name) => path.basename(name).startsWith(start));
  if (!found)
    throw new Error(`${file} does not load a file ${start}…. Adapt cdnFiles() in scripts/sizes.mjs to the new files.`);
  return found;
}

/** Returns the files of the first step, the files of the whole journey, those of the widget alone, and the other files. */
function cdnFiles() {
  const first = withImports('journey.js');
  const later = ['journey-actions-', 'later-steps-'].map((start) => laterIn('journey.js', start));
  const whole = withImports(...first, ...later, laterIn(later[1], 'hand-off-'));
  const widget = withImports('widget.js');
  const alone = withImports(...widget, laterIn('widget.js', 'hand-off-'));
  const others = fs.readdirSync(path.join(CDN, 'elements')).map((name) => path.posix.join('elements', name));
  const known = [...whole, ...alone];
  return { first, whole, alone, others: others.filter((name) => name.endsWith('.js') && !known.includes(name)) };
}

/** Measures the minified code of a server entry, with or without the packages that it imports. */
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

/** Measures the minified code of the React components, without React and the elements, which load on demand. */
async function reactCode() {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: 'dist/react.js', formats: ['es'] },
      rolldownOptions: { external: (id) => id === 'react' || id.startsWith('./define/') },
    },
  }).then(([built]) => built);
  return gzip(await minified(output[0].code));
}

const sizeOf = (files) => files.reduce((sum, file) => sum + gzip(fs.readFileSync(path.join(CDN, file))), 0);

async function measure() {
  const { first, whole: journey, alone, others } = cdnFiles();
  const server = await serverCode('src/server/index.ts', false);
  const whole = await serverCode('src/server/index.ts', true);
  return [
    ['./loader', 3.1, sizeOf(['loader.js'])],
    ['first step with its checks', 31.45, sizeOf(first)],
    ['whole journey with widget', 64.65, sizeOf(journey)],
    ['the widget alone', 27.5, sizeOf(alone)],
    ...others.map((file) => [`  + ${path.basename(file).replace(/-.{8}\.js$/, '')}`, undefined, sizeOf([file])]),
    ...fs
      .readdirSync(path.join(CDN, 'languages'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => [`language ${path.basename(file, '.js')}`, 12.3, sizeOf([`languages/${file}`])]),
    ['everything in one file', undefined, sizeOf(['lending-elements.js'])],
    ['./react, without the elements', 2.6, await reactCode()],
    ['./server, our own code', undefined, server.size],
    [`./server, ${whole.packages.length} packages in it`, undefined, whole.size],
    ...whole.packages.map((name) => [`  + ${name}`]),
  ];
}

try {
  if (!fs.existsSync(path.join(CDN, 'journey.js')))
    throw new Error('dist/cdn/journey.js does not exist. Run `npm run build` first.');
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
      `Over the limit: ${over.join('; ')}. Make the code smaller, or raise the limit in scripts/sizes.mjs.`,
    );
} catch (error) {
  fail(error);
}
