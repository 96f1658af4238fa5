import fs from 'node:fs';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { tsImport } from 'tsx/esm/api';
import { componentGlobs } from './scripts/test-files.mjs';
import { launchers } from './scripts/wtr/launchers.mjs';

const { widgetScript } = await tsImport('./src/sandbox/widget/script.ts', import.meta.url);
const { textModule } = await tsImport('./src/sandbox/browser-code.ts', import.meta.url);

/** Serves the sandbox's widget script from the tests' own origin, because the sandbox runs in the page, and its code as text. */
const sandboxWidget = {
  name: 'sandbox-widget',
  serve({ path, host, protocol }) {
    if (path === '/widget.js') return { body: widgetScript(`${protocol}://${host}`), type: 'js' };
    return path === '/src/sandbox/browser-code.ts' ? { body: textModule(), type: 'js' } : undefined;
  },
};

/** Writes the file of each failed session to FAILED_FILES, one on each line. */
const failedFiles = {
  stop({ sessions }) {
    const failed = sessions.filter(({ passed }) => !passed);
    fs.writeFileSync(process.env.FAILED_FILES, failed.map(({ testFile }) => `${testFile}\n`).join(''));
  },
};

export default {
  files: componentGlobs,
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [sandboxWidget, esbuildPlugin({ ts: true, target: 'es2022', tsconfig: './tsconfig.json' })],
  browsers: await launchers(process.env.ENGINES ?? 'chromium'),
  // Two pages in one browser would take the focus from each other.
  concurrency: 1,
  concurrentBrowsers: 3,
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [defaultReporter(), ...(process.env.FAILED_FILES ? [failedFiles] : [])],
  // A busy machine needs longer than the defaults to start a browser and to load a file. The time limit of a test finds those that hang.
  browserStartTimeout: 180_000,
  testsStartTimeout: 180_000,
  testsFinishTimeout: 300_000,
  testFramework: { config: { timeout: 30_000 } },
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['text-summary', 'lcovonly'] },
};
