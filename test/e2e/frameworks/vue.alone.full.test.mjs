// Our tags in Vue, in a page of the browser alone and in one that the server has rendered.
import { pathToFileURL } from 'node:url';
import { moduleOf } from '../platforms/packages.mjs';
import { testFramework } from './assertions.mjs';
import { testExample } from './examples.mjs';
import { buildExample, bundle, once, packagesOf, renderOnServer, serveFolder, startInDevelopment } from './site.mjs';

testExample('Vue', async (partner) => serveFolder(partner, await buildExample('vue')));
testExample('Vue, in development', (_, backend) => startInDevelopment('vue', backend));

async function plugins() {
  const { default: vue } = await import(pathToFileURL(moduleOf('frameworks/vue', '@vitejs/plugin-vue')));
  const template = { compilerOptions: { isCustomElement: (tag) => tag.startsWith('lending-') } };
  return [packagesOf('vue', 'vue', 'lending-elements'), vue({ template })];
}
const make = once(async () => ({ script: await bundle('vue-client.js', { plugins: await plugins() }) }));
const makeOnServer = once(async () => ({
  ...(await make()),
  html: await renderOnServer('vue-server.js', { plugins: await plugins() }),
}));

testFramework('Vue', make);
testFramework('Vue', makeOnServer, { isFromServer: true });
