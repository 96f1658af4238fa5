// Makes the API report: the names that each entry exports, and every declaration of this package that a partner's compiler can reach
// from them. A reviewer reads its diff when the public surface changes.
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { plain } from './doc-comments.mjs';

/** A file of types: its declarations and imports by their names, its exports, and the files of which it exports everything. */
function readTypes(file) {
  const code = fs.readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, code);
  const types = { file, code, comments, declared: new Map(), imported: new Map(), exported: new Map(), everything: [] };
  for (const node of program.body) readStatement(node, types);
  return types;
}

const placeOf = (from, target) =>
  target.startsWith('.') ? path.join(path.dirname(from), target.replace(/\.js$/, '.d.ts')) : undefined;

function readStatement(node, types) {
  const { declared, imported, exported, everything, file } = types;
  const source = node.source && placeOf(file, node.source.value);
  if (node.type === 'ImportDeclaration') {
    for (const { local, imported: original } of node.specifiers)
      if (source && original) imported.set(local.name, { file: source, name: original.name });
    return;
  }
  if (node.type === 'ExportAllDeclaration') {
    if (source) everything.push(source);
    return;
  }
  for (const { local, exported: outer } of node.specifiers ?? [])
    exported.set(outer.name, source ? { file: source, name: local.name } : { name: local.name });
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  for (const name of namesOf(declaration)) {
    declared.set(name, [...(declared.get(name) ?? []), declaration]);
    if (declaration !== node) exported.set(name, { name });
  }
}

const namesOf = (declaration) =>
  declaration?.declarations
    ? declaration.declarations.map(({ id }) => id.name)
    : [declaration?.id?.name].filter(Boolean);

/** Returns the names in a declaration that may lead to other declarations, and its imports of types in place. */
function* referencesIn(node) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'Identifier') yield { name: node.name };
  if (node.type === 'TSImportType') yield { source: node.source?.value, name: node.qualifier?.name };
  for (const child of Object.values(node)) yield* referencesIn(child);
}

/** The entries of package.json that have types, with their exports, and every declaration that these lead to. The types are in the folder `dist`. */
export function readApi(entries) {
  const files = new Map();
  const typesOf = (file) => files.get(file) ?? (files.set(file, readTypes(file)), files.get(file));
  const exportsOf = (file) => {
    const { exported, everything } = typesOf(file);
    return new Map([
      ...everything.flatMap((one) => [...exportsOf(one)]),
      ...[...exported].map(([name, to]) => [name, { file, ...to }]),
    ]);
  };
  /** Finds the file that declares a name. */
  const declaring = ({ file, name }) => {
    const { declared, imported } = typesOf(file);
    if (declared.has(name)) return { file, name };
    const next = imported.get(name) ?? exportsOf(file).get(name);
    return next && (next.file !== file || next.name !== name) ? declaring(next) : undefined;
  };

  const found = new Map();
  const visit = (wanted) => {
    const at = wanted.name && fs.existsSync(wanted.file) ? declaring(wanted) : undefined;
    const key = at && `${at.file} ${at.name}`;
    if (!at || found.has(key)) return found.get(key);
    const types = typesOf(at.file);
    const nodes = types.declared.get(at.name);
    found.set(key, { ...at, text: nodes.map((node) => textOf(node, types)).join('\n'), doc: docOf(nodes[0], types) });
    for (const { name, source } of nodes.flatMap((node) => [...referencesIn(publicPart(node))])) {
      const file = source ? placeOf(at.file, source) : at.file;
      if (file && name) visit({ file, name });
    }
    return found.get(key);
  };
  const read = entries.map(({ entry, file }) => ({
    entry: path.posix.join('lending-elements', entry),
    exported: new Map([...exportsOf(path.normalize(file))].sort().map(([name, to]) => [name, visit(to)])),
  }));
  return { entries: read, declarations: [...found.values()] };
}

/** The report for the entries of package.json that have types. */
export function apiReport(given, dist = 'dist') {
  const { entries, declarations } = readApi(given);
  const sections = entries.map(({ entry, exported }) => {
    const names = [...exported.keys()].map((name) => `\`${name}\``);
    return `- \`${entry}\`: ${names.join(', ') || 'only effects'}`;
  });
  const code = groupByFile(declarations, dist).flatMap(({ file, texts }) => [
    `## \`${file}\``,
    ['```ts', ...texts, '```'].join('\n'),
  ]);
  return [
    '# API report',
    '`npm run docs` makes this page from the types in `dist/`. Read its diff in a review: everything in it is public. Elements, events, options and tokens are in [the reference](../docs/reference.md).',
    '## Entries',
    sections.join('\n'),
    ...code,
  ].join('\n\n');
}

/** The first paragraph of the doc comment of a declaration, in one line. */
function docOf({ start }, { code, comments }) {
  const doc = comments.findLast(({ end }) => end <= start);
  const isOwn = doc?.value.startsWith('*') && /^\s*(export )?(declare )?$/.test(code.slice(doc.end, start));
  return isOwn ? plain(doc.value.slice(1).split(/^\s*\* ?$/m)[0]) : '';
}

const groupByFile = (all, dist) => {
  const files = [...new Set(all.map(({ file }) => file))].sort();
  return files.map((file) => ({
    file: path.relative(dist, file).replace(/\.d\.ts$/, ''),
    texts: all
      .filter((one) => one.file === file)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ text }) => text),
  }));
};

const isHidden = ({ accessibility, key }) =>
  (accessibility && accessibility !== 'public') || key?.type === 'PrivateIdentifier';

/** A declaration without the members of its class that a partner cannot use. */
const publicPart = (node) =>
  node.body?.type === 'ClassBody'
    ? { ...node, body: { ...node.body, body: node.body.body.filter((member) => !isHidden(member)) } }
    : node;

/** The text of a declaration, without comments and such members. */
function textOf(node, { code, comments }) {
  const members = node.body?.type === 'ClassBody' ? node.body.body.filter(isHidden) : [];
  const cuts = [...comments, ...members].filter(({ start, end }) => start >= node.start && end <= node.end);
  let text = '';
  let from = node.start;
  for (const { start, end } of cuts.sort((one, other) => one.start - other.start)) {
    text += code.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return (text + code.slice(from, node.end)).replace(/\n\s*\n+/g, '\n').replace(/^declare /, '');
}
