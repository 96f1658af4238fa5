// Who may import whom. The table is the house's; CONTRIBUTING.md draws it.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { allImports, circles, reachable, readSources } from './support/imports.mjs';

/** Folders and files of src/ by layer. `types` may be imported as types only; `values` are files that are excepted from that. */
const LAYERS = {
  errors: {},
  version: {},
  schema: { imports: ['errors', 'schema/hand-off', 'schema/phone-library'], packages: ['zod/mini'] },
  // Large, and loaded when it is asked.
  'schema/phone-library': { packages: ['libphonenumber-js'] },
  'schema/hand-off': { packages: ['zod/mini'] },
  loader: {
    imports: ['errors', 'loader/hand-off'],
    types: ['schema/hand-off'],
    // Pure functions about the widget's settings.
    values: ['schema/widget/names', 'schema/widget/placeholders', 'schema/widget/script-text'],
  },
  // The one place that imports what settings name: a vendor's module.
  'loader/hand-off': { imports: ['loader', 'errors'], types: ['schema/hand-off'], packages: ['(computed)'] },
  adapter: { imports: ['schema', 'errors', 'upload'] },
  upload: {},
  base: {
    imports: ['errors', 'version'],
    types: ['schema', 'adapter'],
    // The earlier addresses are a file of their own, which brings its arithmetic along.
    values: [
      'schema/settings',
      'schema/field-rules',
      'schema/contact',
      // The questions about unlikely answers bring along what finds them and what was meant.
      'schema/unlikely',
      'schema/check-number',
      'schema/tidy',
      'schema/address-history',
      'schema/address-span',
      'schema/draft-limits',
      'schema/nearest',
      'schema/pasted-address',
    ],
    packages: ['lit'],
  },
  components: { imports: ['base', 'adapter', 'loader', 'schema', 'errors'], packages: ['lit'] },
  server: {
    imports: ['schema', 'schema/hand-off', 'errors', 'version'],
    packages: ['jose', 'cockatiel', '@remix-run/multipart-parser'],
  },
  'server/node': {
    imports: [
      'server',
      'server/file-consents',
      'server/file-once',
      'server/from-env',
      'server/node-fetch',
      'server/node-incoming',
      'errors',
    ],
    packages: ['@remix-run/node-fetch-server', 'node:'],
  },
  'server/node-incoming': {
    imports: ['errors'],
    types: ['server'],
    packages: ['@remix-run/node-fetch-server', 'node:'],
  },
  'server/node-fetch': { types: ['server'], packages: ['undici'] },
  // What needs Node's files stays out of `./server`, which runs without Node.
  'server/file-consents': {
    imports: ['server', 'server/chain-file', 'server/entry-cache', 'server/file-lock', 'schema', 'errors'],
    packages: ['node:'],
  },
  'server/chain-file': {
    imports: [
      'server',
      'server/consent-line',
      'server/file-lines',
      'server/index-file',
      'server/line-index',
      'server/torn-lines',
      'errors',
    ],
    packages: ['node:'],
  },
  'server/entry-cache': {
    imports: ['server', 'errors'],
    types: ['schema', 'server/chain-file', 'server/line-index'],
  },
  'server/consent-line': { imports: ['server', 'server/line-index'], packages: ['node:'] },
  'server/line-index': { packages: ['node:'] },
  'server/index-file': { imports: ['server/file-lines', 'server/line-index'], packages: ['node:'] },
  'server/torn-lines': { imports: ['server/file-lines'], packages: ['node:'] },
  'server/file-once': {
    imports: ['server', 'server/file-lines', 'server/file-lock', 'server/once-lines', 'server/torn-lines', 'errors'],
    packages: ['node:'],
  },
  'server/once-lines': { imports: ['server', 'errors'], packages: ['node:'] },
  'server/file-lines': { packages: ['node:'] },
  'server/file-lock': { imports: ['errors'], packages: ['node:'] },
  'server/from-env': {
    imports: [
      'server',
      'server/environment',
      'server/file-consents',
      'server/file-once',
      'server/node-fetch',
      'errors',
    ],
  },
  'server/environment': { imports: ['server', 'schema', 'errors'], packages: ['node:'] },
  sandbox: { imports: ['schema', 'errors'], packages: ['zod/mini'] },
  define: { imports: ['components', 'define'] },
  // Another file of this library, in place of one that did not load.
  autoload: { imports: ['components'], types: ['base'], packages: ['(computed)'] },
  index: {
    imports: ['adapter', 'base', 'components', 'errors', 'version'],
    types: ['loader', 'schema', 'schema/hand-off'],
  },
  cli: {
    imports: [
      'server',
      'server/node',
      'server/environment',
      'server/file-consents',
      'server/file-lines',
      'sandbox',
      'loader',
      'errors',
      'version',
    ],
    types: ['schema'],
    values: ['schema/widget/addresses', 'schema/widget/placeholders', 'schema/widget/script-text'],
    packages: ['node:'],
  },
};

