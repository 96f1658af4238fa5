// `npm run demo:build`: writes the demo of `demo/` as static files, with the page's backend and the sandbox in them. An argument names another folder.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { root } from './setup.mjs';

export const DEMO = path.join(root, 'artifacts/demo');
/** The policy of each page. It allows no connection, so no answer leaves the browser. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html lending-elements";
const withPolicy = (html) =>
  html.replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`);

/** Builds the demo from the built package. It works under any path of a static host. */
export async function buildDemo(folder = DEMO) {
  await build({
    configFile: false,
    root: path.join(root, 'demo'),
    base: './',
    logLevel: 'warn',
    plugins: [{ name: 'policy', transformIndexHtml: withPolicy }],
    build: {
      outDir: path.resolve(folder),
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input: ['index.html', 'partner.html'].map((file) => path.join(root, 'demo', file)) },
      chunkSizeWarningLimit: 1000,
    },
  });
  const { createSandbox, widgetScript } = await import('lending-elements/sandbox');
  const sandbox = createSandbox();
  const write = (file, text) => fs.writeFileSync(path.join(folder, file), text);
  const dashboard = async (file = '') => (await sandbox.fetch(`${sandbox.baseUrl}/dashboard${file}`)).text();
  write('widget.js', widgetScript(sandbox.baseUrl));
  write('dashboard.html', withPolicy(await dashboard()).replaceAll('="/dashboard/app.', '="dashboard.'));
  write('dashboard.css', await dashboard('/app.css'));
  write(
    'dashboard.js',
    `const fetch = (url, init) => opener[0].lendingSandbox.fetch('${sandbox.baseUrl}' + url, init);\n${await dashboard('/app.js')}`,
  );
  for (const theme of fs.readdirSync(path.join(root, 'dist/cdn/themes')).filter((file) => file.endsWith('.css')))
    fs.cpSync(path.join(root, 'dist/cdn/themes', theme), path.join(folder, 'themes', theme));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDemo(process.argv[2]);
