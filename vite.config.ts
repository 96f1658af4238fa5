import fs from 'node:fs';
import path from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

const { name, version, license } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<string, string>;
const banner = `/*! ${name} ${version} | ${license} | licences of others: THIRD-PARTY-LICENSES.md */`;

/** Minifies the html and css templates. The npm and the CDN files get the same ones, or hydration would not fit. */
const minifyLiterals = (): Plugin => ({
  name: 'minify-literals',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: { include: /\/src\/.*\.ts$/ }, code: /\b(?:html|css)`/ },
    async handler(code, id) {
      const result = await minifyHTMLLiterals(code, { fileName: id, html: { keepClosingSlash: true } });
      return result ? { code: result.code, map: result.map ?? null } : null;
    },
  },
});

/** The library for telephone numbers stays a file of its own beside the one file: it loads when a number needs it. */
const phoneLibraryApart = (): Plugin => ({
  name: 'phone-library-apart',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('/phone-library.js') ? { id: './phone-library.js', external: 'absolute' } : undefined,
});

/** Our decorators stand on properties alone: they need less than the compiler's helper, which knows those of classes, too. */
const ownDecorate = (): Plugin => ({
  name: 'own-decorate',
  transform: {
    filter: { id: /oxc-project.*\/decorate\.js$/ },
    handler: () => `export { decorate as default } from ${JSON.stringify(path.resolve('src/base/reactive.ts'))};`,
  },
});

/**
 * Where several modules share a file, each that is imported by itself is an object of its own. The bundler makes it by a
 * helper, which would be one more file to ask for before the first step; getters do the same.
 */
const plainNamespaces = (): Plugin => ({
  name: 'plain-namespaces',
  renderChunk: (code) => ({
    code: code
      .replace(/^import \{ \w+ as __exportAll \} from .*$/m, '')
      .replace(
        /__exportAll\((\{[^}]*\})(, 1)?\)/g,
        (_, names: string) => `(${names.replace(/(\w+): \(\) => ([\w$]+)/g, 'get $1() { return $2; }')})`,
      ),
    // Lines stay lines, and these have no source.
    map: null,
  }),
  generateBundle(_, bundle) {
    const code = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''));
    for (const file of Object.keys(bundle))
      if (file.includes('rolldown-runtime') && !code.join('').includes(path.basename(file))) delete bundle[file];
  },
});

const tags = fs.readdirSync('src/define').map((file) => file.replace('.ts', ''));
const npmEntries = {
  index: 'src/index.ts',
  cli: 'src/cli.ts',
  define: 'src/define.ts',
  adapter: 'src/adapter.ts',
  'loader/index': 'src/loader/index.ts',
  'schema/index': 'src/schema/index.ts',
  'server/index': 'src/server/index.ts',
  'server/audit': 'src/server/audit.ts',
  'server/node': 'src/server/node.ts',
  'sandbox/index': 'src/sandbox/index.ts',
  ...Object.fromEntries(tags.map((tag) => [`define/${tag}`, `src/define/${tag}.ts`])),
};

/** What npm gets: a file for each source file, with packages left out. */
const npm: UserConfig = {
  build: {
    outDir: 'dist',
    minify: false,
    lib: { entry: npmEntries, formats: ['es'] },
    rolldownOptions: {
      external: [
        /^lit(\/|$)/,
        /^zod(\/|$)/,
        /^jose$/,
        /^cockatiel$/,
        /^undici$/,
        /^@remix-run\//,
        /^libphonenumber-js\//,
        /^node:/,
      ],
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
};

type Graph = Rolldown.ChunkingContext;

/** What a file reaches by its static imports. */
function reach(entry: string, graph: Graph): Set<string> {
  const reached = new Set([path.resolve(entry)]);
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

/**
 * Few files compress better than many. The journey is two: what its element reaches, and what its later steps reach. What an
 * `import()` starts besides is a file of its own.
 */
const journey = (['first', 'later'] as const).map((name, index) => {
  let modules: Set<string> | undefined;
  const entry = { first: 'src/components/lending-onboarding.ts', later: 'src/components/later-steps.ts' }[name];
  return {
    debugName: name,
    priority: 2 - index,
    name: (id: string, graph: Graph) => ((modules ??= reach(entry, graph)).has(id) ? name : undefined),
  };
});

const minified = {
  minify: true,
  postBanner: ({ isEntry }: { isEntry: boolean }) => (isEntry ? banner : ''),
  comments: { legal: false, annotation: false },
  generatedCode: { symbols: false },
} as const;

/** What a CDN gets: `autoload` with a file for each element, or one file with everything. */
const cdn = (entry: string, file: string, { split = false, format = 'es' as 'es' | 'iife' } = {}): UserConfig => ({
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/cdn',
    minify: true,
    sourcemap: true,
    // Of all these builds `autoload` holds every package; the others would write over its list.
    license: split && { fileName: 'THIRD-PARTY-LICENSES.md' },
    lib: {
      entry,
      formats: [format],
      name: 'LendingElements',
      fileName: () => file,
    },
    rolldownOptions: {
      // Schemas that nobody uses go: making one has no effect.
      treeshake: { manualPureFunctions: ['z'] },
      output: split
        ? { ...minified, codeSplitting: { groups: journey }, chunkFileNames: 'elements/[name]-[hash].js' }
        : { ...minified, codeSplitting: false },
    },
  },
});

const modes: Record<string, UserConfig> = {
  npm,
  autoload: { ...cdn('src/autoload.ts', 'autoload.js', { split: true }), plugins: [plainNamespaces()] },
  all: { ...cdn('src/define.ts', 'lending-elements.js'), plugins: [phoneLibraryApart()] },
  phone: cdn('src/schema/phone-library.ts', 'phone-library.js'),
  loader: cdn('src/loader/index.ts', 'loader.js'),
  frame: cdn('src/loader/frame-host.ts', 'frame.js', { format: 'iife' }),
};

export default defineConfig(({ mode }) => {
  const config = modes[mode] ?? npm;
  return {
    ...config,
    plugins: [ownDecorate(), minifyLiterals(), ...(config.plugins ?? [])],
    publicDir: false,
    build: { ...config.build, target: 'es2022', emptyOutDir: false, reportCompressedSize: false },
  } as UserConfig;
});
