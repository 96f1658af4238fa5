// Tests the preparation of a release: the requirements, the list of packages, and the API report.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { apiReport } from '../scripts/api-report.mjs';
import { changelogSection, checkRelease } from '../scripts/release-check.mjs';
import { makeSbom } from '../scripts/sbom.mjs';
import { manifest, ROOT } from './support/dist.mjs';

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
    commit: 'abc',
    verified: 'abc',
    stale: [],
  });
  const missing = (facts) => checkRelease(facts).flatMap(({ name, isMet }) => (isMet ? [] : [name]));

  it('is ready if all requirements are met', () => assert.deepEqual(missing(ready()), []));

  for (const { missing: part, change, name } of [
    {
      missing: 'a repository',
      change: (facts) => delete facts.manifest.repository,
      name: 'package.json names the repository',
    },
    {
      missing: 'the name of the repository',
      change: (facts) => (facts.manifest.repository = 'TODO'),
      name: 'package.json names the repository',
    },
    { missing: 'a clean tree', change: (facts) => (facts.changes = ' M README.md'), name: 'the working tree is clean' },
    { missing: 'a new version', change: (facts) => facts.tags.push('v1.2.0'), name: 'the version is new' },
    {
      missing: 'the version in the code',
      change: (facts) => (facts.code = "'1.1.0'"),
      name: 'the code says the version of package.json',
    },
    {
      missing: 'the version in the lockfile',
      change: (facts) => (facts.lock.version = '1'),
      name: 'the code says the version of package.json',
    },
    {
      missing: 'a date in the changelog',
      change: (facts) => (facts.changelog = facts.changelog.replace(' (2027-01-02)', '')),
      name: 'the changelog has the version with its date',
    },
    {
      missing: 'the steps in the changelog',
      change: (facts) => (facts.changelog = facts.changelog.replace('What to do', 'Notes')),
      name: 'the changelog says what to do',
    },
    {
      missing: 'provenance',
      change: (facts) => delete facts.manifest.publishConfig.provenance,
      name: 'npm publishes it for everybody, with its provenance',
    },
    {
      missing: 'a present translation',
      change: (facts) => facts.stale.push('continue'),
      name: 'each translation is of the present English sentence',
    },
    {
      missing: 'a verified commit',
      change: (facts) => (facts.verified = 'abd'),
      name: '`npm run verify` has passed for this commit',
    },
  ]) {
    it(`is not ready without ${part}`, () => {
      const facts = ready();
      change(facts);
      assert.deepEqual(missing(facts), [name]);
    });
  }

  it('waits for the owner, who adds one line to package.json', () => {
    const own = json('package.json');
    const facts = { ...ready(), manifest: { ...own, version: '1.2.0' } };
    assert.deepEqual(missing(facts), own.repository ? [] : ['package.json names the repository']);
    assert.ok(!own.homepage && !own.bugs);
  });

  it('has its changes and steps in the changelog', () => {
    const section = changelogSection(fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), manifest.version);
    assert.match(section, /^### Changes for you\n[^#]*^- /m);
    assert.match(section, /^### What to do\n+\S/m);
  });
});

describe('the list of packages', () => {
  it('has every package that a partner installs, and no other', () => {
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
