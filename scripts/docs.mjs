// Writes docs/reference.md, llms.txt, the conformance report, the API report, and the generated parts of README.md, SECURITY.md
// and the guides. With --check it fails if a file is out of date.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createSandbox } from 'lending-elements/sandbox';
import { format, resolveConfig } from 'prettier';
import { conformance } from './conformance.mjs';
import { apiReport, readApi } from './reference/api-report.mjs';
import { checkExports } from './reference/exports.mjs';
import { handOffTable, OPTIONS, placeholderTable } from './reference/options.mjs';
import { environmentTable, magicValues, reference } from './reference/page.mjs';
import { threatTable } from './threats.mjs';

const manifest = JSON.parse(fs.readFileSync('dist/custom-elements.json', 'utf8'));
const elements = manifest.modules.flatMap(({ declarations }) => declarations.filter(({ tagName }) => tagName));

/** Returns the lines of a file from the first pattern to the second, without their indent. */
function lines(file, from, to) {
  const all = fs.readFileSync(file, 'utf8').split('\n');
  const start = all.findIndex((line) => from.test(line));
  const end = all.findIndex((line, index) => index >= start && to.test(line));
  const indent = all[start].search(/\S/);
  return all.slice(start, end + 1).map((line) => line.slice(indent));
}

/** Removes the types of TypeScript from lines. */
const plain = (typed) =>
  typed.map((line) => line.replace(/(?<=querySelector)<\w+>|!(?=[.;])|(?<=\((name|selector)|, text): string/g, ''));
const whole = (file) => fs.readFileSync(file, 'utf8').trimEnd();
const code = (language, ...parts) => ['```' + language, ...parts.flat(), '```'].join('\n');
const firstSentence = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ \(specification[^)]*\)/g, '')
    .split(/(?<=\.) /)[0];

/** Each hand-off of the sandbox, as embed code and as settings. */
const handOffExamples = () =>
  createSandbox({ origin: 'https://widget.lender.example' })
    .handOffs.flatMap(({ title, embedCode, settings }) => [
      `### ${title}`,
      code('html', embedCode),
      code('json', JSON.stringify(settings)),
    ])
    .join('\n\n');

/** A row for each backend in examples/: its platform, and the description in its first line. */
const platforms = fs
  .readdirSync('examples', { recursive: true })
  .map((file) => `examples/${file.split(path.sep).join('/')}`)
  .filter((file) => !/\/(node_modules|\.next|\.wrangler|dist)\//.test(file))
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
    lines('examples/start/funding.html', /lending-elements\.css/, /journey\.js/),
    lines('examples/start/funding.html', /<lending-onboarding/, /lending-onboarding>/),
  ),
  backend: code('js', lines('examples/start/node/lending.mjs', /^import/, /^export const lending/)),
  widget: code(
    'html',
    lines(`${ALONE}/page.html`, /lending-elements\.css/, /widget\.js/),
    lines(`${ALONE}/page.html`, /<lending-widget/, /lending-widget>/),
  ),
  'widget-page': code(
    'html',
    lines(`${ALONE}/without-handler.html`, /lending-elements\.css/, /offers.js/),
    lines(`${ALONE}/without-handler.html`, /<main/, /<main/),
  ),
  'widget-code': code('js', lines(`${ALONE}/offers.js`, /^const/, /append/)),
  'widget-token': code('js', lines(`${ALONE}/token.mjs`, /^import/, /^}$/)),
  'playwright-fixtures': code('js', lines('examples/playwright/funding.spec.mjs', /^import/, /^}\);$/)),
  'playwright-test': code('js', lines('examples/playwright/funding.spec.mjs', /^test\(/, /^}\);$/)),
  'component-test': code(
    'js',
    "import 'lending-elements/lending-prequalification';",
    "import { createTestBackend, recordEvents } from 'lending-elements/sandbox/testing';",
    '',
    plain(lines('test/components/onboarding/test-backend.test.ts', /const \{ adapter, sandbox \}/, /events\.stop/)),
  ),
  react: code('jsx', lines('examples/frameworks/react/funding.jsx', /^import/, /^}$/)),
  vue: code('vue', lines('examples/frameworks/vue/Funding.vue', /^<script/, /^<\/template>/)),
  html: code(
    'html',
    lines('examples/html/page.html', /lending-elements\.css/, /page\.js/),
    lines('examples/html/page.html', /<lending-onboarding/, /lending-onboarding>/),
  ),
  'html-code': code('js', lines('examples/html/page.js', /^const/, /lending-error/)),
  svelte: code('svelte', lines('examples/frameworks/svelte/Funding.svelte', /^<script/, /^<\/main>/)),
  angular: code('ts', lines('examples/frameworks/angular/src/funding.ts', /^import/, /^}$/)),
  'vue-config': code('js', lines('examples/frameworks/vue/vite.config.js', /^const template/, /^const template/)),
  'lookups-uk': code('js', lines('examples/lookups-uk/lending.mjs', /^import/, /^}$/)),
  rights: code('sql', whole('examples/docker/rights.sql')),
  wrangler: code('jsonc', whole('examples/workers/wrangler.jsonc')),
  environment: environmentTable(),
  'sandbox-options': OPTIONS.sandbox(),
  'database-options': OPTIONS.database(),
  'hand-off': handOffTable(),
  placeholders: placeholderTable(),
  'hand-offs': handOffExamples(),
  'magic-numbers': magicValues('company.registered_number'),
  'magic-amounts': magicValues('prequalification.funding_amount'),
  'magic-emails': magicValues('applicant.email'),
  platforms: ['| platform | how the handler is mounted |', '| --- | --- |', ...platforms.sort()].join('\n'),
  // Its rows would be padded to the longest one.
  threats: `<!-- prettier-ignore -->\n${threatTable(whole('docs/threats.md'))}`,
  tokens: [
    '| token | use | default |',
    '| --- | --- | --- |',
    ...elements[0].cssProperties.map((token) => `| \`${token.name}\` | ${token.description} | \`${token.default}\` |`),
  ].join('\n'),
  elements: [
    '| element | purpose |',
    '| --- | --- |',
    ...elements.map(({ tagName, description }) => `| \`<${tagName}>\` | ${firstSentence(description)} |`).sort(),
  ].join('\n'),
};