/** What a page may get. Nothing that these import, however far away, is the server's or the sandbox's. */
const BROWSER_ENTRIES = ['index', 'define', 'autoload', 'adapter', 'loader/index', 'schema/index'];

/** What a strict Content-Security-Policy forbids, what makes markup out of text, and what keeps personal data. */
const FORBIDDEN =
  /innerHTML|outerHTML|unsafeHTML|insertAdjacentHTML|document\.write|styleMap|style="?\$\{|localStorage|sessionStorage|\beval\(|new Function/;

/** It names the storages, to give a document that has none one that lives as long as the document. */
const NAMES_STORAGE = 'loader/frame-document';

const layerOf = (name) => (name in LAYERS ? name : name.split('/')[0]);

const isPackage = (target, allowed) =>
  allowed.some((one) => target === one || target.startsWith(one.endsWith(':') ? one : `${one}/`));

/** What is wrong with one import, if anything is. */
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
  if (other === layer || (layer === 'server/node' && other === 'server')) return undefined;
  if (imports.includes(other) || values.includes(file)) return undefined;
  if (types.includes(other)) return type ? undefined : 'may be imported as a type only';
  return `is ${other}, which ${layer} may not import`;
}

/** The journey's later steps: one file, which the journey alone imports, when it has shown its first step. */
const LATER = 'components/later-steps';

/** A component imports another one if it renders it, and says so in its `uses`. */
function componentRefusal({ from, lazy, file }, sources) {
  if (from === LATER) return undefined;
  if (file === LATER || lazy)
    return lazy && file === LATER && from === 'components/lending-onboarding'
      ? undefined
      : 'is loaded by the journey only, and only as its later steps';
  const name = path.posix
    .basename(file)
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
  const uses = sources[from].match(/static override readonly uses = \[([^\]]*)\]/)?.[1] ?? '';
  return uses.includes(`${name}Element`) ? undefined : 'is a component that is not named in `uses`';
}

/** Every import that the table does not allow, as a sentence. */
function wrongImports(sources) {
  return allImports(sources).flatMap((one) => {
    const why = refusal(one, sources);
    return why ? [`src/${one.from}.ts imports ${one.target}, which ${why}.`] : [];
  });
}

/** Whether a line does what it may not. */
const isForbidden = (name, line) =>
  FORBIDDEN.test(name === NAMES_STORAGE ? line.replace("['localStorage', 'sessionStorage']", '') : line);

const sources = readSources();
const secretSide = (name) => /^(server|sandbox|cli)(\/|$)/.test(name);

describe('the layers of src/', () => {
  it('import only whom they may', () => assert.deepEqual(wrongImports(sources), []));

  it('have no circles', () => assert.deepEqual(circles(sources), []));

  it('bring nothing of the server’s and the sandbox’s into a page', () => {
    assert.deepEqual(reachable(BROWSER_ENTRIES, sources).filter(secretSide), []);
  });

  it('do without what a strict policy forbids, and without storage', () => {
    const hits = Object.entries(sources).flatMap(([name, source]) =>
      source
        .split('\n')
        .flatMap((line, index) => (isForbidden(name, line) ? [`src/${name}.ts:${index + 1}${line}`] : [])),
    );
    assert.deepEqual(hits, []);
  });

  it('are all looked at', () => {
    const imports = allImports(sources);
    assert.ok(Object.keys(sources).length > 50 && imports.length > 150);
    assert.ok(imports.some(({ type }) => type) && imports.some(({ lazy, type }) => lazy && !type));
  });
});

