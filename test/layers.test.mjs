// Checks the imports between folders. CONTRIBUTING.md has a diagram of them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from './support/dist.mjs';

/**
 * The folders of src/, and files with other rules than their folder. `types` may be imported only as types, except the files and
 * folders in `values`.
 */
const LAYERS = {
  errors: {},
  version: {},
  'time-limit': {},
  schema: { imports: ['errors', 'time-limit', 'schema/fields/phone-library'], packages: ['zod/mini'] },
  // It is large and loads on demand.
  'schema/fields/phone-library': { packages: ['libphonenumber-js'] },
  loader: {
    imports: ['errors', 'time-limit', 'loader/hand-off/hand-off'],
    types: ['schema'],
    values: ['schema/widget'],
  },
  // Only this file imports a module whose URL is in the settings: the vendor's.
  'loader/hand-off/hand-off': {
    imports: ['loader', 'errors', 'time-limit'],
    types: ['schema'],
    packages: ['(computed)'],
  },
  adapter: { imports: ['schema', 'errors', 'time-limit', 'version'] },
  base: {
    imports: ['schema', 'errors', 'time-limit', 'version', 'base/step/own-adapter', 'developer'],
    types: ['adapter'],
    packages: ['lit'],
  },
  // Only imported on demand: it explains mistakes of the page to its developer.
  developer: {
    imports: ['schema', 'errors'],
    types: ['loader'],
    values: ['base/flag', 'base/look/colours/page-colours'],
  },
  // A step that is used alone calls the backend at its `endpoint`.
  'base/step/own-adapter': { imports: ['adapter', 'base', 'errors'] },
  components: {
    imports: ['base', 'adapter', 'loader', 'schema', 'errors', 'time-limit', 'developer'],
    packages: ['lit'],
  },
  server: {
    imports: [
      'schema',
      'errors',
      'time-limit',
      'version',
      'languages/own-texts',
      'server/records',
      'server/journal',
      'server/consent',
      'server/limits',
      'server/util',
    ],
    packages: ['zod/mini', 'jose', '@remix-run/multipart-parser'],
  },
  // From the rows to the requests, and never sideways: each of these folders can be read by itself.
  'server/util': { imports: ['schema', 'errors'] },
  'server/records': { imports: ['schema', 'errors', 'server/util'] },
  'server/limits': { imports: ['errors', 'server/records', 'server/util'] },
  'server/journal': { imports: ['schema', 'errors', 'server/records', 'server/util'] },
  'server/consent': { imports: ['schema', 'errors', 'server/records', 'server/limits'] },
  // `./server` runs without Node, so code for Node is not in it.
  'server/node': {
    imports: [
      'server',
      'server/node/fetch',
      'server/node/database',
      'server/node/location',
      'server/records',
      'server/records/sqlite',
      'server/util',
      'schema',
      'errors',
    ],
    packages: ['@remix-run/node-fetch-server', 'node:'],
  },
  // The rules of a store, for tests of partners.
  'server/testing': { imports: ['server/records'], types: ['schema'] },
  'server/records/sqlite': { imports: ['server/records', 'server/util', 'errors'], packages: ['node:', '(computed)'] },
  'server/node/location': { imports: ['server', 'errors'], packages: ['node:'] },
  // It loads the package `pg` when a URL needs it.
  'server/node/database': {
    imports: ['server', 'server/records', 'server/records/sqlite', 'server/util', 'server/node/location', 'errors'],
    packages: ['node:path', '(computed)'],
  },
  'server/node/fetch': {
    types: ['server'],
    packages: ['undici'],
  },
  // The document of the lender's interface.
  openapi: { imports: ['schema', 'version'], packages: ['zod/mini'] },
  sandbox: { imports: ['schema', 'errors', 'time-limit', 'openapi', 'sandbox/browser-code'], packages: ['zod/mini'] },
  // For tests of partners: the sandbox together with a backend in the same process.
  'sandbox/testing': { imports: ['sandbox', 'server', 'server/records', 'adapter', 'time-limit'] },
  'sandbox/node': { imports: ['sandbox', 'sandbox/testing', 'server/node'], packages: ['node:'] },
  // It bundles that code for a clone. The build puts the text in its place.
  'sandbox/browser-code': { packages: ['esbuild', 'node:'] },
  // It runs in pages, and the sandbox has it as a text.
  'sandbox/browser': { types: ['sandbox'], values: ['sandbox/environment', 'sandbox/palette'] },
  // Sentences only. The English ones are those of the elements.
  translations: { imports: ['base'], types: ['languages', 'schema'] },
  languages: { imports: ['base', 'components'], types: ['schema'] },
  // Texts that the handler shows and records.
  'languages/own-texts': {},
  define: { imports: ['components', 'define'] },
  react: { imports: ['base', 'errors'], packages: ['react'] },
  // It loads a language by its code.
  cdn: { imports: ['adapter', 'base', 'errors', 'version'], packages: ['(computed)'] },
  all: { imports: ['cdn', 'define'] },
  journey: { imports: ['base', 'cdn', 'components'] },
  widget: { imports: ['cdn', 'components'] },
  index: { imports: ['adapter', 'base', 'components', 'errors', 'version'], types: ['languages', 'loader', 'schema'] },
  cli: {
    imports: [
      'server',
      'server/node',
      'server/node/database',
      'server/node/location',
      'server/records',
      'server/records/sqlite',
      'server/journal',
      'server/consent',
      'server/util',
      'sandbox',
      'loader',
      'openapi',
      'errors',
      'version',
    ],
    types: ['schema'],
    values: ['schema/widget', 'schema/nearest', 'schema/calls/calls'],
    // The module of `serve --config`.
    packages: ['node:', 'jose', '(computed)'],
  },
};

