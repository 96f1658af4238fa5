// Makes tables of the public API from the doc comments of the source and from the custom-elements manifest.
import fs from 'node:fs';
import { MAGIC_VALUES } from 'lending-elements/sandbox';
import { defaultSettings } from '../dist/schema/default-settings.js';
import { plain, readSource, rowsOf, typeOfMember } from './doc-comments.mjs';

/** Adds the default of each setting, as code. Empty defaults are left out. */
const withDefaults = (rows) =>
  rows.map((row) => {
    const byDefault = JSON.stringify(defaultSettings[row.option]);
    return /^(\[\]|\{\})?$/.test(byDefault ?? '') ? row : { ...row, byDefault: `\`${byDefault}\`` };
  });

const cell = (text) => text.replaceAll('|', '\\|');

function tableOf(rows) {
  const cells = rows.map(({ option, type, isOptional, doc, byDefault }) => {
    if (!doc) throw new Error(`The option ${option} has no doc comment. Add one in the source.`);
    const { meaning, byDefault: documented } = describe(doc);
    return [code(option), code(type), cell(meaning), cell(isOptional ? (byDefault ?? documented) : 'required')];
  });
  return table(['option', 'takes', 'meaning', 'default'], cells);
}

/** The options of `createHandler`. Its settings and widget are declared in schemas. */
const HANDLER = {
  file: 'src/server/types.ts',
  name: 'HandlerOptions',
  inside: {
    'extends UpstreamOptions': { file: 'src/server/service/types.ts', name: 'UpstreamOptions' },
    'extends ConsentOptions': { file: 'src/server/consent/types.ts', name: 'ConsentOptions' },
    limits: { file: 'src/server/limits.ts', name: 'LimitOptions' },
    frame: { file: 'src/server/types.ts', name: 'FrameOptions' },
  },
};
const SETTINGS = { file: 'src/schema/settings.ts', name: 'settings' };
const WIDGET = { file: 'src/schema/widget/widget-settings.ts', name: 'widgetSettings' };
const SANDBOX = {
  file: 'src/sandbox/options.ts',
  name: 'SandboxOptions',
  inside: {
    behaviour: { file: 'src/sandbox/lender/behaviour.ts', name: 'SandboxBehaviour' },
    tokens: { file: 'src/sandbox/lender/tokens.ts', name: 'SandboxTokens' },
  },
};
const DATABASE = { file: 'src/server/database/store.ts', name: 'DatabaseOptions' };
const STORE = { file: 'src/server/store/types.ts', name: 'Store' };
const ADAPTER = { file: 'src/adapter/types.ts', name: 'AdapterOptions' };

/** The doc comment of an interface. */
function docOf({ file, name }) {
  const { code, docAt } = readSource(file);
  return cell(docAt(code.indexOf(`export interface ${name} `)));
}

/** Splits a description into its meaning and its default, which is in the last sentence. */
function describe(description) {
  const [, meaning, byDefault = ''] = /^(.*?)(?: ?Default: (.*))?$/.exec(description.replace(/\s+/g, ' '));
  // A single value is not a sentence.
  return { meaning, byDefault: byDefault.replace(/^([^.]*)\.$/, '$1') };
}

const table = (columns, rows) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const code = (text) => (text ? `\`${cell(text)}\`` : '');

/** A table of the properties that a page can set on an element, with their attributes. */
function properties({ members = [] }) {
  const fields = members.filter(({ kind, readonly, description }) => kind === 'field' && !readonly && description);
  return table(
    ['property', 'attribute', 'takes', 'meaning', 'default'],
    fields.map(({ name, attribute, type, description }) => {
      const { meaning, byDefault } = describe(description);
      return [code(name), code(attribute), code(typeOfMember(type?.text ?? '')), cell(meaning), cell(byDefault)];
    }),
  );
}

/** A heading and a table of names and meanings, or nothing if the list is empty. `typeColumn` adds a column with types. */
function named(heading, list = [], { name = (item) => item.name, typeColumn } = {}) {
  if (list.length === 0) return [];
  const rows = list.map((item) => [
    code(name(item)),
    ...(typeColumn ? [typeColumn(item)] : []),
    cell(item.description ?? ''),
  ]);
  return [`### ${heading[0]}`, table([heading[1], ...(typeColumn ? ['type'] : []), 'meaning'], rows)];
}

