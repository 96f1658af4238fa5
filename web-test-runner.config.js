import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { componentGlobs } from './scripts/test-files.mjs';
import { launchers } from './scripts/wtr/launchers.mjs';
import { totalsReporter } from './scripts/wtr/totals.mjs';

export default {
  files: componentGlobs,
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: './tsconfig.json' })],
  browsers: await launchers(process.env.ENGINES ?? 'chromium'),
  // Two pages at a time in one browser take the focus from each other.
  concurrency: 1,
  concurrentBrowsers: 3,
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [defaultReporter(), totalsReporter()],
  testFramework: { config: { timeout: 10_000 } },
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['text-summary', 'lcovonly'] },
};
