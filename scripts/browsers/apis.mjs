// Compiles code with the types of the oldest browsers: TypeScript's libraries, in which a newer member is optional, and a newer global can
// be undefined. So the compiler rejects each use of a newer API that is not behind a check.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseSync } from 'vite';
import { root } from '../setup.mjs';
import { compatData, missingIn } from './baseline.mjs';

const { api, javascript, webassembly } = compatData;
const { builtins } = javascript;

/** Interfaces of TypeScript whose members MDN lists elsewhere. */
const ALIASES = {
  ReadonlyArray: 'Array',
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
  ReadonlySetLike: 'Set',
  IteratorObject: 'Iterator',
  IteratorObjectConstructor: 'Iterator',
  IteratorConstructor: 'Iterator',
  WindowOrWorkerGlobalScope: 'Window',
};

/** Returns the features of MDN that a member of an interface can be. A mixin has the member in each interface that extends it. */
function featuresOf(owner, name, extending) {
  const isConstructor = owner.endsWith('Constructor');
  const plain = ALIASES[owner] ?? owner.replace(/Constructor$/, '');
  const typed = /^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$/.test(plain) ? 'TypedArray' : plain;
  const own =
    builtins[plain]?.[name] ??
    builtins[typed]?.[name] ??
    builtins.Intl[plain]?.[name] ??
    api[plain]?.[isConstructor ? `${name}_static` : name];
  if (own) return [own];
  if (plain === 'Window' && api[name]) return [api[name]];
  const others = extending.get(owner) ?? [];
  // The page's code has no SVG and no MathML.
  return (others.includes('HTMLElement') ? ['HTMLElement'] : others).flatMap((other) =>
    featuresOf(other, name, extending),
  );
}

/** Returns the files of the libraries, in the order of their references. */
function libraryFiles(folder, names) {
  const files = new Map();
  const add = (name) => {
    if (files.has(name)) return;
    const text = fs.readFileSync(path.join(folder, `lib.${name}.d.ts`), 'utf8');
    files.set(name, text);
    for (const [, other] of text.matchAll(/^\/\/\/ <reference lib="([^"]+)" \/>/gm)) add(other);
  };
  names.forEach(add);
  return [...files.values()].map((text) => text.replace(/^\/\/\/ .*$/gm, ''));
}

const typeFolder = () => {
  const scope = 'node_modules/@typescript';
  return path.join(
    scope,
    fs.readdirSync(scope).find((name) => name.startsWith('typescript-')),
    'lib',
  );
};

/** Returns the texts of the libraries. Each is a file: some are modules. */
function baselineTypes() {
  const texts = libraryFiles(typeFolder(), ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable']);
  const parsed = texts.map((text, index) => ({ text, body: parseSync(`lib${index}.d.ts`, text).program.body }));
  const extending = new Map();
  for (const { body } of parsed) {
    for (const { node } of declarations(body)) {
      if (node.type !== 'TSInterfaceDeclaration') continue;
      for (const { expression } of node.extends ?? [])
        extending.set(expression.name, [...(extending.get(expression.name) ?? []), node.id.name]);
    }
  }
  return parsed.map(({ text, body }) => edited(text, body, extending));
}

/** The declarations of a file, also those in namespaces and `declare global`. */
function* declarations(body, space) {
  for (const statement of body) {
    const node = statement.declaration ?? statement;
    if (node.type === 'TSModuleDeclaration' || node.type === 'TSGlobalDeclaration')
      yield* declarations(node.body?.body ?? [], node.id?.name === 'global' ? space : node.id?.name);
    else yield { node, outer: statement, space };
  }
}

function edited(text, body, extending) {
  const edits = [];
  const optional = ({ start, end, type, key, optional: already, kind }, features) => {
    if (already || !isNewer(features)) return;
    const isAccessor = type === 'TSMethodSignature' && kind !== 'method';
    const getter = text
      .slice(start, end)
      .replace(/^get\s+/, '')
      .replace('()', '?');
    edits.push(isAccessor ? [start, end, kind === 'set' ? '' : getter] : [key.end, key.end, '?']);
  };
  const members = (list, owner) => {
    for (const member of list) {
      const name = member.key?.name;
      if (!name || member.computed || /^on[a-z]+$/.test(name) || name === 'prototype') continue;
      optional(member, featuresOf(owner, name, extending));
    }
  };
  for (const { node, outer, space } of declarations(body)) {
    if (node.type === 'TSInterfaceDeclaration') members(node.body.body, node.id.name);
    for (const { id } of node.type === 'VariableDeclaration' ? node.declarations : []) {
      const features = globalFeatures(id.name, space);
      const type = id.typeAnnotation?.typeAnnotation;
      if (isNewer(features)) edits.push([type.start, type.end, `(${text.slice(type.start, type.end)}) | undefined`]);
      else if (type?.type === 'TSTypeLiteral') members(type.members, `${id.name}Constructor`);
    }
    if (/Function/.test(node.type) && isNewer(globalFeatures(node.id.name, space)))
      edits.push([outer.start, outer.end, asVariable(text, node)]);
  }
  return edits
    .sort(([one], [other]) => other - one)
    .reduce((result, [start, end, by]) => result.slice(0, start) + by + result.slice(end), text);
}

/** A function as a variable, which can be undefined. */
function asVariable(text, { id, params, returnType }) {
  const list = params.length ? text.slice(params[0].start, params.at(-1).end) : '';
  return `declare var ${id.name}: ((${list}) => ${text.slice(returnType.typeAnnotation.start, returnType.typeAnnotation.end)}) | undefined;`;
}

function globalFeatures(name, space) {
  if (space === 'Intl') return [builtins.Intl[name]];
  if (space === 'CSS') return [api.CSS[`${name}_static`]];
  if (space === 'WebAssembly') return [webassembly?.api?.[name]];
  if (space === 'Temporal') return [builtins.Temporal?.[name]];
  return space ? [] : [builtins[name] ?? api[name] ?? api.Window[name]];
}

const isNewer = (features) => features.some((feature) => missingIn(feature)?.length);

/** The entries that a page loads, and code that they load by its URL. */
export const ENTRIES = [
  'index',
  'define',
  'journey',
  'widget',
  'adapter/index',
  'loader/index',
  'loader/frame/frame-host',
].map((entry) => path.join(root, `src/${entry}.ts`));

/** Returns the compiler's messages about these files, and about all files that they import. */
export function newerApis(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-browsers-'));
  try {
    const libraries = baselineTypes().map((text, index) => {
      fs.writeFileSync(path.join(folder, `lib${index}.d.ts`), text);
      return `lib${index}.d.ts`;
    });
    const config = {
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: { noLib: true, lib: null, types: [] },
      include: [],
      files: [...libraries, ...files],
    };
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const options = { encoding: 'utf8', cwd: root };
    const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder, '--pretty', 'false'], options);
    return stdout.split('\n').filter(Boolean);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
