// Tests the preparation of a release: the requirements, the list of packages, the API report, and the package.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { packageReadme } from '../scripts/package-readme.mjs';
import { apiReport } from '../scripts/reference/api-report.mjs';
import { problemOf } from '../scripts/pack-clone.mjs';
import { changelogSection, checkRelease, makeSbom } from '../scripts/release-check.mjs';
import { filesOf, manifest, ROOT } from './support/dist.mjs';

const json = (file) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'));

describe('a release', () => {
  const ready = () => ({
    manifest: {
      ...manifest,
      version: '1.2.0',
      repository: 'github:lending/elements',
      publishConfig: { access: 'public', provenance: true },
    },
    lock: { version: '1.2.0' },
    code: "export const version = '1.2.0';",
    changelog: '# Changelog\n\n## 1.2.0 (2027-01-02)\n\n### Changes for you\n\n- New.\n\n### What to do\n\nNothing.\n',
    changes: '',
    tags: ['v1.1.0'],
    stale: [],
  });
  const missing = (facts) => checkRelease(facts).flatMap(({ name, isMet }) => (isMet ? [] : [name]));

  it('is ready if all requirements are met', () => assert.deepEqual(missing(ready()), []));

  /** The requirements, with changes that break each of them alone. */
  const BROKEN = {
    'package.json names the repository': {
      'a repository': (facts) => delete facts.manifest.repository,
      'the name of the repository': (facts) => (facts.manifest.repository = 'TODO'),
    },
    'the working tree is clean': { 'a clean tree': (facts) => (facts.changes = ' M README.md') },
    'the version is new': { 'a new version': (facts) => facts.tags.push('v1.2.0') },
    'the code says the version of package.json': {
      'the version in the code': (facts) => (facts.code = "'1.1.0'"),
      'the version in the lockfile': (facts) => (facts.lock.version = '1'),
    },
    'the changelog has the version with its date': {
      'a date in the changelog': (facts) => (facts.changelog = facts.changelog.replace(' (2027-01-02)', '')),
    },
    'the changelog says what to do': {
      'the steps in the changelog': (facts) => (facts.changelog = facts.changelog.replace('What to do', 'Notes')),
    },
    'npm publishes it for everybody, with its provenance': {
      provenance: (facts) => delete facts.manifest.publishConfig.provenance,
    },
    'each translation is of the present English sentence': {
      'a present translation': (facts) => facts.stale.push('continue'),
    },
  };
  for (const [name, changes] of Object.entries(BROKEN))
    for (const [part, change] of Object.entries(changes))
      it(`is not ready without ${part}`, () => {
        const facts = ready();
        change(facts);
        assert.deepEqual(missing(facts), [name]);
      });

  it('waits for the owner, who adds one line to package.json', () => {
    const own = json('package.json');
    const facts = { ...ready(), manifest: { ...own, version: '1.2.0' } };
    assert.deepEqual(missing(facts), own.repository ? [] : ['package.json names the repository']);
    assert.ok(!own.homepage && !own.bugs);
  });

  it('has its changes and upgrade steps in the changelog', () => {
    const section = changelogSection(fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), manifest.version);
    assert.match(section, /^### Changes for you\n[^#]*^- /m);
    assert.match(section, /^### What to do\n+\S/m);
  });
});

describe('the list of packages', () => {
  it('contains exactly the packages that a partner installs', () => {
    const { packages } = json('package-lock.json');
    const installed = Object.entries(packages).filter(
      ([place, { dev, devOptional, peer }]) => place && !dev && !devOptional && !peer,
    );
    const names = installed.map(([place, { version }]) => `${place.replace(/.*node_modules\//, '')}@${version}`);
    const sbom = makeSbom();
    assert.equal(sbom.metadata.component.name, manifest.name);
    assert.deepEqual(
      sbom.components.map((one) => `${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`).toSorted(),
      names.toSorted(),
    );
    for (const name of Object.keys(manifest.dependencies))
      assert.ok(
        names.some((one) => one.startsWith(`${name}@`)),
        name,
      );
    const own = sbom.dependencies.find(({ ref }) => ref.startsWith(`${manifest.name}@`));
    assert.equal(own.dependsOn.length, Object.keys(manifest.dependencies).length);
  });
});

describe('the API report', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-api-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const report = (files) => {
    for (const [name, code] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), code);
    return apiReport([{ entry: '.', file: path.join(folder, 'index.d.ts') }], folder);
  };

  it('has the exported names and every type that they lead to', () => {
    const text = report({
      'index.d.ts': "export { make as create } from './make.js';\nexport * from './more.js';",
      'make.d.ts':
        "import type { Options as All } from './types.js';\nexport declare function make(options: All): void;",
      'types.d.ts':
        'type Mode = "a" | "b";\ninterface Options { mode: Mode; }\ninterface Unused {}\nexport type { Options };',
      'more.d.ts': 'export declare const more: import("./types.js").Options;',
    });
    assert.match(text, /- `lending-elements`: `create`, `more`/);
    for (const line of ['function make(options: All): void;', 'type Mode = "a" | "b";', 'mode: Mode', 'const more'])
      assert.ok(text.includes(line), `${line} is not in\n${text}`);
    assert.doesNotMatch(text, /Unused/);
  });

  it('leaves out comments, and members that a partner cannot use', () => {
    const text = report({
      'index.d.ts':
        "import type { Inner } from './inner.js';\n/** A. */\nexport declare class A {\n  #private;\n  private inner: Inner;\n  /** B. */\n  shown: string;\n}",
      'inner.d.ts': 'export interface Inner {}',
    });
    assert.match(text, /class A \{\s+shown: string;\s+\}/);
    assert.doesNotMatch(text, /Inner|private|\/\*/);
  });
});

