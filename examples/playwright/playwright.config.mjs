import { defineConfig } from '@playwright/test';

// CHROME_PATH names an installed Chrome or Chromium. Without it, Playwright takes the one that `npx playwright install` downloads.
const { CHROME_PATH: executablePath, CHROME_ARGS = '' } = process.env;

export default defineConfig({
  testMatch: '*.spec.mjs',
  reporter: 'list',
  use: { launchOptions: { executablePath, args: CHROME_ARGS.split(' ').filter(Boolean) } },
});
