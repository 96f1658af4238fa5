import fs from 'node:fs';
import path from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { textModule } from './src/sandbox/browser-code.js';

const { name, version, license } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<string, string>;
/** The oldest browsers that the elements support. `npm run lint:browsers` rejects newer APIs and CSS. */
const OLDEST = ['chrome109', 'firefox115', 'safari16.4'];
const banner = `/*! ${name} ${version} | ${license} | licences of others: THIRD-PARTY-LICENSES.md */`;

/** Minifies the html and css templates. The npm and the CDN files have the same templates, because hydration compares them. */
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

/** Puts the text of the sandbox's code for browsers into the module that would make it. */
const sandboxCode = (): Plugin => ({
  name: 'sandbox-code',
  enforce: 'pre',
  load: { filter: { id: /\/src\/sandbox\/browser-code\.ts$/ }, handler: textModule },
});

/** Keeps a file apart that has a build of its own. It loads on demand. */
const apart = (name: string): Plugin => ({
  name: 'apart',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith(`/${name}`) ? { id: `./${name}`, external: 'absolute' } : undefined),
});

const tags = fs.readdirSync('src/define').map((file) => file.replace('.ts', ''));
/** The languages have files of their own, which every CDN entry shares. English is in the entries. */
const languages = fs.readdirSync('translations').flatMap((file) => /^(..)\.ts$/.exec(file)?.[1] ?? []);
const npmEntries = {
  index: 'src/index.ts',
  cli: 'src/cli.ts',
  define: 'src/define.ts',
  'adapter/index': 'src/adapter/index.ts',
  'loader/index': 'src/loader/index.ts',
  'react/component': 'src/react/component.ts',
  'server/index': 'src/server/index.ts',
  'server/postgres/index': 'src/server/postgres/index.ts',
  'server/node/index': 'src/server/node/index.ts',
  'server/testing/index': 'src/server/testing/index.ts',
  'sandbox/index': 'src/sandbox/index.ts',
  'sandbox/node/index': 'src/sandbox/node/index.ts',
  'sandbox/testing/index': 'src/sandbox/testing/index.ts',
  ...Object.fromEntries(tags.map((tag) => [`define/${tag}`, `src/define/${tag}.ts`])),
  'languages/en': 'src/languages/en.ts',
  ...Object.fromEntries(languages.map((code) => [`translations/${code}`, `translations/${code}.ts`])),
};