const promised = [...Object.values(manifest.exports), ...Object.values(manifest.bin)]
  .flatMap(filesOf)
  .map((file) => path.posix.normalize(file));
const complete = [...new Set([...promised, manifest.customElements, manifest['web-types'], 'README.md', 'LICENSE'])];

describe('npm pack', () => {
  it('builds before it packs, and so does npm publish where scripts are switched off', () => {
    assert.match(manifest.scripts.prepack, /scripts\/setup\.mjs.*scripts\/build\.mjs/);
    assert.doesNotMatch(fs.readFileSync(path.join(ROOT, '.npmrc'), 'utf8'), /ignore-scripts/);
    assert.equal(manifest.publishConfig['ignore-scripts'], false);
  });
});

describe('the README of a package', () => {
  const text =
    '<picture>\n<source srcset="docs/a.png" /><img src="docs/b.png" alt="A" />\n</picture>\n\n![A page](docs/c.svg)\n\n[Guide](docs/d.md#e)\n\n<script src="/f.js">';

  it('has absolute links and pictures if package.json names the repository', () => {
    const [files, pictures] = ['https://github.com/a/b/blob/HEAD/', 'https://raw.githubusercontent.com/a/b/HEAD/'];
    assert.equal(
      packageReadme(text, 'github:a/b'),
      text.replaceAll(/(?=docs\/[abc])/g, pictures).replace('docs/d.md', `${files}docs/d.md`),
    );
  });

  it('has the text of the diagram, and no picture, without a repository', () =>
    assert.equal(packageReadme(text), 'A page\n\n[Guide](docs/d.md#e)\n\n<script src="/f.js">'));

  it('links to no file that is not in the package', () => {
    const readme = packageReadme(fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8'));
    const targets = [...readme.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, target]) => target);
    assert.ok(targets.length > 20);
    assert.deepEqual(
      targets.filter((target) => !/^(docs\/|(README|CHANGELOG|ACCESSIBILITY|SECURITY)\.md$|LICENSE$)/.test(target)),
      [],
    );
  });

  it('has no relative link that a package page could not open', () => {
    const readme = packageReadme(fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8'), 'gitlab:a/b');
    assert.deepEqual(readme.match(/(\]\(|src="|srcset=")(?!https:|\/)[^)"]*/g), null);
  });
});

describe('a package', () => {
  it('is accepted if it contains every file that package.json names', () => {
    assert.equal(problemOf(complete, manifest), undefined);
    assert.equal(problemOf([...complete, 'examples/express/server.mjs', 'docs/backend.md'], manifest), undefined);
  });

  it('is rejected if its code or any one of its files is missing', () => {
    assert.match(problemOf(['package.json', 'README.md', 'LICENSE'], manifest), /lacks files.*dist\/index\.js/);
    for (const file of ['dist/cli.js', 'dist/cdn/journey.js', 'dist/custom-elements.json']) {
      const problem = problemOf(
        complete.filter((one) => one !== file),
        manifest,
      );
      assert.match(problem, /lacks files/);
      assert.ok(problem.includes(file));
    }
  });

  for (const file of [
    'src/server/handler.ts',
    '.env',
    'examples/frameworks/next/node_modules/next/index.js',
    'examples/frameworks/next/.next/server.js',
    'examples/workers/.dev.vars',
    'examples/workers/.wrangler/tmp/worker.js',
    'test/release.long.test.mjs',
  ]) {
    it(`is rejected with ${file}`, () =>
      assert.match(problemOf([...complete, file], manifest), /must not be published/));
  }
});
