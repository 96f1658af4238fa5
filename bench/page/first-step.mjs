// Compares the first step of the contenders: time, memory, shifts of the layout and bytes.
import assert from 'node:assert/strict';
import { PredefinedNetworkConditions } from 'puppeteer-core';
import { median, printTable, times } from '../../scripts/table.mjs';
import { recordProblems } from '../../test/e2e/stage.mjs';
import { installProbe } from './probe.js';
import { BY_HAND, LATE, README } from './site.mjs';

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
async function withPage({ browser, site }, contender, options, work) {
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

const idle = (page) => page.waitForNetworkIdle({ idleTime: 1000, timeout: LIMIT });

/** The JavaScript heap in bytes, after a garbage collection. */
async function heapOf(page) {
  const session = await page.createCDPSession();
  for (let round = 0; round < 4; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** The requests that had ended at a time, the files of the form among them, and their size in bytes of brotli. */
async function arrived(page, { site }, contender, time = Infinity) {
  const all = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, responseEnd }) => [new URL(name).pathname, responseEnd]),
  );
  const paths = all.flatMap(([pathname, end]) => (end <= time ? [pathname] : []));
  const files = paths.filter((pathname) => pathname in contender.files);
  // The page itself is not a resource.
  const requests = paths.length + 1;
  return { requests, files: files.length, bytes: files.reduce((sum, file) => sum + site.sizeOf(file), 0) };
}

/** The networks: their milliseconds for each request, and the highest multiples of the times of the form that is written by hand. */
const NETWORKS = [
  { name: 'Lighthouse’s slow 4G, 562.5 ms', latency: 562.5, bars: { visible: 1.2, works: 1.25 } },
  { name: 'the same with 150 ms', latency: 150, bars: { visible: 1.25, works: 1.3 } },
];

/** Mounts are measured in rounds: the first fills caches of templates and compiled code. */
const MOUNTS = 200;
const MOUNT_ROUNDS = 5;

/** Loads a contender, presses Continue as soon as it is visible, and waits for the error summary. */
const loadAndPress = (bench, contender, options) =>
  withPage(bench, contender, { ...options, presses: true }, async (page, first) => {
    const now = await arrived(page, bench, contender, first.works);
    await idle(page);
    const later = await arrived(page, bench, contender);
    return { ...first, now, later, form: await page.evaluate(() => globalThis.bench.describe()) };
  });

/** Loads a contender, waits until it is idle, and then presses Continue for the first time. */
const loadAndWait = (bench, contender, options = {}) =>
  withPage(bench, contender, options, async (page) => {
    await idle(page);
    const shift = await page.evaluate(() => globalThis.bench.shift());
    const heap = await heapOf(page);
    const { start, end } = await page.evaluate(() => globalThis.bench.press());
    return { shift, heap, errors: end - start };
  });

/** Measures both contenders with each network in each round. The order changes from round to round. */
export async function measureLoads(bench, contenders, rounds) {
  const results = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 ? contenders.toReversed() : contenders) {
      const pressed = [];
      for (const { latency } of NETWORKS) pressed.push(await loadAndPress(bench, contender, { latency }));
      const { form } = pressed[0];
      results[contender.name].push({ pressed, form, ...(await loadAndWait(bench, contender)) });
    }
    compareForms(results);
    console.log(`Round ${round + 1} of ${rounds}.`);
  }
  return reportLoads(results);
}

/** Fails if the contender has another form than the README’s: then the times cannot be compared. */
function compareForms(results) {
  const [byHand, expected] = [BY_HAND, README].map((name) => results[name].at(-1).form);
  assert.ok(expected.inputs.length > 0 && expected.errors.length > 0);
  assert.deepEqual(byHand, expected, `“${BY_HAND}” has another form than “${README}”`);
}

