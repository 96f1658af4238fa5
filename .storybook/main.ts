import type { StorybookConfig } from '@storybook/web-components-vite';
import type { Plugin } from 'vite';
import { widgetScript } from '../src/sandbox/widget.js';

/** The lender's widget script, from the stories' own origin: their sandbox lives in the page. */
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

const config: StorybookConfig = {
  stories: ['../stories/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  framework: { name: '@storybook/web-components-vite', options: {} },
  staticDirs: [{ from: '../examples/node/page.css', to: '/page.css' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  viteFinal: ({ plugins, ...vite }) => ({
    ...vite,
    plugins: [plugins, sandboxWidget()],
    build: { ...vite.build, target: 'es2022', chunkSizeWarningLimit: 4000 },
  }),
};

export default config;