const elementSection = (element) => [
  `## \`<${element.tagName}>\``,
  cell(element.description.split('\n\n')[0].replace(/\s+/g, ' ')),
  properties(element),
  ...named(['Events', 'event'], element.events, { typeColumn: ({ type }) => code(type?.text) }),
  ...named(['Slots', 'slot'], element.slots, { name: ({ name }) => name || '(default)' }),
  ...named(['Parts', 'part'], element.cssParts),
  ...named(['States', 'state'], element.cssStates, { name: ({ name }) => `:state(${name})` }),
];

/** The error codes, each with its meaning. */
function readErrorCodes() {
  const { declarations, docAt } = readSource('src/errors.ts');
  return declarations
    .get('LendingErrorCode')
    .typeAnnotation.types.map(({ literal, start }) => ({ code: literal.value, meaning: docAt(start) }));
}

const errorCodes = () =>
  table(
    ['code', 'meaning'],
    readErrorCodes().map((one) => [`[\`${one.code}\`](troubleshooting.md#${one.code})`, cell(one.meaning)]),
  );

/** A table of the sandbox's magic values in a field. */
export const magicValues = (field) =>
  table(
    ['value', 'call', 'effect'],
    MAGIC_VALUES.filter((magic) => magic.field === field).map(({ value, call, about }) => [
      code(typeof value === 'number' ? value.toLocaleString('en-GB') : value),
      code(call),
      cell(about),
    ]),
  );

/** A table of the environment variables from the list in the doc comment of `fromEnv()`. */
export function environmentTable() {
  const file = 'src/server/node/from-env.ts';
  const source = fs.readFileSync(file, 'utf8');
  const [, doc] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export function fromEnv/.exec(source) ?? [];
  const list = (doc ?? '').split(/^\s*\* - /m).slice(1);
  const rows = list.map((item) => {
    const [, name, text] = /^`(LENDING_\w+)`: ([^]*)$/.exec(item.split(/^\s*\*\s*$/m)[0]) ?? [];
    if (!name)
      throw new Error(
        `${file}: an item in the doc comment of fromEnv() does not start with "- \`LENDING_…\`: ". Change it to this form.`,
      );
    const meaning = plain(text);
    return [code(name), cell(meaning[0].toUpperCase() + meaning.slice(1))];
  });
  return table(['variable', 'meaning'], rows);
}

/** The page `docs/reference.md`. */
export const reference = (elements) =>
  [
    '# Reference',
    '`npm run docs` makes this page from the doc comments of the source. To change a sentence, change it there.',
    '## `createHandler({ … })`',
    'Time limits are in milliseconds. Ages and periods that something is kept for are in seconds.',
    tableOf(rowsOf(HANDLER)),
    '## `createHandler({ settings })`',
    'A list has an entry `{ value, label? }` for each choice: the code that is sent, and the text that the applicant reads. An entry of `residentialStatuses` can also have a `question` and a `pastQuestion`, such as `Do you rent your home?` and `Did you rent your home there?`. They are asked if it is the only entry.',
    'A rule in `fields` is one of four. `required`: the field is asked and always sent. `asked`: the field is asked, and the applicant can answer that there is nothing to send, for example "No" to a question about the only entry of a list. `optional`: the field can be left blank. `hidden`: the field is neither asked nor expected.',
    tableOf(withDefaults(rowsOf(SETTINGS))),
    '## `createHandler({ widget })`',
    tableOf(rowsOf(WIDGET)),
    '## Environment variables',
    '`fromEnv()` of `lending-elements/server/node` reads them.',
    environmentTable(),
    '## `sqliteStore(file, { … })` and `postgresStore(pool, { … })`',
    '`sqliteStore()` is in `lending-elements/server/node`, and `postgresStore()` in `lending-elements/server/postgres`. The latter has the option `schema` too, the schema of the tables, which is `lending` by default. [Several machines](several-machines.md) has the rest.',
    tableOf(rowsOf(DATABASE)),
    '## A store of your own',
    docOf(STORE),
    tableOf(rowsOf(STORE)),
    '## `createAdapter({ … })`',
    tableOf(rowsOf(ADAPTER)),
    '## `createSandbox({ … })`',
    'For development and tests. [The sandbox](sandbox.md) has its magic values.',
    tableOf(rowsOf(SANDBOX)),
    ...elements.toSorted((one, other) => (one.tagName < other.tagName ? -1 : 1)).flatMap(elementSection),
    '## Error codes',
    '[Troubleshooting](troubleshooting.md) has the cause of each code and what to do. The `code` of a `LendingError`. Its first word says where the error happened: `adapter` between the page and your backend, `handler` in your backend, `upstream` between your backend and the service, `script` and `widget` in the widget on the page, `config` in your code.',
    errorCodes(),
  ].join('\n\n') + '\n';
