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
  const library = await libraryFiles();
  return [
    await formOf(BY_HAND, 'by-hand', 'by-hand.js', css),
    await formOf('Lit, the least form', 'lit', 'lit.js'),
    await formOf('React', 'react', 'react.jsx', css),
    { name: README, id: 'readme', html: await readmeBlock(), files: library, isOurs: true },
  ];
}

/** Builds a form. Its style sheet is a file of the page, unless the form contains it. */
async function formOf(name, id, entry, css) {
  const link = css ? `<link rel="stylesheet" href="/${id}/form.css">\n` : '';
  return {
    name,
    id,
    html: `${link}<script type="module" src="/${id}/form.js"></script>\n<div id="form"></div>`,
    files: { [`/${id}/form.js`]: await bundle(entry), ...(css && { [`/${id}/form.css`]: css }) },
    isOurs: false,
  };
}

/** Bundles a form with the options of the CDN files. */
async function bundle(entry) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: new URL(entry, FORMS).pathname, formats: ['es'], fileName: 'form' },
      rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
    },
  });
  const scripts = output.filter(({ type }) => type === 'chunk');
  if (scripts.length !== 1) throw new Error(`The build of ${entry} made ${scripts.length} scripts instead of one.`);
  return minified(scripts[0].code);
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

/** Returns the HTML that the README gives a partner. Only the host of an address is removed. */
async function readmeBlock() {
  const readme = await fs.readFile(new URL('README.md', ROOT), 'utf8');
  const [, block] = /<!-- page -->\s+```html\n([^]*?)```/.exec(readme) ?? [];
  if (!block?.includes('<lending-onboarding'))
    throw new Error('README.md has no block of HTML with <lending-onboarding> after the comment “page”.');
  if (!block.includes(`"${LIBRARY}journey.js"`))
    throw new Error(`README.md loads the elements from another path than ${LIBRARY}.`);
  return block.replace(/\bhttps?:\/\/[^/"' ]+(?=\/)/g, '');
}
