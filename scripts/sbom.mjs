// The packages that a partner installs with this one, in the format CycloneDX.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { npmCommand, root } from './setup.mjs';

const json = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

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
 * Returns the list that npm makes from the lockfile, without the packages for development. npm's own `--omit=dev` also leaves out
 * packages that are needed for both, such as lit. It names this package after its folder, so the name is corrected.
 */
export function makeSbom() {
  const [command, args, options] = npmCommand([
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=library',
    '--package-lock-only',
    '--loglevel=error',
  ]);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Infinity,
    ...options,
  });
  if (status !== 0) throw new Error(`${stderr}\nnpm sbom failed. Its output is above.`);
  const sbom = JSON.parse(stdout);
  const names = installed();
  sbom.metadata.component.name = json('package.json').name;
  sbom.components = sbom.components.filter((one) => names.has(one['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => names.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => names.has(one)) }));
  return sbom;
}