function write(file, after) {
  if (!process.argv.includes('--check')) return fs.writeFileSync(file, after);
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === after) return;
  console.error(`${file} is out of date. Run \`npm run build && npm run docs\` and commit the result.`);
  process.exitCode = 1;
}

/** Returns a page with its blocks between `<!-- name -->` and `<!-- /name -->`. Links in a guide are relative to its folder. */
async function withBlocks(file) {
  const text = Object.entries(blocks).reduce(
    (page, [name, block]) =>
      page.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, open, close) =>
          `${open}\n${file.startsWith('docs/') ? block.replaceAll('](examples/', '](../examples/') : block}\n\n${close}`,
      ),
    fs.readFileSync(file, 'utf8'),
  );
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}

const guides = fs.readdirSync('docs').filter((file) => file.endsWith('.md') && file !== 'reference.md');
for (const file of ['README.md', 'SECURITY.md', ...guides.map((guide) => `docs/${guide}`)])
  write(file, await withBlocks(file));

/** The index for coding assistants: each guide with its line in the table of README.md, in the same order. */
function llms({ name, description }) {
  const rows = [...whole('README.md').matchAll(/^\| (.+?) +\| (.*\]\(docs\/.*) \|$/gm)];
  const needs = new Map(
    rows.flatMap(([, need, links]) =>
      [...links.matchAll(/\]\(docs\/([\w-]+\.md)\)/g)].map(([, file]) => [file, need.replaceAll('**', '')]),
    ),
  );
  const lost = [...guides, 'reference.md'].filter((file) => !needs.has(file));
  if (lost.length) throw new Error(`The table of README.md does not list docs/${lost.join(', docs/')}.`);
  const titleOf = (file) => /^# (.+)/.exec(whole(`docs/${file}`))[1];
  const lines = [...needs].map(([file, need]) => `- [${titleOf(file)}](docs/${file}): ${need}`);
  return `# ${name}\n\n> ${description}\n\n## Guides\n\n${lines.join('\n')}\n`;
}

const about = JSON.parse(whole('package.json'));
write('llms.txt', llms(about));
const report = conformance(whole('ACCESSIBILITY.md'), about);
write('openacr.yaml', await format(report, { ...(await resolveConfig('openacr.yaml')), parser: 'yaml' }));

const { exports: all } = about;
const typed = Object.entries(all).flatMap(([entry, { types }]) => (types ? [{ entry, file: types }] : []));
const api = readApi(typed);
checkExports(api.entries);
write('docs/reference.md', reference(elements, api));
fs.mkdirSync('api', { recursive: true });
write(
  'api/report.md',
  await format(apiReport(typed), { ...(await resolveConfig('api/report.md')), parser: 'markdown' }),
);
