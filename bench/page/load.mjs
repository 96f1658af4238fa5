// Opens a contender as an applicant does, on a slow phone with an empty cache.
import { PredefinedNetworkConditions } from 'puppeteer-core';
import { recordProblems } from '../../test/e2e/stage.mjs';
import { installProbe } from './probe.js';
import { LATE } from './site.mjs';

/** Lighthouse’s slow 4G: 562.5 ms for each request, 1.44 Mbit/s down, 675 kbit/s up. DevTools has the same profile. */
const SLOW_4G = PredefinedNetworkConditions['Slow 4G'];
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const LIMIT = 30_000;

/**
 * Opens the page of a contender in a new context and calls `work`. It fails if anything fails on the page: a request, a
 * script, or the form, which must be visible and settle within 30 seconds.
 * - `presses`: whether Continue is pressed as soon as it is visible.
 * - `isLate`: whether the script of the form arrives a second late, long after the first paint. Default: `false`.
 * - `latency`: the milliseconds of each request on a slow network; 0 for a fast network. Default: those of Lighthouse.
 * - `slower`: the factor by which the processor is slower. Default: 4.
 */
export async function withPage({ browser, site }, contender, options, work) {
  const { presses = false, isLate = false, latency = SLOW_4G.latency, slower = 4 } = options;
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const problems = recordProblems(page);
    await page.setViewport(PHONE);
    if (latency) await page.emulateNetworkConditions({ ...SLOW_4G, latency });
    if (slower > 1) await page.emulateCPUThrottling(slower);
    await page.evaluateOnNewDocument(installProbe, presses);
    await page.goto(`${site.url}/${contender.id}/${isLate ? LATE : ''}`, { timeout: LIMIT });
    const first = await within(page.evaluate(() => globalThis.bench.first));
    const result = await work(page, first);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return result;
  } catch (error) {
    throw new Error(`“${contender.name}” failed: ${error.message}`, { cause: error });
  } finally {
    await context.close();
  }
}

async function within(promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the form did not show, or did not settle, within ${LIMIT} ms`)), LIMIT);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

export const idle = (page) => page.waitForNetworkIdle({ idleTime: 1000, timeout: LIMIT });

/** The JavaScript heap in bytes, after a garbage collection. */
export async function heapOf(page) {
  const session = await page.createCDPSession();
  for (let round = 0; round < 4; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** The requests that had ended at a time, the files of the form among them, and their size in bytes of brotli. */
export async function arrived(page, { site }, contender, time = Infinity) {
  const all = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, responseEnd }) => [new URL(name).pathname, responseEnd]),
  );
  const paths = all.flatMap(([pathname, end]) => (end <= time ? [pathname] : []));
  const files = paths.filter((pathname) => pathname in contender.files);
  // The page itself is not a resource.
  const requests = paths.length + 1;
  return { requests, files: files.length, bytes: files.reduce((sum, file) => sum + site.sizeOf(file), 0) };
}
