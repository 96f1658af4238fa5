// The pages that `npm run bench:page` compares. They differ only in the form, and each has the files of its own build.
import fs from 'node:fs/promises';
import { build } from 'vite';
import { minified } from '../../scripts/minify.mjs';

const ROOT = new URL('../..', import.meta.url);
const FORMS = new URL('forms/', import.meta.url);
/** The path at which the handler serves the files of the elements, which is the README's. */
const LIBRARY = '/api/lending/elements/';

export const BY_HAND = 'written by hand';
export const README = 'lending-elements, README';

/** A contender has a name, an id, which is its path, the HTML of its form, and its files by their paths. */
export async function buildContenders() {
  const css = (await fs.readFile(new URL('form.css', FORMS), 'utf8')).replace(/\/\*[^]*?\*\/|\s+/g, ' ');
  return [
    {
      name: BY_HAND,
      id: 'by-hand',
      html: `<link rel="stylesheet" href="/by-hand/form.css">
<script type="module" src="/by-hand/form.js"></script>\n<div id="form"></div>`,
      files: { '/by-hand/form.js': await bundle('by-hand.js'), '/by-hand/form.css': css },
    },
    { name: README, id: 'readme', html: await readmeBlock(), files: await libraryFiles() },
  ];
}

/** Bundles a form with the options of the CDN files. */
async function bundle(entry) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: new URL(entry, FORMS).pathname, formats: ['es'], fileName: 'form' },
    },
  });
  return minified(output[0].code);
}

async function libraryFiles() {
  const folder = new URL('dist/cdn/', ROOT);
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  if (names.length === 0) throw new Error('dist/cdn has no files. Run `npm run build` first.');
  const files = names.filter((name) => /\.(?:js|css)$/.test(name)).map((name) => name.replaceAll('\\', '/'));
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [LIBRARY + name, await fs.readFile(new URL(name, folder), 'utf8')])),
  );
}

/** Returns the HTML that the README gives a partner. Only the host of a URL is removed. */
async function readmeBlock() {
  const readme = await fs.readFile(new URL('README.md', ROOT), 'utf8');
  const [, block] = /<!-- page -->\s+```html\n([^]*?)```/.exec(readme) ?? [];
  if (!block?.includes('<lending-onboarding'))
    throw new Error('README.md has no block of HTML with <lending-onboarding> after the comment “page”.');
  if (!block.includes(`"${LIBRARY}journey.js"`))
    throw new Error(`README.md loads the elements from another path than ${LIBRARY}.`);
  return block.replace(/\bhttps?:\/\/[^/"' ]+(?=\/)/g, '');
}
