// `node scripts/languages.mjs` lists the sentences that a language of ours lacks, and those whose English has changed since they were
// translated. It fails if one is missing. `--template` also writes examples/languages/template.js, for partners' own languages.
// `--translated de` records that German is the translation of today's English; `de,fr` records two languages.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { register } from 'tsx/esm/api';
import { build } from 'vite';

const TEMPLATE = 'examples/languages/template.js';
const INTRODUCTION = `// Every sentence of lending-elements, in English: copy this file and translate the sentences. Leave the keys as they are.
// A sentence with names or numbers is a function, and \`this\` is the settings. missingSentences() from
// "lending-elements/languages/en" lists the keys that a copy lacks. A script of lending-elements writes this file.
`;

export const languageCodes = () => fs.readdirSync('translations').flatMap((file) => /^(..)\.ts$/.exec(file)?.[1] ?? []);

/** Returns our languages by their codes. */
export async function ownLanguages() {
  register();
  const load = async (code) => [code, (await import(`../translations/${code}.ts`)).sentences];
  return Object.fromEntries(await Promise.all(languageCodes().map(load)));
}

/** Returns the text of the template: all files of English sentences as one module without types. */
export async function templateText() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'sentences-only', enforce: 'pre', transform: onlySentences }],
    build: { write: false, minify: false, target: 'es2022', lib: { entry: 'src/languages/en.ts', formats: ['es'] } },
  });
  const code = output[0].code
    .replace(/^\/\/(#.*| src\/.*)$/gm, '')
    .replace(/\/\* @__PURE__ \*\/ /g, '')
    .replace(/^var /gm, 'const ');
  return format(INTRODUCTION + code, { ...(await resolveConfig(TEMPLATE)), filepath: TEMPLATE });
}

/** Returns a hash of each sentence of the template. Spaces, quotes and brackets do not count: another formatter changes only them. */
export function hashesOf(sentences) {
  const hash = (sentence) => createHash('sha256').update(String(sentence).replace(/[\s'"`(){}[\];,]/g, ''));
  return Object.fromEntries(
    Object.entries(sentences).map(([key, sentence]) => [key, hash(sentence).digest('hex').slice(0, 8)]),
  );
}

const hashFile = (code) => `translations/hashes/${code}.json`;

/** Returns the keys of the sentences whose English has changed since the language was translated. */
export async function staleSentences(code, hashes) {
  const now = hashes ?? hashesOf((await import(path.resolve(TEMPLATE))).sentences);
  const then = JSON.parse(fs.readFileSync(hashFile(code), 'utf8'));
  return Object.keys(now).filter((key) => now[key] !== then[key]);
}

/** Leaves out the functions that add the sentences to the elements. */
function onlySentences(code, path) {
  const parts = [/^export const \w+Text = addSentences\(.*\n/gm, /^import \{ addSentences.*\n/gm];
  if (path.endsWith('src/languages/en.ts')) parts.push(/^\/\*\* Every sentence by its key[\s\S]*/m);
  return parts.reduce((rest, part) => rest.replace(part, ''), code.replace(/^\/\*\* Types a text as .*\n/gm, ''));
}

if (process.argv[1]?.endsWith('scripts/languages.mjs')) {
  const { values } = parseArgs({ options: { template: { type: 'boolean' }, translated: { type: 'string' } } });
  if (values.template) {
    fs.mkdirSync(path.dirname(TEMPLATE), { recursive: true });
    fs.writeFileSync(TEMPLATE, await templateText());
  }
  const languages = await ownLanguages();
  for (const code of values.translated?.split(',') ?? []) {
    if (!(code in languages)) throw new Error(`“${code}” is not a language of ours.`);
    const hashes = hashesOf((await import(path.resolve(TEMPLATE))).sentences);
    fs.writeFileSync(hashFile(code), `${JSON.stringify(hashes, null, 2)}\n`);
  }
  const { missingSentences, unknownSentences } = await import('../src/languages/en.ts');
  for (const [code, sentences] of Object.entries(languages)) {
    const lists = { missing: missingSentences(sentences), unknown: unknownSentences(sentences) };
    if (Object.values(lists).some((keys) => keys.length > 0)) process.exitCode = 1;
    for (const [name, keys] of Object.entries({ ...lists, stale: await staleSentences(code) }))
      console.log(`${code}: ${keys.length} ${name}${keys.map((key) => `\n  ${key}`).join('')}`);
  }
}
