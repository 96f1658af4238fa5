// Opens a contender as an applicant does, on a slow phone with an empty cache.
import { PredefinedNetworkConditions } from 'puppeteer-core';
import { installProbe } from './probe.js';
import { recordRequests, waterfall } from './requests.mjs';
import { LATE } from './site.mjs';
import { print } from './table.mjs';

/** Lighthouse’s slow 4G: 562.5 ms for each request, 1.44 Mbit/s down, 675 kbit/s up. DevTools has the same profile. */
const NETWORK = PredefinedNetworkConditions['Slow 4G'];
const SLOWER = 4;
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const LIMIT = 30_000;

/**
 * Opens the page of a contender in a new context and calls `work`. It fails if anything fails on the page: a request, a
 * script, or the form, which must be visible and settle within 30 seconds.
 * - `presses`: whether Continue is pressed as soon as it is visible.
 * - `isLate`: whether the script of the form arrives a second late, long after the first paint. Default: `false`.
 * - `isSlow`: whether the network is slow. Default: `true`.
 * - `slower`: the factor by which the processor is slower. Default: 4.
 */
export async function withPage({ browser, site }, contender, options, work) {
  const { presses = false, isLate = false, isSlow = true, slower = SLOWER } = options;
  const context = await browser.createBrowserContext();
  let requests;
  try {
    const page = await context.newPage();
    requests = await recordRequests(page);
    const { problems } = requests;
    page.on('pageerror', (error) => problems.push(`error on the page: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
    await page.setViewport(PHONE);
    if (isSlow) await page.emulateNetworkConditions(NETWORK);
    if (slower > 1) await page.emulateCPUThrottling(slower);
    await page.evaluateOnNewDocument(installProbe, presses);
    await page.goto(`${site.url}/${contender.id}/${isLate ? LATE : ''}`, { timeout: LIMIT });
    const first = await within(page.evaluate(() => globalThis.bench.first));
    const result = await work(page, { first, requests });
    if (problems.length > 0) throw new Error(problems[0]);
    return result;
  } catch (error) {
    const last = requests?.list().slice(-20) ?? [];
    if (last.length > 0) print(`The last requests of “${contender.name}”`, waterfall(last), [4, 5, 6]);
    const others = new Set(requests?.problems);
    others.delete(error.message);
    throw new Error([`“${contender.name}” failed: ${error.message}`, ...others].join('\n'), { cause: error });
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

/** The files of the form that had arrived at a time, and their size in bytes of brotli. */
export function arrived({ site }, contender, requests, time = Infinity) {
  const paths = requests
    .filter(({ end }) => end !== undefined && end <= time)
    .map(({ url }) => new URL(url).pathname)
    .filter((pathname) => pathname in contender.files);
  return { files: paths.length, bytes: paths.reduce((sum, pathname) => sum + site.sizeOf(pathname), 0) };
}