describe('the test of the layers', () => {
  const planted = [
    ['base/element', "import { createHandler } from '../server/index.js';"],
    ['components/lending-widget', "import { createSandbox } from '../sandbox/index.js';"],
    ['components/lending-widget', "import type { Handler } from '../server/handler.js';"],
    ['components/lending-widget', "type H = typeof import('../server/handler.js');"],
    ['components/lending-widget', "const late = () => import('../server/handler.js');"],
    ['components/lending-widget', "import { LendingReviewElement } from './lending-review.js';"],
    ['components/lending-widget', "const late = () => import('./lending-review.js');"],
    ['components/lending-widget', "import { version } from '../index.js';"],
    ['components/lending-widget', "import { map } from 'lodash';"],
    ['components/lending-widget', 'const late = (name) => import(name);'],
    ['components/lending-widget', "import '../loader/load-script';"],
    ['components/lending-widget', "import '../no-such-file.js';"],
    ['base/field', "import { readDraft } from '../schema/form.js';"],
    ['base/field', "import {\n  type Draft,\n  readDraft,\n} from '../schema/form.js';"],
    ['base/step', "import { createAdapter } from '../adapter.js';"],
    ['base/step', "export { createAdapter } from '../adapter.js';"],
    ['base/step', "import * as z from 'zod/mini';"],
    ['loader/load-script', "import { html } from 'lit';"],
    ['loader/load-script', "import type { Settings } from '../schema/session.js';"],
    ['schema/text', "import fs from 'node:fs';"],
    ['schema/text', "import { html } from 'lit';"],
    ['schema/text', "import { createUpstream } from '../server/upstream.js';"],
    ['errors', "import './version.js';"],
    ['adapter', "import { LendingElement } from './base/element.js';"],
    ['server/handler', "import { Buffer } from 'node:buffer';"],
    ['server/index', "export { fileConsents } from './file-consents.js';"],
    ['server/service-call', "import { nodeFetch } from './node-fetch.js';"],
    ['server/service-call', "import { request } from 'undici';"],
    ['server/handler', "import { createRequestListener } from '@remix-run/node-fetch-server';"],
    ['server/handler', "import { createSandbox } from '../sandbox/index.js';"],
    ['server/handler', "import { createAdapter } from '../adapter.js';"],
    ['server/handler', "import { EncryptJWT } from 'josé';"],
    ['cli', "import { LendingElement } from './base/element.js';"],
    ['server/handler', "import '../cli.js';"],
    ['sandbox/service', "import { createHandler } from '../server/index.js';"],
    ['define/lending-widget', "import { loadScript } from '../loader/load-script.js';"],
    ['attic/helpers', "import '../errors.js';"],
  ];
  for (const [name, line] of planted) {
    it(`refuses ${line.replaceAll('\n', ' ')} in ${name}.ts`, () => {
      const problems = wrongImports({ ...sources, [name]: `${sources[name] ?? ''}\n${line}\n` });
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0], new RegExp(`^src/${name}\\.ts imports `));
    });
  }

  it('takes types and excepted files where those are allowed', () => {
    const lines = [
      "import { type Draft } from '../schema/form.js';",
      "import '../schema/settings.js';",
      "import type { ServerAdapter } from '../adapter.js';",
    ];
    for (const line of lines) {
      assert.deepEqual(wrongImports({ ...sources, 'base/field': `${sources['base/field']}\n${line}\n` }), []);
    }
  });

  it('sees circles of values, however long, and none of types', () => {
    const circle = (line) => circles({ ...sources, 'schema/tidy': `${sources['schema/tidy']}\n${line}\n` });
    assert.match(circle("import './text.js';").join(), /schema\/text → schema\/tidy/);
    assert.ok(circle("const late = () => import('./text.js');").length > 0);
    assert.deepEqual(circle("import type { line } from './text.js';"), []);
  });

  it('sees the server behind a file in between', () => {
    const more = { ...sources, 'base/between': "import type { Handler } from '../server/handler.js';" };
    more['base/field'] += "\nimport './between.js';";
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
    it(`refuses ${line}`, () => assert.match(line, FORBIDDEN));
  }
});