function reportLoads(results) {
  const middle = (name, figure) => median(results[name].map(figure));
  /** The median of a figure as a multiple of the other contender’s figure in the same round. */
  const ratio = (figure) => median(results[README].map((round, at) => figure(round) / figure(results[BY_HAND][at])));
  const limits = [];
  const cells = (name, figure, bar) => {
    limits.push([name, ratio(figure), bar]);
    return [...[BY_HAND, README].map((one) => middle(one, figure).toFixed(0)), times(ratio(figure)), `≤ ${bar} ×`];
  };
  const rows = NETWORKS.map(({ name, bars }, at) => [
    name,
    ...cells(`visible, ${name}`, ({ pressed }) => pressed[at].visible, bars.visible),
    ...cells(`works, ${name}`, ({ pressed }) => pressed[at].works, bars.works),
  ]);
  printTable('The first step in ms, with a processor four times slower', [
    ['', 'visible: by hand', 'README', '×', 'bar', 'works: by hand', 'README', '×', 'bar'],
    ...rows,
  ]);
  printTable('Loaded', [
    ['', 'errors, ms', 'heap, MB', 'layout shift'],
    ...Object.keys(results).map((name) => [
      name,
      middle(name, ({ errors }) => errors).toFixed(0),
      (middle(name, ({ heap }) => heap) / 1e6).toFixed(2),
      middle(name, ({ shift }) => shift).toFixed(3),
    ]),
  ]);
  return [
    ...limits,
    ['Continue with errors', ratio(({ errors }) => errors), 1.5],
    ['heap', ratio(({ heap }) => heap), 4],
    ['layout shift', middle(README, ({ shift }) => shift), 0.02],
  ];
}

/** Measures bytes and shifts, which do not depend on the speed of this machine. */
export async function measureBytes(bench, contenders) {
  // All at the same time: the time does not matter here.
  const measured = await Promise.all(
    contenders.map(async (contender) => ({
      ...(await loadAndPress(bench, contender, { slower: 1 })),
      ...(await loadAndWait(bench, contender, { slower: 1, isLate: true })),
    })),
  );
  const results = Object.fromEntries(contenders.map(({ name }, at) => [name, [measured[at]]]));
  compareForms(results);
  const kB = ({ bytes }) => (bytes / 1000).toFixed(2);
  printTable('The first step: kB of scripts and style sheets (brotli), all requests, shifts of the layout', [
    ['', 'until it works, kB', 'files', 'all requests', 'with later steps, kB', 'files', 'shift, late'],
    ...Object.entries(results).map(([name, [{ now, later, shift }]]) => [
      name,
      ...[kB(now), now.files, now.requests, kB(later), later.files, shift.toFixed(3)].map(String),
    ]),
  ]);
  const [{ now, shift }] = results[README];
  assert.ok(now.bytes > 0, 'the files of the README’s page are known');
  return [['layout shift if the script is late', shift, 0.02]];
}

/** The bytes of heap that each mount leaves: over the first mounts, and after them. */
const left = (bench, contender) =>
  withPage(bench, contender, { latency: 0, slower: 1 }, async (page) => {
    await idle(page);
    const figures = [];
    for (let round = 0; round <= MOUNT_ROUNDS; round++) {
      const before = await heapOf(page);
      await page.evaluate((count) => globalThis.bench.mount(count), MOUNTS);
      figures.push(((await heapOf(page)) - before) / MOUNTS);
    }
    const [first, ...others] = figures;
    return [first, median(others)];
  });

export async function measureMounts(bench, contenders) {
  const results = {};
  for (const contender of contenders) results[contender.name] = await left(bench, contender);
  printTable(`Bytes of heap that each mount leaves: the first ${MOUNTS} mounts, and ${MOUNTS} later ones`, [
    ['', 'first', 'later'],
    ...Object.entries(results).map(([name, figures]) => [name, ...figures.map((figure) => figure.toFixed(0))]),
  ]);
  return [['bytes left by each mount', results[README][1], 345]];
}
