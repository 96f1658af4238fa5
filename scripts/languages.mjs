// Lists the sentences that a language of ours lacks, and writes the template for partners' own languages.
// `node scripts/languages.mjs` lists, and fails if one is missing; `--template` also writes examples/languages/template.js.
import fs from 'node:fs';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { register } from 'tsx/esm/api';
import { build } from 'vite';

const TEMPLATE = 'examples/languages/template.js';
const INTRODUCTION = `// Every sentence of lending-elements, in English: copy this file and translate the sentences. Leave the keys as they are.
// A sentence with names or numbers is a function, and \`this\` is the settings. missingSentences() from
// "lending-elements/languages/en" lists the keys that a copy lacks. A script of lending-elements writes this file.
`;

/** Returns our languages by their codes. */
export async function ownLanguages() {
  register();
  const codes = fs.readdirSync('translations').flatMap((file) => /^(..)\.ts$/.exec(file)?.[1] ?? []);
  const load = async (code) => [code, (await import(`../translations/${code}.ts`)).sentences];
  return Object.fromEntries(await Promise.all(codes.map(load)));
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

/** Leaves out the functions that add the sentences to the elements. */
function onlySentences(code, path) {
  const parts = [/^export const \w+Text = addSentences\(.*\n/gm, /^import \{ addSentences.*\n/gm];
  if (path.endsWith('src/languages/en.ts')) parts.push(/^\/\*\* Every sentence by its key[\s\S]*/m);
  return parts.reduce((rest, part) => rest.replace(part, ''), code.replace(/^\/\*\* Types a text as .*\n/gm, ''));
}

if (process.argv[1]?.endsWith('scripts/languages.mjs')) {
  if (process.argv.includes('--template')) {
    fs.mkdirSync('examples/languages', { recursive: true });
    fs.writeFileSync(TEMPLATE, await templateText());
  }
  const languages = await ownLanguages();
  const { missingSentences, unknownSentences } = await import('../src/languages/en.ts');
  for (const [code, sentences] of Object.entries(languages)) {
    const lists = { missing: missingSentences(sentences), unknown: unknownSentences(sentences) };
    for (const [name, keys] of Object.entries(lists)) {
      if (keys.length > 0) process.exitCode = 1;
      console.log(`${code}: ${keys.length} ${name}${keys.map((key) => `\n  ${key}`).join('')}`);
    }
  }
}
