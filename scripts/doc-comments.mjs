// Reads the options of the public API, with their types and meanings, from the doc comments of the source.
import fs from 'node:fs';
import { parseSync } from 'vite';

/** Parses a source file. Returns its code, its declarations by name, and a function that finds the doc comment before a position. */
export function readSource(file) {
  const code = fs.readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, code);
  const declarations = new Map();
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement;
    if (/^TS(Interface|TypeAlias)Declaration$/.test(declared.type)) declarations.set(declared.id.name, declared);
    for (const { id, init } of declared.declarations ?? []) if (init) declarations.set(id.name, init);
  }
  const docAt = (start) => {
    const doc = comments.findLast(({ end }) => end <= start);
    return doc?.value.startsWith('*') && !code.slice(doc.end, start).replace('|', '').trim() ? plain(doc.value) : '';
  };
  return { code, declarations, docAt };
}

export const plain = (comment) =>
  comment
    .replace(/^\*|^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

function* nodesIn(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}

/** Returns the outermost object literal of a schema like `z.strictObject({ … })`. */
export const shapeOf = (schema) => [...nodesIn(schema)].find(({ type }) => type === 'ObjectExpression');

function typeOfSchema(text) {
  const [, word] =
    /\b(textLineSchema|boolean|number|string|enum|array|choices|record|custom|handOff)\b/.exec(text) ?? [];
  const words = {
    textLineSchema: 'text',
    string: 'text',
    enum: 'one of these',
    array: 'list',
    choices: 'list',
    record: 'object',
  };
  return words[word] ?? (word === 'boolean' || word === 'number' ? word : 'object');
}

/** Returns the type of an option as in the source, or “function”. */
export function typeOfMember(text) {
  const type = text
    .replace(/\s+/g, ' ')
    .replace(/ \| undefined$/, '')
    .replace(/^\| /, '');
  return type.includes('=>') ? 'function' : type;
}

/** Returns a row for each option of an interface or a schema. `inside` lists the options that have their own options. */
export function rowsOf({ file, name, prefix = '', inside = {} }) {
  const source = readSource(file);
  const declaration = source.declarations.get(name);
  if (!declaration)
    throw new Error(`${file} does not declare ${name}. Correct the file or the name in scripts/reference.mjs.`);
  const nested = (option, schema) => {
    const below = { prefix: `${prefix}${option}.`, ...inside[option] };
    if (inside[option]) return rowsOf(below);
    const named = [...nodesIn(schema)].find(({ type, name }) => type === 'Identifier' && isObjectIn(source, name));
    return named ? rowsOf({ file, name: named.name, prefix: `${prefix}${option}.` }) : [];
  };
  if (declaration.type === 'TSInterfaceDeclaration') {
    const inherited = declaration.extends.flatMap(({ expression }) => {
      const parent = inside[`extends ${expression.name}`];
      return parent ? rowsOf({ ...parent, prefix, inside }) : [];
    });
    const own = declaration.body.body.flatMap((member) => {
      const option = member.key.name;
      const annotation = member.typeAnnotation?.typeAnnotation;
      const type = annotation ? typeOfMember(source.code.slice(annotation.start, annotation.end)) : 'function';
      const row = { option: prefix + option, type, isOptional: member.optional, doc: source.docAt(member.start) };
      return [row, ...nested(option)];
    });
    return [...own, ...inherited];
  }
  return shapeOf(declaration).properties.flatMap((property) => {
    // The options of another object have their rows there.
    if (property.type === 'SpreadElement') return [];
    const option = property.key.name;
    const text = source.code.slice(property.value.start, property.value.end);
    const row = {
      option: prefix + option,
      type: typeOfSchema(text),
      isOptional: true,
      doc: source.docAt(property.start),
    };
    return [row, ...nested(option, property.value)];
  });
}

const isObjectIn = ({ code, declarations }, name) => {
  const found = declarations.get(name);
  return found?.type === 'CallExpression' && /^z\.(strict|loose)?[oO]bject\(/.test(code.slice(found.start, found.end));
};
