// Lists of options, each with its type, its default and its meaning, from the doc comments of the source.
import { defaultSettings } from '../../dist/schema/default-settings.js';
import { plain, readSource, rowsOf } from './doc-comments.mjs';

export const code = (text) => (text ? `\`${text}\`` : '');

/** Splits a description into its meaning and its default, which is in the last sentence. */
export function describe(description) {
  const [, meaning, byDefault = ''] = /^(.*?)(?: ?Default: (.*))?$/.exec(description.replace(/\s+/g, ' '));
  // A single value is not a sentence.
  return { meaning, byDefault: byDefault.replace(/^([^.]*)\.$/, '$1') };
}

/** An item of a list. A default of one value is next to the type, and a longer one after the meaning. */
export function item({ name, attribute, type, isRequired, meaning, byDefault = '' }) {
  const isValue = /^(`[^`]*`|[\w.]+( (seconds|hours|MiB))?)$/.test(byDefault);
  const facts = [
    code(type),
    attribute && `attribute ${code(attribute)}`,
    isRequired && 'required',
    isValue && `default ${byDefault}`,
  ].filter(Boolean);
  const rest = byDefault && !isValue ? ` Default: ${byDefault.replace(/\.?$/, '.')}` : '';
  return `- ${code(name)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}: ${meaning}${rest}`;
}

function optionList(rows, defaults = {}) {
  return rows
    .map(({ option, type, isOptional, doc }) => {
      if (!doc) throw new Error(`The option ${option} has no doc comment. Add one in the source.`);
      const { meaning, byDefault } = describe(doc);
      return item({ name: option, type, isRequired: !isOptional, meaning, byDefault: defaults[option] ?? byDefault });
    })
    .join('\n');
}

/** The defaults of the settings, as code. Empty defaults are left out. */
const SETTING_DEFAULTS = Object.fromEntries(
  Object.entries(defaultSettings).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    return /^(\[\]|\{\})$/.test(text) ? [] : [[name, `\`${text}\``]];
  }),
);

const SERVICE = { file: 'src/server/service/types.ts', name: 'UpstreamOptions' };
const HANDLER = {
  file: 'src/server/types.ts',
  name: 'HandlerOptions',
  inside: {
    'extends ConsentOptions': { file: 'src/server/consent/types.ts', name: 'ConsentOptions' },
  },
};
const SANDBOX = {
  file: 'src/sandbox/options.ts',
  name: 'SandboxOptions',
  inside: {
    behaviour: { file: 'src/sandbox/options.ts', name: 'SandboxBehaviour' },
    tokens: { file: 'src/sandbox/lender/tokens.ts', name: 'SandboxTokens' },
  },
};

/** The rows of a schema, without those that the handler sets, and without the parts that their own setting describes. */
const rowsOfSchema = (file, name) =>
  rowsOf({ file, name }).filter(
    ({ option, doc }) =>
      !/\.(value|label)$|\.support\./.test(option) && !/The handler (sets|makes) (it|them)\b/.test(doc),
  );

/** The options of each function. */
export const OPTIONS = {
  handler: () => optionList(rowsOf(HANDLER)),
  service: () => optionList(rowsOf(SERVICE)),
  settings: () => optionList(rowsOfSchema('src/schema/settings.ts', 'settings'), SETTING_DEFAULTS),
  widget: () => optionList(rowsOfSchema('src/schema/widget/widget-settings.ts', 'widgetSettings')),
  database: () => optionList(rowsOf({ file: 'src/server/records/records.ts', name: 'DatabaseSettings' })),
  adapter: () => optionList(rowsOf({ file: 'src/adapter/types.ts', name: 'AdapterOptions' })),
  sandbox: () => optionList(rowsOf(SANDBOX)),
};

/** The doc comment of a declaration. */
export function docOf(file, name) {
  const { code, docAt } = readSource(file);
  return docAt(code.search(new RegExp(`^export (interface|const|function) ${name}\\b`, 'm')));
}

/** The items of a list in a doc comment, like "- `name`: meaning", up to the first empty line. */
export function listIn(file, name) {
  const { code, rawDocAt } = readSource(file);
  const doc = rawDocAt(code.search(new RegExp(`^(export )?(const|function) ${name}\\b`, 'm')));
  return doc
    .split(/^\s*\* - /m)
    .slice(1)
    .map((text) => {
      const [, item, meaning] = /^`([^`]+)`: ([^]*)$/.exec(text.split(/^\s*\*\s*$/m)[0]) ?? [];
      if (!item)
        throw new Error(
          `${file}: an item in the doc comment of ${name} does not start with "- \`…\`: ". Change it to this form.`,
        );
      return { name: item, meaning: plain(meaning) };
    });
}

/** A table of the keys of a hand-off, each with its example. */
export function handOffTable() {
  const rows = rowsOf({ file: 'src/schema/widget/widget-settings.ts', name: 'handOff' });
  return withExamples(
    'key',
    rows.map(({ option, doc }) => ({ name: option, meaning: doc })),
  );
}

/** A table of the placeholders, each with its example. */
export const placeholderTable = () =>
  withExamples('placeholder', listIn('src/schema/widget/widget-settings.ts', 'value'));

function withExamples(title, rows) {
  const cells = rows.map(({ name, meaning }) => {
    const [, text, example] = /^(.*) Example: (`[^`]+`)\.$/.exec(meaning) ?? [];
    if (!example)
      throw new Error(`The doc comment of ${name} does not end with an example, like "Example: \`…\`." Add one.`);
    return `| ${code(name)} | ${text[0].toUpperCase() + text.slice(1)} | ${example.replaceAll('|', '\\|')} |`;
  });
  return [`| ${title} | meaning | example |`, '| --- | --- | --- |', ...cells].join('\n');
}
