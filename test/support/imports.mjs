// The files of src/ and translations/, and their imports.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every file of src/ by its name without an ending: `base/element`. The translations are read as if they were a folder of src/. */
export function readSources() {
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
export function importsOf(name, source) {
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

export const allImports = (sources) => Object.entries(sources).flatMap(([name, source]) => importsOf(name, source));

/** Files that import themselves through others, types included. */
export function circles(sources) {
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

/** All direct and indirect imports of some files, types included. */
export function reachable(entries, sources) {
  const found = new Set(entries);
  for (const name of found) for (const { file } of importsOf(name, sources[name] ?? '')) if (file) found.add(file);
  return [...found];
}
