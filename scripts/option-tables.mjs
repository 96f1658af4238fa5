// The options of this library as tables, made from the doc comments of the source: there is one place for each sentence.
import fs from 'node:fs';
import { defaultSettings } from 'lending-elements/schema';
import { parseSync } from 'oxc-parser';

/** A source file: its declarations by name, and the doc comment that ends right before a place. */
function readSource(file) {
  const code = fs.readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, code);
  const declarations = new Map();
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement;
    if (declared.type === 'TSInterfaceDeclaration') declarations.set(declared.id.name, declared);
    for (const { id, init } of declared.declarations ?? []) if (init) declarations.set(id.name, init);
  }
  const docAt = (start) => {
    const doc = comments.findLast(({ end }) => end <= start);
    return doc?.value.startsWith('*') && !code.slice(doc.end, start).trim() ? plain(doc.value) : '';
  };
  return { code, declarations, docAt };
}

const plain = (comment) =>
  comment
    .replace(/^\*|^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Every node below this one, and itself. */
function* nodesIn(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}

/** The object that a schema is made of, like `z.strictObject({ … })`; of several the outermost. */
const shapeOf = (schema) => [...nodesIn(schema)].find(({ type }) => type === 'ObjectExpression');

/** What a schema takes, in a word. */
function typeOfSchema(text) {
  const [, word] = /\b(line|boolean|number|string|enum|array|choices|record|custom|handOff)\b/.exec(text) ?? [];
  const words = {
    line: 'text',
    string: 'text',
    enum: 'one of these',
    array: 'list',
    choices: 'list',
    record: 'object',
  };
  return words[word] ?? (word === 'boolean' || word === 'number' ? word : 'object');
}

/** What an option takes, as the source says it; a function is called one. */
function typeOfMember(text) {
  const type = text
    .replace(/\s+/g, ' ')
    .replace(/ \| undefined$/, '')
    .replace(/^\| /, '');
  return type.includes('=>') ? 'function' : type;
}

/** A row for each option below a name: of an interface, or of a schema. `inside` says which of them have options of their own. */
function rowsOf({ file, name, prefix = '', inside = {} }) {
  const source = readSource(file);
  const declaration = source.declarations.get(name);
  if (!declaration) throw new Error(`${file} declares no ${name}: teach scripts/option-tables.mjs where it is now.`);
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

/** Adds what each setting is unless the backend says otherwise, as code. What is empty says nothing. */
const withDefaults = (rows) =>
  rows.map((row) => {
    const usual = JSON.stringify(defaultSettings[row.option]);
    return /^(\[\]|\{\})?$/.test(usual ?? '') ? row : { ...row, usual: `\`${usual}\`` };
  });

const cell = (text) => text.replaceAll('|', '\\|');

/** A table of rows: what an option is called, what it takes, what it means, and what holds without it. */
function tableOf(rows) {
  const lines = rows.map(({ option, type, isOptional, doc, usual }) => {
    if (!doc) throw new Error(`The option ${option} has no doc comment.`);
    const [, meaning, said = ''] = /^(.*?)(?: ?Default: (.*))?$/.exec(doc);
    const otherwise = isOptional ? (usual ?? said) : 'required';
    return `| \`${option}\` | ${type ? `\`${cell(type)}\`` : ''} | ${cell(meaning)} | ${cell(otherwise)} |`;
  });
  return ['| option | takes | what it means | default |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** The options of `createHandler`, whose settings and widget are written in schemas. */
const HANDLER = {
  file: 'src/server/handler.ts',
  name: 'HandlerOptions',
  inside: {
    'extends UpstreamOptions': { file: 'src/server/upstream.ts', name: 'UpstreamOptions' },
    'extends ConsentOptions': { file: 'src/server/consents.ts', name: 'ConsentOptions' },
    sessions: { file: 'src/server/session.ts', name: 'SessionOptions' },
    drafts: { file: 'src/server/draft-store.ts', name: 'DraftOptions' },
    frame: { file: 'src/server/frame.ts', name: 'FrameOptions' },
  },
};
const SETTINGS = { file: 'src/schema/session.ts', name: 'settings' };
const WIDGET = { file: 'src/schema/widget-settings.ts', name: 'widgetSettings' };
const ADAPTER = { file: 'src/adapter.ts', name: 'AdapterOptions' };

/** A row for each property that a page sets on an element, with its attribute where it has one. */
function elementTable({ members = [] }) {
  const rows = members.filter(({ kind, readonly, description }) => kind === 'field' && !readonly && description);
  const lines = rows.map(({ name, attribute, type, description }) => {
    const [, meaning, usual = ''] = /^(.*?)(?: ?Default: (.*))?$/.exec(description.replace(/\s+/g, ' '));
    const takes = typeOfMember(type?.text ?? '');
    return `| \`${name}\` | ${attribute ? `\`${attribute}\`` : ''} | \`${cell(takes)}\` | ${cell(meaning)} | ${cell(usual)} |`;
  });
  return [
    '| property | attribute | takes | what it means | default |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

/** The page `docs/options.md`: every option of the handler, the adapter and the elements. */
export const optionTables = (elements) =>
  [
    '# Options',
    'This page is made from the doc comments of the source by `npm run docs`. Change a sentence there.',
    '## `createHandler({ … })`',
    tableOf(rowsOf(HANDLER)),
    '## `createHandler({ settings })`',
    'A list is `{ value, label? }` for each entry: the code that is sent, and what the applicant reads. An entry of `residential_statuses` can also have a `question` and a `pastQuestion`, like `Do you rent your home?` and `Did you rent your home there?`: they are asked where it is the only entry.',
    'A rule in `fields` is one of four. `required`: the field is asked, and always sent. `asked`: it is asked, and the applicant can answer that there is nothing to send, like "No" to a question about the one entry of a list. `optional`: it may be left blank. `hidden`: it is neither asked nor expected.',
    tableOf(withDefaults(rowsOf(SETTINGS))),
    '## `createHandler({ widget })`',
    tableOf(rowsOf(WIDGET)),
    '## `createAdapter({ … })`',
    tableOf(rowsOf(ADAPTER)),
    ...elements
      .toSorted((one, other) => (one.tagName < other.tagName ? -1 : 1))
      .flatMap((element) => [`## \`<${element.tagName}>\``, elementTable(element)]),
  ].join('\n\n') + '\n';
