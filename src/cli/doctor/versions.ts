import fs from 'node:fs';
import path from 'node:path';
import { version } from '../../version.js';
import { about, type Finding } from './findings.js';

/** The version of Node that the package asks for. */
const NODE = [20, 19] as const;

/** What runs here, and what is installed twice. */
export function checkVersions(folder: string, node = process.versions.node): Finding[] {
  const { fine, wrong } = about('the versions');
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const found = `Node ${node}, lending-elements ${version}.`;
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1]);
  const own = isOld
    ? wrong(found, 'This Node lacks what the library uses.', `Use Node ${NODE.join('.')} or newer.`)
    : fine(found);
  return [own, ...['lit', 'lending-elements'].flatMap((name) => checkTwice(name, folder))];
}

/** A page that gets two versions of a package downloads both, and has elements of either. */
function checkTwice(name: string, folder: string): Finding[] {
  const versions = [...new Set(installed(path.join(folder, 'node_modules'), name))].sort();
  if (versions.length < 2) return [];
  const means = 'A page may get both: it grows, and tags are taken by whichever comes first.';
  return [
    about('the versions').unsure(
      `${name} is installed as ${versions.join(' and ')}.`,
      means,
      `Run npm dedupe, or update what brings the older ${name}.`,
    ),
  ];
}

/** The versions of a package in a folder of packages, and in those of its packages. */
function installed(modules: string, name: string): string[] {
  const packages = foldersIn(modules).flatMap((one) =>
    one.startsWith('@') ? foldersIn(path.join(modules, one)).map((scoped) => path.join(one, scoped)) : [one],
  );
  return packages.flatMap((one) => [
    ...(one === name ? versionIn(path.join(modules, one)) : []),
    ...installed(path.join(modules, one, 'node_modules'), name),
  ]);
}

function foldersIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  } catch {
    return [];
  }
}

function versionIn(folder: string): string[] {
  try {
    const { version: found } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return [found];
  } catch {
    return [];
  }
}
