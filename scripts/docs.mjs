// Writes the parts of README.md that stand elsewhere already, and docs/options.md; with --check it fails where they differ.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { optionTables } from './option-tables.mjs';

const manifest = JSON.parse(fs.readFileSync('dist/custom-elements.json', 'utf8'));
const elements = manifest.modules.flatMap(({ declarations }) => declarations.filter(({ tagName }) => tagName));

/** The lines between two patterns of a file, both included, without their indent. */
function lines(file, from, to) {
  const all = fs.readFileSync(file, 'utf8').split('\n');
  const start = all.findIndex((line) => from.test(line));
  const end = all.findIndex((line, index) => index >= start && to.test(line));
  const indent = all[start].search(/\S/);
  return all.slice(start, end + 1).map((line) => line.slice(indent));
}

const code = (language, ...parts) => ['```' + language, ...parts.flat(), '```'].join('\n');
const firstSentence = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ \(specification[^)]*\)/g, '')
    .split(/(?<=\.) /)[0];

/** A row for each backend of examples/: its platform, and what its first line says of it. */
const platforms = fs
  .readdirSync('examples', { recursive: true })
  .map((file) => `examples/${file.split(path.sep).join('/')}`)
  .flatMap((file) => {
    const [, name, about] =
      (/\/(server|worker|route)\.m?js$/.test(file) && fs.readFileSync(file, 'utf8').match(/^\/\/ ([^:\n]+): (.+)/)) ||
      [];
    return name ? [`| [${name}](${file}) | ${about[0].toUpperCase()}${about.slice(1)} |`] : [];
  });

const ALONE = 'examples/widget-alone';
const blocks = {
  page: code(
    'html',
    lines('index.html', /autoload/, /autoload/),
    lines('index.html', /<lending-onboarding/, /lending-onboarding>/),
  ),
  backend: code('js', lines('examples/node/backend.mjs', /^import/, /^export const lending/)),
  widget: code(
    'html',
    lines(`${ALONE}/page.html`, /autoload/, /autoload/),
    lines(`${ALONE}/page.html`, /<lending-widget/, /lending-widget>/),
  ),
  'widget-page': code(
    'html',
    lines(`${ALONE}/without-handler.html`, /autoload/, /offers.js/),
    lines(`${ALONE}/without-handler.html`, /<main/, /<main/),
  ),
  'widget-code': code('js', lines(`${ALONE}/offers.js`, /^const/, /append/)),
  'widget-token': code('js', lines(`${ALONE}/token.mjs`, /^import/, /^}$/)),
  sqlite: code('js', lines('examples/consents-sqlite/consents.mjs', /^import/, /^}$/)),
  platforms: ['| platform | how it is mounted |', '| --- | --- |', ...platforms.sort()].join('\n'),
  tokens: [
    '| token | what it is for | default |',
    '| --- | --- | --- |',
    ...elements[0].cssProperties.map((token) => `| \`${token.name}\` | ${token.description} | \`${token.default}\` |`),
  ].join('\n'),
  elements: [
    '| element | what it does |',
    '| --- | --- |',
    ...elements.map(({ tagName, description }) => `| \`<${tagName}>\` | ${firstSentence(description)} |`).sort(),
  ].join('\n'),
};

/** Writes a page, or says that it differs from what it is made of. */
function write(file, after) {
  if (!process.argv.includes('--check')) return fs.writeFileSync(file, after);
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === after) return;
  console.error(`${file} differs from what it is made of. Run \`npm run build && npm run docs\`, and commit it.`);
  process.exitCode = 1;
}

const readme = Object.entries(blocks).reduce(
  (text, [name, block]) =>
    text.replace(
      new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`),
      (_, open, close) => `${open}\n${block}\n${close}`,
    ),
  fs.readFileSync('README.md', 'utf8'),
);
write('README.md', await format(readme, { ...(await resolveConfig('README.md')), parser: 'markdown' }));
write('docs/options.md', optionTables(elements));
