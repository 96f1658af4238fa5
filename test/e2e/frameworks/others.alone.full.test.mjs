// The frameworks that `npm run verify -- --frameworks` tests.
import path from 'node:path';
import process from 'node:process';
import { ROOT } from '../../server/node/platform-process.mjs';
import { pathToFileURL } from 'node:url';
import { moduleOf } from '../platforms/packages.mjs';
import { testFramework } from './assertions.mjs';
import { testExample } from './examples.mjs';
import {
  buildExample,
  bundle,
  packagesOf,
  renderOnServer,
  serveAngular,
  serveAngularInDevelopment,
  serveFolder,
  startInDevelopment,
} from './site.mjs';

const pluginOf = async (example, name) => import(pathToFileURL(moduleOf(`frameworks/${example}`, name)));

/** The bundler's plugins for the pages of a framework, and the `body` of the page, where it is not a container. */
const FRAMEWORKS = {
  Angular: {
    plugins: () => [packagesOf('angular', '@angular', 'rxjs', 'tslib', 'lending-elements')],
    body: (html) => (html.includes('<app-page') ? html : '<app-page></app-page>'),
  },
  Svelte: {
    async plugins() {
      const { svelte } = await pluginOf('svelte', '@sveltejs/vite-plugin-svelte');
      return [
        packagesOf('svelte', 'svelte', 'lending-elements'),
        svelte({ configFile: false, compilerOptions: { dev: true } }),
      ];
    },
  },
};

function testPages(name) {
  const { plugins, body } = FRAMEWORKS[name];
  const file = name.toLowerCase();
  const make = (isOnServer) => async () => {
    const options = { plugins: await plugins(isOnServer) };
    const script = await bundle(`${file}-client.js`, options);
    const html = isOnServer ? await renderOnServer(`${file}-server.js`, options) : '';
    return { script, html, body: body?.(html) };
  };
  testFramework(name, make(false));
  testFramework(name, make(true), { isFromServer: true, writesObjects: name === 'Svelte' });
}

if (process.env.FRAMEWORKS === 'all') {
  testExample('plain HTML', (partner) => serveFolder(partner, path.join(ROOT, 'examples/html'), 'page.html'));
  for (const name of ['Svelte', 'Angular'])
    testExample(name, async (partner) => serveFolder(partner, await buildExample(name.toLowerCase())));
  testExample('Svelte, in development', (_, backend) => startInDevelopment('svelte', backend));
  testExample('Angular, in development', (_, backend) => serveAngularInDevelopment(backend));
  testExample('Angular, rendered by its server', serveAngular);
  for (const name of Object.keys(FRAMEWORKS)) testPages(name);
}
