// `node scripts/release-check.mjs`: lists everything that must hold before this commit is published, besides `npm run verify`, which the
// workflow of a release runs. It fails if something does not hold. Otherwise it writes the list of packages (sbom.cdx.json) and the notes
// of the release to artifacts/.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { languageCodes, staleSentences } from './languages.mjs';
import { npmCommand, root, run } from './setup.mjs';

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
];

/** Returns the requirements with `isMet`. */
export const checkRelease = (facts) =>
  REQUIREMENTS.map(({ name, holds, remedy }) => ({ name, remedy, isMet: holds(facts) }));

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const json = (file) => JSON.parse(read(file));

async function readFacts() {
  return {
    manifest: json('package.json'),
    lock: json('package-lock.json'),
    code: read('src/version.ts'),
    changelog: read('CHANGELOG.md'),
    changes: run('git', ['status', '--porcelain']),
    // The workflow that publishes runs on the tag of this commit.
    tags: run('git', ['tag', '--no-contains', 'HEAD']).split('\n'),
    stale: (await Promise.all(languageCodes().map((code) => staleSentences(code)))).flat(),
  };
}

/** The names and versions of the packages that a partner installs. */
const installed = () =>
  new Set(
    Object.entries(json('package-lock.json').packages).flatMap(([place, { version, dev, devOptional, peer }]) =>
      dev || devOptional || peer
        ? []
        : [`${place.replace(/.*node_modules\//, '') || json('package.json').name}@${version}`],
    ),
  );

/**
 * The packages that a partner installs with this one, in the format CycloneDX: the list that npm makes from the lockfile, without the
 * packages for development. npm's own `--omit=dev` also leaves out packages that are needed for both, such as lit. It names this
 * package after its folder, so the name is corrected.
 */
export function makeSbom() {
  const flags = ['--sbom-format=cyclonedx', '--sbom-type=library', '--package-lock-only', '--loglevel=error'];
  const sbom = JSON.parse(run(...npmCommand(['sbom', ...flags])));
  const names = installed();
  sbom.metadata.component.name = json('package.json').name;
  sbom.components = sbom.components.filter((one) => names.has(one['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => names.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => names.has(one)) }));
  return sbom;
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
