// Makes docs/reference.md, and tables of the guides, from the doc comments of the source and from the custom-elements manifest.
import { MAGIC_VALUES } from 'lending-elements/sandbox';
import { readSource } from './doc-comments.mjs';
import { elementSections, eventSection } from './elements.mjs';
import { functionSection, typeSection } from './exports.mjs';
import { code, listIn, OPTIONS } from './options.mjs';

const cell = (text) => text.replaceAll('|', '\\|');
const table = (columns, rows) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const readErrorCodes = () =>
  readSource('src/errors.ts')
    .declarations.get('LendingErrorCode')
    .typeAnnotation.types.map(({ literal }) => literal.value);

/** The error codes by their first words, with links to their explanations. */
function errorCodes() {
  const codes = readErrorCodes();
  const firstOf = (one) => one.split('-')[0];
  const linksOf = (first) =>
    codes.filter((one) => firstOf(one) === first).map((one) => `[\`${one}\`](troubleshooting.md#${one})`);
  return [...new Set(codes.map(firstOf))].map((first) => `- ${linksOf(first).join(', ')}`).join('\n');
}

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
export const environmentTable = () =>
  table(
    ['variable', 'meaning'],
    listIn('src/server/node/from-env.ts', 'fromEnv').map(({ name, meaning }) => [
      code(name),
      cell(meaning[0].toUpperCase() + meaning.slice(1)),
    ]),
  );

/** The page `docs/reference.md`. */
export const reference = (elements, { entries, declarations }) =>
  [
    '# Reference',
    '`npm run docs` makes this page from the doc comments of the source. Other lists: [environment variables](backend.md#environment), [design tokens](theming.md#all-tokens), [stores](stores.md), [the sandbox](sandbox.md#options), [hand-offs and placeholders](which-way.md), [routes of the handler](testing-against-the-sandbox.md#the-routes-of-the-handler).',
    ...eventSection(elements),
    '## Options of `createHandler()`',
    'It also takes [the options for calls to the service](#the-options-for-calls-to-the-service). A function may return its value without a promise. Time limits are in milliseconds; periods are in seconds.',
    OPTIONS.handler(),
    '## Settings of the forms',
    'The option `settings` of `createHandler()`. A list has an entry `{ value, label? }` for each choice: the code that is sent, and the text that the applicant reads. A rule in `fields` is `required`, `asked` (the applicant can answer that there is nothing to send), `optional` or `hidden` (not asked).',
    OPTIONS.settings(),
    '## Settings of the widget',
    'The option `widget` of `createHandler()`, and `LENDING_WIDGET`. [Which way is mine?](which-way.md) has `handOff` and the placeholders.',
    OPTIONS.widget(),
    '## The options for calls to the service',
    'Of `createHandler()` and of `createPartnerClient()`, of which [The five calls from your backend](five-calls.md) has the rest.',
    OPTIONS.service(),
    '## Options of `createAdapter()`',
    OPTIONS.adapter(),
    ...elementSections(elements),
    ...functionSection(entries),
    ...typeSection(declarations),
    '## Error codes',
    'The first word of the `code` of a `LendingError` is the place: `adapter` between the page and your backend, `handler` in your backend, `upstream` between it and the service, `script` and `widget` on the page, `config` in your code.',
    errorCodes(),
  ].join('\n\n') + '\n';
