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
  const rawDocAt = (start) => {
    const doc = comments.findLast(({ end }) => end <= start);
    return doc?.value.startsWith('*') && /^[\s|]*(export )?(declare )?$/.test(code.slice(doc.end, start))
      ? doc.value
      : '';
  };
  return { code, program, declarations, rawDocAt, docAt: (start) => plain(rawDocAt(start)) };
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
const shapeOf = (schema) => [...nodesIn(schema)].find(({ type }) => type === 'ObjectExpression');

/** The types of the schemas that a setting has. */
const TYPES = {
  textLineSchema: 'string',
  pageUrl: 'string',
  int: 'number',
  texts: 'string | object',
  handOff: 'HandOff',
  choices: 'list',
  record: 'object',
};

/** The type of a setting: its values, or the type that a partner writes. */
function typeOfSchema(text) {
  const [found] =
    /\b(array|choices|custom<\w+|enum\(\[[^\]]*|union|record|textLineSchema|pageUrl|boolean|number|string|texts|handOff)\b'?/s.exec(
      text,
    ) ?? [];
  if (!found) return 'object';
  if (found === 'array') return /array\(\s*(z\.string|textLineSchema)/.test(text) ? 'string[]' : 'list';
  if (found === 'union')
    return text
      .match(/(?<=literal\()'\w+'|\b(boolean|int|texts)\b/g)
      .map((one) => TYPES[one] ?? one)
      .join(' | ');
  const [, values] = /^enum\(\[(.*)/s.exec(found) ?? [];
  return values?.split(/,\s*/).join(' | ') ?? TYPES[found] ?? found.replace('custom<', '');
}

/** Returns the type of an option, by its name in the source. A promise of the same value is left out. */
export const typeOfMember = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ \| undefined$/, '')
    .replace(/^\| /, '')
    .replace(/^\((\(.*)\)$/, '$1')
    .replace(/=> Promise<(.+)> \| \1(?=$| \|)/, '=> $1')
    .replace(/\| \((\([^)]*\) => .*)\)$/, '| $1');

/** Returns a row for each option of an interface or a schema. `inside` lists the options that have their own options. */
export function rowsOf({ file, name, prefix = '', inside = {} }) {
  const source = readSource(file);
  const declaration = source.declarations.get(name);
  if (!declaration)
    throw new Error(`${file} does not declare ${name}. Correct the file or the name in scripts/reference/options.mjs.`);
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
      const type = typeOfMember(
        annotation ? source.code.slice(annotation.start, annotation.end) : signatureOf(source, member),
      );
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

/** The signature of a method. */
const signatureOf = ({ code }, { key, end, optional }) => {
  const text = code.slice(key.end + (optional ? 1 : 0), end).replace(/;$/, '');
  const [, parameters, result] = /^(\([^]*\)): ([^]*)$/.exec(text);
  return `${parameters} => ${result}`;
};

const isObjectIn = ({ code, declarations }, name) => {
  const found = declarations.get(name);
  return found?.type === 'CallExpression' && /^z\.(strict|loose)?[oO]bject\(/.test(code.slice(found.start, found.end));
};