/** Every file of src/ by its name without an ending: `base/element`. The translations are read as if they were a folder of src/. */
function readSources() {
  const read = (folder, place = '') =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [
        place + file.slice(0, -3).replaceAll(path.sep, '/'),
        fs.readFileSync(path.join(ROOT, folder, file), 'utf8').replaceAll("'../src/", "'../"),
      ]);
  return Object.fromEntries([...read('src'), ...read('translations', 'translations/')]);
}

const STATEMENT = /^(?:import|export)\s+(?:(?<names>[^'"`;]*?)\s*from\s*)?(?<quote>['"])(?<target>[^'"]+)\k<quote>/gm;
const CALL = /(?<type>typeof\s+|[:<|&]\s*)?\bimport\(\s*(?:(?<quote>['"])(?<target>[^'"]+)\k<quote>\s*\))?/g;

/** The imports of a file: their targets, and whether they are types, or lazy. */
function importsOf(name, source) {
  const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const statements = [...code.matchAll(STATEMENT)].map(({ groups: { names = '', target } }) => {
    const list = names.match(/^\{([^]*)\}$/)?.[1].split(',') ?? [];
    const isTypeList = list.length > 0 && list.every((one) => !one.trim() || one.trim().startsWith('type '));
    return { target, type: names.startsWith('type ') || isTypeList, lazy: false };
  });
  const calls = [...code.matchAll(CALL)].map(({ groups: { type, target } }) => ({
    target: target ?? '(computed)',
    type: type !== undefined,
    lazy: true,
  }));
  return [...statements, ...calls].map((one) => ({ ...one, from: name, file: fileOf(name, one.target) }));
}

/** The file of a relative import, without its ending; `undefined` for a package. */
const fileOf = (name, target) =>
  target.startsWith('.') ? path.posix.join(path.posix.dirname(name), target).replace(/\.js$/, '') : undefined;

const allImports = (sources) => Object.entries(sources).flatMap(([name, source]) => importsOf(name, source));

/** Files that import themselves through others, types included. */
function circles(sources) {
  const next = new Map(Object.keys(sources).map((name) => [name, []]));
  for (const { from, file } of allImports(sources)) if (file) next.get(from).push(file);
  const found = [];
  const done = new Set();
  const visit = (name, trail) => {
    if (trail.includes(name)) return void found.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
    if (done.has(name)) return;
    for (const file of next.get(name) ?? []) visit(file, [...trail, name]);
    done.add(name);
  };
  for (const name of next.keys()) visit(name, []);
  return found;
}

/** Code that a strict Content-Security-Policy forbids, that creates markup from text, or that stores personal data. */
const FORBIDDEN =
  /(inner|outer)HTML\s*\+?=(?!=)|[`'"](inner|outer)HTML|unsafeHTML|insertAdjacentHTML|document\.write|styleMap|style="?\$\{|localStorage|sessionStorage|\beval\(|new Function/;

/** This file replaces the storages in a document that has none, for the lifetime of the document. */
const NAMES_STORAGE = 'loader/frame/frame-document';

/** Returns the innermost layer of a file. */
const layerOf = (name) => {
  const layers = Object.keys(LAYERS).filter((layer) => `${name}/`.startsWith(`${layer}/`));
  return layers.sort((one, other) => other.length - one.length)[0] ?? name.split('/')[0];
};

/** Returns true if a file is in the list or in a folder of the list. */
const isIn = (file, places) => places.some((place) => `${file}/`.startsWith(`${place}/`));

const isPackage = (target, allowed) =>
  allowed.some((one) => target === one || target.startsWith(one.endsWith(':') ? one : `${one}/`));

function rejection({ from, target, type, lazy, file }, sources) {
  const layer = layerOf(from);
  const rules = LAYERS[layer];
  if (!rules) return 'is in no layer';
  const { imports = [], types = [], values = [], packages = [] } = rules;
  if (!file) return isPackage(target, packages) ? undefined : 'is a package that this layer does without';
  if (!(file in sources) || !target.endsWith('.js')) return 'is no file of src/ (imports name a file, with .js)';
  if (file === 'index') return 'is the table of contents, which nothing imports';
  const other = layerOf(file);
  if (layer === 'components' && other === layer) return componentRejection({ from, lazy, file }, sources);
  if (other === layer) return undefined;
  if (other === 'developer' && !lazy && !type) return 'is loaded only when the page has a mistake';
  if (imports.includes(other) || isIn(file, values)) return undefined;
  if (types.includes(other)) return type ? undefined : 'may be imported as a type only';
  return `is ${other}, which ${layer} may not import`;
}

/** The journey's later steps are one file. Only the journey imports it, after its first step is shown. */
const LATER = 'components/onboarding/later-steps';

const tagOf = (name) => name.split('/')[1];

/**
 * From the folder of another tag, a component may import only the element class, and only if it renders that element and names it
 * in its `uses`.
 */
function componentRejection({ from, lazy, file }, sources) {
  const tag = tagOf(file);
  if (tag === tagOf(from)) return undefined;
  if (file !== `components/${tag}/lending-${tag}`)
    return `is in the folder of <lending-${tag}>, which others leave alone`;
  if (lazy) return 'is loaded by the journey only, and only as its later steps';
  if (from === LATER) return undefined;
  const name = `Lending${tag[0].toUpperCase()}${tag.slice(1)}Element`;
  const uses = sources[from].match(/static override readonly uses = \[([^\]]*)\]/)?.[1] ?? '';
  return uses.includes(name) ? undefined : 'is a component that is not named in `uses`';
}

function wrongImports(sources) {
  return allImports(sources).flatMap((one) => {
    const why = rejection(one, sources);
    return why ? [`src/${one.from}.ts imports ${one.target}, which ${why}.`] : [];
  });
}

const isForbidden = (name, line) =>
  FORBIDDEN.test(name === NAMES_STORAGE ? line.replace("['localStorage', 'sessionStorage']", '') : line);

const sources = readSources();
const secretSide = (name) => /^(server|sandbox|openapi|cli)(\/|$)/.test(name);

describe('the layers of src/', () => {
  it('import only the layers that they may', () => assert.deepEqual(wrongImports(sources), []));

  it('have no circles', () => assert.deepEqual(circles(sources), []));

  it('load no code of the server or the sandbox in a page', () => {
    const crossings = allImports(sources).filter(({ from, file }) => !secretSide(from) && secretSide(file ?? ''));
    assert.deepEqual(crossings, []);
  });

  it('use nothing that a strict CSP forbids, and no storage', () => {
    const hits = Object.entries(sources).flatMap(([name, source]) =>
      source
        .split('\n')
        .flatMap((line, index) => (isForbidden(name, line) ? [`src/${name}.ts:${index + 1}${line}`] : [])),
    );
    assert.deepEqual(hits, []);
  });

  it('are all read by this test', () => {
    const imports = allImports(sources);
    assert.ok(Object.keys(sources).length > 50 && imports.length > 150);
    assert.ok(imports.some(({ type }) => type) && imports.some(({ lazy, type }) => lazy && !type));
  });
});

describe('the test of the layers', () => {
  const widget = 'components/widget/lending-widget';
  const planted = [
    ['base/element', "import { createHandler } from '../server/index.js';"],
    [widget, "import type { Handler } from '../../server/handler.js';"],
    [widget, "type H = typeof import('../../server/handler.js');"],
    [widget, "const late = () => import('../../server/handler.js');"],
    [widget, "import { LendingReviewElement } from '../review/lending-review.js';"],
    [widget, "const late = () => import('../review/lending-review.js');"],
    [widget, "import { applicantRows } from '../review/answer-rows.js';"],
    [widget, "import '../onboarding/later-steps.js';"],
    [widget, "import { version } from '../../index.js';"],
    [widget, "import { map } from 'lodash';"],
    [widget, 'const late = (name) => import(name);'],
    [widget, "import '../../loader/load-script';"],
    [widget, "import '../../no-such-file.js';"],
    ['base/step/step', "import { createAdapter } from '../adapter/adapter.js';"],
    ['base/step/step', "export { createAdapter } from '../adapter/adapter.js';"],
    ['base/step/step', "import { explain } from '../../developer/explain-failures.js';"],
    ['developer/explain-failures', "import { LendingElement } from '../base/element.js';"],
    ['loader/load-script', "import { defaultSettings } from '../schema/settings.js';"],
    ['loader/load-script', "import {\n  type Settings,\n  defaultSettings,\n} from '../schema/settings.js';"],
    ['errors', "import './version.js';"],
    ['server/handler', "import { Buffer } from 'node:buffer';"],
    ['server/index', "export { databaseAt } from './node/database.js';"],
    ['server/handler', "import { EncryptJWT } from 'josé';"],
    ['sandbox/api/service', "import { createTestBackend } from './testing/index.js';"],
    ['sandbox/testing/index', "import { createServer } from 'node:http';"],
    ['attic/helpers', "import '../errors.js';"],
  ];
  for (const [name, line] of planted) {
    it(`rejects ${line.replaceAll('\n', ' ')} in ${name}.ts`, () => {
      const problems = wrongImports({ ...sources, [name]: `${sources[name] ?? ''}\n${line}\n` });
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0], new RegExp(`^src/${name}\\.ts imports `));
    });
  }

  it('accepts type imports and listed exceptions', () => {
    for (const line of [
      "import { type Settings } from '../schema/settings.js';",
      "import '../schema/widget/mistakes.js';",
    ]) {
      assert.deepEqual(wrongImports({ ...sources, 'loader/queue': `${sources['loader/queue']}\n${line}\n` }), []);
    }
  });

  it('detects circles of any length, also of types', () => {
    const low = 'schema/fields/normalise';
    const circle = (line) => circles({ ...sources, [low]: `${sources[low]}\n${line}\n` });
    assert.match(circle("import './text.js';").join(), /schema\/fields\/text → schema\/fields\/normalise/);
    assert.ok(circle("const late = () => import('./text.js');").length > 0);
    assert.ok(circle("import type { line } from './text.js';").length > 0);
  });

  for (const line of [
    'a.innerHTML = b',
    'unsafeHTML(a)',
    'styleMap({})',
    'html`<p style="${a}">`',
    'localStorage.a',
    'eval(a)',
  ]) {
    it(`rejects ${line}`, () => assert.match(line, FORBIDDEN));
  }
});
