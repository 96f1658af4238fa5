// Checks the imports between folders. CONTRIBUTING.md has a diagram of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allImports, circles, reachable, readSources } from './support/imports.mjs';

/**
 * The folders of src/, and files with other rules than their folder. `types` may be imported only as types, except the files and
 * folders in `values`.
 */
const LAYERS = {
  'error-codes': {},
  errors: { types: ['error-codes'] },
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
  adapter: { imports: ['schema', 'errors', 'time-limit'] },
  base: {
    imports: ['schema', 'errors', 'time-limit', 'version', 'base/own-adapter'],
    types: ['adapter'],
    packages: ['lit'],
  },
  // A step that is used alone calls the backend at its `endpoint`.
  'base/own-adapter': { imports: ['adapter', 'base', 'errors'] },
  components: { imports: ['base', 'adapter', 'loader', 'schema', 'errors', 'time-limit'], packages: ['lit'] },
  server: {
    imports: ['schema', 'errors', 'time-limit', 'version'],
    packages: ['zod/mini', 'jose', '@remix-run/multipart-parser'],
  },
  // `./server` runs without Node, so code for Node is not in it.
  'server/node': {
    imports: ['server', 'server/node/fetch', 'server/node/database', 'schema', 'errors'],
    packages: ['@remix-run/node-fetch-server', 'node:'],
  },
  // The rules of a store, for tests of partners.
  'server/testing': { types: ['server', 'schema'] },
  'server/sqlite': { imports: ['server', 'errors'], packages: ['node:', '(computed)'] },
  // They load the package `pg` when a URL needs it.
  'server/node/database': {
    imports: ['server', 'server/sqlite', 'server/node/pool', 'errors'],
    packages: ['node:path'],
  },
  'server/node/pool': { imports: ['server', 'errors'], packages: ['(computed)'] },
  'server/node/fetch': {
    types: ['server'],
    packages: ['undici'],
  },
  // The document of the lender's interface.
  openapi: { imports: ['schema', 'version'], packages: ['zod/mini'] },
  sandbox: { imports: ['schema', 'errors', 'time-limit', 'openapi', 'sandbox/browser-code'], packages: ['zod/mini'] },
  // For tests of partners: the sandbox together with a backend in the same process.
  'sandbox/testing': { imports: ['sandbox', 'server', 'adapter', 'time-limit'] },
  'sandbox/node': { imports: ['sandbox', 'sandbox/testing', 'server/node'], packages: ['node:'] },
  // It bundles that code for a clone. The build puts the text in its place.
  'sandbox/browser-code': { packages: ['esbuild', 'node:'] },
  // It runs in pages, and the sandbox has it as a text.
  'sandbox/browser': { types: ['sandbox'], values: ['sandbox/environment', 'sandbox/palette'] },
  // Sentences only. The English ones are those of the elements.
  translations: { imports: ['base'], types: ['languages', 'schema'] },
  languages: { imports: ['base', 'components'], types: ['schema'] },
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
      'server/node/pool',
      'server/sqlite',
      'sandbox',
      'loader',
      'errors',
      'version',
    ],
    types: ['schema'],
    values: ['schema/widget'],
    packages: ['node:'],
  },
};

/** Entries for browsers. Their direct and indirect imports must not include the server or the sandbox. */
const BROWSER_ENTRIES = [
  'all',
  'index',
  'define',
  'journey',
  'widget',
  'adapter/adapter',
  'loader/index',
  'react/component',
  'schema/index',
];

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

function refusal({ from, target, type, lazy, file }, sources) {
  const layer = layerOf(from);
  const rules = LAYERS[layer];
  if (!rules) return 'is in no layer';
  const { imports = [], types = [], values = [], packages = [] } = rules;
  if (!file) return isPackage(target, packages) ? undefined : 'is a package that this layer does without';
  if (!(file in sources) || !target.endsWith('.js')) return 'is no file of src/ (imports name a file, with .js)';
  if (file === 'index') return 'is the table of contents, which nothing imports';
  const other = layerOf(file);
  if (layer === 'components' && other === layer) return componentRefusal({ from, lazy, file }, sources);
  if (other === layer) return undefined;
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
function componentRefusal({ from, lazy, file }, sources) {
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
    const why = refusal(one, sources);
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

  it('bring no code of the server or the sandbox into a page', () => {
    assert.deepEqual(reachable(BROWSER_ENTRIES, sources).filter(secretSide), []);
  });

  it('use nothing that a strict policy forbids, and no storage', () => {
    const hits = Object.entries(sources).flatMap(([name, source]) =>
      source
        .split('\n')
        .flatMap((line, index) => (isForbidden(name, line) ? [`src/${name}.ts:${index + 1}${line}`] : [])),
    );
    assert.deepEqual(hits, []);
  });

  it('are all checked', () => {
    const imports = allImports(sources);
    assert.ok(Object.keys(sources).length > 50 && imports.length > 150);
    assert.ok(imports.some(({ type }) => type) && imports.some(({ lazy, type }) => lazy && !type));
  });
});

