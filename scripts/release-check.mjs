// `node scripts/release-check.mjs`: lists everything that must hold before this commit is published, and fails if something does not. If
// everything holds, it writes the list of packages (sbom.cdx.json) and the notes of the release to artifacts/.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { languageCodes, staleSentences } from './languages.mjs';
import { makeSbom } from './sbom.mjs';
import { root } from './setup.mjs';
import { verifiedCommit } from './verified.mjs';

const isRepository = (text) => typeof text === 'string' && /^(github|gitlab):[\w.-]+\/[\w.-]+$/.test(text);

/** The section of the changelog about a version, without its heading; `undefined` if there is none. */
export function changelogSection(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  return sections.find((one) => one.split('\n')[0].trim().split(' ')[0] === version)?.replace(/^.*\n/, '');
}

/** The requirements, each with the remedy. `holds` gets the facts. */
const REQUIREMENTS = [
  {
    name: 'package.json names the repository',
    holds: ({ manifest }) => isRepository(manifest.repository),
    remedy:
      'The owner of the project adds the line "repository": "github:owner/name" to package.json. npm makes the homepage and the URL for bugs from it, and provenance needs it.',
  },
  {
    name: 'the working tree is clean',
    holds: ({ changes }) => changes === '',
    remedy: 'Commit your changes, or remove them.',
  },
  {
    name: 'the version is new',
    holds: ({ manifest, tags }) => !tags.includes(`v${manifest.version}`),
    remedy: 'Set a new version in package.json, package-lock.json and src/version.ts.',
  },
  {
    name: 'the code says the version of package.json',
    holds: ({ manifest, lock, code }) => lock.version === manifest.version && code.includes(`'${manifest.version}'`),
    remedy: 'Set the same version in package.json, package-lock.json and src/version.ts.',
  },
  {
    name: 'the changelog has the version with its date',
    holds: ({ manifest, changelog }) =>
      new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm').test(changelog),
    remedy:
      'Write the heading of its section as "## 1.2.3 (2030-12-31)", and delete the line that it is not published.',
  },
  {
    name: 'the changelog says what to do',
    holds: ({ manifest, changelog }) =>
      /^### What to do\n+\S/m.test(changelogSection(changelog, manifest.version) ?? ''),
    remedy: 'Add the part "### What to do" to its section, also if there is nothing to do.',
  },
  {
    name: 'npm publishes it for everybody, with its provenance',
    holds: ({ manifest: { private: isPrivate, publishConfig = {} } }) =>
      !isPrivate && publishConfig.access === 'public' && publishConfig.provenance === true,
    remedy: 'Set "access" to "public" and "provenance" to true in "publishConfig" of package.json.',
  },
  {
    name: 'each translation is of the present English sentence',
    holds: ({ stale }) => stale.length === 0,
    remedy:
      'Translate the sentences that `node scripts/languages.mjs` lists as stale, and run it with `--translated de` for each language.',
  },
  {
    name: '`npm run verify` has passed for this commit',
    holds: ({ commit, verified }) => verified === commit,
    remedy: 'Run `npm run verify` without --short.',
  },
];

/** Returns the requirements with `isMet`. */
export const checkRelease = (facts) =>
  REQUIREMENTS.map(({ name, holds, remedy }) => ({ name, remedy, isMet: holds(facts) }));

async function readFacts() {
  const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return {
    manifest: JSON.parse(read('package.json')),
    lock: JSON.parse(read('package-lock.json')),
    code: read('src/version.ts'),
    changelog: read('CHANGELOG.md'),
    changes: git('status', '--porcelain'),
    // The workflow that publishes runs on the tag of this commit.
    tags: git('tag', '--no-contains', 'HEAD').split('\n'),
    commit: git('rev-parse', 'HEAD'),
    verified: verifiedCommit(),
    stale: (await Promise.all(languageCodes().map((code) => staleSentences(code)))).flat(),
  };
}

/** Writes the list of packages and the notes that go with the release. */
function writeAttachments({ manifest, changelog }) {
  const folder = path.join(root, 'artifacts');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(makeSbom(), null, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'release-notes.md'), changelogSection(changelog, manifest.version).trim());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const facts = await readFacts();
  const results = checkRelease(facts);
  for (const { name, remedy, isMet } of results)
    console.log(isMet ? `✓ ${name}` : `✗ ${name}\n    What to do: ${remedy}`);
  const missing = results.filter(({ isMet }) => !isMet).length;
  if (missing > 0) {
    console.error(`\n${missing} of ${results.length} requirements are not met. Do not publish this commit.`);
    process.exitCode = 1;
  } else {
    writeAttachments(facts);
    console.log('\nThis commit can be published: CONTRIBUTING.md has the steps.');
  }
}
