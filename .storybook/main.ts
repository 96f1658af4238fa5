import fs from 'node:fs';
import path from 'node:path';
import type { StorybookConfig } from '@storybook/web-components-vite';
import type { Plugin } from 'vite';
import { widgetScript } from '../src/sandbox/widget/script.js';

/** Serves the sandbox's widget script from the stories' own origin, because the sandbox runs in the page. */
const sandboxWidget = (): Plugin => ({
  name: 'sandbox-widget',
  configureServer: ({ middlewares }) => {
    middlewares.use('/widget.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(widgetScript(''));
    });
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'widget.js', source: widgetScript('') });
  },
});

/** Serves the files of examples/ as texts, because the guides link to them. */
const exampleTexts = (): Plugin => ({
  name: 'example-texts',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      const [, file] = /^\/(examples\/.*)\.txt$/.exec(decodeURI(request.url ?? '')) ?? [];
      if (!file || !examples().includes(file)) return next();
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end(fs.readFileSync(file));
    });
  },
  generateBundle() {
    for (const file of examples())
      this.emitFile({ type: 'asset', fileName: `${file}.txt`, source: fs.readFileSync(file) });
  },
});

const examples = () =>
  fs
    .readdirSync('examples', { recursive: true, encoding: 'utf8' })
    .map((file) => `examples/${file.split(path.sep).join('/')}`)
    .filter(
      (file) => !/\/(node_modules|\.next)\//.test(file) && /\/[^/]+\.(m?js|[jt]sx?|html|css|vue|svelte)$/.test(file),
    );

const config: StorybookConfig = {
  stories: ['../stories/guides/*.mdx', '../stories/*.stories.ts'],
  addons: ['@storybook/addon-docs'],
  framework: { name: '@storybook/web-components-vite', options: {} },
  staticDirs: [
    { from: '../examples/node/page.css', to: '/page.css' },
    { from: '../docs/journey.png', to: '/journey.png' },
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  viteFinal: ({ plugins, ...vite }) => ({
    ...vite,
    plugins: [plugins, sandboxWidget(), exampleTexts()],
    build: { ...vite.build, target: 'es2022', chunkSizeWarningLimit: 4000 },
  }),
};

export default config;