describe('the test of the layers', () => {
  const widget = 'components/widget/lending-widget';
  const planted = [
    ['base/element', "import { createHandler } from '../server/index.js';"],
    [widget, "import { createSandbox } from '../../sandbox/index.js';"],
    [widget, "import type { Handler } from '../../server/handler.js';"],
    [widget, "type H = typeof import('../../server/handler.js');"],
    [widget, "const late = () => import('../../server/handler.js');"],
    [widget, "import { LendingReviewElement } from '../review/lending-review.js';"],
    [widget, "const late = () => import('../review/lending-review.js');"],
    [widget, "import { applicantRows } from '../review/answer-rows.js';"],
    [widget, "import type { Row } from '../review/answer-rows.js';"],
    [widget, "const late = () => import('../review/answer-rows.js');"],
    [widget, "import '../onboarding/later-steps.js';"],
    [widget, "import { version } from '../../index.js';"],
    [widget, "import { map } from 'lodash';"],
    [widget, 'const late = (name) => import(name);'],
    [widget, "import '../../loader/load-script';"],
    [widget, "import '../../no-such-file.js';"],
    ['base/step', "import { createAdapter } from '../adapter/adapter.js';"],
    ['base/step', "export { createAdapter } from '../adapter/adapter.js';"],
    ['base/step', "import { LendingReviewElement } from '../components/review/lending-review.js';"],
    ['base/step', "import * as z from 'zod/mini';"],
    ['loader/load-script', "import { html } from 'lit';"],
    ['loader/load-script', "import { defaultSettings } from '../schema/settings.js';"],
    ['loader/load-script', "import {\n  type Settings,\n  defaultSettings,\n} from '../schema/settings.js';"],
    ['schema/fields/text', "import fs from 'node:fs';"],
    ['schema/fields/text', "import { html } from 'lit';"],
    ['schema/fields/text', "import { createUpstream } from '../../server/service/client.js';"],
    ['errors', "import './version.js';"],
    ['adapter/adapter', "import { LendingElement } from '../base/element.js';"],
    ['server/handler', "import { Buffer } from 'node:buffer';"],
    ['server/index', "export { databaseAt } from './node/database.js';"],
    ['server/service/call', "import { nodeFetch } from '../node/fetch.js';"],
    ['server/service/call', "import { request } from 'undici';"],
    ['server/handler', "import { createRequestListener } from '@remix-run/node-fetch-server';"],
    ['server/handler', "import { createSandbox } from '../sandbox/index.js';"],
    ['server/handler', "import { createAdapter } from '../adapter/adapter.js';"],
    ['server/handler', "import { EncryptJWT } from 'josé';"],
    ['cli', "import { LendingElement } from './base/element.js';"],
    ['server/handler', "import '../cli.js';"],
    ['sandbox/service', "import { createHandler } from '../server/index.js';"],
    ['sandbox/service', "import { createTestBackend } from './testing/index.js';"],
    ['sandbox/testing/index', "import { createServer } from 'node:http';"],
    ['openapi/lender', "import { createHandler } from '../server/handler.js';"],
    ['base/step', "import { lenderDocument } from '../openapi/lender.js';"],
    ['define/lending-widget', "import { loadScript } from '../loader/load-script.js';"],
    ['attic/helpers', "import '../errors.js';"],
  ];
  for (const [name, line] of planted) {
    it(`rejects ${line.replaceAll('\n', ' ')} in ${name}.ts`, () => {
      const problems = wrongImports({ ...sources, [name]: `${sources[name] ?? ''}\n${line}\n` });
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0], new RegExp(`^src/${name}\\.ts imports `));
    });
  }

  it('accepts types and excepted files where those are allowed', () => {
    const lines = [
      "import { type Settings } from '../schema/settings.js';",
      "import '../schema/widget/setting-names.js';",
      "import type { HandOff } from '../schema/widget/hand-off.js';",
    ];
    for (const line of lines) {
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

  it('detects the server behind a file in between', () => {
    const more = { ...sources, 'base/between': "import type { Handler } from '../server/handler.js';" };
    more['base/step'] += "\nimport './between.js';";
    assert.ok(reachable(BROWSER_ENTRIES, more).some(secretSide));
  });

  for (const line of [
    'a.innerHTML = b',
    'unsafeHTML(a)',
    'a.insertAdjacentHTML(b)',
    'styleMap({})',
    'html`<p style="${a}">`',
    'html`<p style=${a}>`',
    'localStorage.a',
    'sessionStorage.a',
    'eval(a)',
    'new Function(a)',
  ]) {
    it(`rejects ${line}`, () => assert.match(line, FORBIDDEN));
  }
});