/** The npm build: one file for each source file, without packages. */
const npm: UserConfig = {
  build: {
    outDir: 'dist',
    minify: false,
    lib: { entry: npmEntries, formats: ['es'] },
    rolldownOptions: {
      external: [
        /^lit(\/|$)/,
        /^react$/,
        /^zod(\/|$)/,
        /^jose$/,
        /^undici$/,
        /^@remix-run\//,
        /^libphonenumber-js\//,
        /^node:/,
      ],
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
};

/**
 * Code of Lit that no page reaches, by file: messages for wrong uses of `css`, styles for browsers without `adoptedStyleSheets`, and decorators
 * of another kind than TypeScript's. Each pattern occurs the given number of times.
 */
const UNREACHED: Record<string, [pattern: RegExp, times: number, instead: string][]> = {
  'css-tag': [
    [/"CSSResult is not [^"]+"|"Value passed to 'css' [^"]+"\+\w\+"[^"]+"/g, 2, ''],
    [/(?<=if\()\w(?=\)\w\.adoptedStyleSheets=)|(?<=\w=)\w(?=\?(\w)=>\1:)/g, 2, 'true'],
  ],
  'decorators/property': [[/"object"==typeof \w\?\w\(\w,\w,\w\):/g, 1, '']],
};

const withoutUnreached = (): Plugin => ({
  name: 'without-unreached',
  transform: {
    filter: { id: /@lit\/reactive-element\/.+\.js$/ },
    handler(whole, id) {
      const file = id.replace(/.*reactive-element\/|\.js$/g, '');
      const shorten = (code: string, [pattern, times, instead]: (typeof UNREACHED)[string][number]) => {
        if (code.match(pattern)?.length !== times)
          throw new Error(`Lit has changed: adapt UNREACHED to its ${file}.js.`);
        return code.replace(pattern, instead);
      };
      return { code: (UNREACHED[file] ?? []).reduce(shorten, whole), map: null };
    },
  },
});

/** The names have a hash before scripts/minify.mjs changes the files, so the hash covers that too: browsers keep such a file for a year. */
const hashOfMinifier = (): Plugin => ({
  name: 'hash-of-minifier',
  augmentChunkHash: () =>
    ['scripts/minify.mjs', 'node_modules/terser/package.json'].map((file) => fs.readFileSync(file, 'utf8')).join(''),
});

type Graph = Rolldown.ChunkingContext;

/** Small modules that saved drafts share with the later steps. They are in an earlier part, so that drafts do not load the steps. */
const SHARED: Record<string, string[]> = {
  'journey-actions': ['src/base/look/add-styles.ts', 'src/base/chosen-files.ts', 'src/base/text/formats.ts'],
};

/** Returns the modules that files reach by static imports. */
function reach(entries: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(entries.map((entry) => path.resolve(entry)));
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

/** The parts in the order in which they load: each part is one file, with the static imports that no earlier part has. */
const partGroups = (parts: Record<string, string>) =>
  Object.entries(parts).map(([name, entry], index, all) => {
    let modules: Set<string> | undefined;
    return {
      debugName: name,
      priority: all.length - index,
      name: (id: string, graph: Graph) =>
        (modules ??= reach([entry, ...(SHARED[name] ?? [])], graph)).has(id) ? name : undefined,
    };
  });

const minified = {
  minify: true,
  postBanner: ({ isEntry }: { isEntry: boolean }) => (isEntry ? banner : ''),
  comments: { legal: false, annotation: false },
  generatedCode: { symbols: false },
} as const;

interface Options {
  /** The parts of a build with several files; its entry is the first. Other `import()`s start files of their own. */
  parts?: Record<string, string>;
  format?: 'es' | 'iife';
}

/** A CDN build: one file, or an entry and the files that it loads later. */
const cdn = (file: string, entry: string, { parts, format = 'es' }: Options = {}): UserConfig => ({
  define: { 'process.env.NODE_ENV': '"production"', 'Reflect.decorate': 'undefined' },
  build: {
    outDir: 'dist/cdn',
    minify: true,
    sourcemap: true,
    // The other builds have no other package. They would overwrite the list.
    license: file === 'journey.js' && { fileName: 'THIRD-PARTY-LICENSES.md' },
    lib: {
      entry: parts ? { [entry]: entry, ...parts } : entry,
      formats: [format],
      name: 'LendingElements',
      fileName: (_, name) => (parts && name in parts ? `elements/${name}-[hash].js` : file),
    },
    rolldownOptions: {
      // Creating a schema has no side effect, so unused schemas can be removed.
      treeshake: { manualPureFunctions: ['z'] },
      // A part may export more than its entry does, so it needs no second file for its entry.
      preserveEntrySignatures: 'allow-extension',
      output: parts
        ? {
            ...minified,
            codeSplitting: { groups: partGroups({ [entry]: entry, ...parts }) },
            chunkFileNames: 'elements/[name]-[hash].js',
          }
        : { ...minified, codeSplitting: false },
    },
  },
});

const modes: Record<string, UserConfig> = {
  npm,
  journey: cdn('journey.js', 'src/journey.ts', {
    parts: {
      'journey-actions': 'src/components/onboarding/journey-actions.ts',
      'later-steps': 'src/components/onboarding/later-steps.ts',
      'explain-to-applicant': 'src/base/failure/explain-to-applicant.ts',
    },
  }),
  widget: cdn('widget.js', 'src/widget.ts', { parts: {} }),
  all: { ...cdn('lending-elements.js', 'src/all.ts'), plugins: [apart('phone-library.js')] },
  phone: cdn('phone-library.js', 'src/schema/fields/phone-library.ts'),
  ...Object.fromEntries(
    languages.map((code) => [`languages/${code}.js`, cdn(`languages/${code}.js`, `translations/${code}.ts`)]),
  ),
  loader: cdn('loader.js', 'src/loader/index.ts'),
  styles: {
    build: {
      outDir: 'dist/cdn',
      rolldownOptions: { input: 'src/lending-elements.css', output: { assetFileNames: '[name][extname]' } },
    },
  },
  frame: cdn('frame.js', 'src/loader/frame/frame-host.ts', { format: 'iife' }),
};

export default defineConfig(({ mode }) => {
  const config = modes[mode] ?? npm;
  return {
    ...config,
    plugins: [sandboxCode(), minifyLiterals(), withoutUnreached(), hashOfMinifier(), ...(config.plugins ?? [])],
    publicDir: false,
    build: { ...config.build, target: OLDEST, emptyOutDir: false, reportCompressedSize: false },
  } as UserConfig;
});
