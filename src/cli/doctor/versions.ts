import fs from 'node:fs';
import path from 'node:path';
import { version } from '../../version.js';
import { findingsAbout, type Finding } from './findings.js';

/** The oldest version of Node that the package supports. */
const NODE = [20, 19] as const;

/** Checks the version of Node, and finds packages that are installed twice. */
export function checkVersions(folder: string, node = process.versions.node): Finding[] {
  const { fine, wrong } = findingsAbout('the versions');
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const found = `Node ${node}, lending-elements ${version}.`;
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1]);
  const own = isOld
    ? wrong(found, 'The library does not work on this version of Node.', `Use Node ${NODE.join('.')} or newer.`)
    : fine(found);
  return [own, ...['lit', 'lending-elements'].flatMap((name) => checkDuplicates(name, folder))];
}

/** A page with two versions of a package downloads both, and mixes their elements. */
function checkDuplicates(name: string, folder: string): Finding[] {
  const versions = [...new Set(installed(path.join(folder, 'node_modules'), name))].sort();
  if (versions.length < 2) return [];
  const meaning = 'A page may load both: it gets slower, and the version that loads first defines the tags.';
  return [
    findingsAbout('the versions').unsure(
      `${name} is installed as ${versions.join(' and ')}.`,
      meaning,
      `Run npm dedupe, or update the package that needs the older ${name}.`,
    ),
  ];
}

/** Returns the versions of a package in a `node_modules` folder and in the folders nested in it. */
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
