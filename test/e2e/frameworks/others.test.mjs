// The frameworks that `npm run verify:frameworks` tests.
import path from 'node:path';
import process from 'node:process';
import { ROOT } from '../../server/node/platform-process.mjs';
import { pathToFileURL } from 'node:url';
import { moduleOf } from '../platforms/packages.mjs';
import { testFramework } from './assertions.mjs';
import { testExample } from './examples.mjs';
import { testOtherTypes } from './other-types.mjs';
import { buildExample, bundle, packagesOf, renderOnServer, serveAngular, serveFolder } from './site.mjs';

const pluginOf = async (example, name) => import(pathToFileURL(moduleOf(example, name)));

/**
 * The bundler's plugins for the pages of a framework, and the ending of its files. `file` is the first part of their names, and `body`
 * the body of the page, where it is not a container.
 */
const FRAMEWORKS = {
  'plain HTML': { file: 'html', ending: 'js', plugins: () => [packagesOf('preact', 'lending-elements')] },
  Angular: {
    ending: 'js',
    plugins: () => [packagesOf('angular', '@angular', 'rxjs', 'tslib', 'lending-elements')],
    body: (html) => (html.includes('<app-page') ? html : '<app-page></app-page>'),
  },
  Preact: {
    ending: 'jsx',
    plugins: () => [packagesOf('preact', 'preact', 'preact-render-to-string', 'lending-elements')],
  },
  Solid: {
    ending: 'jsx',
    async plugins(isOnServer) {
      const { default: solid } = await pluginOf('solid', 'vite-plugin-solid');
      return [packagesOf('solid', 'solid-js', 'lending-elements'), solid({ ssr: isOnServer, hot: false })];
    },
  },
  Svelte: {
    ending: 'js',
    async plugins() {
      const { svelte } = await pluginOf('svelte', '@sveltejs/vite-plugin-svelte');
      return [
        packagesOf('svelte', 'svelte', 'lending-elements'),
        svelte({ configFile: false, compilerOptions: { dev: true } }),
      ];
    },
  },
};

/** `preact/compat` in the place of React, for the React components. */
const COMPAT = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom/server': 'preact/compat/server',
};
const compat = () => [
  {
    name: 'compat',
    enforce: 'pre',
    resolveId(source, importer, options) {
      return COMPAT[source] && this.resolve(COMPAT[source], importer, options);
    },
  },
  ...FRAMEWORKS.Preact.plugins(),
];

function testPages(name) {
  const { file = name.toLowerCase(), ending, plugins, body } = FRAMEWORKS[name];
  const make = (isOnServer) => async () => {
    const options = { plugins: await plugins(isOnServer) };
    const script = await bundle(`${file}-client.${ending}`, options);
    const html = isOnServer ? await renderOnServer(`${file}-server.${ending}`, options) : '';
    return { script, html, body: body?.(html) };
  };
  testFramework(name, make(false));
  // Preact sets no properties on the server's HTML: https://github.com/preactjs/preact/issues/2572.
  if (name === 'Preact') return;
  testFramework(name, make(true), { isFromServer: true, writesObjects: name === 'Svelte' });
}

if (process.env.FRAMEWORKS === 'all') {
  testExample('plain HTML', (partner) => serveFolder(partner, path.join(ROOT, 'examples/html'), 'page.html'));
  for (const name of ['Svelte', 'Angular', 'Solid', 'Preact'])
    testExample(name, async (partner) => serveFolder(partner, await buildExample(name.toLowerCase())));
  testExample('Angular, rendered by its server', serveAngular);
  for (const name of Object.keys(FRAMEWORKS)) testPages(name);
  const makeCompat = async () => ({
    script: await bundle('react-client.jsx', { plugins: compat() }),
    html: await renderOnServer('react-server.jsx', { plugins: compat() }),
  });
  testFramework('the React components in Preact', makeCompat, { isFromServer: true });
  testOtherTypes();
}
