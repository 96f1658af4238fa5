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
      (file) =>
        !/\/(node_modules|\.next)\//.test(file) && /\/[^/]+\.(m?js|[jt]sx?|html|css|vue|svelte|yaml|sql)$/.test(file),
    );

/** The folder of the pages that are written here. Git ignores it. */
const PAGES = 'storybook-pages';
const PROJECT = ['ACCESSIBILITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** Writes a page for each guide and document: Storybook lists `.mdx` files only. */
function writePages(): void {
  fs.rmSync(PAGES, { recursive: true, force: true });
  fs.mkdirSync(PAGES);
  const guides = fs.readdirSync('docs').filter((file) => file.endsWith('.md'));
  const files = [...guides.map((file) => `docs/${file}`), ...PROJECT];
  for (const file of files) {
    const [, heading] = /^# (.+)/.exec(fs.readFileSync(file, 'utf8')) ?? [];
    const text = [
      `import { Markdown, Meta } from '@storybook/addon-docs/blocks';`,
      `import { page } from '../stories/guides/page';`,
      `<Meta title="${file.startsWith('docs/') ? 'Guides' : 'Project'}/${heading}" />`,
      `<Markdown>{page('${file}')}</Markdown>`,
    ];
    fs.writeFileSync(path.join(PAGES, `${file.replace('/', '-')}x`), text.join('\n\n'));
  }
}

writePages();

const config: StorybookConfig = {
  stories: ['../stories/guides/*.mdx', `../${PAGES}/*.mdx`, '../stories/*.stories.ts'],
  addons: ['@storybook/addon-docs'],
  framework: { name: '@storybook/web-components-vite', options: {} },
  staticDirs: [
    { from: '../examples/node/page.css', to: '/page.css' },
    { from: '../docs', to: '/docs' },
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  viteFinal: ({ plugins, ...vite }) => ({
    ...vite,
    plugins: [plugins, sandboxWidget(), exampleTexts()],
    build: { ...vite.build, target: 'es2022', chunkSizeWarningLimit: 4000 },
  }),
};

export default config;
