// The other frameworks: Next and Vue, and those that only `npm run verify -- --frameworks` tests.
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../server/node/platform-process.mjs';
import { moduleOf } from '../platforms/packages.mjs';
import { serveRouter } from '../routers/pages.mjs';
import { testFramework } from './assertions.mjs';
import { testExample } from './examples.mjs';
import {
  buildExample,
  packagesOf,
  serveAngular,
  serveAngularInDevelopment,
  serveFolder,
  startInDevelopment,
} from './site.mjs';

const pluginOf = (example, name) => import(pathToFileURL(moduleOf(`frameworks/${example}`, name)));

const testBuilt = (name) =>
  testExample(name, async (partner) => serveFolder(partner, await buildExample(name.toLowerCase())));
const testInDevelopment = (name, start = startInDevelopment) =>
  testExample(`${name}, in development`, (_, backend) => start(name.toLowerCase(), backend));

testExample('Next', (partner) => serveRouter(partner, 'next'), '/journey');

testBuilt('Vue');
testInDevelopment('Vue');
testFramework('Vue', {
  file: 'vue.js',
  async plugins() {
    const { default: vue } = await pluginOf('vue', '@vitejs/plugin-vue');
    const template = { compilerOptions: { isCustomElement: (tag) => tag.startsWith('lending-') } };
    return [packagesOf('vue', 'vue', 'lending-elements'), vue({ template })];
  },
});

if (process.env.FRAMEWORKS === 'all') {
  testExample('plain HTML', (partner) => serveFolder(partner, path.join(ROOT, 'examples/html'), 'page.html'));

  testBuilt('Svelte');
  testInDevelopment('Svelte');
  testFramework('Svelte', {
    file: 'svelte.js',
    writesObjects: true,
    async plugins() {
      const { svelte } = await pluginOf('svelte', '@sveltejs/vite-plugin-svelte');
      return [
        packagesOf('svelte', 'svelte', 'lending-elements'),
        svelte({ configFile: false, compilerOptions: { dev: true } }),
      ];
    },
  });

  testBuilt('Angular');
  testInDevelopment('Angular', serveAngularInDevelopment);
  testExample('Angular, rendered by its server', serveAngular);
  testFramework('Angular', {
    file: 'angular.js',
    bodyOf: (html) => html || '<app-page></app-page>',
    plugins: () => [packagesOf('angular', '@angular', 'rxjs', 'tslib', 'lending-elements')],
  });
}
